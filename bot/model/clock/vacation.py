"""Vacation: stretches of absolute time, and the floating yearly balance they are spent from.

An hour of vacation is an hour by the clock on the wall, asleep or on a weekend as well: sparing
those out would stretch the balance into holidays in every week.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

HOUR = timedelta(hours=1)

BALANCE = timedelta(days=20)
"""The most vacation in any stretch of a year. The same for everybody."""

YEAR = timedelta(days=365)
"""The window that floats: an hour spent comes back a year later."""


class Vacation(NamedTuple):
    """From `start` to before `end`, both in UTC."""

    start: datetime
    end: datetime


def merged_vacations(vacations: Iterable[Vacation]) -> tuple[Vacation, ...]:
    """The same time as stretches in order that neither overlap nor touch."""
    merged: list[Vacation] = []
    for each in sorted(vacations):
        if merged and each.start <= merged[-1].end:
            merged[-1] = Vacation(merged[-1].start, max(merged[-1].end, each.end))
        else:
            merged.append(each)
    return tuple(merged)


def outside(vacations: Iterable[Vacation], other: Vacation) -> tuple[Vacation, ...]:
    """What of the stretches lies before and behind another one, in the same order."""
    parts = (
        part
        for each in vacations
        for part in (
            Vacation(each.start, min(each.end, other.start)),
            Vacation(max(each.start, other.end), each.end),
        )
    )
    return tuple(part for part in parts if part.start < part.end)


def spent_between(vacations: Iterable[Vacation], start: datetime, end: datetime) -> timedelta:
    """How much of the time between two instants is vacation. The stretches must not overlap."""
    shared = (min(each.end, end) - max(each.start, start) for each in vacations)
    return sum((time for time in shared if time > timedelta(0)), timedelta(0))


def is_within_balance(vacations: Sequence[Vacation]) -> bool:
    """Whether no year, wherever it begins, holds more than the balance. They must not overlap."""
    if spent(vacations) <= BALANCE:
        return True
    # Some fullest year ends as a vacation ends: moved on to there, or back to there, none loses.
    return all(spent_between(vacations, each.end - YEAR, each.end) <= BALANCE for each in vacations)


def spent(vacations: Iterable[Vacation]) -> timedelta:
    """How long the stretches are together."""
    return sum((each.end - each.start for each in vacations), timedelta(0))


def spendable(vacations: Sequence[Vacation], at: datetime, most: timedelta = BALANCE) -> timedelta:
    """The longest vacation in whole hours, up to `most`, that may still begin at an instant."""
    low, high = 0, most // HOUR
    while low < high:
        middle = (low + high + 1) // 2
        wished = merged_vacations([*vacations, Vacation(at, at + middle * HOUR)])
        low, high = (middle, high) if is_within_balance(wished) else (low, middle - 1)
    return low * HOUR
