"""What is rated is read off the events of matches."""

from dataclasses import replace

import pytest

from bot.model.events import (
    Ended,
    Event,
    Person,
    Played,
    Rated,
    Recorded,
    Replaced,
    Resigned,
    TakenBack,
)
from bot.model.ratings.contests import Leg, contest_of, contests_of, leg_of
from bot.model.ratings.rating import Contest, Eligibility, Rating, Ruling
from bot.model.records import MatchId
from bot.model.terms import Terms
from tests.helpers.contests import DAY, MONDAY, MOVES, RATED, history, won_by

PAIR = Terms(rated=True, pair=True)
SECOND = Terms(rated=True, pair=True, pair_of=8)


def leg(number: int, recorded: list[Recorded]) -> Leg:
    found = leg_of(MatchId(number), recorded)
    assert found is not None
    return found


def single(*events: Event, people: tuple[int, ...] = (1, 2), terms: Terms = RATED) -> Contest:
    return contest_of(leg(8, history(*events, people=people, terms=terms)))


def pair(first: list[Event], second: list[Event], people: tuple[int, ...] = (2, 1)) -> Contest:
    """The pair of 1 and 2; in the second match they sit on each other's seat."""
    one, two = history(*first, terms=PAIR), history(*second, terms=SECOND, people=people)
    [found] = contests_of([leg(9, two), leg(8, one)])
    return found


def test_a_match_is_a_contest_that_its_winner_won() -> None:
    assert single(*won_by(2)) == Contest(MatchId(8), "pile", 70, MONDAY, (1, 2), (2, 1))


def test_a_match_that_nobody_won_is_shared() -> None:
    assert single(*MOVES, Ended((), "agreed")).ranks == (1, 1)


def test_what_is_not_rated_or_not_over_is_no_contest() -> None:
    running = history(*MOVES)
    for_fun = history(*won_by(1), terms=Terms(claims=True))

    assert leg_of(MatchId(1), running) is leg_of(MatchId(2), for_fun) is None
    assert leg_of(MatchId(3), history(*won_by(1))[:1]) is None


def test_of_three_the_winner_comes_first_and_who_left_first_comes_last() -> None:
    left: list[Event] = [Resigned(1), Resigned(3), Ended((2,), "last")]
    stayed: list[Event] = [Resigned(3, late=True), Ended((4,), "home")]

    three = single(*MOVES, *left, people=(1, 2, 3))
    four = single(*MOVES, *stayed, people=(1, 2, 3, 4))

    assert (three.pool, three.ranks) == ("pile+", (3, 1, 2))
    assert (four.ranks, four.timed_out) == ((2, 2, 4, 1), frozenset({3}))


@pytest.mark.parametrize("reason", ["time", "time_lost"])
def test_whoever_loses_on_time_is_known(reason: str) -> None:
    assert single(*won_by(1, reason)).timed_out == {2}
    assert single(*won_by(1)).timed_out == frozenset()


@pytest.mark.parametrize(
    ("events", "barred"),
    [
        (won_by(1), None),
        ([*MOVES[:3], Ended((1,), "resigned")], Eligibility.SHORT),
        ([*MOVES, TakenBack(2, 1), Ended((1,), "resigned")], Eligibility.SHORT),
        ([*MOVES, TakenBack(2, 1), Played(2, "e"), Ended((1,), "resigned")], None),
        ([*MOVES, Ended((), "called_off")], Eligibility.CALLED_OFF),
        ([*MOVES, Ended((), "abandoned")], Eligibility.ABANDONED),
        ([*MOVES, Ended((), "adjudicated")], Eligibility.UNDECIDED),
        (won_by(1, "adjudicated"), None),
    ],
)
def test_some_matches_can_not_count(events: list[Event], barred: Eligibility | None) -> None:
    assert single(*events).barred is barred


def test_a_match_with_the_bot_or_with_a_successor_can_not_count() -> None:
    ada, cleo = Person(1, "P1"), Person(3, "Cleo")

    replaced = single(*MOVES, Replaced(1, cleo, ada, ada), Ended((1,), "home"))

    assert (replaced.people, replaced.barred) == ((3, 2), Eligibility.REPLACED)
    assert single(*won_by(1), terms=Terms(3, rated=True)).barred is Eligibility.BOT


def test_leaving_a_match_of_three_is_no_move() -> None:
    events = [*MOVES[:3], Resigned(1), Ended((2,), "home")]

    assert single(*events, people=(1, 2, 3)).barred is Eligibility.SHORT


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        (won_by(1), won_by(2), (1, 2)),
        (won_by(1), won_by(1), (1, 1)),
        (won_by(2), [*MOVES, Ended((), "agreed")], (2, 1)),
        ([*MOVES, Ended((), "agreed")], [*MOVES, Ended((1, 2), "level")], (1, 1)),
    ],
)
def test_a_pair_is_one_contest_of_both_matches(
    first: list[Event], second: list[Event], ranks: tuple[int, ...]
) -> None:
    found = pair(first, second)

    assert (found.number, found.people, found.ranks) == (8, (1, 2), ranks)


def test_a_pair_is_over_when_its_later_match_is() -> None:
    one = leg(8, history(*won_by(1), terms=PAIR))
    two = leg(9, history(*won_by(1), terms=SECOND, people=(2, 1), at=MONDAY + DAY))

    assert list(contests_of([one])) == list(contests_of([two])) == []
    assert [each.at for each in contests_of([one, two])] == [MONDAY + DAY]


def test_a_match_of_a_pair_can_not_be_left_at_once_to_spoil_the_pair() -> None:
    at_once: list[Event] = [Played(1, "a"), Ended((2,), "resigned")]

    assert pair(won_by(1), at_once).barred is None
    assert pair(at_once, at_once).barred is Eligibility.SHORT
    assert pair(won_by(1), [*MOVES, Ended((), "called_off")]).barred is Eligibility.CALLED_OFF


def test_of_a_pair_that_was_shared_nobody_lost_on_time() -> None:
    lost, won = won_by(2, "time"), won_by(2)

    assert pair(lost, won).timed_out == frozenset()
    assert pair(lost, won_by(1, "time")).timed_out == {1}


def test_what_was_found_stands_in_the_last_match_by_seat() -> None:
    told = Rated("counted", ((1600.0, 50.0, 0.06), (1500.0, 350.0, 0.06)))
    strong, new = Rating(1600, 50), Rating()

    alone = single(*won_by(1), told)
    later = pair(won_by(1), [*won_by(2), told], people=(-2, 1))

    assert alone.ruling == Ruling(Eligibility.COUNTED, (strong, new))
    assert later.ruling == Ruling(Eligibility.COUNTED, (new, strong))
    assert replace(alone, people=(1, -2)).has_deleted
