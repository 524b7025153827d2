"""What is won is adjudicated as won, by whoever is to move and by whoever moved last."""

from random import Random

import pytest

from bot.catalog import catalog, entry
from bot.exercises.puzzles import Puzzle, puzzles
from bot.exercises.themes import PuzzleTheme
from bot.games.core import Position
from bot.opponents.levels import LEVELS, level_of
from bot.opponents.thinking import AdjudicationQuestion


def of_two(key: str) -> Puzzle:
    """A puzzle of the game whose solution takes two moves."""
    found = (p for p in puzzles(key).values() if p.theme is PuzzleTheme.WIN2)
    return next(p for p in found if len(getattr(p.position, "playing", (1, 2))) == 2)


def played(key: str, position: Position, *texts: str) -> Position:
    game = entry(key).game
    for text in texts:
        position = game.play(position, game.parse(position, text)).position
    return position


def adjudicated(key: str, position: Position, before: Position, last: str) -> tuple[str, ...]:
    """The line of a win that is proven within the budget of a match."""
    level = level_of(key, LEVELS[-1])
    plies, nodes = level.proof, level.nodes * 2
    return AdjudicationQuestion(key, position, before, last, plies, nodes).answer()


@pytest.mark.parametrize("key", list(catalog()))
def test_a_win_of_either_side_is_found_and_leads_to_the_end(key: str) -> None:
    puzzle = of_two(key)
    mover = puzzle.position.turn
    first = puzzle.solution[0]
    after = played(key, puzzle.position, first)
    for position, last in ((puzzle.position, ""), (after, first)):
        line = adjudicated(key, position, puzzle.position, last)
        outcome = entry(key).game.outcome(played(key, position, *line))
        assert outcome
        assert outcome.winners == (mover,)


@pytest.mark.parametrize("key", list(catalog()))
def test_nothing_is_proven_of_a_game_that_has_just_begun(key: str) -> None:
    game = entry(key).game
    opening = game.start(game.prepare({}, 2, Random(1)))
    assert AdjudicationQuestion(key, opening, opening, "", 3, 3000).answer() == ()
