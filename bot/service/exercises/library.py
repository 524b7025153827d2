"""Where exercises are found by their ids."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from bot.exercises.exercise import Exercise, ExerciseId
from bot.exercises.lessons import stage
from bot.exercises.puzzles import puzzle, puzzles
from bot.model.refusals import Refused

PUZZLE, STAGE = "puzzle", "stage"
"""The kinds of exercises of the data files."""


class NoSuchExercise(Refused):
    """There is no exercise of that id, or none any more."""

    def __init__(self) -> None:
        super().__init__("There is no such exercise any more.")


class Graded(Exercise, Protocol):
    """An exercise that is known how hard it is."""

    @property
    def difficulty(self) -> int:
        """1 to 5."""


Find: TypeAlias = Callable[[ExerciseId], Exercise | None]
Shelf: TypeAlias = Callable[[str], Mapping[str, Graded]]


def _nothing(game: str) -> Mapping[str, Graded]:
    return {}


@dataclass(frozen=True, slots=True)
class Library:
    """Finds exercises by kind, and all puzzles of a game by name. Reads files: in a thread."""

    kinds: Mapping[str, Find] = field(default_factory=dict)
    puzzles: Shelf = _nothing

    def find(self, exercise: ExerciseId) -> Exercise:
        """Raises NoSuchExercise."""
        find = self.kinds.get(exercise.kind)
        found = find(exercise) if find else None
        if found is None:
            raise NoSuchExercise
        return found


OF_DATA = Library({STAGE: stage, PUZZLE: puzzle}, puzzles)
"""The exercises of the data files."""
