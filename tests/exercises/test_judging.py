"""How tries at the puzzles of the data files are judged: the right move alone is, others are shown
what is wrong with them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from bot.catalog import catalog
from bot.exercises.exercise import ExerciseId, Result
from bot.exercises.judging import IDLE, LOST, SHORT, STOPPED, TAKEN
from bot.exercises.puzzles import Puzzle, own_puzzle, puzzles, read_puzzle
from bot.exercises.themes import PuzzleTheme
from bot.opponents.reviewing import Missed, Mistake, gain
from tests.helpers.long_runs import LONG

REASONS = {
    PuzzleTheme.WIN1: {LOST, STOPPED, IDLE},
    PuzzleTheme.WIN2: {LOST, STOPPED, IDLE},
    PuzzleTheme.CAPTURE: {LOST, SHORT},
    PuzzleTheme.SAVE: {LOST},
    PuzzleTheme.GUARD: {LOST, TAKEN},
}


def samples() -> Iterator[Puzzle]:
    # A few of each theme of each game.
    for key in catalog():
        for theme in PuzzleTheme:
            of_theme = (each for each in puzzles(key).values() if each.theme is theme)
            yield from islice(of_theme, 8 if LONG else 1)


def tries(puzzle: Puzzle) -> Iterator[tuple[Any, str]]:
    # Some moves and what comes of them, spread over all.
    moves = [*puzzle.task.game.moves(puzzle.position)]
    for move in moves[:: max(1, len(moves) // 12)]:
        text = puzzle.task.game.format(puzzle.position, move)
        yield puzzle.task.turn_of(text), text


@pytest.mark.parametrize("puzzle", [*samples()], ids=lambda each: str(each.id))
def test_a_wrong_try_is_answered_by_what_is_wrong_with_it(puzzle: Puzzle) -> None:
    right = puzzle.task.turn_of(puzzle.solution[0])
    for turn, text in tries(puzzle):
        judgment = puzzle.judged([text])
        if turn.position == right.position:
            assert judgment.result is not Result.WRONG
            continue
        assert judgment.result is Result.WRONG
        assert judgment.reason in REASONS[puzzle.theme]
        if judgment.reply:
            answer = puzzle.task.after(text).turn_of(judgment.reply[0])
            if judgment.reason in (TAKEN, SHORT):
                taken = gain(answer, puzzle.task.after(text).position.turn)
                assert taken > (gain(turn, puzzle.position.turn) if judgment.reason == TAKEN else 0)
        else:
            assert judgment.reason == SHORT or puzzle.task.after(text).is_over()


@pytest.mark.parametrize("puzzle", [*samples()], ids=lambda each: str(each.id))
def test_the_solution_reaches_it_with_the_last_move(puzzle: Puzzle) -> None:
    for end in range(1, len(puzzle.solution), puzzle.task.round):
        judgment = puzzle.judged(puzzle.solution[:end])
        assert judgment.result is Result.GOES_ON
        assert judgment.reply == puzzle.solution[end : end + puzzle.task.round - 1]
    assert puzzle.judged(puzzle.solution).result is Result.REACHED


SAVE = "BBBBRRBR/RRRBRBRB/BRBRBRBR/RBRBRBRB/BBRRRBBR/BBRBRRBB/RRBRRBRB/RBBRRBRB;B"


def test_a_missed_save_is_judged_by_the_win_that_it_allows() -> None:
    options = {"size": 8}
    row = {"name": "1", "theme": "save", "difficulty": 4, "plies": 3, "solution": ["d7-e7"]}
    given = read_puzzle("clump", {**row, "position": SAVE, "options": options})
    mistake = Mistake(12, 2, Missed.SAVE, 1, ("d7-e7",), ("a1-a2",))
    own = own_puzzle(ExerciseId("own", "clump", "7-12"), options, given.position, mistake)
    assert own is not None
    assert own.judged(["d7-e7"]).result is Result.REACHED
    wrong = own.judged(["a4-a5"])
    assert (wrong.result, wrong.reason) == (Result.WRONG, LOST)
    assert own.task.after("a4-a5").after(wrong.reply[0]).is_over()


def test_a_missed_capture_may_be_made_up_for_by_any_that_takes_as_much() -> None:
    row = {"name": "1", "theme": "capture", "difficulty": 1, "plies": 1, "solution": ["c3xd4-e5"]}
    given = read_puzzle("bounce", {**row, "position": "c3:P d4:Y e3:P h8:Y;P"})
    mistake = Mistake(12, 1, Missed.CAPTURE, 1, ("c3xd4-e5",))
    own = own_puzzle(ExerciseId("own", "bounce", "7-12"), {}, given.position, mistake)
    assert own is not None
    assert own.judged(["e3xd4-c5"]).result is Result.REACHED
    assert own.judged(["e3-f4"]).reason == SHORT
