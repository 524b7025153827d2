"""When the puzzle of the day is posted, and how a day ended."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.exercises.daily import SPREAD, DayResult, day_due, day_end, next_due

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD = 770_000_000_000_000_001


def solved(called: str, wrong: int = 0, *, helped: bool = False, listed: bool = True) -> DayResult:
    return DayResult(called, wrong, helped, reached=True, given_up=False, listed=listed)


@pytest.mark.parametrize(
    ("hour", "last", "day"),
    [
        (13, "", 1),
        (11, "", 2),
        (13, "2026-03-01", 2),
        (11, "2026-03-01", 2),
        (11, "2026-02-20", 2),
        (13, "2026-03-02", 3),
    ],
)
def test_it_is_posted_once_a_day_soon_after_its_hour(hour: int, last: str, day: int) -> None:
    at = next_due(GUILD, hour, NOON, last)
    hour_of_day = datetime(2026, 3, day, hour, tzinfo=UTC)
    assert hour_of_day <= at < hour_of_day + SPREAD
    assert next_due(GUILD, hour, at, str(at.date())) == at + timedelta(days=1)


def test_a_thousand_servers_are_spread_over_the_minutes_after_the_hour() -> None:
    # As Discord numbers servers: by the time at which they were made.
    servers = [(NOON.timestamp() * 1000 + n * 86_413).__trunc__() << 22 for n in range(1000)]
    seconds = [(next_due(each, 13, NOON, "") - NOON).seconds - 3600 for each in servers]
    assert max(seconds) < 600
    assert max(seconds.count(each) for each in seconds) <= 8
    assert max(sum(at <= each < at + 60 for each in seconds) for at in range(540)) < 150


def test_what_was_missed_while_the_bot_was_away_is_not_made_up_for() -> None:
    due = next_due(GUILD, 13, NOON, "")
    for hours, day in ((0, 1), (23, 1), (24, 2), (95, 4)):
        assert day_due(due, due + timedelta(hours=hours)) == date(2026, 3, day)
    assert day_due(due, due - timedelta(hours=1)) == date(2026, 3, 1)


def test_the_fewest_tries_have_the_crown_and_hints_count_behind_them() -> None:
    given_up = DayResult("Gil", 3, helped=False, reached=True, given_up=True)
    open_still = DayResult("Odo", 1, helped=False, reached=False, given_up=False)
    found = [
        solved("Cy", 1),
        solved("Di", helped=True),
        given_up,
        open_still,
        solved("Al"),
        solved("Bo"),
    ]
    ended = day_end(found, 4)
    assert [each.called for each in ended.best] == ["Al", "Bo"]
    assert [each.called for each in ended.others] == ["Di", "Cy"]
    assert [each.called for each in ended.given_up] == ["Gil"]
    assert (ended.unnamed, ended.streak) == (0, 5)


def test_whoever_is_not_named_counts_for_the_streak_alone() -> None:
    ended = day_end([solved("Al", listed=False), solved("Bo", 2)], 0)
    assert [each.called for each in ended.best] == ["Bo"]
    assert (ended.unnamed, ended.streak) == (1, 1)
    assert day_end([solved("Al", listed=False)], 2).streak == 3


def test_a_day_on_which_nobody_solved_it_ends_the_streak() -> None:
    given_up = DayResult("Gil", 0, helped=False, reached=False, given_up=True)
    for found in ([], [given_up]):
        assert day_end(found, 9).streak == 0
