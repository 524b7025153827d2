"""What a calendar may say, and what becomes of a turn in whose middle it changes."""

import json
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Sleep, Vacation, is_zone
from bot.model.clock.changes import (
    CORRECTION,
    HOLDS,
    History,
    change_hours,
    change_vacation,
    free_from,
    pruned,
    stops_no_more,
)
from bot.model.clock.running import Segment, calendar_at, deadline, halt_at, pauses, running_time
from bot.model.clock.units import DAY, HOUR, MINUTE
from bot.model.refusals import Refused
from tests.helpers.long_runs import examples
from tests.model.clock.calendars import CHANGES, budgets, calendars, longest_wait, near, utc

START = utc("2026-03-01T12:00")


def test_a_calendar_as_json() -> None:
    calendar = Calendar(
        "Asia/Kathmandu",
        Sleep(time(22, 30), time(7)),
        frozenset({6, 5}),
        (Vacation(START, START + DAY),),
        automatic_vacation=False,
    )

    assert calendar.values() == {
        "zone": "Asia/Kathmandu",
        "sleep": ["22:30", "07:00"],
        "weekend": [5, 6],
        "vacations": [["2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00"]],
        "automatic_vacation": False,
    }
    spent = replace(calendar, unasked=calendar.vacations[0])
    assert spent.values()["unasked"] == ["2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00"]
    assert Calendar.of(json.loads(json.dumps(spent.values()))) == spent


def test_a_vacation_is_kept_in_utc() -> None:
    said = {"vacations": [["2026-03-01T13:00:00+01:00", "2026-03-02T13:00:00+01:00"]]}

    ((start, end),) = Calendar.of(said).vacations

    assert (start, start.tzinfo, end) == (START, UTC, START + DAY)


@pytest.mark.parametrize(
    "name",
    [
        *("", "Berlin", "Europe", "Europe/Atlantis", "Europe/Berlin/", "é", "a\0b"),
        *("../etc/passwd", "/etc/localtime", "localtime"),
        *("right/UTC", "posix/Europe/Berlin", "posixrules"),
    ],
)
def test_what_is_no_place_is_no_zone(name: str) -> None:
    assert not is_zone(name)
    with pytest.raises(Refused, match="no time zone"):
        Calendar(name)


@pytest.mark.parametrize(
    ("start", "end"),
    [(time(22), time(10, 1)), (time(7), time(22)), (time(8), time(8)), (time(0), time(12, 1))],
)
def test_nobody_sleeps_more_than_twelve_hours(start: time, end: time) -> None:
    with pytest.raises(Refused, match="at most 12 hours"):
        Sleep(start, end)


@pytest.mark.parametrize(
    ("start", "end"), [(time(22), time(10)), (time(12), time(0)), (time(0), time(12))]
)
def test_twelve_hours_of_sleep_are_fine(start: time, end: time) -> None:
    assert Sleep(start, end).length == timedelta(hours=12)
    assert sum((b - a for a, b in Sleep(start, end).parts), timedelta(0)) == timedelta(hours=12)


def test_a_night_until_midnight_is_one_part_of_the_day_and_begins_on_a_minute() -> None:
    assert Sleep(time(22), time(0)).parts == ((timedelta(hours=22), DAY),)
    assert Sleep(time(22), time(7)).parts == (
        (timedelta(0), timedelta(hours=7)),
        (timedelta(hours=22), DAY),
    )
    with pytest.raises(Refused, match="on a minute"):
        Sleep(time(22, 0, 30), time(7))
    with pytest.raises(Refused, match="end after it begins"):
        Calendar(vacations=(Vacation(START, START),))


@pytest.mark.parametrize("weekend", [{4, 5, 6}, {7}, {-1}])
def test_a_weekend_is_at_most_two_days_of_the_week(weekend: set[int]) -> None:
    with pytest.raises(Refused, match="at most two days"):
        Calendar(weekend=frozenset(weekend))


def test_vacation_is_never_more_than_the_balance_in_any_year() -> None:
    trip = Vacation(START, START + 15 * DAY)
    next_spring = Vacation(START + 358 * DAY, START + 366 * DAY)
    year_after = Vacation(START + 365 * DAY, START + 385 * DAY)

    assert Calendar(vacations=(trip, year_after)).vacations == (trip, year_after)
    with pytest.raises(Refused, match="20 days in any 365"):
        Calendar(vacations=(trip, next_spring))
    with pytest.raises(Refused, match="more vacation"):
        Calendar(vacations=(Vacation(START, START + 20 * DAY + timedelta(hours=1)),))


@pytest.mark.parametrize(
    "vacations",
    [
        (Vacation(START + DAY, START + 2 * DAY), Vacation(START, START + DAY / 2)),
        (Vacation(START, START + DAY), Vacation(START + DAY, START + 2 * DAY)),
        (Vacation(START.replace(tzinfo=None), START.replace(tzinfo=None) + DAY),),
    ],
)
def test_vacations_that_no_code_may_hand_in(vacations: Any) -> None:
    with pytest.raises(ValueError, match="vacations are kept"):
        Calendar(vacations=vacations)


# Calendars that change in the middle of a turn: exact, forward only, and never endless


MONDAY = utc("2026-03-02T00:00")
NIGHTS = Calendar("UTC", Sleep(time(22), time(7)))

zones = st.sampled_from(sorted(CHANGES))
wishes = zones.flatmap(lambda zone: calendars(zone, MONDAY))


