"""What becomes of an attempt, press by press, and of the puzzle of the day, from day to day."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.clock.units import DAY, MICROSECOND
from bot.model.exercises.attempt import (
    Attempt,
    FirstMatch,
    Newcomer,
    SolvedAt,
    Trial,
    first_matches,
    solving,
    span,
    strength_of,
)
from bot.model.exercises.daily import SPREAD, DayResult, day_due, day_end, next_due
from bot.model.records import GuildId
from tests.helpers.people import ADA
from tests.helpers.playing import sentences
from tests.service.conftest import START

FIRST = Attempt(ADA.id, "puzzle", "bump", "a1", START, START)
LATER = START + timedelta(minutes=1)


def test_a_wrong_try_leaves_the_board_and_is_counted_until_it_is_done() -> None:
    on = FIRST.gone_on(("a", "b"), LATER)
    made = on.with_draft(on.draft, LATER)
    wrong = made.after_wrong(("c", "d"), "reply", LATER)
    assert (wrong.line, wrong.wrong, wrong.reason) == (("a", "b"), ("c", "d"), "reply")
    assert (wrong.tries, wrong.keys, wrong.reached) == (1, (), False)
    done = wrong.at_end(("a", "b", "e"), LATER)
    assert (done.reached, done.done, done.wrong, done.reason) == (True, LATER, (), "")
    assert done.restarted(LATER).after_wrong(("f",), "", LATER).tries == 1


def test_a_move_in_the_making_comes_and_goes_as_a_draft() -> None:
    draft = FIRST.gone_on(("a", "b"), LATER).draft
    assert (draft.person, draft.match, draft.keys, draft.changes) == (1, 0, (), 1)
    after = FIRST.with_draft(draft, LATER)
    assert (after.draft.changes, after.at) == (1, LATER)


def test_help_counts_until_it_is_done_and_what_comes_later_never() -> None:
    helped, given_up = FIRST.with_hint(LATER), FIRST.with_solution(LATER)
    assert (helped.hints, helped.helped, given_up.solution_shown) == (1, True, True)
    assert helped.restarted(LATER).hints == 1
    done = FIRST.at_end(("a",), LATER)
    again = done.with_hint(LATER).with_solution(LATER)
    assert (again.hints, again.helped, again.solution_shown) == (1, False, False)
    assert again.restarted(LATER).hints == 0
    assert again.at_end(("a",), LATER + timedelta(days=1)).done == LATER


# How hard the next puzzle is


def trials(told: str) -> Iterator[Trial]:
    """Of each letter a puzzle: Clean, Given up, Tried twice, Helped, Open."""
    for letter in told:
        helped, given_up, is_done = letter == "h", letter == "g", letter in "cth"
        yield Trial("puzzle", "bump", "a", START, letter in "ot", helped, given_up, is_done)


@pytest.mark.parametrize(
    ("told", "strength"),
    [
        ("", 1),
        ("cc", 1),
        ("ccc", 2),
        ("ccccc", 2),
        ("cccccc", 3),
        ("cctccc", 2),
        ("cchc", 1),
        ("cocoogc", 1),
        ("cocooc", 2),
        ("cccccc" + "gg", 2),
        ("cccccc" + "gtg", 3),
        ("cccccc" + "gogo", 2),
        ("gg" * 3 + "ccc", 2),
        ("c" * 30, 5),
        ("c" * 30 + "gg", 4),
    ],
)
def test_three_clean_ones_are_one_harder_two_given_up_one_easier(told: str, strength: int) -> None:
    assert strength_of(trials(told)) == strength


# Who comes to a first match within seven days


BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_the_seventh_day_counts_and_earlier_players_count_by_themselves() -> None:
    instants = (
        *(BEGUN - MICROSECOND, BEGUN - 99 * DAY, BEGUN),
        *(BEGUN + 7 * DAY - MICROSECOND, BEGUN + 7 * DAY),
        *(BEGUN + DAY, None),
    )
    assert first_matches(Newcomer(BEGUN, first) for first in instants) == {
        FirstMatch.BEFORE: 2,
        FirstMatch.WITHIN: 3,
        FirstMatch.NOT: 2,
    }
    assert first_matches([]) == dict.fromkeys(FirstMatch, 0)


def test_everybody_who_is_counted_has_had_their_seven_days() -> None:
    since, until = span(BEGUN)
    assert (until - since, BEGUN - until) == (7 * DAY, 7 * DAY)


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD = GuildId(770_000_000_000_000_001)


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
    seconds = [(next_due(GuildId(each), 13, NOON, "") - NOON).seconds - 3600 for each in servers]
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


def test_a_person_who_is_not_named_counts_only_for_the_streak() -> None:
    ended = day_end([solved("Al", listed=False), solved("Bo", 2)], 0)
    assert [each.called for each in ended.best] == ["Bo"]
    assert (ended.unnamed, ended.streak) == (1, 1)
    assert day_end([solved("Al", listed=False)], 2).streak == 3


def test_a_day_on_which_nobody_solved_it_ends_the_streak() -> None:
    given_up = DayResult("Gil", 0, helped=False, reached=False, given_up=True)
    for found in ([], [given_up]):
        assert day_end(found, 9).streak == 0


@sentences(
    "ages days",
    {
        "none": ([], 0),
        "one today": ([0], 1),
        "one yesterday": ([1], 1),
        "one before": ([2], 0),
        "three in a row and several on a day": ([0, 0, 1, 2, 2], 3),
        "a gap ends the row": ([0, 1, 3, 4, 5], 2),
        "up to yesterday": ([1, 2, 3], 3),
    },
)
def test_a_row_of_days_ends_today_or_yesterday(ages: list[int], days: int) -> None:
    now = datetime(2026, 3, 20, 0, 30, tzinfo=UTC)
    solved = [SolvedAt(now - timedelta(days=age)) for age in ages]
    assert solving(solved, now) == (len(ages), days)
