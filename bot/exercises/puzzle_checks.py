"""Whether a puzzle is what its file says: proven anew, by every legal move."""

from collections.abc import Iterator

from bot.catalog import entry
from bot.exercises.exercise import Result
from bot.exercises.puzzles import Puzzle
from bot.exercises.themes import PuzzleTheme, Solved, is_unique, proven
from bot.games.core import PlayerError

CHEAP = (PuzzleTheme.WIN1, PuzzleTheme.CAPTURE)
"""Themes whose proof looks at no answers but those of the moves that come into question."""


def puzzle_faults(puzzle: Puzzle, *, quick: bool = False) -> Iterator[str]:
    """What is wrong with a puzzle, in sentences; nothing where it is whole.

    The quick form proves what is cheap, and of the others that the solution holds.
    """
    try:
        yield from _line_faults(puzzle)
        if puzzle.theme in CHEAP or not quick:
            yield from _proof_faults(puzzle, proven(puzzle.theme, puzzle.task))
    except PlayerError as error:
        yield f"the solution can't be played: {error}"


def _line_faults(puzzle: Puzzle) -> Iterator[str]:
    # Every own move of the solution has to be right, and the last one to be the last.
    every, solution = puzzle.task.round, puzzle.solution
    if len(solution) != (puzzle.moves - 1) * every + 1:
        yield f"the solution has {len(solution)} moves."
        return
    for own in range(puzzle.moves):
        judgment = puzzle.judged(solution[: own * every + 1])
        is_last = own + 1 == puzzle.moves
        if judgment.result is not (Result.REACHED if is_last else Result.GOES_ON):
            yield f"{solution[own * every]} is judged as {judgment.result} {judgment.reason}."
            return


def _proof_faults(puzzle: Puzzle, proof: Solved | None) -> Iterator[str]:
    if proof is None or not proof.moves:
        yield "nothing is proven in it."
        return
    end = puzzle.task.after(puzzle.solution[0]).position
    others = [text for text in proof.moves if puzzle.task.after(text).position != end]
    if others or not is_unique(puzzle.task, proof.moves):
        yield f"{', '.join(others)} solves it as well."
    if proof.plies != puzzle.plies:
        yield f"its proof takes {proof.plies} plies, not {puzzle.plies}."
    if puzzle.theme is PuzzleTheme.WIN1:
        yield from _win_faults(puzzle)


def _win_faults(puzzle: Puzzle) -> Iterator[str]:
    # What the search calls won the rules have to call won after every answer they allow.
    game, seat, end = entry(puzzle.id.game).game, puzzle.position.turn, puzzle.task
    end = end.after(puzzle.solution[0])
    ends = [end.position] if end.is_over() else [turn.position for _, turn in end.turns()]
    outcomes = [game.outcome(position) for position in ends]
    if not all(outcome and seat in outcome.winners for outcome in outcomes):
        yield "the rules don't confirm the win."
