"""When the bot itself was away: time that belongs to no player of a match with plain banks. Pure.

The bot reports now and then that it is there. A longer silence between two reports is an outage.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bot.model.clock.calendar import BALANCE, Calendar, Vacation, merged_vacations, spent
from bot.model.clock.changes import History
from bot.model.clock.running import Segment

BEAT = timedelta(seconds=30)
"""How often it reports."""

SILENCE = timedelta(seconds=90)
"""Two reports may be lost before it counts as away."""

KEPT = timedelta(days=70)
"""How long an outage is kept, in time that the bot was there: a turn of a season or round may have
begun before it."""


def reported(values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """What is stored after a report, from what was stored before it, as JSON values."""
    found = outages_of(values)
    seen = datetime.fromisoformat(values["seen"]) if "seen" in values else now
    if now - seen > SILENCE:
        found = merged_vacations([*found, Vacation(seen, now)])
    kept = [
        each for nth, each in enumerate(found) if now - each.end - spent(found[nth + 1 :]) < KEPT
    ]
    written = [[each.start.isoformat(), each.end.isoformat()] for each in kept]
    # A clock that was set back makes no outage of the time until it is as late again.
    return {"seen": max(seen, now).isoformat(), "outages": written}


def outages_of(values: Mapping[str, Any]) -> tuple[Vacation, ...]:
    """The outages in what is stored, in order."""
    return tuple(
        Vacation(datetime.fromisoformat(start), datetime.fromisoformat(end))
        for start, end in values.get("outages", ())
    )


def bank_calendar(outages: Sequence[Vacation]) -> History:
    """What stops plain banks, for everybody, in the form of a person's calendars."""
    return tuple(
        Segment(part.start, Calendar(vacations=(part,)))
        for each in outages
        for part in _parts(each)
    )


def _parts(outage: Vacation) -> Iterator[Vacation]:
    # A calendar holds no more than the balance.
    start, end = outage
    while start < end:
        yield Vacation(start, min(start + BALANCE, end))
        start += BALANCE
