"""Time controls, and one player's clock over whole matches: moves, grace, vacation, the end."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.changes import with_vacation
from bot.model.clock.clock_state import (
    GRACE,
    LONGEST_GIFT,
    ClockState,
    Verdict,
    after_move,
    expire,
    give_time,
    take_back,
    turn_deadline,
    use_grace,
    used_time,
)
from bot.model.clock.running import running_time
from bot.model.clock.time_control import (
    BANKS,
    LONGEST,
    TimeControl,
    control_text,
    days_a_move,
    duration_text,
    offered_controls,
)
from bot.model.clock.units import DAY, HOUR
from bot.model.refusals import Refused
from tests.helpers.playing import known
from tests.model.clock.calendars import turns, utc


def test_the_texts_of_all_that_is_offered() -> None:
    assert [control_text(each) for each in offered_controls(hard=False)] == [
        "no time limit",
        "1 day a move",
        "2 days a move",
        "3 days a move",
        "5 days a move",
        "7 days a move",
        "14 days a move",
        "bank 3 d + 1 d a move, at most 7 d",
        "bank 10 d + 36 h a move, at most 10 d",
    ]


def test_a_hard_end_is_printed() -> None:
    assert control_text(days_a_move(3, hard=True)) == "3 days a move, lost on time"
    assert all(each is None or each.hard for each in offered_controls(hard=True))


@pytest.mark.parametrize("days", range(1, 61))
def test_any_days_that_were_ever_agreed_on_are_fine(days: int) -> None:
    assert days_a_move(days).start == timedelta(days=days)


@pytest.mark.parametrize(
    ("start", "increment", "cap"),
    [
        (timedelta(0), DAY, DAY),
        (2 * DAY, DAY, DAY),
        (DAY, timedelta(0), 2 * DAY),
        (61 * DAY, DAY, 61 * DAY),
    ],
)
def test_a_bank_that_can_not_be_kept_is_refused(
    start: timedelta, increment: timedelta, cap: timedelta
) -> None:
    with pytest.raises(Refused, match="can't be kept"):
        TimeControl(start, increment, cap)


def test_durations_in_short() -> None:
    assert [duration_text(each) for each in (DAY, 36 * HOUR, 7 * DAY, 5 * HOUR)] == [
        "1 d",
        "36 h",
        "7 d",
        "5 h",
    ]


ZERO = timedelta(0)
NOW = utc("2026-03-02T12:00")
FRIENDLY, LONG = BANKS

Turn = tuple[Calendar, datetime]

controls = st.sampled_from(
    [each for hard in (False, True) for each in offered_controls(hard=hard) if each]
)


def remaining_time(state: ClockState, at: datetime, calendar: Calendar) -> timedelta:
    """What is left of the turn's time, never below nothing."""
    return max(ZERO, state.budget - used_time(state, at, calendar))


def spend(
    control: TimeControl, state: ClockState, calendar: Calendar
) -> tuple[list[Verdict], datetime]:
    """What comes of a player who never moves, and when their time is over for good."""
    verdicts = list[Verdict]()
    while True:
        due = known(turn_deadline(state, calendar))
        found = known(expire(control, state, calendar, due))
        verdicts.append(found.verdict)
        if found.verdict in (Verdict.CLAIMABLE, Verdict.LOST):
            return verdicts, due
        state = found.state
        if found.vacation:
            calendar = with_vacation(calendar, found.vacation)


@given(controls, turns())
def test_neither_grace_nor_vacation_helps_who_is_excluded(control: TimeControl, turn: Turn) -> None:
    calendar, start = replace(turn[0], excluded=True), turn[1]
    assert Calendar.of(calendar.values()) == calendar
    verdicts, over = spend(control, ClockState(control.start, since=start), calendar)
    assert verdicts == [Verdict.LOST if control.hard else Verdict.CLAIMABLE]
    awake = replace(calendar, vacations=())
    assert over == turn_deadline(ClockState(control.start, since=start), awake)


@given(controls, turns(), st.integers(1, 5 * 24 * 3600))
def test_being_looked_at_late_costs_no_time(control: TimeControl, turn: Turn, seconds: int) -> None:
    calendar, start = turn
    state = ClockState(control.start, since=start)
    due = known(turn_deadline(state, calendar))
    now = due + timedelta(seconds=seconds)

    graced = known(expire(control, state, calendar, now))
    assert remaining_time(graced.state, now, calendar) == GRACE

    rested = known(expire(control, replace(state, grace_used=True), calendar, now))
    if rested.vacation:
        resting = with_vacation(calendar, rested.vacation)
        until = known(turn_deadline(rested.state, resting))
        assert rested.vacation.start == now < rested.vacation.end <= until
        assert running_time(start, now, resting) == running_time(start, now, calendar)
    else:
        assert rested.state == replace(state, grace_used=True)


