"""Matches that nobody plays on are closed, not without a warning. Pure."""

from datetime import datetime

from bot.matches.events import AbandonWarned, Ended, Event
from bot.matches.match import Match
from bot.matches.projection import abandoned_at


def decide_abandon(match: Match, now: datetime) -> list[Event]:
    """The warning that a match is about to end as abandoned, or after it the end: nobody loses."""
    at = abandoned_at(match)
    if at is None or now < at:
        return []
    return [Ended((), "abandoned") if match.warned else AbandonWarned()]
