"""The speed of deadlines, for every mixture of sleep, weekend and vacation.

    python -m bench.clock

`ask the wall` is the naive way for comparison: the same deadline, found by asking the zone database
for each minute from the start on.
"""

from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from bench.timing import Table, asked, share, timed
from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.changes import History, automatic_vacation, change_hours
from bot.model.clock.running import Calendars, deadline, running_time
from bot.model.clock.units import DAY, MINUTE

START = datetime(2026, 3, 20, 12, tzinfo=UTC)
BUDGET = 14 * DAY
REPEATS = 200

NIGHTS = Sleep(clock_time(22), clock_time(7))
LONG_NIGHTS = Sleep(clock_time(22), clock_time(10))
WEEKEND = frozenset({5, 6})
TRIPS = tuple(Vacation(START + n * 15 * DAY, START + (n * 15 + 1) * DAY) for n in range(-10, 10))
FULL = Calendar("Europe/Berlin", LONG_NIGHTS, WEEKEND, TRIPS)

MIXTURES = {
    "nothing": Calendar("Europe/Berlin"),
    "sleep": Calendar("Europe/Berlin", NIGHTS),
    "sleep, weekend": Calendar("Europe/Berlin", NIGHTS, WEEKEND),
    "longest sleep, weekend": Calendar("Europe/Berlin", LONG_NIGHTS, WEEKEND),
    "all, 20 days of vacation": FULL,
}


def changing(times: int) -> History:
    """The calendars of a person who changes them each week."""
    history: History = ()
    for week in range(times):
        free = frozenset({week % 7, (week + 1) % 7})
        wish = Calendar("Europe/Berlin", NIGHTS, free)
        history = change_hours(history, wish, START + week * 8 * DAY - times * 4 * DAY)
    return history


def ask_the_wall(calendar: Calendar) -> datetime:
    """The deadline, minute by minute."""
    at, left, zone = START, BUDGET, ZoneInfo(calendar.zone)
    while left:
        wall = at.astimezone(zone)
        since_midnight = timedelta(hours=wall.hour, minutes=wall.minute)
        parts = calendar.sleep.parts if calendar.sleep else ()
        stands = wall.weekday() in calendar.weekend or any(
            begin <= since_midnight < end for begin, end in parts
        )
        away = any(each.start <= at < each.end for each in calendar.vacations)
        left -= timedelta(0) if stands or away else MINUTE
        at += MINUTE
    return at


def row(table: Table, what: str, calendar: Calendars) -> None:
    due = deadline(START, BUDGET, calendar)
    taken = timed(lambda: deadline(START, BUDGET, calendar), REPEATS)
    back = timed(lambda: running_time(START, due, calendar), REPEATS)
    naive = "-"
    if isinstance(calendar, Calendar):
        naive = f"{timed(lambda: ask_the_wall(calendar))[0] * 1e6:,.0f}"
    figures = (share(0.5, taken), share(0.99, taken), share(0.5, back))
    table.row(what, *(figure * 1e6 for figure in figures), naive)


def main() -> None:
    heads = ("p50 us", "p99 us", "running us", "ask the wall, us")
    table = Table("14 days of time", *heads, form=",.0f")
    for what, calendar in MIXTURES.items():
        row(table, what, calendar)
    row(table, "20 changed calendars", changing(20))
    values = FULL.values()
    for what, work in (
        ("a chunk of vacation", lambda: automatic_vacation(FULL, START)),
        ("calendar from JSON", lambda: Calendar.of(values)),
    ):
        taken = timed(work, REPEATS)
        table.row(what, share(0.5, taken) * 1e6, share(0.99, taken) * 1e6)


if __name__ == "__main__":
    asked(__doc__)
    main()
