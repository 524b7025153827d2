"""Talking to the person who typed or pressed something: always privately, always in time."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.front.text.markdown import clip
from bot.matches.events import Person

if TYPE_CHECKING:
    from bot.front.client import Bumpbot

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Bumpbot]"
"""One thing that a person did, and the right to answer it for a while."""


class PrivateReply(Exception):
    """Ends what was going on with a private answer; its text may hold our own markdown."""


def person_of(user: discord.abc.User) -> Person:
    """The Discord user as matches know people."""
    return Person(user.id, user.display_name)


async def defer_private(interaction: Interaction) -> None:
    """Acknowledge now; the private answer follows within fifteen minutes."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def remove_buttons(interaction: Interaction) -> None:
    """Take the buttons off the message that was pressed. What the press did stands either way."""
    try:
        await interaction.edit_original_response(view=None)
    except discord.HTTPException as error:
        log.info("a pressed message keeps its buttons: %s", error)


async def reply_private(
    interaction: Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
) -> None:
    """Answer privately, whether or not an acknowledgement has gone out before."""
    shown = view or discord.utils.MISSING
    if interaction.response.is_done():
        await interaction.followup.send(clip(text), ephemeral=True, view=shown, files=files)
    else:
        await interaction.response.send_message(clip(text), ephemeral=True, view=shown, files=files)
