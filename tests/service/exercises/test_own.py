"""The board of an exercise, and puzzles out of people's own matches, found in what they missed.

On the smallest board of Clump the first player wins with their second move, if they begin well.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.catalog import catalog
from bot.exercises.exercise import Exercise, ExerciseId, Result
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import puzzles
from bot.front.board.pictures import alt_text, board_file
from bot.front.picker.screen import DraftView, Manner, screen_of
from bot.games.core import PlayerError
from bot.model.commands import Play, Resign
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.model.records import Draft, PersonId, Seq
from bot.model.refusals import Refused
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import prove
from bot.opponents.workers import Workers
from bot.service.exercises.book import after_moves, board_of
from bot.service.exercises.library import NoSuchExercise
from bot.service.personal import drafts
from bot.service.personal.drafts import next_step
from renderers import View
from tests.helpers.exercises import SetLine, set_line
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.helpers.playing import known
from tests.helpers.thinking import InThreads
from tests.service.conftest import Club

GAMES = list(catalog())
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ME = Person(PersonId(770_000_000_000_000_001), "Zaphodina")


def begun(exercise: SetLine, **more: str | tuple[str, ...]) -> Attempt:
    return replace(Attempt(ME.id, *exercise.id, begun=NOW, at=NOW), **more)  # type: ignore[arg-type]


def chosen(match: Match, draft: Draft) -> Draft:
    while draft.move is None:
        step = drafts.next_step(match, draft)
        if step.move is not None:
            break
        draft = drafts.with_choice(match, draft, step.choices[0].key)
    return draft


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_made_on_it_step_by_step(game: str) -> None:
    exercise = set_line(game)
    attempt = begun(exercise)
    match = board_of(exercise, attempt, ME)
    assert (match.id, match.turn_person, match.clock, match.plies) == (0, ME, None, ())
    draft = chosen(match, attempt.draft)
    text = known(drafts.whole_move(match, draft))
    after = drafts.match_after(match, ME.id, text, NOW)
    assert [ply.text for ply in after.plies] == [text]
    view = DraftView(match, draft, View(), NOW, Manner("a puzzle"), text=True)
    for shown in (view, replace(view, draft=attempt.draft)):
        screen = screen_of(shown)
        assert screen.pictures
        assert screen.text_board


@pytest.mark.parametrize("game", GAMES)
async def test_it_goes_on_where_the_line_ends_and_is_drawn(game: str) -> None:
    exercise = set_line(game)
    line = exercise.solution[:2]
    match = board_of(exercise, begun(exercise, line=line), ME)
    assert [ply.text for ply in match.plies] == list(line)
    assert match.turn_person == ME
    assert match.seat_of(ME.id) == exercise.position.turn
    assert match.position == match.plies[-1].after
    assert known(await board_file(match, View(), person=ME.id)).description
    longer = after_moves(match, exercise.solution[2:])
    assert known(longer.turn_person).id < 0
    assert "Zaphodina" in alt_text(longer)
    with pytest.raises(PlayerError):
        after_moves(match, ["nonsense"])


# The data files


def own_moves(exercise: Exercise) -> list[str]:
    """What the person plays in the solution."""
    seat, made = exercise.position.turn, list[str]()
    for number, text in enumerate(exercise.solution):
        board = _board(exercise, exercise.solution[:number])
        if board.turn == seat:
            made.append(text)
    return made


def _board(exercise: Exercise, line: tuple[str, ...] = ()) -> Match:
    attempt = Attempt(ADA.id, *exercise.id, begun=NOW, at=NOW, line=line)
    return board_of(exercise, attempt, ADA)


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_has_a_board_on_which_a_move_can_be_made(game: str) -> None:
    for stage in lesson(game).stages:
        board = _board(stage)
        assert board.turn_person == ADA
        assert next_step(board, Attempt(ADA.id, *stage.id, begun=NOW, at=NOW).draft).choices


@pytest.mark.parametrize("game", GAMES)
async def test_an_exercise_is_solved_through_a_process_of_its_own(game: str) -> None:
    workers = Workers(1)
    book = Club(thinking=workers).service.exercises
    exercises: list[Exercise] = [lesson(game).stages[0], *[*puzzles(game).values()][:1]]
    try:
        for exercise in exercises:
            attempt = await book.attempt(ADA.id, exercise.id)
            for text in own_moves(exercise):
                attempt, said = await book.tried(ADA.id, exercise.id, attempt.changes, text)
                assert said.result is not Result.WRONG
            assert attempt.reached
    finally:
        await workers.close()
    assert [*await book.progress(ADA.id, game)] == [exercises[0].id.name]


SMALL: dict[str, Any] = {"game": "clump", "options": {"size": 4}}


def winning(match: Match) -> tuple[str, ...]:
    """The first moves that win whatever is answered."""
    return prove(kernel_of(match.game, known(match.position)), 3, 1_000_000, every=True).winning


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
    right = winning(await club.matches.at(match.id, Seq(match.plies[0].seq - 1)))
    attempt, judgment = await book.tried(ADA.id, puzzle, 0, match.plies[0].text)
    assert judgment.result is Result.WRONG
    attempt, judgment = await book.tried(ADA.id, puzzle, attempt.changes, right[0])
    assert judgment.result is Result.GOES_ON


async def test_a_puzzle_of_a_match_is_found_again_after_a_restart(club: Club) -> None:
    match = await lost_with_missed_win(club)
    (puzzle,) = (await club.service.own_puzzles.offered(match)).values()
    found = await club.restarted().service.exercises.find(puzzle, ADA.id)
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


async def test_what_all_have_switched_off_is_neither_offered_nor_sought() -> None:
    thinking = InThreads()
    club = Club(thinking=thinking)
    for guests, sought in (((), 1), ((ROBOT,), 0)):
        match = await lost_with_missed_win(club, *guests)
        preferences = club.service.preferences
        await preferences.change("person", ADA.id, lambda before: replace(before, puzzles=False))
        before = len(thinking.asked)
        assert await club.service.own_puzzles.offered(match) == {}
        assert len(thinking.asked) - before == sought


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
