"""What the events of matches tell of somebody, on the ladder and on their profile, and the walk
over them."""

import random
from collections.abc import Sequence
from datetime import timedelta
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.clock.units import HOUR
from bot.model.commands import Accept, Play, Resign, Tick
from bot.model.events import (
    Accepted,
    Challenged,
    Ended,
    Event,
    Overdue,
    Person,
    Played,
    Recorded,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.profiles.ladder import Rung, Step, highest, next_to_beat, rung_of
from bot.model.profiles.profile import (
    ANSWERS,
    Conduct,
    Profile,
    conduct,
    keeps_pace,
    keeps_share,
    profile_of,
)
from bot.model.profiles.walk import walk
from bot.model.records import NO_EVENT, Seat, Seq, Status
from bot.model.terms import Terms, Wanted, pace_text, wanted_text
from tests.helpers.matches import Recording, answers, asked_of, begun, challenge
from tests.helpers.people import (
    ADA,
    CHANNEL,
    EDSGER,
    FIRST,
    GRACE,
    GUILD,
    LINUS,
    ROBOT,
    SECOND,
    THIRD,
)
from tests.service.conftest import START


def match_of(
    *events: Any, seats: tuple[Person, ...] = (ADA, GRACE), days: int | None = 7, every: int = 1
) -> list[Recorded]:
    """A match among those people, with an event so many hours after another."""
    asked = Challenged("pile", {}, seats[0], seats[1:], CHANNEL, GUILD, "host", days, expires=START)
    history = [asked, *map(Accepted, seats[1:]), Started(seats, {}), *events]
    recorded = record_events(history, NO_EVENT, START)
    return [Recorded(r.seq, r.event, START + r.seq * every * HOUR) for r in recorded]


MOVES = (Played(FIRST, "1"), Played(SECOND, "1"))
GOOD, BAD = Conduct(finished=True, kept=True), Conduct(finished=False, kept=False)
THREE = (ADA, GRACE, LINUS)


@pytest.mark.parametrize(
    ("events", "adas", "graces"),
    [
        ([*MOVES, Ended((FIRST,), "most")], GOOD, GOOD),
        ([*MOVES, Ended((), "agreed")], GOOD, GOOD),
        ([*MOVES, Resigned(FIRST), Ended((SECOND,), "resigned")], GOOD, GOOD),
        ([*MOVES, Overdue(FIRST), Ended((SECOND,), "time")], BAD, GOOD),
        ([*MOVES, Ended((SECOND,), "time_lost")], BAD, GOOD),
        ([*MOVES, Overdue(FIRST), *MOVES, Ended((FIRST,), "most")], Conduct(True, False), GOOD),
        ([*MOVES, Ended((), "abandoned")], BAD, None),
        ([MOVES[0], Ended((), "abandoned")], None, BAD),
        ([Ended((), "abandoned")], BAD, None),
        ([*MOVES, Ended((), "called_off")], None, None),
        ([*MOVES, Overdue(FIRST), Ended((), "called_off")], None, None),
        (MOVES, None, None),
    ],
)
def test_an_end_tells_how_both_conducted_themselves(
    events: list[Any], adas: Conduct | None, graces: Conduct | None
) -> None:
    match = walk(match_of(*events))
    assert (conduct(match, ADA.id), conduct(match, GRACE.id)) == (adas, graces)
    assert conduct(match, LINUS.id) is None


def test_of_several_only_those_who_ran_out_of_time_have_not_finished() -> None:
    late = walk(
        match_of(
            Played(FIRST, "1"),
            Resigned(SECOND, late=True),
            Played(THIRD, "1"),
            Ended((THIRD,), "time_lost"),
            seats=THREE,
        )
    )
    assert [conduct(late, p.id) for p in THREE] == [BAD, BAD, GOOD]
    left = walk(
        match_of(Resigned(FIRST), Played(SECOND, "1"), Ended((SECOND,), "time"), seats=THREE)
    )
    assert [conduct(left, p.id) for p in THREE] == [GOOD, GOOD, BAD]


def test_of_an_abandoned_match_of_several_the_one_to_move_answers() -> None:
    seats = (ADA, GRACE, LINUS, EDSGER)
    abandoned = (Played(FIRST, "1"), Resigned(SECOND), Played(THIRD, "1"), Ended((), "abandoned"))
    match = walk(match_of(*abandoned, seats=seats, days=None))
    resigned = Conduct(finished=True, kept=None)
    assert [conduct(match, p.id) for p in seats] == [None, resigned, None, Conduct(False, None)]


def test_a_match_without_a_limit_has_no_clock_to_keep_and_a_bank_is_one() -> None:
    free = profile_of(ADA.id, [match_of(*MOVES, Ended((FIRST,), "most"), days=None)])
    assert (free.ended, free.finished, free.timed, free.kept) == (1, 1, 0, 0)
    bank = TimeControl(3 * 24 * HOUR, 24 * HOUR, 7 * 24 * HOUR)
    asked = Challenged(
        "pile", {}, ADA, (GRACE,), CHANNEL, GUILD, "host", None, expires=START, control=bank
    )
    begun: list[Event] = [
        asked,
        Accepted(GRACE),
        Started((ADA, GRACE), {}),
        Ended((FIRST,), "most"),
    ]
    assert profile_of(ADA.id, [record_events(begun, NO_EVENT, START)]).timed == 1


ENDS = st.sampled_from(
    [
        Ended((FIRST,), "most"),
        Ended((SECOND,), "time"),
        Ended((FIRST,), "time_lost"),
        Ended((), "agreed"),
        Ended((), "abandoned"),
        Ended((), "called_off"),
        Played(FIRST, "1"),
    ]
)


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans(), ENDS), max_size=12), st.randoms())
def test_the_counts_fit_into_each_other_in_any_order(matches: list[Any], chance: Any) -> None:
    history = [
        match_of(*MOVES * turns, *([Overdue(FIRST)] if overdue else []), end)
        for turns, overdue, end in matches
    ]
    found = profile_of(ADA.id, history)
    assert 0 <= found.kept <= found.timed <= found.ended <= len(history)
    assert found.kept <= found.finished <= found.ended
    assert found.answers <= ANSWERS
    assert (found.median is None) == (not found.answers)
    chance.shuffle(history)
    assert profile_of(ADA.id, history) == found