@given(controls, turns(), st.integers(0, 10**10), st.integers(0, 14 * 86400))
def test_nothing_expires_while_there_is_time_and_used_and_left_are_the_budget(
    control: TimeControl, turn: Turn, micros: int, seconds: int
) -> None:
    calendar, start = turn
    state = ClockState(control.start, since=start)
    due = known(turn_deadline(state, calendar))

    before = max(start, due - timedelta(microseconds=1 + micros))
    assert expire(control, state, calendar, before) is None
    at = min(due, start + timedelta(seconds=seconds))
    assert used_time(state, at, calendar) + remaining_time(state, at, calendar) == state.budget
    assert remaining_time(state, due, calendar) == ZERO


steps = st.lists(
    st.tuples(st.sampled_from(["move", "gift", "grace"]), st.integers(0, 14 * 24)), max_size=30
)


@given(controls, steps)
def test_a_bank_is_never_below_nothing_and_gains_no_more_than_was_agreed(
    control: TimeControl, taken: list[tuple[str, int]]
) -> None:
    state = ClockState(control.start)
    for what, hours in taken:
        before = state
        if what == "move":
            state = after_move(control, replace(state, since=NOW), hours * HOUR)
            assert ZERO < state.left <= control.cap
            assert state.left <= before.left + control.increment
            assert (state.extra, state.since) == (ZERO, None)
        elif what == "gift" and hours >= 1 and state.left + hours * HOUR <= LONGEST:
            state = give_time(state, hours * HOUR)
            assert state.budget == before.budget + hours * HOUR
        elif what == "grace" and not state.grace_used:
            state = use_grace(state)
            assert state.budget == before.budget + GRACE
        assert state.grace_used >= before.grace_used


def test_what_a_move_leaves_of_the_time_and_between_turns_no_clock_runs() -> None:
    control, state = days_a_move(3), ClockState(FRIENDLY.start)

    assert after_move(control, ClockState(control.start), 2 * DAY) == ClockState(control.start)
    # After the time was over, the increment.
    assert after_move(LONG, ClockState(LONG.start), 12 * DAY).left == timedelta(hours=36)
    # Grace is used last and gone with the move.
    graced = use_grace(state)
    assert after_move(FRIENDLY, graced, HOUR).left == 4 * DAY - HOUR
    assert after_move(FRIENDLY, graced, 3.5 * DAY) == ClockState(DAY, grace_used=True)

    assert turn_deadline(state, Calendar()) is None
    assert used_time(state, NOW, Calendar()) == ZERO
    assert expire(FRIENDLY, state, Calendar(), NOW) is None


@pytest.mark.parametrize("amount", [ZERO, -DAY, timedelta(minutes=59), LONGEST_GIFT + HOUR])
def test_time_is_given_in_sensible_pieces(amount: timedelta) -> None:
    with pytest.raises(Refused, match="1 hour to 14 days"):
        give_time(ClockState(FRIENDLY.start), amount)


def test_gifts_do_not_make_a_turn_endless() -> None:
    state = ClockState(days_a_move(14).start)
    for _ in range(3):
        state = give_time(state, LONGEST_GIFT)

    with pytest.raises(Refused, match="more than 60 days"):
        give_time(state, LONGEST_GIFT)


@given(controls, turns(), st.booleans(), st.integers(0, 20 * 24), st.integers(0, 20 * 24))
def test_a_move_made_and_taken_back_gains_no_time(
    control: TimeControl, turn: Turn, graced: bool, thought: int, waited: int
) -> None:
    calendar, start = turn
    before = ClockState(control.start, since=start)
    before = use_grace(before) if graced else before
    moved = start + thought * HOUR
    used = used_time(before, moved, calendar)

    again = take_back(before, used, moved + waited * HOUR)

    assert again.budget == remaining_time(before, moved, calendar)
    # What the turn takes in all is what it would have taken in one go, by the same arithmetic.
    assert after_move(control, again, HOUR) == after_move(control, before, used + HOUR)


def test_a_match_lost_on_time_hour_by_hour() -> None:
    control = days_a_move(1, hard=True)
    state = ClockState(control.start, since=NOW)
    last_day = Calendar(vacations=(Vacation(NOW - 30 * DAY, NOW - 11 * DAY),))

    verdicts, end = spend(control, state, last_day)

    # A day of its own, a day of grace, the last day of vacation.
    assert verdicts == [Verdict.GRACE, Verdict.VACATION, Verdict.LOST]
    assert end == NOW + 3 * DAY
