"""The exercises of the data files go through the book, and through the processes that judge."""

from datetime import UTC, datetime

import pytest

from bot.catalog import catalog
from bot.exercises.exercise import Exercise, Result
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import puzzles
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.opponents.workers import Workers
from bot.service.exercises.board import board_of
from bot.service.personal.drafts import next_step
from tests.helpers.people import ADA
from tests.service.conftest import Club

GAMES = [game for game in catalog() if game != "pile"]
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


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
