"""The board of an exercise serves for whatever works on that of a match, with all data files."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.catalog import catalog
from bot.exercises.exercise import Exercise, Result
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import puzzles
from bot.front.board.pictures import alt_text, board_file
from bot.front.picker.screen import DraftView, Manner, screen_of
from bot.games.core import PlayerError
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match
from bot.model.records import Draft
from bot.opponents.workers import Workers
from bot.service.exercises.board import after_moves, board_of
from bot.service.personal import drafts
from bot.service.personal.drafts import next_step
from renderers import View
from tests.helpers.exercises import SetLine, set_line
from tests.helpers.people import ADA
from tests.service.conftest import Club

GAMES = list(catalog())
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ME = Person(770_000_000_000_000_001, "Zaphodina")


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
    text = drafts.whole_move(match, draft)
    assert text
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
    file = await board_file(match, View(), person=ME.id)
    assert file
    assert file.description
    longer = after_moves(match, exercise.solution[2:])
    assert longer.turn_person
    assert longer.turn_person.id < 0
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
