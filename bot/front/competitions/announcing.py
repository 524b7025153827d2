"""The announcement of a tournament: what its post holds until it begins."""

from collections.abc import Sequence
from typing import Any

from bot.front.competitions.announcement import announcement_text
from bot.front.competitions.entering import announcement_buttons
from bot.front.ui.base import GuardedItem
from bot.service.competitions.views import CompetitionView


def announcement(view: CompetitionView) -> tuple[str, Sequence[GuardedItem[Any]]]:
    """The words of the post, and what is to press below it."""
    return announcement_text(view), announcement_buttons(view.competition)
