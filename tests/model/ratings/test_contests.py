"""What is rated is read off the events of matches, of one leg, of several, and of pairs."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import Outcome
from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import Accept, Claim, Command, OfferDraw, Resign, Tick
from bot.model.decide.consent import LEFT
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
    event,
)
from bot.model.match import Match
from bot.model.ratings.contests import Leg, contest_of, contests_of, leg_of
from bot.model.ratings.rating import Contest, Eligibility, Rating, Ruling
from bot.model.records import MatchId, PersonId, Seat, Status
from bot.model.results import WITHOUT_RESULT, PairResult, pair_result
from bot.model.terms import Terms
from tests.helpers.matches import NO_VACATION, Recording, asked_of, challenge
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, THIRD
from tests.helpers.playing import known
from tests.model.ratings.contests import MONDAY, MOVES, RATED, history, won_by
from tests.service.conftest import START

IN_PAIR = Terms(rated=True, pair=True)
SECOND_OF_PAIR = Terms(rated=True, pair=True, pair_of=8)


def leg(number: int, recorded: list[Recorded]) -> Leg:
    return known(leg_of(MatchId(number), recorded))


def single(*events: Event, people: tuple[int, ...] = (1, 2), terms: Terms = RATED) -> Contest:
    return contest_of(leg(8, history(*events, people=people, terms=terms)))


def pair(first: list[Event], second: list[Event], people: tuple[int, ...] = (2, 1)) -> Contest:
    """The pair of 1 and 2; in the second match they sit on each other's seat."""
    one, two = history(*first, terms=IN_PAIR), history(*second, terms=SECOND_OF_PAIR, people=people)
    [found] = contests_of([leg(9, two), leg(8, one)])
    return found


def test_a_match_that_nobody_won_is_shared() -> None:
    assert single(*MOVES, Ended((), "agreed")).ranks == (1, 1)


def test_what_is_not_rated_or_not_over_is_no_contest() -> None:
    running = history(*MOVES)
    for_fun = history(*won_by(Seat(1)), terms=Terms(claims=True))

    assert leg_of(MatchId(1), running) is leg_of(MatchId(2), for_fun) is None
    assert leg_of(MatchId(3), history(*won_by(Seat(1)))[:1]) is None


def test_of_three_the_winner_comes_first_and_who_left_first_comes_last() -> None:
    left: list[Event] = [Resigned(Seat(1)), Resigned(THIRD), Ended((Seat(2),), "last")]
    stayed: list[Event] = [Resigned(THIRD, late=True), Ended((Seat(4),), "home")]

    three = single(*MOVES, *left, people=(1, 2, 3))
    four = single(*MOVES, *stayed, people=(1, 2, 3, 4))

    assert (three.pool, three.ranks) == ("pile+", (3, 1, 2))
    assert (four.ranks, four.timed_out) == ((2, 2, 4, 1), frozenset({3}))


@pytest.mark.parametrize("reason", ["time", "time_lost"])
def test_a_person_who_loses_on_time_is_known(reason: str) -> None:
    assert single(*won_by(Seat(1), reason)).timed_out == {2}
    assert single(*won_by(Seat(1))).timed_out == frozenset()


@pytest.mark.parametrize(
    ("events", "barred"),
    [
        (won_by(Seat(1)), None),
        ([*MOVES[:3], Ended((Seat(1),), "resigned")], Eligibility.SHORT),
        ([*MOVES, TakenBack(Seat(2), 1), Ended((Seat(1),), "resigned")], Eligibility.SHORT),
        (
            [*MOVES, TakenBack(Seat(2), 1), Played(Seat(2), "e"), Ended((Seat(1),), "resigned")],
            None,
        ),
        ([*MOVES, Ended((), "called_off")], Eligibility.CALLED_OFF),
        ([*MOVES, Ended((), "abandoned")], Eligibility.ABANDONED),
        ([*MOVES, Ended((), "adjudicated")], Eligibility.UNDECIDED),
        (won_by(Seat(1), "adjudicated"), None),
    ],
)
def test_some_matches_can_not_count(events: list[Event], barred: Eligibility | None) -> None:
    assert single(*events).barred is barred


