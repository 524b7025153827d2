"""What a move is made on with buttons: the board of a stored match, or that of an exercise."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol, Self

import discord
from discord import ui

from bot.front.discord.context import DROPPED, Interaction, replace_private, reply_private
from bot.front.picker.components import PickerAddress
from bot.front.picker.screen import Manner
from bot.model.match import Match
from bot.model.records import Draft

log = logging.getLogger(__name__)


class PickerBoard(Protocol):
    """A board with somebody's half-made move on it."""

    @property
    def match(self) -> Match:
        """How it stands: a match in which the person is to move."""

    @property
    def draft(self) -> Draft:
        """The half-made move."""

    @property
    def manner(self) -> Manner:
        """How its screens differ from those of another board."""

    @property
    def address(self) -> PickerAddress:
        """What makes the buttons for the draft as it stands."""

    async def notes(self, interaction: Interaction) -> str:
        """The lines that stand above every step."""

    async def renewed(self, interaction: Interaction) -> Self:
        """The same with the draft as it is kept now."""

    async def saved(self, interaction: Interaction, draft: Draft) -> Self | None:
        """The same with that draft in the place of the one it follows; None when another came
        first."""

    async def changed(self, interaction: Interaction, change: Callable[[Draft], Draft]) -> Self:
        """The same with the draft changed, whatever the person has been doing to it meanwhile."""

    async def play(self, interaction: Interaction, text: str) -> None:
        """Make the move for good and show what has come of it. Raises PlayerError."""


async def redraw_screen(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: ui.View | None = None,
) -> None:
    """Put this in the place of what the private message showed before, or send it below."""
    try:
        await replace_private(interaction, text, files, view)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("private message not edited: %s", error)
        await reply_private(interaction, text, view=view)
