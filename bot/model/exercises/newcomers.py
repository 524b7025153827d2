"""Whether those who begin to learn come to play. Pure; it knows nobody's name."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

WEEK = timedelta(days=7)
"""How long somebody has for their first match, and of how many days the beginners are counted."""


class Newcomer(NamedTuple):
    """Somebody: when they began their first stage, and when their first match began, if any did."""

    begun: datetime
    first_match: datetime | None


class FirstMatch(StrEnum):
    """When somebody's first match began, as seen from their first stage."""

    BEFORE = "before"
    WITHIN = "within seven days"
    NOT = "not within seven days"


def span(now: datetime) -> tuple[datetime, datetime]:
    """The latest seven days since the end of which everybody has had their seven."""
    return now - 2 * WEEK, now - WEEK


def first_matches(newcomers: Iterable[Newcomer]) -> Mapping[FirstMatch, int]:
    """How many of them there are of each kind."""
    found = Counter(_first_match(each) for each in newcomers)
    return {each: found[each] for each in FirstMatch}


def _first_match(newcomer: Newcomer) -> FirstMatch:
    begun, first = newcomer
    if first is None or first >= begun + WEEK:
        return FirstMatch.NOT
    return FirstMatch.BEFORE if first < begun else FirstMatch.WITHIN
