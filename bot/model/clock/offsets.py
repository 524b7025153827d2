"""A time zone as stretches in which its distance from UTC stays the same."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


class Stretch(NamedTuple):
    """From `start` to before `end`, both in UTC, local time is UTC plus `offset`."""

    start: datetime
    end: datetime
    offset: timedelta


def stretches(zone: str, start: datetime) -> Iterator[Stretch]:
    """The stretches from an instant in UTC on, in order and without gaps."""
    year = start.year
    while True:
        for stretch in stretches_of_year(zone, year):
            if stretch.end > start:
                yield stretch._replace(start=max(stretch.start, start))
        year += 1


@lru_cache(maxsize=1024)
def stretches_of_year(zone: str, year: int) -> tuple[Stretch, ...]:
    """The stretches of one year of UTC. No caller's instant has a part in where they begin."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    tz = ZoneInfo(zone)
    bounds = [first, *_changes(tz, first, last), last]
    return tuple(Stretch(start, end, offset_at(tz, start)) for start, end in pairwise(bounds))


def offset_at(tz: ZoneInfo, at: datetime) -> timedelta:
    """How far local time is ahead of UTC at an instant."""
    offset = at.astimezone(tz).utcoffset()
    assert offset is not None, "a zone of the database always has an offset"
    return offset


def _changes(tz: ZoneInfo, start: datetime, end: datetime) -> Iterator[datetime]:
    # The instants after `start` at which the offset changes. No zone changes twice in a day.
    at = start
    while at < end:
        next_day = min(at + DAY, end)
        if offset_at(tz, at) != offset_at(tz, next_day):
            next_day = _change_between(tz, at, next_day)
            if next_day < end:
                yield next_day
        at = next_day


def _change_between(tz: ZoneInfo, before: datetime, after: datetime) -> datetime:
    low, high, old = 0, (after - before) // SECOND, offset_at(tz, before)
    while high - low > 1:
        middle = (low + high) // 2
        if offset_at(tz, before + middle * SECOND) == old:
            low = middle
        else:
            high = middle
    return before + high * SECOND
