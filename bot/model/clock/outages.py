"""When the bot itself was away: time that belongs to no player of a match with plain banks. Pure.

The bot reports now and then that it is there. A longer silence between two reports is an outage.
"""

from collections.abc import Mapping, Sequence
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
"""How long an outage is kept: a turn of a season or round may have begun before it."""


def reported(values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """What is stored after a report, from what was stored before it, as JSON values."""
    found = outages_of(values)
    seen = datetime.fromisoformat(values["seen"]) if "seen" in values else now
    if now - seen > SILENCE:
        found = (*found, Vacation(seen, now))
    kept = _storable(merged_vacations(each for each in found if each.end > now - KEPT))
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
    if not outages:
        return ()
    return (Segment(outages[0].start, Calendar(vacations=tuple(outages))),)


def _storable(outages: Sequence[Vacation]) -> list[Vacation]:
    # A calendar holds no more than the balance. No round waits as long as that anyway.
    kept = list[Vacation]()
    for each in reversed(outages):
        room = BALANCE - spent(kept)
        if room > timedelta(0):
            kept.insert(0, each._replace(start=max(each.start, each.end - room)))
    return kept
