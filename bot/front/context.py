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

Talk: TypeAlias = "discord.Interaction[Bumpbot]"
"""One thing that a person did, and the right to answer it for a while."""


class Told(Exception):
    """Ends what was going on with a private answer; its text may hold our own markdown."""


def person(user: discord.abc.User) -> Person:
    """The Discord user as matches know people."""
    return Person(user.id, user.display_name)


async def think(talk: Talk) -> None:
    """Acknowledge now; the private answer follows within fifteen minutes."""
    await talk.response.defer(ephemeral=True, thinking=True)


async def undress(talk: Talk) -> None:
    """Take the buttons off the message that was pressed. What the press did stands either way."""
    try:
        await talk.edit_original_response(view=None)
    except discord.HTTPException as error:
        log.info("a pressed message keeps its buttons: %s", error)


async def whisper(
    talk: Talk,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
) -> None:
    """Answer privately, whether or not an acknowledgement has gone out before."""
    shown = view or discord.utils.MISSING
    if talk.response.is_done():
        await talk.followup.send(clip(text), ephemeral=True, view=shown, files=files)
    else:
        await talk.response.send_message(clip(text), ephemeral=True, view=shown, files=files)