# What can be asked for


def known(finished: int, ended: int, hours: float | None) -> Profile:
    return Profile(ended, finished, answers=9, median=None if hours is None else hours * HOUR)


@pytest.mark.parametrize(
    ("profile", "wanted", "keeps"),
    [
        (known(9, 10, 5), Wanted(90, 24), (True, True)),
        (known(8, 9, 24), Wanted(90, 24), (False, True)),
        (known(8, 9, 24.1), Wanted(75, 24), (True, False)),
        (known(3, 4, 73), Wanted(75, 72), (True, False)),
        (known(0, 10, 500), Wanted(), (True, True)),
        (known(0, 2, 500), Wanted(90, 24), (True, True)),
        (known(3, 3, None), Wanted(90, 24), (True, True)),
    ],
)
def test_who_keeps_what_is_asked_for(
    profile: Profile, wanted: Wanted, keeps: tuple[bool, bool]
) -> None:
    assert (keeps_share(profile, wanted), keeps_pace(profile, wanted)) == keeps


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (0, "within an hour"),
        (1, "within an hour"),
        (1.01, "within 2 hours"),
        (23, "within 23 hours"),
        (23.5, "within a day"),
        (24, "within a day"),
        (24.01, "within 2 days"),
        (72, "within 3 days"),
    ],
)
def test_a_pace_is_rounded_up(hours: float, said: str) -> None:
    assert pace_text(hours * HOUR) == said


@given(st.lists(st.timedeltas(timedelta(0), timedelta(days=90)), min_size=2, max_size=2))
def test_a_pace_that_is_said_alike_keeps_the_offered_terms(paces: Sequence[timedelta]) -> None:
    one, other = paces
    if pace_text(one) == pace_text(other):
        for offered in (24, 72):
            asked = Wanted(answers=offered)
            assert keeps_pace(Profile(3, median=one), asked) == keeps_pace(
                Profile(3, median=other), asked
            )


def test_what_is_asked_for_is_said_in_a_row() -> None:
    assert wanted_text(Wanted(90, 72)) == (
        "at least 90 % of matches finished, answers within 3 days"
    )
    assert wanted_text(Wanted(75)) == "at least 75 % of matches finished"
    assert not Wanted()
    assert Wanted.of({"finishes": 90, "smiles": 3}) == Wanted(90)


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
def test_a_win_on_the_board_is_a_rung_for_level_and_seat(first: str, seat: Seat) -> None:
    match = begun(ROBOT, first=first, terms=LADDER)
    assert reached(match) == Rung(ADA.id, "pile", 2, seat, START)


@pytest.mark.parametrize("terms", [None, Terms(2), Terms(ladder=True)])
def test_what_was_not_begun_on_the_ladder_with_a_level_does_not_count(terms: Terms | None) -> None:
    assert reached(begun(ROBOT, terms=terms)) is None


def test_neither_does_a_win_of_the_bot_nor_one_over_a_person() -> None:
    assert reached(begun(ROBOT, terms=LADDER), ROBOT) is None
    assert reached(begun(GRACE, terms=LADDER)) is None


def test_nor_an_end_that_no_move_made() -> None:
    for made in (
        answers(begun(ROBOT, terms=LADDER), Resign(ROBOT.id)),
        [Ended((FIRST,), "time_lost")],
    ):
        match = begun(ROBOT, terms=LADDER)
        over = reduce(evolve, record_events(made, match.seq, START), match)
        assert over.outcome
        assert rung_of(over, made, ROBOT.id) is None


