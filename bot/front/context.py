"""The bot as the rest of front sees it, and private answers to the person who used it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import discord
from discord import app_commands

from bot.front.text.markdown import clip
from bot.matches.events import Person
from bot.matches.records import MatchId
from bot.matches.service import Matches

log = logging.getLogger(__name__)

Callback: TypeAlias = Callable[..., Awaitable[None]]
"""What a button does. It gets the interaction first, then what its custom id says."""


class Client(discord.Client):
    """What commands, buttons and workers may ask of the bot. `client.Bumpbot` fills it in."""

    matches: Matches
    tree: "app_commands.CommandTree[Client]"
    command_ids: dict[str, int]  # Discord's, by name, once they are known.
    buttons: Mapping[str, Callback]  # About a match, by action.
    picker_buttons: Mapping[str, Callback]  # Of a half-made move, by name.
    pause: Callable[[asyncio.Event, float | None], Awaitable[None]]  # At most so many seconds.

    def undelivered(self, match: MatchId) -> str | None:
        """Why the match's newest post could not be made; None when nothing is wrong."""
        raise NotImplementedError

    async def board_link(self, match: MatchId) -> str:
        """A sentence that leads to the match's current board."""
        raise NotImplementedError


Interaction: TypeAlias = discord.Interaction[Client]
"""One command, press or form of a person, which can be answered for fifteen minutes."""


Message: TypeAlias = tuple[str, list[discord.File], discord.ui.View]
"""A private message: its text, its files and its buttons."""


class PrivateReply(Exception):
    """Ends a command or press with a private answer; its text may hold our own markdown."""


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
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Answer privately, whether or not an acknowledgement has gone out before."""
    shown = view or discord.utils.MISSING
    if interaction.response.is_done():
        await interaction.followup.send(clip(text), ephemeral=True, view=shown, files=files)
    else:
        await interaction.response.send_message(clip(text), ephemeral=True, view=shown, files=files)


async def replace_private(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Put this in the place of the message that was pressed, or that answered."""
    await interaction.edit_original_response(content=clip(text), attachments=files, view=view)
