"""The way from one game to the next that waits: a button below what was just done."""

import logging
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.front.components.base import Address, MatchButton, match_button, message_view
from bot.front.context import Interaction
from bot.matches.match import Match
from bot.matches.refusals import StoreTrouble

log = logging.getLogger(__name__)

NONE_WAITS = "Nothing else waits for you."


async def with_next(
    interaction: Interaction, match: Match, text: str, before: Sequence[ui.Item[Any]] = ()
) -> tuple[str, ui.View | None]:
    """An answer, and below it, behind the buttons `before`, the way to the next game that waits, or
    that there is none. When the store fails, the answer goes without."""
    others = message_view(before) if before else None
    try:
        waiting = await interaction.client.matches.inbox.waiting(interaction.user.id)
    except StoreTrouble as error:
        log.info("match %s: the next game could not be found: %s", match.id, error)
        return text, others
    if not waiting:
        return f"{text}\n-# {NONE_WAITS}", others
    return text, message_view([*before, next_button(match, len(waiting))])


def next_button(match: Match, waiting: int) -> MatchButton:
    """The button to the game that comes after this one, of so many that wait."""
    label = f"Next game ({waiting} {'waits' if waiting == 1 else 'wait'})"
    return match_button("next", Address(match.id, match.seq), label)
