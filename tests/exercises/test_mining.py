"""Puzzles come from games that people might play, and there is something to find in them."""

from dataclasses import replace

import pytest

from bot.catalog import entry
from bot.exercises.mining import Mine, found_in, mined, takes_the_last
from bot.exercises.puzzles import Puzzle, puzzles
from bot.exercises.themes import PuzzleTheme, Task

BOUNCE = entry("bounce").game


@pytest.mark.parametrize("key", ["bipod", "bounce"])
def test_no_puzzle_is_to_adopt_or_to_take_the_last_stack(key: str) -> None:
    assert len(puzzles(key)) >= 60
    for puzzle in puzzles(key).values():
        assert "adopt" not in puzzle.solution
        is_win = puzzle.theme is PuzzleTheme.WIN1
        assert not (is_win and takes_the_last(puzzle.task, puzzle.solution[0])), puzzle.id


def test_a_win_by_taking_the_last_stack_is_not_mined() -> None:
    lone = Task("bounce", BOUNCE.read("a1:P b2:PPP c1:P e1:P g1:P e5:Y;P", {}))
    assert lone.winning_reply()
    assert found_in(lone, PuzzleTheme.WIN1, {}) is None


@pytest.mark.parametrize("key", ["bipod", "bounce"])
def test_the_name_of_a_puzzle_that_was_taken_out_is_not_given_again(key: str) -> None:
    # Up to 366 they meant others once.
    assert min(int(name) for name in puzzles(key)) > 366


def test_mining_goes_on_from_the_last_name() -> None:
    known: list[Puzzle] = [*puzzles("bounce").values()][:3]
    named = [
        replace(each, id=each.id._replace(name=str(900 + at))) for at, each in enumerate(known)
    ]
    [found] = mined(Mine("bounce", 1, levels=(1,)), 1, named, processes=1)
    assert found.id.name == "903"
