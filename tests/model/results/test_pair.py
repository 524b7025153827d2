"""Two matches with seats swapped come to one result."""

from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import Outcome
from bot.model.records import MatchId
from bot.model.results.result import WITHOUT_RESULT, PairResult, pair_name, pair_named, pair_result

FIRST, SECOND, NOBODY = Outcome((1,), "ahead"), Outcome((2,), "time"), Outcome((), "agreed")
BOTH = Outcome((1, 2), "ahead")
outcomes = st.builds(
    Outcome,
    st.sampled_from([(1,), (2,), (), (1, 2)]),
    st.sampled_from(["ahead", "time", "agreed", "adjudicated", "resigned"]),
)
nothing = st.one_of(st.none(), st.builds(Outcome, st.just(()), st.sampled_from([*WITHOUT_RESULT])))


def swapped(outcome: Outcome | None) -> Outcome | None:
    return outcome and Outcome(tuple(3 - seat for seat in outcome.winners), outcome.reason)


def test_whoever_wins_from_both_seats_wins_the_pair() -> None:
    assert pair_result(FIRST, SECOND) == PairResult((4, 0))
    assert pair_result(SECOND, FIRST) == PairResult((0, 4))
    assert [pair_result(FIRST, SECOND).winner, pair_result(SECOND, FIRST).winner] == [1, 2]  # type: ignore[union-attr]


def test_a_win_and_a_shared_match_win_the_pair_and_a_win_each_shares_it() -> None:
    assert pair_result(FIRST, NOBODY) == PairResult((3, 1))
    assert pair_result(BOTH, FIRST) == PairResult((1, 3))
    assert pair_result(FIRST, FIRST) == PairResult((2, 2))
    assert PairResult((2, 2)).winner is None
    assert pair_result(NOBODY, BOTH) == PairResult((2, 2))


@given(outcomes, outcomes)
def test_a_match_has_two_points_and_no_side_counts_more(first: Outcome, second: Outcome) -> None:
    found = pair_result(first, second)
    assert found is not None
    assert sum(found.points) == 4
    mirrored = pair_result(swapped(first), swapped(second))
    assert mirrored == PairResult((found.points[1], found.points[0]))
    # Which of the two is called the first changes who sits where, and nothing else.
    other = pair_result(second, first)
    assert other == PairResult((found.points[1], found.points[0]))
    assert found.winner in (None, 1, 2)
    assert (found.winner is None) == (found.points[0] == found.points[1])


@given(st.one_of(outcomes, nothing), nothing, st.booleans())
def test_without_both_no_result(one: Outcome | None, other: Outcome | None, turned: bool) -> None:
    assert pair_result(*((other, one) if turned else (one, other))) is None


@given(st.integers(1, 2**62).map(MatchId))
def test_a_pair_is_found_by_the_name_of_its_second_match(number: MatchId) -> None:
    assert pair_named(pair_name(number)) == number


def test_other_names_are_of_no_pair() -> None:
    assert [pair_named(name) for name in ("fixture 3.1.1", "pair ", "pair x", "")] == [None] * 4
