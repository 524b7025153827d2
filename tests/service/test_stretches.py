"""When a fast stretch is offered, begun and ended, and what is posted then."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from bot.model.clock.units import SECOND
from bot.model.commands import Play, Resign, TakeBack
from bot.model.match import Match
from bot.model.places import (
    PAUSE,
    QUICK,
    FastStretch,
    has_turned,
    is_quick,
    led_to,
    may_play_on,
    plies_of,
    posts_after,
    was_played,
)
from bot.model.records import DueKind, Seq
from bot.model.refusals import Refused, StaleMatch
from tests.helpers.matches import after, begun
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import START, Club


def timed(*waits: timedelta) -> Match:
    """A match whose turns each came so long after the one before; the first after its start."""
    match, now = begun(GRACE, options={"left": 40}), START
    for wait in waits:
        now += wait
        assert match.turn_person
        match = after(match, Play(match.turn_person.id, "1"), now=now)
    return match


def last(match: Match) -> datetime:
    return match.plies[-1].at


def stretch_from(began: int, ended: Seq | None = None) -> FastStretch:
    return FastStretch(begun().id, Seq(began), ADA.id, None if ended else START, ended)


@pytest.mark.parametrize(
    ("waits", "quick"),
    [
        ([], False),
        ([SECOND] * 3, False),
        ([SECOND] * 4, True),
        ([timedelta(days=1), QUICK, QUICK, QUICK], True),
        ([SECOND, QUICK + SECOND, SECOND, SECOND], False),
        ([SECOND, SECOND, SECOND, QUICK + SECOND], False),
        ([SECOND, QUICK + SECOND, SECOND, SECOND, SECOND], True),
    ],
)
def test_three_turns_soon_behind_each_other_are_quick(
    waits: Sequence[timedelta], quick: bool
) -> None:
    match = timed(*waits)
    assert is_quick(match, match.updated) is quick
    assert may_play_on(match, ROBOT.id, match.updated) is quick


def test_it_is_not_offered_late_or_to_the_bot_or_behind_the_end() -> None:
    match = timed(*[SECOND] * 4)
    assert is_quick(match, last(match) + QUICK)
    assert not is_quick(match, last(match) + QUICK + SECOND)
    assert not may_play_on(match, GRACE.id, last(match))
    over = after(match, Resign(ADA.id), now=last(match))
    assert not may_play_on(over, None, last(match))


def test_a_stretch_covers_what_came_behind_its_beginning_and_up_to_its_end() -> None:
    assert [seq for seq in range(1, 9) if stretch_from(3).covers(Seq(seq))] == [4, 5, 6, 7, 8]
    assert [seq for seq in range(1, 9) if stretch_from(3, Seq(6)).covers(Seq(seq))] == [4, 5, 6]


def test_its_moves_are_summed_up_with_the_board_or_the_end() -> None:
    match = timed(*[SECOND] * 5)
    began = match.plies[2].seq
    assert [ply.seq for ply in plies_of(stretch_from(began), match)] == [
        ply.seq for ply in match.plies[3:]
    ]
    assert [post.kind for post in posts_after(stretch_from(began), match)] == ["pause"]
    assert posts_after(stretch_from(match.seq), match) == []
    over = after(match, Resign(ADA.id), now=last(match))
    assert posts_after(stretch_from(began), over) == []
    assert led_to(over, stretch_from(began)) == stretch_from(began, over.seq)
    for other in (None, stretch_from(match.seq), stretch_from(began, match.seq)):
        assert led_to(over, other) is None


def test_of_a_stretch_in_which_somebody_but_left_nothing_is_summed_up() -> None:
    match = begun(GRACE, LINUS, options={"left": 40})
    began = match.seq
    left = after(match, Resign(ADA.id))
    assert not was_played(plies_of(stretch_from(began), left))
    assert [post.kind for post in posts_after(stretch_from(began), left)] == ["pause"]
    # Where the turn stays whose it was, its board tells of it already.
    assert posts_after(stretch_from(began), after(match, Resign(GRACE.id))) == []
    assert posts_after(stretch_from(began), after(left, Resign(LINUS.id))) == []
    played = after(match, Play(ADA.id, "1"), Resign(GRACE.id))
    over = after(played, Resign(LINUS.id))
    assert led_to(over, stretch_from(began))


def test_a_turn_that_came_back_by_consent_is_one_that_nobody_was_called_to() -> None:
    match = timed(*[SECOND] * 5)
    began = match.seq
    match = after(match, Play(GRACE.id, "1"), now=last(match))
    match = after(match, TakeBack(GRACE.id, free=True), now=last(match))
    assert plies_of(stretch_from(began), match) == ()
    assert has_turned(stretch_from(began), match)


async def test_begun_and_ended_in_the_book(club: Club) -> None:
    match, stretches = await club.begin(), club.service.stretches
    await stretches.begin(match, ADA.id)
    await stretches.begin(match, GRACE.id)
    found = await stretches.of(match.id)
    assert found == FastStretch(match.id, match.seq, ADA.id, START + PAUSE)
    assert await club.store.due(DueKind.STRETCH, club.clock(), 9) == []
    later = await club.do(match.id, Play(ADA.id, "1"))
    assert await stretches.finish(later, GRACE.id)
    assert await club.store.due(DueKind.STRETCH, club.clock(), 9) == [match.id]
    # A move in between leaves it to the next try.
    assert not await stretches.end(found, match)
    assert await stretches.end(found, later)
    assert not await stretches.finish(later, GRACE.id)
    assert not await stretches.end(found, later)


async def test_nobody_begins_one_who_does_not_play_or_on_an_old_board(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(Refused, match="You do not play"):
        await club.service.stretches.begin(match, LINUS.id)
    await club.do(match.id, Play(ADA.id, "1"))
    with pytest.raises(StaleMatch):
        await club.service.stretches.begin(match, ADA.id)
    with pytest.raises(Refused, match="You do not play"):
        await club.service.stretches.finish(match, LINUS.id)
    against = await club.ask(ROBOT)
    with pytest.raises(Refused, match="answers at once anyway"):
        await club.service.stretches.begin(against, ADA.id)
    assert await club.service.stretches.of(match.id) is None
