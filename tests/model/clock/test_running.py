"""Running time and deadlines, over every mixture of calendars, zones and instants."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.running import Segment, deadline, halt_at, pauses, running_time
from bot.model.clock.units import HOUR, MICROSECOND
from tests.helpers.long_runs import examples
from tests.model.clock.calendars import (
    affordable,
    budgets,
    calendars,
    clock_time,
    longest_wait,
    near,
    turning_points,
    turns,
    vacations,
)

ZERO = timedelta(0)
QUARTER = timedelta(minutes=15)

Turn = tuple[Calendar, datetime]


def stands(at: datetime, calendar: Calendar) -> bool:
    """Whether the clock stands, told from the clock on the wall alone."""
    wall = at.astimezone(ZoneInfo(calendar.zone))
    minute = wall.hour * 60 + wall.minute
    asleep = False
    if calendar.sleep:
        start, end = (t.hour * 60 + t.minute for t in (calendar.sleep.start, calendar.sleep.end))
        asleep = start <= minute < end if start < end else minute >= start or minute < end
    away = any(each.start <= at < each.end for each in calendar.vacations)
    return asleep or away or wall.weekday() in calendar.weekend


@given(turning_points.flatmap(lambda p: st.tuples(st.just(p[1]), calendars(*p, step=15))))
@settings(max_examples=examples(150))
def test_time_runs_in_quarters_the_wall_says_so(drawn: tuple[datetime, Calendar]) -> None:
    change, calendar = drawn
    start = change - timedelta(days=4)
    quarters = [start + n * QUARTER for n in range(8 * 96)]
    counted = sum(not stands(at, calendar) for at in quarters) * QUARTER

    assert running_time(start, quarters[-1] + QUARTER, calendar) == counted


@given(turns(), st.data())
@settings(max_examples=examples(300))
def test_time_adds_up_and_never_runs_faster_than_it_passes(turn: Turn, data: st.DataObject) -> None:
    """As where a restart comes in the middle of it."""
    calendar, at = turn
    first, second, third = sorted(data.draw(st.tuples(near(at), near(at), near(at))))

    one, other = running_time(first, second, calendar), running_time(second, third, calendar)

    assert one + other == running_time(first, third, calendar)
    assert ZERO <= one <= second - first
    assert ZERO <= other <= third - second
    assert running_time(third, first, calendar) == ZERO


@given(turns(), st.lists(budgets, min_size=2, max_size=2).map(sorted), st.data())
@settings(max_examples=examples(400))
def test_at_the_deadline_exactly_the_budget_has_run_and_the_clock_runs_on(
    turn: Turn, given_times: list[timedelta], data: st.DataObject
) -> None:
    calendar, start = turn
    budget, more = given_times

    due = deadline(start, budget, calendar)

    assert running_time(start, due, calendar) == budget
    assert running_time(start, due + MICROSECOND, calendar) == budget + MICROSECOND
    assert halt_at(due, calendar) is None
    assert start <= due <= start + longest_wait(budget)
    # Neither more time nor another pause ever ends it sooner.
    assert deadline(start, more, calendar) >= due
    assert deadline(start, budget, data.draw(more_pauses(calendar, start))) >= due
    # A restart in the middle of the turn leaves it where it is.
    seconds = data.draw(st.integers(0, (due - start) // timedelta(seconds=1)))
    middle = start + timedelta(seconds=seconds)
    assert deadline(middle, budget - running_time(start, middle, calendar), calendar) == due
    # An instant is the same in whatever zone it is written.
    written = start.astimezone(ZoneInfo("Pacific/Auckland"))
    assert deadline(written, budget, calendar) == due
    assert running_time(written, start + more, calendar) == running_time(
        start, start + more, calendar
    )


@st.composite
def more_pauses(draw: st.DrawFn, calendar: Calendar, at: datetime) -> Calendar:
    """The calendar with more vacation, another day of weekend, or longer nights."""
    added = affordable([*calendar.vacations, *draw(vacations(at))])
    weekend = calendar.weekend
    if len(weekend) < 2:
        weekend |= {draw(st.integers(0, 6))}
    sleep = calendar.sleep or Sleep(clock_time(1380), clock_time(420))
    spare = (12 * HOUR - sleep.length) // timedelta(minutes=1)
    end = sleep.end.hour * 60 + sleep.end.minute + draw(st.integers(0, spare))
    longer = Sleep(sleep.start, clock_time(end))
    return replace(calendar, vacations=added, weekend=weekend, sleep=longer)


@given(turns(), st.data())
@settings(max_examples=examples(300))
def test_pauses_stand_in_order_and_apart_and_add_up(turn: Turn, data: st.DataObject) -> None:
    calendar, start = turn
    end = start + data.draw(budgets)

    found = pauses(start, end, calendar)

    bounds = [at for pause in found for at in (pause.start, pause.end)]
    assert all(sooner < later for sooner, later in pairwise(bounds))
    assert all(start <= at <= end for at in bounds)
    assert all(pause.causes for pause in found)
    stood = sum((pause.end - pause.start for pause in found), ZERO)
    assert stood + running_time(start, end, calendar) == end - start
    # They know nothing of what holds from then on.
    later = data.draw(calendars(calendar.zone, end))
    assert pauses(start, end, [Segment(start, calendar), Segment(end, later)]) == found
