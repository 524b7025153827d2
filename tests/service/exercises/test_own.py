"""Puzzles out of people's own matches: found in what they missed, and never while it could help.

On the smallest board of Clump whoever begins wins with their second move, if they begin well.
"""

from dataclasses import replace
from typing import Any

import pytest

from bot.exercises.exercise import ExerciseId, Result
from bot.model.commands import Play, Resign
from bot.model.match import Match
from bot.model.refusals import Refused
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import prove
from bot.service.exercises.library import NoSuchExercise
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import Club

SMALL: dict[str, Any] = {"game": "clump", "options": {"size": 4}}


def winning(match: Match) -> tuple[str, ...]:
    """The first moves that win whatever is answered."""
    assert match.position is not None
    return prove(kernel_of(match.game, match.position), 3, 1_000_000, every=True).winning


async def with_missed_win(club: Club, *guests: Any) -> Match:
    """A match that runs, in which Ada has let a win in two go with her first move."""
    match = await club.begin(*guests, **SMALL)
    legal = (match.rules.format(match.position, m) for m in match.rules.moves(match.position))
    missed = next(text for text in legal if text not in winning(match))
    return await club.do(match.id, Play(ADA.id, missed))


async def lost_with_missed_win(club: Club, *guests: Any) -> Match:
    match = await with_missed_win(club, *guests)
    return await club.do(match.id, Resign(ADA.id))


async def test_a_missed_win_is_its_players_puzzle_and_solved_by_what_was_there(club: Club) -> None:
    match = await lost_with_missed_win(club)
    offered = await club.service.own_puzzles.offered(match)
    assert offered == {ADA.id: ExerciseId("own", "clump", f"{match.id}-1")}
    book, (puzzle,) = club.service.exercises, offered.values()
    right = winning(await club.matches.at(match.id, match.plies[0].seq - 1))
    attempt, judgment = await book.tried(ADA.id, puzzle, 0, match.plies[0].text)
    assert judgment.result is Result.WRONG
    attempt, judgment = await book.tried(ADA.id, puzzle, attempt.changes, right[0])
    assert judgment.result is Result.GOES_ON


async def test_a_puzzle_of_a_match_is_found_again_after_a_restart(club: Club) -> None:
    match = await lost_with_missed_win(club)
    (puzzle,) = (await club.service.own_puzzles.offered(match)).values()
    found = await club.anew().service.exercises.find(puzzle, ADA.id)
    assert found == await club.service.exercises.find(puzzle, ADA.id)


async def test_nothing_is_told_of_a_match_that_runs(club: Club) -> None:
    match = await with_missed_win(club)
    with pytest.raises(Refused, match="is not over"):
        await club.service.own_puzzles.of(match, ADA.id)
    with pytest.raises(Refused, match="is not over"):
        await club.service.exercises.find(ExerciseId("own", "clump", f"{match.id}-1"), ADA.id)


async def test_who_missed_nothing_has_no_puzzle_and_an_onlooker_the_players(club: Club) -> None:
    match = await lost_with_missed_win(club)
    own = club.service.own_puzzles
    with pytest.raises(Refused, match="nothing that you missed"):
        await own.of(match, GRACE.id)
    assert await own.of(match, LINUS.id) == await own.of(match, ADA.id)


async def test_nobody_is_offered_what_they_have_switched_off(club: Club) -> None:
    match = await lost_with_missed_win(club)
    preferences = club.service.preferences
    await preferences.change("person", ADA.id, lambda before: replace(before, puzzles=False))
    assert await club.service.own_puzzles.offered(match) == {}


async def test_the_bot_itself_gets_no_puzzles(club: Club) -> None:
    match = await lost_with_missed_win(club, ROBOT)
    assert set(await club.service.own_puzzles.offered(match)) == {ADA.id}


@pytest.mark.parametrize("name", ["1-99", "77-1", "1", "1-x", "-1-1", "1-0"])
async def test_an_id_that_is_no_turn_of_a_match_finds_nothing(club: Club, name: str) -> None:
    await lost_with_missed_win(club)
    with pytest.raises(NoSuchExercise):
        await club.service.exercises.find(ExerciseId("own", "clump", name), ADA.id)


async def test_a_turn_in_which_nothing_was_missed_is_no_puzzle(club: Club) -> None:
    match = await club.begin(**SMALL)
    match = await club.do(match.id, Play(ADA.id, winning(match)[0]))
    match = await club.do(match.id, Resign(GRACE.id))
    assert await club.service.own_puzzles.offered(match) == {}
    with pytest.raises(NoSuchExercise):
        await club.service.exercises.find(ExerciseId("own", "clump", f"{match.id}-1"), ADA.id)
