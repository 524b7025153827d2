"""The hints of an exercise: those of a stage as they are written, those of a puzzle out of its
solution."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bot.catalog import entry
from bot.exercises.exercise import Exercise
from bot.exercises.stages import Stage
from bot.games.effects import effect_cells
from bot.games.guide import Choice, Game, Hint

# Steps that are looked through at most for the way to a move.
LOOKED_AT = 2000

# Choices among which the right one is, where a move is one choice.
AMONG = 3


class Clue(NamedTuple):
    """A hint in words, and what it points out on the board."""

    text: str
    marks: tuple[Hint, ...] = ()


def clues_of(exercise: Exercise) -> tuple[Clue, ...]:
    """All hints of an exercise, in the order in which they are given. Computes."""
    if isinstance(exercise, Stage):
        return tuple(map(Clue, exercise.hints))
    return _of_solution(exercise.id.game, exercise.position, exercise.solution[0])


@lru_cache(256)
def _of_solution(key: str, position: Any, text: str) -> tuple[Clue, ...]:
    # First what the move begins with; then what comes of it.
    game = entry(key).game
    move = game.parse(position, text)
    way = _way_to(game, position, move)
    turn = game.play(position, move)
    told = game.tell(turn.effects, {})
    return _first_clue(game, position, way), Clue(f"It does this: {told}")


def _first_clue(game: Game[Any, Any], position: Any, way: Sequence[Choice]) -> Clue:
    first = way[0]
    if len(way) > 1:
        marks = (Hint(first.cell),) if first.cell else ()
        return Clue(f"It begins with {first.label}.", marks)
    choices = game.steps(position, ()).choices
    at = choices.index(first)
    # Which of the three it is depends on where it stands, and so does not give it away.
    begin = max(0, min(at - at % AMONG, len(choices) - AMONG))
    among = choices[begin : begin + AMONG]
    labels = ", ".join(choice.label for choice in among)
    return Clue(f"It is one of these: {labels}.", tuple(Hint(c.cell) for c in among if c.cell))


def _way_to(game: Game[Any, Any], position: Any, move: Any) -> tuple[Choice, ...]:
    """The choices that make a move."""
    cells = effect_cells(game.play(position, move).effects)
    return next(_ways(game, position, move, frozenset(cells)), ())


def _ways(
    game: Game[Any, Any], position: Any, move: Any, cells: frozenset[str]
) -> Iterator[tuple[Choice, ...]]:
    # What the move touches is looked at first.
    waiting: list[tuple[Choice, ...]] = [()]
    for _ in range(LOOKED_AT):
        if not waiting:
            return
        way = waiting.pop()
        step = game.steps(position, tuple(choice.key for choice in way))
        if step.move == move:
            yield way
        onward = sorted(step.choices, key=lambda choice: choice.cell in cells)
        waiting += [(*way, choice) for choice in onward]
