"""Changes of a calendar: the old one stays in effect for the time before. Vacation is spent by
hand, cut short, or automatically instead of losing on time.

Days off that move along with the days would stop a clock forever. So hours that stop the clock
more, or at other times, stay in effect for seven days before others may. A change may be corrected
within an hour, and fewer pauses always take effect at once.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from bot.model.clock.calendar import (
    BALANCE,
    YEAR,
    Calendar,
    Vacation,
    merged_vacations,
    spendable,
    spent_between,
)
from bot.model.clock.running import Segment, calendar_at
from bot.model.clock.units import HOUR
from bot.model.refusals import Refused

CORRECTION = timedelta(hours=1)
"""How long after a change it may still be corrected."""

HOLDS = timedelta(days=7)
"""How long changed hours stay in effect at least."""

History = tuple[Segment, ...]
"""All calendars of a person in order, each from an instant on; one may be still to come."""


def change_hours(history: Sequence[Segment], wish: Calendar, now: datetime) -> History:
    """The history after a change of zone, sleep or weekend.

    It takes effect now, or when the current hours may be changed. It replaces a change that was
    still to come. Vacation and the choice about it stay as they are.
    """
    begun, held = _begun(history, now), calendar_at(now, history)
    hours = replace(held, zone=wish.zone, sleep=wish.sleep, weekend=wish.weekend)
    since = now if stops_no_more(hours, held) else free_from(history, now)
    kept = (each for each in begun if each.since < since)
    return (*kept, Segment(since, hours))


def change_vacation(history: Sequence[Segment], now: datetime, wish: Calendar) -> History:
    """The history with the vacations of another calendar, and its choice whether they are spent
    automatically; its hours do not count."""
    to_come = [each for each in history if each.since > now]
    kept = (each for each in _begun(history, now) if each.since < now)
    changed = [Segment(now, calendar_at(now, history)), *to_come]
    return (
        *kept,
        *(
            Segment(since, replace(wish, zone=held.zone, sleep=held.sleep, weekend=held.weekend))
            for since, held in changed
        ),
    )


def free_from(history: Sequence[Segment], now: datetime) -> datetime:
    """When other hours may take effect: now, or seven days after they were last changed."""
    first = last = None
    for since in _widenings(_begun(history, now)):
        if first is None or since > first + CORRECTION:
            first = since
        last = since
    if first is None or last is None or now <= first + CORRECTION:
        return now
    return max(now, last + HOLDS)


def stops_no_more(new: Calendar, old: Calendar) -> bool:
    """Whether the new hours never stop the clock while the old ones would let it run."""
    if new.sleep is None and not new.weekend:
        return True
    parts = old.sleep.parts if old.sleep else ()
    nights = new.sleep.parts if new.sleep else ()
    return (
        new.zone == old.zone
        and new.weekend <= old.weekend
        and all(any(a <= begin and end <= b for a, b in parts) for begin, end in nights)
    )


def pruned(history: Sequence[Segment], before: datetime) -> History:
    """The history without the calendars that were replaced before an instant."""
    over = sum(later.since <= before for _, later in pairwise(history))
    return tuple(history[over:])


def _begun(history: Sequence[Segment], now: datetime) -> list[Segment]:
    return [each for each in history if each.since <= now]


def _widenings(history: Sequence[Segment]) -> list[datetime]:
    # When hours took effect that stop the clock while those before them would not.
    before = [Calendar(), *(each.calendar for each in history)]
    return [
        each.since
        for each, old in zip(history, before, strict=False)
        if not stops_no_more(each.calendar, old)
    ]


CHUNK = timedelta(hours=24)
"""How much is spent at a time instead of losing, and the shortest vacation by hand.

Shorter ones, taken only while awake, would make each hour of the balance stop twice as much.
"""


def vacation_left(calendar: Calendar, at: datetime) -> timedelta:
    """The remaining balance at an instant, in whole hours; planned vacation counts as spent."""
    if not calendar.vacations:
        return BALANCE
    ends = [each.end for each in calendar.vacations]
    windows = [at, *(end for end in ends if at < end < at + YEAR), at + YEAR]
    most = max(spent_between(calendar.vacations, end - YEAR, end) for end in windows)
    return (BALANCE - most) // HOUR * HOUR


def with_vacation(calendar: Calendar, vacation: Vacation) -> Calendar:
    """The calendar with one more vacation. Raises Refused if it exceeds the balance."""
    return replace(calendar, vacations=merged_vacations([*calendar.vacations, vacation]))


def plan_vacation(calendar: Calendar, start: datetime, end: datetime, now: datetime) -> Calendar:
    """The calendar with a vacation that the person asked for, its length made whole hours.

    Raises Refused for one that began already, is too short or too far off, or exceeds the balance.
    """
    if start < now:
        raise Refused("A vacation can't begin in the past. Let it begin now, or later.")
    if end - start < CHUNK:
        raise Refused("A vacation lasts at least 24 hours. Choose a later end.")
    if start > now + YEAR:
        raise Refused("A vacation can be planned a year ahead at most. Plan it later.")
    hours = -((start - end) // HOUR)
    begin = start.astimezone(UTC)
    return with_vacation(_asked_from(calendar, begin), Vacation(begin, begin + hours * HOUR))


def end_vacation(calendar: Calendar, vacation: Vacation, now: datetime) -> Calendar:
    """The calendar without the rest of a vacation.

    Of one that has begun, the hours begun are spent, and 24 at least.
    """
    if vacation not in calendar.vacations or vacation.end <= now:
        raise Refused("That vacation is over, or was changed. Look at your calendar again.")
    others = [each for each in calendar.vacations if each != vacation]
    if vacation.start < now:
        hours = max(CHUNK // HOUR, -((vacation.start - now) // HOUR))
        end = min(vacation.end, vacation.start + hours * HOUR)
        others.append(Vacation(vacation.start, end))
        calendar = _asked_from(calendar, end)
    return replace(calendar, vacations=tuple(sorted(others)))


def with_unasked(calendar: Calendar, vacation: Vacation) -> Calendar:
    """The calendar with one more vacation, spent automatically.

    Raises Refused if it exceeds the balance. Vacation that is there already keeps its kind.
    """
    held = with_vacation(calendar, vacation)
    return calendar if held == calendar else replace(held, unasked=vacation)


def _asked_from(calendar: Calendar, at: datetime) -> Calendar:
    # The calendar in which nothing that was spent automatically reaches beyond an instant.
    was = calendar.unasked
    if was is None or was.end <= at:
        return calendar
    return replace(calendar, unasked=Vacation(was.start, at) if was.start < at else None)


def can_be_shortened(vacation: Vacation, now: datetime) -> bool:
    """Whether ending a vacation now would give any of it back."""
    return vacation.end > now and end_vacation(
        Calendar(vacations=(vacation,)), vacation, now
    ).vacations != (vacation,)


def automatic_vacation(calendar: Calendar, at: datetime) -> Vacation | None:
    """The vacation that is spent from an instant on instead of losing on time, in whole hours.

    24 hours, or the remaining balance; None if there is none, or if the person wants none spent or
    is excluded. What was just spent for another match serves this one as well.
    """
    if calendar.excluded or not calendar.automatic_vacation:
        return None
    begin = at.astimezone(UTC)
    for running in calendar.vacations:
        if running.start <= begin < running.end:
            return Vacation(begin, running.end)
    length = spendable(calendar.vacations, begin, CHUNK)
    return Vacation(begin, begin + length) if length else None
