"""Time controls: what is offered, what boards print, and how they are kept."""

import json
from datetime import timedelta

import pytest

from bot.model.clock.time_control import (
    BANKS,
    DAY,
    HOUR,
    TimeControl,
    control_text,
    days_a_move,
    duration_text,
    offered_controls,
)
from bot.model.refusals import Refused


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
    assert control_text(days_a_move(3, hard=True)) == "3 days a move, hard"
    assert all(each is None or each.hard for each in offered_controls(hard=True))


def test_a_bank_that_moves_fill_up_is_days_a_move_and_no_other_is() -> None:
    assert [each.is_per_move for each in (days_a_move(5), *BANKS)] == [True, False, False]


@pytest.mark.parametrize("control", [*offered_controls(hard=True), *offered_controls(hard=False)])
def test_a_time_control_is_the_same_after_it_was_kept(control: TimeControl | None) -> None:
    if control is not None:
        assert TimeControl.of(json.loads(json.dumps(control.values()))) == control


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
def test_a_bank_that_is_not_kept(start: timedelta, increment: timedelta, cap: timedelta) -> None:
    with pytest.raises(Refused, match="can't be kept"):
        TimeControl(start, increment, cap)


def test_durations_in_short() -> None:
    assert [duration_text(each) for each in (DAY, 36 * HOUR, 7 * DAY, 5 * HOUR)] == [
        "1 d",
        "36 h",
        "7 d",
        "5 h",
    ]