def test_nor_a_match_that_somebody_else_began_nor_one_that_goes_on() -> None:
    match = begun(ROBOT, terms=LADDER)
    assert rung_of(match, [Played(FIRST, "1")], ROBOT.id) is None
    handed = Replaced(FIRST, LINUS, ADA, ADA)
    after = reduce(evolve, record_events([handed], match.seq, START), match)
    assert after.seats[0] == LINUS
    assert reached(after, LINUS) is None


def test_a_draw_counts_for_nobody() -> None:
    match = begun(ROBOT, terms=LADDER)
    made: list[Event] = [Played(FIRST, "1"), Ended((), "shared")]
    over = reduce(evolve, record_events(made, match.seq, START), match)
    assert rung_of(over, made, ROBOT.id) is None


def test_the_lowest_level_that_is_not_beaten_from_both_seats_is_next() -> None:
    assert next_to_beat([], range(1, 6)) == Step(1, FIRST)
    assert next_to_beat([Step(1, FIRST)], range(1, 6)) == Step(1, SECOND)
    assert next_to_beat([Step(1, SECOND), Step(3, FIRST), Step(3, SECOND)], range(1, 6)) == Step(
        1, FIRST
    )
    assert next_to_beat([Step(1, FIRST), Step(1, SECOND), Step(2, SECOND)], range(1, 6)) == Step(
        2, FIRST
    )
    assert (
        next_to_beat([Step(level, Seat(seat)) for level in (1, 2) for seat in (1, 2)], (1, 2))
        is None
    )


def test_the_highest_level_counts_once_it_is_beaten_from_both_seats() -> None:
    assert highest([]) is None
    assert highest([Step(1, FIRST), Step(5, SECOND)]) is None
    assert (
        highest([Step(1, FIRST), Step(1, SECOND), Step(3, SECOND), Step(3, FIRST), Step(4, FIRST)])
        == 3
    )


# One walk over the events agrees with the match that is played out, and counts time right


ASKED = Challenged("pile", {}, ADA, (GRACE,), CHANNEL, GUILD, "host", 7, expires=START)


def history(*steps: tuple[float, Any]) -> list[Recorded]:
    """A match of Ada, who begins, and Grace: each event so many hours after the one before."""
    at, recorded = (
        START,
        record_events([ASKED, Accepted(GRACE), Started((ADA, GRACE), {})], NO_EVENT, START),
    )
    for seq, (hours, event) in enumerate(steps, 4):
        at += hours * HOUR
        recorded.append(Recorded(Seq(seq), event, at))
    return recorded


def hours(recorded: list[Recorded], seat: Seat) -> list[float]:
    """The hours of each answer of whoever sits on a seat."""
    walked = walk(recorded)
    answers = walked.answers_of(walked.seats[seat - 1].id)
    return [each.spent / HOUR for each in answers if each.spent is not None]


def test_a_move_that_is_taken_back_counts_once_with_all_its_time() -> None:
    again = history(
        (5, Played(FIRST, "1")),
        (1, TakenBack(FIRST, 1)),
        (2, Played(FIRST, "2")),
        (3, Played(SECOND, "1")),
    )
    assert (hours(again, FIRST), hours(again, SECOND)) == ([7], [3])
    # So does an answer that is undone with it.
    both = [
        (5, Played(FIRST, "1")),
        (4, Played(SECOND, "1")),
        (9, TakenBack(FIRST, 2)),
        (1, Played(FIRST, "2")),
    ]
    again = history(*both, (2, Played(SECOND, "2")))
    assert (hours(again, FIRST), hours(again, SECOND)) == ([6], [6])
    undone = walk(history((5, Played(FIRST, "1")), (1, TakenBack(FIRST, 1))))
    assert (undone.answers, undone.mover) == ([], 1)


PLAYERS = st.sampled_from([(GRACE,), (GRACE, LINUS), (GRACE, LINUS, EDSGER)])
STEPS = st.one_of(
    *(st.just("1"), st.just("1"), st.just(Tick())),
    st.sampled_from([ADA, GRACE, LINUS, EDSGER]).map(lambda person: Resign(person.id)),
)


@given(PLAYERS, st.lists(st.tuples(STEPS, st.sampled_from([0, 5, 26, 60])), max_size=30))
def test_it_agrees_with_the_match_that_is_played_out(invited: Any, script: list[Any]) -> None:
    hard = days_a_move(1, hard=True)
    made, now, dice = Recording(challenge(*invited, control=hard)), START, random.Random(1)
    for step, passed in [*((Accept(p), 0) for p in invited), *script]:
        now += timedelta(hours=passed)
        made.do(asked_of(made.match, step), dice, now)

    match, found = made.match, walk(made.recorded)
    assert (found.seats, found.is_timed) == (match.seats, True)
    stayed = [each for each in found.answers if each.spent is not None]
    moves = [ply for ply in match.plies if ply.text not in ("resign", "late")]
    assert [(each.seat, each.at) for each in stayed] == [(ply.seat, ply.at) for ply in moves]
    if match.status is Status.RUNNING:
        assert (found.mover, {*found.out}) == (match.turn, {*match.out})
        assert found.began == match.since
    assert (found.ended is not None) == (match.status is Status.ENDED)
