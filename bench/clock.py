"""How fast deadlines are, for every mixture of sleep, weekend and vacation.

    python -m bench.clock

`ask the wall` is the naive way beside it: the same deadline, found by asking the zone database for
each minute from the start on.
"""

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.changes import History, change_hours
from bot.model.clock.running import Calendars, deadline, running_time
from bot.model.clock.spending import automatic_vacation
from bot.model.clock.vacation import Vacation

START = datetime(2026, 3, 20, 12, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
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
    """The calendars of somebody who changes them each week."""
    history: History = ()
    for week in range(times):
        free = frozenset({week % 7, (week + 1) % 7})
        wish = Calendar("Europe/Berlin", NIGHTS, free)
        history = change_hours(history, wish, START + week * 8 * DAY - times * 4 * DAY)
    return history


def micros(work: Callable[[], object]) -> tuple[float, float]:
    """The median and the slowest hundredth, in microseconds."""
    spent = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        spent.append((time.perf_counter() - begun) * 1e6)
    return statistics.median(spent), sorted(spent)[int(REPEATS * 0.99)]


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


def row(what: str, calendar: Calendars) -> str:
    due = deadline(START, BUDGET, calendar)
    median, slow = micros(lambda: deadline(START, BUDGET, calendar))
    back, _ = micros(lambda: running_time(START, due, calendar))
    naive = "-"
    if isinstance(calendar, Calendar):
        begun = time.perf_counter()
        ask_the_wall(calendar)
        naive = f"{(time.perf_counter() - begun) * 1000:.0f} ms"
    return f"{what:<26} {median:>8.0f} {slow:>8.0f} {back:>12.0f} {naive:>13}"


def main() -> None:
    """Print the table."""
    print(f"{'14 days of time':<26} {'p50 us':>8} {'p99 us':>8} {'running us':>12}", end=" ")
    print(f"{'ask the wall':>13}")
    for what, calendar in MIXTURES.items():
        print(row(what, calendar))
    print(row("20 changed calendars", changing(20)))
    median, slow = micros(lambda: automatic_vacation(FULL, START))
    print(f"{'a chunk of vacation':<26} {median:>8.0f} {slow:>8.0f}")
    median, slow = micros(lambda: Calendar.of(FULL.values()))
    print(f"{'calendar from JSON':<26} {median:>8.0f} {slow:>8.0f}")


if __name__ == "__main__":
    main()
