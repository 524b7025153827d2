"""How vacation is spent: by hand, cut short, or by itself instead of losing on time.

Nothing here reaches back: a vacation begins now or later, and what has run has run.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.clock.calendar import (
    BALANCE,
    HOUR,
    YEAR,
    Calendar,
    Vacation,
    merged_vacations,
    spendable,
    spent_between,
)
from bot.model.refusals import Refused

CHUNK = timedelta(hours=24)
"""How much is spent at a time instead of losing, and the shortest vacation by hand.

Shorter ones, taken only while awake, would make each hour of the balance stop twice as much.
"""


def vacation_left(calendar: Calendar, at: datetime) -> timedelta:
    """What is left of the balance at an instant, in whole hours; what is planned is spent."""
    ends = [each.end for each in calendar.vacations]
    windows = [at, *(end for end in ends if at < end < at + YEAR), at + YEAR]
    most = max(spent_between(calendar.vacations, end - YEAR, end) for end in windows)
    return (BALANCE - most) // HOUR * HOUR


def with_vacation(calendar: Calendar, vacation: Vacation) -> Calendar:
    """The calendar with one more vacation. Raises Refused when the balance has not that much."""
    return replace(calendar, vacations=merged_vacations([*calendar.vacations, vacation]))


def plan_vacation(calendar: Calendar, start: datetime, end: datetime, now: datetime) -> Calendar:
    """The calendar with a vacation that the person asked for, its length made whole hours.

    Raises Refused for one that began already, is too short or too far off, or can't be paid.
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
    """The calendar without what is still to come of a vacation.

    Of one that has begun, the hours that were begun are spent, and 24 at least.
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
    """The calendar with one more vacation, which is spent by itself.

    Raises Refused when the balance has not that much. What stands there already stays what it was.
    """
    held = with_vacation(calendar, vacation)
    return calendar if held == calendar else replace(held, unasked=vacation)


def _asked_from(calendar: Calendar, at: datetime) -> Calendar:
    # The calendar in which nothing that was spent by itself reaches beyond an instant.
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

    24 hours, or what is left; None when nothing is, or when the person wants none spent. What was
    spent already, a moment ago for another match, serves this one as well.
    """
    if not calendar.automatic_vacation:
        return None
    begin = at.astimezone(UTC)
    for running in calendar.vacations:
        if running.start <= begin < running.end:
            return Vacation(begin, running.end)
    length = spendable(calendar.vacations, begin, CHUNK)
    return Vacation(begin, begin + length) if length else None
