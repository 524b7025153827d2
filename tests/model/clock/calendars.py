"""Calendars, instants and zones for Hypothesis, gathered where clocks are changed."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from math import ceil

from hypothesis import strategies as st

from bot.model.clock.calendar import (
    BALANCE,
    Calendar,
    Sleep,
    Vacation,
    is_within_balance,
    merged_vacations,
)
from bot.model.clock.units import HOUR, WEEK

CHANGES = {
    "Europe/Berlin": ["2026-03-29T01:00Z", "2026-10-25T01:00Z"],
    "America/New_York": ["2026-03-08T07:00Z", "2026-11-01T06:00Z"],
    "Australia/Sydney": ["2026-04-04T16:00Z", "2026-10-03T16:00Z"],
    "Australia/Lord_Howe": ["2026-04-04T15:00Z", "2026-10-03T15:30Z"],
    "Asia/Kathmandu": ["1985-12-31T18:30Z", "2026-06-01T00:00Z"],
    "UTC": ["2026-01-01T00:00Z"],
    "Pacific/Apia": ["2011-12-30T10:00Z"],
    "Africa/Casablanca": ["2026-02-15T02:00Z", "2026-03-22T02:00Z"],
}
"""Zones, and instants at which their clocks were or will be changed; in UTC the new year."""

turning_points = st.sampled_from(
    [(zone, datetime.fromisoformat(at)) for zone, instants in CHANGES.items() for at in instants]
)

budgets = st.builds(timedelta, microseconds=st.integers(0, 14 * 86400 * 10**6))
"""Time for a turn, up to 14 days, to the microsecond."""


WEEKLY = timedelta(hours=60)
"""What runs at least in any week without vacation: five days, half of each."""

SHIFTS = timedelta(hours=28)
"""More than zones shift their clocks in a year, a move across the date line among it."""


def longest_wait(budget: timedelta, *, changing: bool = False) -> timedelta:
    """A time after which any budget of up to 60 days has run out, whatever the calendar.

    In n weeks at least n x 60 hours run, less the vacation and less what zones shift. `changing`:
    also if the person changes their calendar as often as is allowed, once in seven days: each
    stretch of seven days or more then holds half its length in whole weeks, at least.
    """
    if changing:
        # It may take more than a year, so two balances; a zone in force shifts 2 hours at most.
        weekly, spared = WEEKLY / 2 - timedelta(hours=2), budget + 2 * BALANCE + SHIFTS
        return WEEK * (2 + ceil(spared / weekly))
    return WEEK * ceil((budget + BALANCE + SHIFTS) / WEEKLY)


def near(at: datetime, days: int = 40) -> st.SearchStrategy[datetime]:
    """Instants around another, to the microsecond."""
    most = days * 86400 * 10**6
    return st.integers(-most, most).map(lambda apart: at + timedelta(microseconds=apart))


def clock_time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


@st.composite
def sleeps(draw: st.DrawFn, step: int = 1) -> Sleep:
    """Sleeping hours of any length allowed, on minutes that `step` divides."""
    start = draw(st.integers(0, 1440 // step - 1)) * step
    length = draw(st.integers(1, 720 // step)) * step
    return Sleep(clock_time(start), clock_time(start + length))


weekends = st.frozensets(st.integers(0, 6), max_size=2)


def affordable(wished: Iterable[Vacation]) -> tuple[Vacation, ...]:
    """Those of the vacations, in order, that the balance has room for."""
    taken: tuple[Vacation, ...] = ()
    for each in wished:
        more = merged_vacations([*taken, each])
        taken = more if is_within_balance(more) else taken
    return taken


@st.composite
def vacations(draw: st.DrawFn, around: datetime) -> tuple[Vacation, ...]:
    """Vacations of whole hours around an instant, within the balance."""
    hours = draw(st.lists(st.tuples(st.integers(-900, 1500), st.integers(1, 300)), max_size=5))
    begun = around.replace(minute=0, second=0, microsecond=0)
    return affordable(
        Vacation(begun + first * HOUR, begun + (first + length) * HOUR) for first, length in hours
    )


@st.composite
def calendars(draw: st.DrawFn, zone: str, around: datetime, step: int = 1) -> Calendar:
    return Calendar(
        zone,
        draw(st.none() | sleeps(step)),
        draw(weekends),
        draw(vacations(around)),
        draw(st.booleans()),
    )


@st.composite
def turns(draw: st.DrawFn) -> tuple[Calendar, datetime]:
    """A calendar and the instant at which a turn begins, near a change of clocks."""
    zone, change = draw(turning_points)
    return draw(calendars(zone, change)), draw(near(change))


def utc(text: str) -> datetime:
    """An instant, written without its zone."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
