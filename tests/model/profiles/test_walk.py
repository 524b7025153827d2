"""One walk over the events agrees with the match that is played out, and counts time right."""

import random
from contextlib import suppress
from datetime import timedelta
from functools import reduce
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import PlayerError
from bot.model.clock.time_control import days_a_move
from bot.model.clock.units import HOUR
from bot.model.commands import Accept, Resign, Tick
from bot.model.decide import decide
from bot.model.events import (
    Accepted,
    Challenged,
    Event,
    Played,
    Recorded,
    Started,
    TakenBack,
)
from bot.model.fold import evolve, fold, record_events
from bot.model.profiles.walk import walk
from bot.model.records import MatchId, Status
from tests.helpers.matches import asked_of, challenge
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START

ASKED = Challenged("pile", {}, ADA, (GRACE,), 7, 70, "host", 7, expires=START)


def history(*steps: tuple[float, Any]) -> list[Recorded]:
    """A match of Ada, who begins, and Grace: each event so many hours after the one before."""
    at, recorded = (
        START,
        record_events([ASKED, Accepted(GRACE), Started((ADA, GRACE), {})], 0, START),
    )
    for seq, (hours, event) in enumerate(steps, 4):
        at += hours * HOUR
        recorded.append(Recorded(seq, event, at))
    return recorded


def hours(recorded: list[Recorded], seat: int) -> list[float]:
    """The hours of each answer of whoever sits on a seat."""
    walked = walk(recorded)
    answers = walked.answers_of(walked.seats[seat - 1].id)
    return [each.spent / HOUR for each in answers if each.spent is not None]


def test_a_move_that_is_taken_back_counts_once_with_all_its_time() -> None:
    again = history(
        (5, Played(1, "1")), (1, TakenBack(1, 1)), (2, Played(1, "2")), (3, Played(2, "1"))
    )
    assert (hours(again, 1), hours(again, 2)) == ([7], [3])
    # So does an answer that is undone with it.
    both = [(5, Played(1, "1")), (4, Played(2, "1")), (9, TakenBack(1, 2)), (1, Played(1, "2"))]
    again = history(*both, (2, Played(2, "2")))
    assert (hours(again, 1), hours(again, 2)) == ([6], [6])
    undone = walk(history((5, Played(1, "1")), (1, TakenBack(1, 1))))
    assert (undone.answers, undone.mover) == ([], 1)


PLAYERS = st.sampled_from([(GRACE,), (GRACE, LINUS), (GRACE, LINUS, EDSGER)])
MOVES = st.one_of(
    st.just("1"), st.just("1"), st.sampled_from([1, 2, 3, 4]).map(Resign), st.just(Tick())
)


@given(PLAYERS, st.lists(st.tuples(MOVES, st.sampled_from([0, 5, 26, 60])), max_size=30))
def test_it_agrees_with_the_match_that_is_played_out(invited: Any, script: list[Any]) -> None:
    hard = days_a_move(1, hard=True)
    recorded = record_events([challenge(*invited, control=hard)], 0, START)
    match, now, dice = fold(recorded, MatchId(1)), START, random.Random(1)
    for step, passed in [*((Accept(p), 0) for p in invited), *script]:
        now += timedelta(hours=passed)
        events = list[Event]()
        with suppress(PlayerError):
            events = decide(match, asked_of(match, step), now, dice)
        new = record_events(events, match.seq, now)
        match, recorded = reduce(evolve, new, match), recorded + new

    found = walk(recorded)
    assert (found.seats, found.is_timed) == (match.seats, True)
    stayed = [each for each in found.answers if each.spent is not None]
    moves = [ply for ply in match.plies if ply.text not in ("resign", "late")]
    assert [(each.seat, each.at) for each in stayed] == [(ply.seat, ply.at) for ply in moves]
    if match.status is Status.RUNNING:
        assert (found.mover, {*found.out}) == (match.turn, {*match.out})
        assert found.began == match.since
    assert (found.ended is not None) == (match.status is Status.ENDED)
