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
from bot.games.phrases import comma_list

# Steps that are looked through at most for the way to a move.
LOOKED_AT = 2000

# Choices among which the right one is: at first, and where there is no other left to hint at.
AMONG, FEWER = 3, 2


class Clue(NamedTuple):
    """A hint in words, and what it points out on the board."""

    text: str
    marks: tuple[Hint, ...] = ()


class Chosen(NamedTuple):
    """One choice on the way to a move, and all there were."""

    choice: Choice
    among: tuple[Choice, ...]


Way = tuple[Chosen, ...]

FEW = Clue("There are only two ways to begin here.")


def clues_of(exercise: Exercise) -> tuple[Clue, ...]:
    """All hints of an exercise, in the order in which they are given. Computes."""
    if isinstance(exercise, Stage):
        return tuple(map(Clue, exercise.hints))
    return _of_solution(exercise.id.game, exercise.position, exercise.solution[0])


@lru_cache(256)
def _of_solution(key: str, position: Any, text: str) -> tuple[Clue, ...]:
    # First what the move begins with, then a few ways on; nothing gives the move away.
    game = entry(key).game
    first, *rest = _way_to(game, position, game.parse(position, text))
    if not rest:
        few = _few(first, AMONG)
        fewer = _few(Chosen(first.choice, few), FEWER)
        return (_clue("It is", few) if few != fewer else FEW), _clue("It is", fewer)
    marks = (Hint(first.choice.cell),) if first.choice.cell else ()
    begins = Clue(f"It begins so: {first.choice.label}.", marks)
    return begins, _clue("It goes on with", _few(rest[0], AMONG))


def _few(chosen: Chosen, count: int) -> tuple[Choice, ...]:
    # Which of the few it is depends on its place in the step, and so is not given away.
    at = chosen.among.index(chosen.choice)
    begin = max(0, min(at - at % count, len(chosen.among) - count))
    return chosen.among[begin : begin + count]


def _clue(what: str, few: Sequence[Choice]) -> Clue:
    labels = comma_list([choice.cell or choice.label for choice in few], "or")
    marks = tuple(Hint(choice.cell) for choice in few if choice.cell)
    # One space alone would be taken for the answer.
    return Clue(f"{what} one of these: {labels}.", marks if len(marks) == len(few) else ())


def _way_to(game: Game[Any, Any], position: Any, move: Any) -> Way:
    """The choices that make a move, but for those that were the only ones."""
    cells = frozenset(effect_cells(game.play(position, move).effects))
    way = next(_ways(game, position, move, cells))
    return tuple(chosen for chosen in way if len(chosen.among) > 1) or way


def _ways(game: Game[Any, Any], position: Any, move: Any, cells: frozenset[str]) -> Iterator[Way]:
    # What the move touches is looked at first.
    waiting: list[Way] = [()]
    for _ in range(LOOKED_AT):
        if not waiting:
            return
        way = waiting.pop()
        step = game.steps(position, tuple(each.choice.key for each in way))
        if step.move == move:
            yield way
        onward = sorted(step.choices, key=lambda choice: choice.cell in cells)
        waiting += [(*way, Chosen(choice, step.choices)) for choice in onward]
