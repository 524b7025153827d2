"""What a calendar may say, and how it is kept."""

import json
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given

from bot.model.clock.calendar import Calendar, Sleep, is_zone
from bot.model.clock.vacation import Vacation
from bot.model.refusals import Refused
from tests.model.clock.calendars import DAY, turns, utc

START = utc("2026-03-01T12:00")


@given(turns())
def test_a_calendar_is_the_same_after_it_was_kept(turn: tuple[Calendar, datetime]) -> None:
    calendar, _ = turn

    assert Calendar.of(json.loads(json.dumps(calendar.values()))) == calendar


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


def test_nothing_said_is_a_clock_that_never_stands_of_itself() -> None:
    assert Calendar.of({}) == Calendar() == Calendar("UTC", None, frozenset(), (), True)


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
