"""Who did nothing in a season, and who was away."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment
from bot.model.clock.vacation import Vacation
from bot.model.competitions.silence import did_nothing, was_away
from bot.model.records import MatchId
from bot.model.results.result import MatchResult

MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
DAY = timedelta(days=1)
OF_ADA = MatchResult(1, MatchId(1), "pile", 7, MONDAY, 1, 2, 0, 2, "time_lost", 0, 0, 0, True, 1)


@pytest.mark.parametrize(
    ("changes", "is_silent"),
    [
        ([{}], True),
        ([{"plies": 1}], False),
        ([{"seat": 2, "plies": 1}], True),
        ([{"seat": 2, "plies": 2}], False),
        ([{"seat": 2}], False),
        ([{"seat": 2, "points": 2}, {}], True),
        ([{}, {"plies": 4}], False),
        ([{"ending": "resigned"}], False),
        ([{"ending": "resigned", "points": 2}], False),
        ([{"ending": "adjudicated", "points": 1}], True),
        ([], False),
    ],
)
def test_silent_is_whose_turn_came_and_who_neither_moved_nor_resigned(
    changes: list[dict[str, object]], is_silent: bool
) -> None:
    results = [replace(OF_ADA, **each) for each in changes]  # type: ignore[arg-type]
    assert did_nothing(results) == ({1} if is_silent else set())


def test_each_is_looked_at_by_themselves() -> None:
    theirs = replace(OF_ADA, person=2, seat=2, plies=0, points=2)
    assert did_nothing([OF_ADA, theirs]) == {1}


def test_away_is_whoever_had_a_vacation_within_the_season_by_hand() -> None:
    vacation = Vacation(MONDAY - DAY, MONDAY + DAY)
    planned = (Segment(MONDAY - 9 * DAY, Calendar(vacations=(vacation,))),)
    assert was_away(planned, MONDAY, MONDAY + 28 * DAY)
    assert not was_away(planned, MONDAY + DAY, MONDAY + 28 * DAY)
    assert not was_away(planned, MONDAY - 28 * DAY, MONDAY - 10 * DAY)
    assert not was_away((), MONDAY, MONDAY + 28 * DAY)


def test_vacation_that_was_spent_by_itself_is_none_however_often() -> None:
    first, second = (Vacation(MONDAY + n * DAY, MONDAY + (n + 1) * DAY) for n in (3, 7))
    history = (
        Segment(first.start, Calendar(vacations=(first,), unasked=first)),
        Segment(second.start, Calendar(vacations=(first, second), unasked=second)),
    )
    assert not was_away(history, MONDAY, MONDAY + 28 * DAY)
    by_hand = replace(history[1].calendar, unasked=None)
    assert was_away((history[0], Segment(second.start, by_hand)), MONDAY, MONDAY + 28 * DAY)
