"""How long a clock runs between two instants. Every deadline comes from `running_time`'s pauses.

Whether a clock is stopped is decided instant by instant, by the person's wall clock: an hour that
daylight saving skips is never met, an hour that comes twice counts twice. A night, a weekend or a
vacation includes its first instant and not its last.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from heapq import merge
from itertools import pairwise, takewhile
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.model.clock.calendar import Calendar
from bot.model.clock.units import DAY, SECOND, ZERO


class Stretch(NamedTuple):
    """From `start` to before `end`, both in UTC; local time is UTC plus `offset`."""

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
    """The stretches of one year of UTC. Where they begin does not depend on the instant asked
    for."""
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


class Cause(StrEnum):
    """Why a clock is stopped; of several causes the first is named."""

    VACATION = "vacation"
    WEEKEND = "weekend"
    SLEEP = "sleep"


class Pause(NamedTuple):
    """A clock is stopped from `start` to before `end`, both in UTC, and runs before and after."""

    start: datetime
    end: datetime
    causes: frozenset[Cause]


class Halt(NamedTuple):
    """Why a clock is stopped now, and when it runs again (in UTC)."""

    cause: Cause
    until: datetime


class Segment(NamedTuple):
    """A calendar in effect from an instant on, until the next segment's."""

    since: datetime
    calendar: Calendar


Calendars = Calendar | Sequence[Segment]
"""A calendar that never changed; or all of a person's in order. Before the first the clock runs."""


def running_time(start: datetime, end: datetime, calendar: Calendars) -> timedelta:
    """How long the clock runs between two instants; zero if `end` is not after `start`."""
    start, end = _utc(start), _utc(end)
    stood = (pause.end - pause.start for pause in pauses(start, end, calendar))
    return max(ZERO, end - start) - sum(stood, ZERO)


def pauses(start: datetime, end: datetime, calendar: Calendars) -> list[Pause]:
    """The pauses of the clock between two instants: in order, none touching another, with causes.

    What begins at `end` or later is not named, even if the clock stays stopped without a gap.
    """
    return list(_joined(_before(_utc(end), _parts_from(_utc(start), calendar))))


def deadline(start: datetime, budget: timedelta, calendar: Calendars) -> datetime:
    """The instant, in UTC, at which a clock has run for the whole budget and would run on.

    A stopped clock costs no time, so it never runs out in a pause: a budget that is used up as a
    night begins ends with that night.
    """
    at, left = _utc(start), max(ZERO, budget)
    for pause in _pauses_from(at, calendar):
        if pause.start - at > left:
            break
        left -= pause.start - at
        at = pause.end
    return at + left


def halt_at(at: datetime, calendar: Calendars) -> Halt | None:
    """Why the clock is stopped at an instant and until when; None while it runs."""
    at = _utc(at)
    here = takewhile(lambda pause: pause.start <= at, _parts_from(at, calendar))
    held = [cause for pause in here for cause in pause.causes]
    if not held:
        return None
    return Halt(min(held, key=list(Cause).index), next(_pauses_from(at, calendar)).end)


ALWAYS_RUNNING = Calendar()
"""The calendar of somebody who has set none."""


def calendar_at(at: datetime, calendar: Calendars) -> Calendar:
    if isinstance(calendar, Calendar):
        return calendar
    begun = [held for since, held in calendar if since <= at]
    return begun[-1] if begun else ALWAYS_RUNNING


def _utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError("an instant needs its time zone")
    return at.astimezone(UTC)


def _pauses_from(start: datetime, calendar: Calendars) -> Iterator[Pause]:
    # The pauses from an instant on, joined where they touch. It may never end.
    return _joined(_parts_from(start, calendar))


def _joined(parts: Iterable[Pause]) -> Iterator[Pause]:
    running: Pause | None = None
    for pause in parts:
        if running is None or pause.start > running.end:
            if running:
                yield running
            running = pause
        else:
            end, causes = max(running.end, pause.end), running.causes | pause.causes
            running = Pause(running.start, end, causes)
    if running:
        yield running


def _parts_from(start: datetime, calendar: Calendars) -> Iterator[Pause]:
    if isinstance(calendar, Calendar):
        yield from _parts_of(start, calendar)
        return
    for number, (since, held) in enumerate(calendar):
        begin = max(start, since)
        if number + 1 == len(calendar):
            yield from _parts_of(begin, held)
            return
        yield from _before(calendar[number + 1].since, _parts_of(begin, held))


def _before(end: datetime, pauses: Iterable[Pause]) -> Iterator[Pause]:
    for pause in takewhile(lambda each: each.start < end, pauses):
        yield pause._replace(end=min(pause.end, end))


def _parts_of(start: datetime, calendar: Calendar) -> Iterator[Pause]:
    away = frozenset({Cause.VACATION})
    vacations = [
        Pause(max(each.start, start), each.end, away)
        for each in calendar.vacations
        if each.end > start and not calendar.excluded
    ]
    regular = _regular(start, calendar)
    return merge(vacations, regular, key=lambda pause: pause.start) if vacations else regular


def _regular(start: datetime, calendar: Calendar) -> Iterator[Pause]:
    week = _week(calendar)
    if not any(week):
        return
    for stretch in stretches(calendar.zone, start):
        offset = stretch.offset
        # Instants of the wall clock are written as if they were UTC.
        first, last = stretch.start + offset, stretch.end + offset
        midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
        while midnight < last:
            for begin, end, causes in week[midnight.weekday()]:
                begun, ended = max(midnight + begin, first), min(midnight + end, last)
                if begun < ended:
                    yield Pause(begun - offset, ended - offset, causes)
            midnight += DAY


Part = tuple[timedelta, timedelta, frozenset[Cause]]
"""A part of a day in which the clock is stopped, counted from midnight, and why."""


def _week(calendar: Calendar) -> list[list[Part]]:
    nights = calendar.sleep.parts if calendar.sleep else ()
    asleep = [(begin, end, frozenset({Cause.SLEEP})) for begin, end in nights]
    free = [(ZERO, DAY, frozenset({Cause.WEEKEND}))]
    return [free if day in calendar.weekend else asleep for day in range(7)]
