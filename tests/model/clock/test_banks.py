"""Plain banks: half of the time each, which nothing stops but what stops the bot itself."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.clock_state import (
    Verdict,
    after_move,
    charged,
    expire,
    new_clock,
    take_back,
    turn_deadline,
    used_time,
)
from bot.model.clock.outages import KEPT, SILENCE, bank_calendar, outages_of, reported
from bot.model.clock.time_control import (
    TimeControl,
    bank_text,
    control_text,
    plain_bank,
    terms_text,
)
from bot.model.clock.units import DAY, HOUR, MINUTE, SECOND, WEEK, ZERO
from bot.model.refusals import Refused

NOW = datetime(2026, 12, 1, 18, tzinfo=UTC)
FORTNIGHT = plain_bank(2 * WEEK)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (7.5 * MINUTE, "7 min 30 s"),
        (15 * MINUTE, "15 min"),
        (13.5 * DAY, "13 d 12 h"),
        (4 * WEEK, "28 d"),
        (65 * MINUTE, "1 h 5 min"),
        (DAY + MINUTE, "1 d"),
        (13.5 * DAY - 2 * SECOND, "13 d 12 h"),
        (DAY - SECOND, "1 d"),
        (40 * SECOND, "40 s"),
        (ZERO, "0 s"),
    ],
)
def test_a_bank_is_named_by_its_two_largest_units(time: timedelta, text: str) -> None:
    assert bank_text(time) == text
    if time >= MINUTE:
        control = plain_bank(time)
        assert control_text(control) == terms_text(control) == f"{text} for all moves"
        assert (control.is_plain, control.hard, control.is_per_move) == (True, True, False)
        assert TimeControl.of(control.values()) == control


def test_a_bank_is_kept_to_the_second_and_only_by_the_rules_of_competitions() -> None:
    assert plain_bank(100.9 * SECOND).start == 100 * SECOND
    assert plain_bank(ZERO).start == MINUTE
    assert plain_bank(900 * DAY).start == 60 * DAY
    for wrong in ((DAY, ZERO, DAY, False), (SECOND, ZERO, SECOND, True), (HOUR, MINUTE, DAY, True)):
        with pytest.raises(Refused):
            TimeControl(*wrong)


def test_the_first_move_is_made_within_a_quarter_of_the_bank() -> None:
    clock = new_clock(FORTNIGHT)
    assert (clock.left, clock.budget) == (14 * DAY, 3.5 * DAY)
    running = charged(clock, ZERO)
    assert turn_deadline(running, ()) is None
    begun = running.__class__(running.left, since=NOW, reserve=running.reserve)
    assert turn_deadline(begun, ()) == NOW + 3.5 * DAY
    assert expire(FORTNIGHT, begun, (), NOW + 3.5 * DAY - SECOND) is None
    lost = expire(FORTNIGHT, begun, (), NOW + 3.5 * DAY)
    assert lost
    assert (lost.verdict, lost.vacation) == (Verdict.ABSENT, None)


def test_a_spent_bank_is_lost_at_once_without_grace_or_vacation() -> None:
    clock = after_move(FORTNIGHT, new_clock(FORTNIGHT), 3 * DAY)
    assert (clock.left, clock.budget) == (11 * DAY, 11 * DAY)
    begun = clock.__class__(clock.left, since=NOW)
    assert expire(FORTNIGHT, begun, (), NOW + 11 * DAY - SECOND) is None
    lost = expire(FORTNIGHT, begun, (), NOW + 11 * DAY)
    assert lost
    assert (lost.verdict, lost.vacation) == (Verdict.LOST, None)


def test_who_has_moved_once_has_come() -> None:
    taken = take_back(new_clock(FORTNIGHT), 2 * DAY, NOW)
    assert (taken.left, taken.budget) == (12 * DAY, 12 * DAY)


@given(st.integers(900, 60 * 86_400), st.lists(st.integers(0, 30 * 86_400), max_size=40))
def test_one_of_two_banks_is_spent_by_the_date(seconds: int, turns: list[int]) -> None:
    whole = seconds * SECOND
    control = plain_bank(whole / 2)
    clocks = [new_clock(control), new_clock(control)]
    passed = ZERO
    for number, used in enumerate(turns):
        mover = clocks[number % 2]
        if used * SECOND >= mover.budget:
            passed += mover.budget
            break
        clocks[number % 2] = after_move(control, mover, used * SECOND)
        passed += used * SECOND
    else:
        passed += clocks[len(turns) % 2].budget
    assert passed <= max(whole, 2 * MINUTE)


# When the bot is away


def test_reports_without_a_gap_make_no_outage() -> None:
    values: dict[str, object] = {}
    for number in range(9):
        values = reported(values, NOW + number * SILENCE)
    assert outages_of(values) == ()
    assert bank_calendar(()) == ()


def test_the_time_between_two_reports_stops_every_bank() -> None:
    values = reported(reported({}, NOW), NOW + 5 * HOUR)
    values = reported(values, NOW + 5 * HOUR + SECOND)
    assert outages_of(values) == (Vacation(NOW, NOW + 5 * HOUR),)
    begun = new_clock(FORTNIGHT)
    begun = begun.__class__(begun.left, since=NOW - HOUR, reserve=begun.reserve)
    assert turn_deadline(begun, bank_calendar(outages_of(values))) == (
        NOW - HOUR + 3.5 * DAY + 5 * HOUR
    )


@given(st.lists(st.integers(-3600, 40 * 86_400), max_size=30))
def test_what_is_stored_of_outages_can_always_be_read(steps: list[int]) -> None:
    values, now = reported({}, NOW), NOW
    for step in steps:
        now += step * SECOND
        values = reported(values, now)
        (*_, last) = (None, *bank_calendar(outages_of(values)))
        assert last is None or isinstance(last.calendar, Calendar)


def test_an_absence_stops_every_bank_however_long_it_is() -> None:
    values = reported(reported({}, NOW), NOW + 100 * DAY)
    values = reported(values, NOW + 100 * DAY + SECOND)
    begun = replace(new_clock(FORTNIGHT), since=NOW - HOUR)
    outages = bank_calendar(outages_of(values))
    assert turn_deadline(begun, outages) == NOW - HOUR + 3.5 * DAY + 100 * DAY
    assert used_time(begun, NOW + 100 * DAY + SECOND, outages) == HOUR + SECOND


def test_an_absence_is_kept_for_as_long_as_a_turn_can_have_begun_before_it() -> None:
    back = NOW + 2 * DAY
    values = reported(reported({}, NOW), back)
    gone = back + 5 * DAY
    values = {**reported(values, back), "seen": gone.isoformat()}
    for later in (timedelta(days=400), timedelta(days=400, minutes=1)):
        values = reported(values, gone + later)
    assert [each.start for each in outages_of(values)] == [NOW, gone]
    much_later = gone + timedelta(days=400) + KEPT
    values = reported({**values, "seen": much_later.isoformat()}, much_later)
    assert outages_of(values) == ()