def test_a_match_with_the_bot_or_with_a_successor_can_not_count() -> None:
    ada, cleo = Person(ADA.id, "P1"), Person(LINUS.id, "Cleo")

    replaced = single(*MOVES, Replaced(Seat(1), cleo, ada, ada), Ended((Seat(1),), "home"))

    assert (replaced.people, replaced.barred) == ((3, 2), Eligibility.REPLACED)
    assert single(*won_by(Seat(1)), terms=Terms(3, rated=True)).barred is Eligibility.BOT


def test_leaving_a_match_of_three_is_no_move() -> None:
    events = [*MOVES[:3], Resigned(Seat(1)), Ended((Seat(2),), "home")]

    assert single(*events, people=(1, 2, 3)).barred is Eligibility.SHORT


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        (won_by(Seat(1)), won_by(Seat(2)), (1, 2)),
        (won_by(Seat(1)), won_by(Seat(1)), (1, 1)),
        (won_by(Seat(2)), [*MOVES, Ended((), "agreed")], (2, 1)),
        ([*MOVES, Ended((), "agreed")], [*MOVES, Ended((Seat(1), Seat(2)), "level")], (1, 1)),
    ],
)
def test_a_pair_is_one_contest_of_both_matches(
    first: list[Event], second: list[Event], ranks: tuple[int, ...]
) -> None:
    found = pair(first, second)

    assert (found.number, found.people, found.ranks) == (8, (1, 2), ranks)


def test_a_pair_is_over_when_its_later_match_is() -> None:
    one = leg(8, history(*won_by(Seat(1)), terms=IN_PAIR))
    two = leg(9, history(*won_by(Seat(1)), terms=SECOND_OF_PAIR, people=(2, 1), at=MONDAY + DAY))

    assert list(contests_of([one])) == list(contests_of([two])) == []
    assert [each.at for each in contests_of([one, two])] == [MONDAY + DAY]


def test_a_match_of_a_pair_can_not_be_left_at_once_to_spoil_the_pair() -> None:
    at_once: list[Event] = [Played(Seat(1), "a"), Ended((Seat(2),), "resigned")]

    assert pair(won_by(Seat(1)), at_once).barred is None
    assert pair(at_once, at_once).barred is Eligibility.SHORT
    assert pair(won_by(Seat(1)), [*MOVES, Ended((), "called_off")]).barred is Eligibility.CALLED_OFF


def test_of_a_pair_that_was_shared_nobody_lost_on_time() -> None:
    lost, won = won_by(Seat(2), "time"), won_by(Seat(2))

    assert pair(lost, won).timed_out == frozenset()
    assert pair(lost, won_by(Seat(1), "time")).timed_out == {1}


def test_what_was_found_is_in_the_last_match_by_seat() -> None:
    told = Rated("counted", ((1600.0, 50.0, 0.06), (1500.0, 350.0, 0.09)), (0.25, 1.0))
    strong, new = Rating(1600, 50, 0.06), Rating()

    alone = single(*won_by(Seat(1)), told)
    later = pair(won_by(Seat(1)), [*won_by(Seat(2)), told], people=(-2, 1))

    assert alone.ruling == Ruling(Eligibility.COUNTED, (strong, new), (0.25, 1.0))
    assert later.ruling == Ruling(Eligibility.COUNTED, (new, strong), (1.0, 0.25))
    assert replace(alone, people=(ADA.id, PersonId(-2))).has_deleted


def test_what_an_earlier_version_found_has_no_weights() -> None:
    told = event("rated", '{"eligibility":"too_often","before":[[1600,50,0.06],[1500,350,0.06]]}')

    found = known(single(*won_by(Seat(1)), told).ruling)

    assert (found.eligibility, found.weights) == (Eligibility.TOO_OFTEN, ())
    assert "weights" not in told.payload()


def test_the_last_move_of_each_is_known() -> None:
    moved = single(*won_by(Seat(1)), people=(3, 4)).moved
    assert moved == (MONDAY - 2 * HOUR, MONDAY - HOUR)
    assert single(*MOVES[:1], Ended((Seat(1),), "time")).moved == (MONDAY - HOUR, None)
    undone = single(*MOVES, TakenBack(Seat(2), 1), Ended((Seat(1),), "time"))
    assert undone.moved == (MONDAY - 3 * HOUR, MONDAY - 4 * HOUR)


