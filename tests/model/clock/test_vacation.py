"""Vacation by hand and by itself: bounded, forward only, and no way to four holidays a week."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import (
    BALANCE,
    YEAR,
    Calendar,
    Sleep,
    Vacation,
    spendable,
    spent,
    spent_between,
)
from bot.model.clock.changes import (
    CHUNK,
    automatic_vacation,
    can_be_shortened,
    end_vacation,
    plan_vacation,
    vacation_left,
    with_unasked,
    with_vacation,
)
from bot.model.clock.running import Cause, deadline, halt_at, running_time
from bot.model.clock.units import DAY, HOUR
from bot.model.refusals import Refused
from tests.model.clock.calendars import budgets, near, turns, utc

NOW = utc("2026-03-02T12:00")
ALL = Calendar(vacations=(Vacation(NOW - 30 * DAY, NOW - 10 * DAY),))
"""Nothing of the balance is left until February of the next year."""


@given(turns(), budgets)
def test_vacation_instead_of_losing_begins_at_the_deadline_and_changes_nothing_before_it(
    turn: tuple[Calendar, datetime], budget: timedelta
) -> None:
    calendar, start = turn
    due = deadline(start, budget, calendar)

    chunk = automatic_vacation(calendar, due)

    if chunk is not None:
        assert chunk.start == due
        assert HOUR <= chunk.end - chunk.start <= CHUNK
        assert (chunk.end - chunk.start) % HOUR == timedelta(0)
        after = with_vacation(calendar, chunk)
        assert running_time(start, due, after) == budget
        assert deadline(start, budget, after) >= chunk.end
    elif calendar.automatic_vacation:
        # An hour more would be more than there is.
        with pytest.raises(Refused):
            with_vacation(calendar, Vacation(due, due + HOUR))


@given(turns(), st.data())
def test_no_wishes_get_more_than_the_balance_out_of_any_year(
    turn: tuple[Calendar, datetime], data: st.DataObject
) -> None:
    calendar, now = turn
    before = [now]
    for _ in range(8):
        wished, now = wish(calendar, now, data)
        # What has run has run.
        for start in before:
            assert running_time(start, now, wished) == running_time(start, now, calendar)
        calendar = wished
        now += data.draw(st.integers(0, 60 * 24)) * HOUR
        before.append(now)
    end = data.draw(near(now, 400))
    assert spent_between(calendar.vacations, end - YEAR, end) <= BALANCE


def wish(calendar: Calendar, now: datetime, data: st.DataObject) -> tuple[Calendar, datetime]:
    """The calendar after something that a person, or the clock, wishes of it."""
    what = data.draw(st.sampled_from(["plan", "end", "automatic"]))
    try:
        if what == "plan":
            start = now + data.draw(st.integers(0, 90 * 24)) * HOUR
            end = start + data.draw(st.integers(60, 25 * 24 * 60)) * timedelta(minutes=1)
            return plan_vacation(calendar, start, end, now), now
        if what == "end" and calendar.vacations:
            chosen = data.draw(st.sampled_from(calendar.vacations))
            return end_vacation(calendar, chosen, now), now
    except Refused:
        return calendar, now
    chunk = automatic_vacation(calendar, now)
    return (with_vacation(calendar, chunk) if chunk else calendar), now


def test_a_day_of_vacation_a_week_can_not_stop_a_working_week() -> None:
    """The trap: an hour of vacation for each waking hour of the workdays, weekends for nothing."""
    calendar = Calendar("UTC", Sleep(time(20), time(8)), frozenset({5, 6}))
    now = utc("2026-03-02T08:00")
    with pytest.raises(Refused, match="at least 24 hours"):
        plan_vacation(calendar, now, now + 12 * HOUR, now)
    resting = plan_vacation(calendar, now, now + 5 * DAY, now)
    back = end_vacation(resting, resting.vacations[0], now + HOUR)

    assert spent(back.vacations) == CHUNK
    # The whole balance, laid on waking hours as tightly as can be, stops four weeks and no more.
    while vacation_left(calendar, now):
        held = halt_at(now, calendar)
        now = held.until if held and held.cause is Cause.WEEKEND else now
        calendar = plan_vacation(calendar, now, now + DAY, now)
        now += DAY
    assert running_time(utc("2026-03-02T08:00"), utc("2026-03-30T08:00"), calendar) == 0 * HOUR
    assert running_time(utc("2026-03-30T08:00"), utc("2026-04-27T08:00"), calendar) == 240 * HOUR


def test_vacation_by_hand_is_made_whole_hours() -> None:
    planned = plan_vacation(Calendar(), NOW, NOW + DAY + timedelta(minutes=1), NOW)

    assert planned.vacations == (Vacation(NOW, NOW + 25 * HOUR),)
    assert vacation_left(planned, NOW) == BALANCE - 25 * HOUR


@pytest.mark.parametrize(
    ("start", "end", "why"),
    [
        (NOW - HOUR, NOW + 2 * DAY, "in the past"),
        (NOW, NOW + 23 * HOUR, "at least 24 hours"),
        (NOW + YEAR + HOUR, NOW + YEAR + 3 * DAY, "a year ahead"),
        (NOW, NOW + 21 * DAY, "more vacation than there is"),
    ],
)
def test_vacation_that_is_refused(start: datetime, end: datetime, why: str) -> None:
    with pytest.raises(Refused, match=why):
        plan_vacation(Calendar(), start, end, NOW)


def test_a_vacation_to_come_can_be_given_up_and_one_that_runs_cut_short() -> None:
    planned = plan_vacation(Calendar(), NOW + DAY, NOW + 10 * DAY, NOW)
    (trip,) = planned.vacations

    assert end_vacation(planned, trip, NOW).vacations == ()
    assert spent(end_vacation(planned, trip, NOW + 2 * DAY + 1.5 * HOUR).vacations) == 26 * HOUR
    with pytest.raises(Refused, match="over"):
        end_vacation(planned, trip, NOW + 11 * DAY)
    cut = end_vacation(planned, trip, NOW + 1.5 * DAY).vacations[0]
    assert can_be_shortened(trip, NOW)
    assert can_be_shortened(trip, NOW + 2 * DAY)
    assert not can_be_shortened(cut, NOW + 1.5 * DAY)
    assert not can_be_shortened(trip, NOW + 11 * DAY)


def test_what_is_spent_by_itself_is_left_of_the_balance_and_not_against_the_persons_word() -> None:
    trip = Calendar(vacations=(Vacation(NOW - 30 * DAY, NOW - 10 * DAY - 5.5 * HOUR),))

    assert automatic_vacation(ALL, NOW) is None
    assert automatic_vacation(Calendar(automatic_vacation=False), NOW) is None
    assert automatic_vacation(Calendar(), NOW) == Vacation(NOW, NOW + CHUNK)
    assert vacation_left(trip, NOW) == 5 * HOUR
    assert automatic_vacation(trip, NOW) == Vacation(NOW, NOW + 5 * HOUR)
    # What is planned counts as spent.
    for first, last, left in ((30, 45, 5), (355, 375, 10)):
        planned = Calendar(vacations=(Vacation(NOW + first * DAY, NOW + last * DAY),))
        assert vacation_left(planned, NOW) == left * DAY


def test_an_hour_spent_comes_back_a_year_later() -> None:
    (trip,) = ALL.vacations

    assert vacation_left(ALL, NOW) == timedelta(0)
    assert vacation_left(ALL, trip.start + YEAR + 7 * HOUR) == 7 * HOUR
    assert vacation_left(ALL, trip.end + YEAR) == BALANCE
    assert spendable(ALL.vacations, trip.start + YEAR) == BALANCE


def test_two_vacations_that_overlap_are_paid_once() -> None:
    first = plan_vacation(Calendar(), NOW, NOW + 10 * DAY, NOW)
    both = plan_vacation(first, NOW + 5 * DAY, NOW + 20 * DAY, NOW)

    assert both.vacations == (Vacation(NOW, NOW + 20 * DAY),)
    assert replace(both, vacations=()) == Calendar()


def test_what_was_spent_by_itself_is_known_from_what_was_taken_by_hand() -> None:
    spent_alone = Vacation(NOW, NOW + DAY)
    calendar = with_unasked(plan_vacation(Calendar(), NOW + DAY, NOW + 3 * DAY, NOW), spent_alone)

    assert calendar.vacations == (Vacation(NOW, NOW + 3 * DAY),)
    assert calendar.by_hand == Calendar(vacations=(Vacation(NOW + DAY, NOW + 3 * DAY),))
    # What serves a second match as well is not spent again, whoever took it.
    assert with_unasked(calendar, Vacation(NOW + HOUR, NOW + 2 * DAY)) == calendar
    # Who takes a vacation while another is being spent has asked for the rest of it.
    taken = plan_vacation(calendar, NOW + HOUR, NOW + 4 * DAY, NOW + HOUR)
    assert taken.by_hand == Calendar(vacations=(Vacation(NOW + HOUR, NOW + 4 * DAY),))


def test_what_is_called_off_of_a_vacation_spent_by_itself_may_be_taken_by_hand() -> None:
    first = with_unasked(
        plan_vacation(Calendar(), NOW, NOW + DAY, NOW), Vacation(NOW + DAY, NOW + 2 * DAY)
    )
    back = end_vacation(first, first.vacations[0], NOW + 30 * HOUR)
    again = plan_vacation(back, NOW + 40 * HOUR, NOW + 90 * HOUR, NOW + 30 * HOUR)

    assert back.vacations == (Vacation(NOW, NOW + 30 * HOUR),)
    assert again.by_hand.vacations == (
        Vacation(NOW, NOW + DAY),
        Vacation(NOW + 40 * HOUR, NOW + 90 * HOUR),
    )