@st.composite
def wandering(draw: st.DrawFn) -> tuple[History, datetime]:
    """The calendars of somebody who changes them often, and an instant among the changes."""
    instants = [MONDAY]
    history: History = ()
    for _ in range(draw(st.integers(0, 6))):
        history = change_hours(history, draw(wishes), instants[-1])
        instants.append(instants[-1] + draw(st.integers(0, 20 * 24 * 60)) * MINUTE)
    return history, draw(st.sampled_from(instants))


@given(wandering(), wishes, budgets, st.data())
@settings(max_examples=examples(300))
def test_calendars_that_change_are_exact_and_forward_only_and_make_no_turn_endless(
    drawn: tuple[History, datetime], wish: Calendar, budget: timedelta, data: st.DataObject
) -> None:
    history, at = drawn
    instants = data.draw(st.tuples(near(MONDAY), near(MONDAY, 100), near(MONDAY, 100)))
    start, middle, end = sorted(instants)

    # Time over changed calendars is what each of them says, and no restart counts any twice.
    whole = running_time(start, end, history)
    bounds = sorted({start, end, *(s.since for s in history if start < s.since < end)})
    parts = (running_time(one, other, calendar_at(one, history)) for one, other in pairwise(bounds))
    assert sum(parts, timedelta(0)) == whole
    assert running_time(start, middle, history) + running_time(middle, end, history) == whole
    # A change leaves all time before it as it was.
    now = MONDAY + 130 * DAY
    for changed in (
        change_hours(history, wish, now),
        change_vacation(
            history, now, Calendar(vacations=(Vacation(now, now + DAY),), automatic_vacation=False)
        ),
    ):
        assert running_time(start, now, changed) == running_time(start, now, history)
    due = deadline(at, budget, history)
    assert running_time(at, due, history) == budget
    assert halt_at(due, history) is None
    assert due <= at + longest_wait(budget, changing=True)
    # Calendars that held before can be forgotten.
    short = pruned(history, at)
    assert deadline(at, budget, short) == due
    assert short == history[len(history) - len(short) :]
    assert all(each.since > at for each in short[1:])


def test_days_off_that_wander_with_the_week_are_no_way_to_stop_a_clock() -> None:
    """Each day at midnight, somebody wishes today and tomorrow to be their weekend."""
    history: History = ()
    for day in range(70):
        now = MONDAY + day * DAY
        today = frozenset({now.weekday(), (now + DAY).weekday()})
        history = change_hours(history, Calendar("UTC", NIGHTS.sleep, today), now)

    # Ten weeks run as ten of an honest person do, but for the day at each seam.
    assert running_time(MONDAY, MONDAY + 70 * DAY, history) >= 10 * 4 * 15 * HOUR


def test_first_hours_hold_at_once_and_may_be_put_right_for_an_hour() -> None:
    first = change_hours((), NIGHTS, MONDAY)
    right = Calendar("Europe/Berlin", Sleep(time(23), time(8)), frozenset({5, 6}))

    assert first == (Segment(MONDAY, NIGHTS),)
    soon, late = MONDAY + CORRECTION, MONDAY + CORRECTION + timedelta(seconds=1)
    assert change_hours(first, right, soon)[-1] == Segment(soon, right)
    assert change_hours(first, right, late) == (*first, Segment(MONDAY + HOLDS, right))
    # Putting right again and again is over after the hour.
    again = change_hours(first, replace(NIGHTS, weekend=frozenset({0})), MONDAY + HOUR)
    assert free_from(again, MONDAY + HOUR) == MONDAY + HOUR
    assert free_from(again, MONDAY + 1.5 * HOUR) == MONDAY + HOUR + HOLDS


def test_fewer_pauses_hold_at_once() -> None:
    history = change_hours((), replace(NIGHTS, weekend=frozenset({5, 6})), MONDAY)
    fewer = Calendar("UTC", Sleep(time(23), time(6)), frozenset({6}))

    assert change_hours(history, fewer, MONDAY + DAY)[-1] == Segment(MONDAY + DAY, fewer)
    none = Calendar("Asia/Kathmandu")
    assert change_hours(history, none, MONDAY + DAY)[-1] == Segment(MONDAY + DAY, none)


def test_the_newest_wish_takes_the_place_of_one_still_to_come_and_vacation_holds_for_it() -> None:
    history = change_hours((), NIGHTS, MONDAY)
    waiting = change_hours(history, replace(NIGHTS, weekend=frozenset({1})), MONDAY + DAY)
    newest = change_hours(waiting, replace(NIGHTS, weekend=frozenset({2})), MONDAY + 2 * DAY)

    assert [(each.since, each.calendar.weekend) for each in newest] == [
        (MONDAY, frozenset()),
        (MONDAY + HOLDS, frozenset({2})),
    ]
    trip = Vacation(MONDAY + 5 * DAY, MONDAY + 10 * DAY)
    changed = change_vacation(
        waiting, MONDAY + 2 * DAY, Calendar(vacations=(trip,), automatic_vacation=False)
    )
    assert running_time(trip.start, trip.end, changed) == timedelta(0)
    assert [each.since for each in changed] == [MONDAY, MONDAY + 2 * DAY, MONDAY + HOLDS]
    assert not calendar_at(MONDAY + 8 * DAY, changed).automatic_vacation


@given(wishes, wishes, near(MONDAY))
@settings(max_examples=examples(200))
def test_what_stops_no_more_stands_only_where_the_other_stands(
    new: Calendar, old: Calendar, start: datetime
) -> None:
    new, old = replace(new, vacations=()), replace(old, vacations=())
    end = start + 21 * DAY

    if stops_no_more(new, old):
        for pause in pauses(start, end, new):
            assert running_time(pause.start, pause.end, old) == timedelta(0)
    assert stops_no_more(old, old)
    assert stops_no_more(replace(old, weekend=frozenset()), old)