def test_the_last_move_in_a_pair_is_that_of_either_match() -> None:
    one = history(*MOVES, Ended((Seat(1),), "time"), terms=IN_PAIR)
    two = history(
        *MOVES[:1], Ended((Seat(1),), "time"), terms=SECOND_OF_PAIR, people=(2, 1), at=MONDAY + DAY
    )

    [found] = contests_of([leg(9, two), leg(8, one)])

    assert found.moved == (MONDAY - 2 * HOUR, MONDAY + DAY - HOUR)


EVERYBODY = (ADA, GRACE, LINUS, EDSGER)
CONTROLS = (None, days_a_move(3), days_a_move(3, hard=True))
LONG = timedelta(days=60)

Script = list[Command | str]


def script_of(dice: random.Random) -> Script:
    """What happens in a match until nothing may happen any more."""
    wild: Script = ["undo", "ask", "let", "leave", "agree", "late", "late", "resign", "draw"]
    return [dice.choice(["1", "1", "2", "3", "half", *wild]) for _ in range(60)]


def command_of(match: Match, step: Command | str, dice: random.Random) -> Command:
    """The command of a step, by somebody who plays."""
    person = match.person(dice.choice(match.playing)).id
    match step:
        case "resign":
            return Resign(person)
        case "draw":
            return OfferDraw(person)
        case "late":
            return dice.choice([Tick(), Claim(person)])
        case _:
            return asked_of(match, step)


def play(seats: int, control: TimeControl | None, seed: int) -> Recording:
    """A match of so many, as it stands after its script."""
    dice, now = random.Random(seed), START
    invited = EVERYBODY[1:seats]
    made = Recording(challenge(*invited, control=control, days=None, terms=RATED))
    for step in [*map(Accept, invited), *script_of(dice)]:
        if made.match.status not in (Status.INVITED, Status.RUNNING):
            break
        now += LONG if step == "late" else timedelta(0)
        command = step if isinstance(step, Accept) else command_of(made.match, step, dice)
        made.do(command, dice, now, NO_VACATION)
    return made


@given(st.integers(2, 4), st.sampled_from(CONTROLS), st.integers(0, 2**32))
def test_a_leg_says_what_its_match_does(seats: int, control: TimeControl | None, seed: int) -> None:
    made = play(seats, control, seed)
    match, leg = made.match, leg_of(made.match.id, made.recorded)

    assert (leg is not None) == (match.status is Status.ENDED)
    if leg is None or match.outcome is None:
        return
    winners = set(match.outcome.winners)
    first = {seat for seat, rank in enumerate(leg.ranks, 1) if rank == 1}
    assert leg.people == tuple(person.id for person in match.seats)
    assert leg.plies == sum(ply.text not in LEFT for ply in match.plies)
    assert (leg.barred is Eligibility.REPLACED) == (
        bool(match.successions) and match.outcome.reason != "abandoned"
    )
    assert first == (winners or set(match.playing))
    assert all(leg.ranks[seat - 1] > 1 for seat in match.out)
    assert leg.late >= {ply.seat for ply in match.plies if ply.text == "late"}
    assert not leg.late & winners
    assert bool(leg.late) >= ("time" in match.outcome.reason)


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


def test_a_person_who_wins_from_both_seats_wins_the_pair() -> None:
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
    found = known(pair_result(first, second))
    assert sum(found.points) == 4
    mirrored = pair_result(swapped(first), swapped(second))
    assert mirrored == PairResult((found.points[1], found.points[0]))
    # Which of the two is called the first changes who sits where, and nothing else.
    other = pair_result(second, first)
    assert other == PairResult((found.points[1], found.points[0]))
    assert found.winner in (None, 1, 2)
    assert (found.winner is None) == (found.points[0] == found.points[1])


@given(st.one_of(outcomes, nothing), nothing, st.booleans())
def test_without_both_matches_there_is_no_result(
    one: Outcome | None, other: Outcome | None, turned: bool
) -> None:
    assert pair_result(*((other, one) if turned else (one, other))) is None
