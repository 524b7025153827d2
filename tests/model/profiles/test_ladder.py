"""What counts on the ladder, and what comes next there."""

from functools import reduce

import pytest

from bot.model.commands import Play, Resign
from bot.model.events import Ended, Event, Person, Played, Replaced
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.profiles.ladder import Rung, Step, highest, next_to_beat, rung_of
from bot.model.terms import Terms
from tests.helpers.matches import answers, begun
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import START

LADDER = Terms(2, ladder=True)


def played_out(match: Match, winner: Person) -> tuple[Match, list[Event]]:
    """The match won by that person on the table, and the events that ended it."""
    made: list[Event] = []
    while mover := match.turn_person:
        stones: int = match.position.stones  # type: ignore[union-attr] # a heap of Pile
        takes = stones if mover == winner and stones <= 3 else 1
        made = answers(match, Play(mover.id, str(takes)))
        match = reduce(evolve, record_events(made, match.seq, START), match)
    return match, made


def reached(match: Match, winner: Person = ADA) -> Rung | None:
    return rung_of(*played_out(match, winner), ROBOT.id)


@pytest.mark.parametrize(("first", "seat"), [("host", 1), ("guest", 2)])
def test_a_win_on_the_board_is_a_rung_for_level_and_seat(first: str, seat: int) -> None:
    match = begun(ROBOT, first=first, terms=LADDER)
    assert reached(match) == Rung(ADA.id, "pile", 2, seat, START)


@pytest.mark.parametrize("terms", [None, Terms(2), Terms(ladder=True)])
def test_what_was_not_begun_on_the_ladder_with_a_level_does_not_count(terms: Terms | None) -> None:
    assert reached(begun(ROBOT, terms=terms)) is None


def test_neither_does_a_win_of_the_bot_nor_one_over_a_person() -> None:
    assert reached(begun(ROBOT, terms=LADDER), ROBOT) is None
    assert reached(begun(GRACE, terms=LADDER)) is None


def test_nor_an_end_that_no_move_made() -> None:
    for made in (answers(begun(ROBOT, terms=LADDER), Resign(ROBOT.id)), [Ended((1,), "time_lost")]):
        match = begun(ROBOT, terms=LADDER)
        over = reduce(evolve, record_events(made, match.seq, START), match)
        assert over.outcome
        assert rung_of(over, made, ROBOT.id) is None


def test_nor_a_match_that_somebody_else_began_nor_one_that_goes_on() -> None:
    match = begun(ROBOT, terms=LADDER)
    assert rung_of(match, [Played(1, "1")], ROBOT.id) is None
    handed = Replaced(1, LINUS, ADA, ADA)
    after = reduce(evolve, record_events([handed], match.seq, START), match)
    assert after.seats[0] == LINUS
    assert reached(after, LINUS) is None


def test_a_draw_counts_for_nobody() -> None:
    match = begun(ROBOT, terms=LADDER)
    made: list[Event] = [Played(1, "1"), Ended((), "shared")]
    over = reduce(evolve, record_events(made, match.seq, START), match)
    assert rung_of(over, made, ROBOT.id) is None


def test_the_lowest_level_that_is_not_beaten_from_both_seats_is_next() -> None:
    assert next_to_beat([], range(1, 6)) == Step(1, 1)
    assert next_to_beat([Step(1, 1)], range(1, 6)) == Step(1, 2)
    assert next_to_beat([Step(1, 2), Step(3, 1), Step(3, 2)], range(1, 6)) == Step(1, 1)
    assert next_to_beat([Step(1, 1), Step(1, 2), Step(2, 2)], range(1, 6)) == Step(2, 1)
    assert next_to_beat([Step(level, seat) for level in (1, 2) for seat in (1, 2)], (1, 2)) is None


def test_the_highest_level_counts_once_it_is_beaten_from_both_seats() -> None:
    assert highest([]) is None
    assert highest([Step(1, 1), Step(5, 2)]) is None
    assert highest([Step(1, 1), Step(1, 2), Step(3, 2), Step(3, 1), Step(4, 1)]) == 3
