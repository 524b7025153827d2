"""A calendar that is changed: what held before holds for the time before.

Days off that wander along with the days would stop a clock for ever. So hours that stop the clock
more, or at other times, hold seven days before others may. Within an hour of a change it may be
put right, and fewer pauses hold at once, always.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment, calendar_at

CORRECTION = timedelta(hours=1)
"""How long after a change it may still be put right."""

HOLDS = timedelta(days=7)
"""How long changed hours hold at least."""

History = tuple[Segment, ...]
"""All calendars of a person in order, each from an instant on; one may be still to come."""


def change_hours(history: Sequence[Segment], wish: Calendar, now: datetime) -> History:
    """The history once somebody has asked for another zone, sleep or weekend.

    It holds from now on, or from when the hours that hold now may be changed. A change that was
    still to come gives way to it. Vacation and the choice about it stay as they are.
    """
    begun, held = _begun(history, now), calendar_at(now, history)
    hours = replace(held, zone=wish.zone, sleep=wish.sleep, weekend=wish.weekend)
    since = now if stops_no_more(hours, held) else free_from(history, now)
    kept = (each for each in begun if each.since < since)
    return (*kept, Segment(since, hours))


def change_vacation(history: Sequence[Segment], now: datetime, wish: Calendar) -> History:
    """The history once somebody's vacations, or whether they are spent by themselves, are as in
    another calendar; its hours do not count."""
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
    """When other hours may hold: now, or seven days after they were last changed."""
    first = last = None
    for since in _widenings(_begun(history, now)):
        if first is None or since > first + CORRECTION:
            first = since
        last = since
    if first is None or last is None or now <= first + CORRECTION:
        return now
    return max(now, last + HOLDS)


def stops_no_more(new: Calendar, old: Calendar) -> bool:
    """Whether the new hours never stop the clock where the old ones would let it run."""
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
    """The history without the calendars that stopped holding before an instant."""
    over = sum(later.since <= before for _, later in pairwise(history))
    return tuple(history[over:])


def _begun(history: Sequence[Segment], now: datetime) -> list[Segment]:
    return [each for each in history if each.since <= now]


def _widenings(history: Sequence[Segment]) -> list[datetime]:
    # When hours began to hold that stop the clock where those before them would not.
    before = [Calendar(), *(each.calendar for each in history)]
    return [
        each.since
        for each, old in zip(history, before, strict=False)
        if not stops_no_more(each.calendar, old)
    ]
