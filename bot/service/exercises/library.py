"""Finds exercises by their ids."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Protocol

from bot.catalog import catalog
from bot.exercises.exercise import Exercise, ExerciseId
from bot.exercises.lessons import stage
from bot.exercises.puzzles import Puzzle, of_day, puzzle, puzzles
from bot.model.exercises.attempt import Trial, strength_of
from bot.model.refusals import Refused

PUZZLE, STAGE, DAY = "puzzle", "stage", "day"
"""The kinds of exercises of the data files. A puzzle of the day is another exercise than the same
puzzle drawn: a person who had it before begins it again, and its tries are those of that day."""

DAY_LENGTH = len("2026-03-01-")
"""The length of the date before the name of the puzzle in the name of a puzzle of the day."""


class NoSuchExercise(Refused):
    """There is no exercise of that id, or no longer."""

    def __init__(self) -> None:
        super().__init__("There is no such exercise any more.")


class Graded(Exercise, Protocol):
    """An exercise of known difficulty."""

    @property
    def difficulty(self) -> int:
        """1 to 5."""


Find = Callable[[ExerciseId], Exercise | None]
Shelf = Callable[[str], Mapping[str, Graded]]
OfDay = Callable[[str | None, date], Puzzle | None]


@dataclass(frozen=True, slots=True)
class Library:
    """Finds exercises by kind, all puzzles of a game by name, and that of a day for a game, or for
    any. Reads files: in a thread."""

    kinds: Mapping[str, Find] = field(default_factory=dict)
    puzzles: Shelf = lambda game: {}
    of_day: OfDay = lambda game, day: None

    def find(self, exercise: ExerciseId) -> Exercise:
        """Raises NoSuchExercise."""
        find = self.kinds.get(exercise.kind)
        found = find(exercise) if find else None
        if found is None:
            raise NoSuchExercise
        return found

    def games(self) -> tuple[str, ...]:
        return tuple(game for game in catalog() if self.puzzles(game))


def name_drawn(exercise: ExerciseId) -> str:
    """The name of a puzzle among all puzzles of its game, whether drawn or of a day."""
    return exercise.name[DAY_LENGTH:] if exercise.kind == DAY else exercise.name


def _puzzle_of(exercise: ExerciseId) -> Puzzle | None:
    found = puzzle(ExerciseId(PUZZLE, exercise.game, name_drawn(exercise)))
    return found and replace(found, id=exercise)


def _of_day(game: str | None, day: date) -> Puzzle | None:
    if not any(puzzles(each) for each in ([game] if game else catalog())):
        return None
    found = of_day(game, day)
    return replace(found, id=ExerciseId(DAY, found.id.game, f"{day}-{found.id.name}"))


OF_DATA = Library({STAGE: stage, PUZZLE: puzzle, DAY: _puzzle_of}, puzzles, _of_day)
"""The exercises of the data files."""


YEAR = timedelta(days=366)
"""Nobody gets the same puzzle again within this time, while there are others."""


def next_puzzle(
    puzzles: Mapping[str, Iterable[Graded]], trials: Sequence[Trial], chance: Random
) -> Graded | None:
    """A puzzle of one of these games that the person has not had, as near to their strength as
    there is; the one they had longest ago if they had all. None if there are no puzzles."""
    had = {_id(trial): at for at, trial in enumerate(trials) if trial.kind in (PUZZLE, DAY)}
    games = {game: [each for each in of if each.id not in had] for game, of in puzzles.items()}
    fresh = [game for game, left in games.items() if left]
    if not fresh:
        everything = (each for of in puzzles.values() for each in of)
        return min(everything, key=lambda each: had[each.id], default=None)
    game = chance.choice(fresh)
    strength = strength_of(each for each in trials if _counts(each, game))
    nearest = min(abs(each.difficulty - strength) for each in games[game])
    return chance.choice([x for x in games[game] if abs(x.difficulty - strength) == nearest])


def _id(trial: Trial) -> ExerciseId:
    exercise = ExerciseId(trial.kind, trial.game, trial.name)
    return ExerciseId(PUZZLE, trial.game, name_drawn(exercise))


def _counts(trial: Trial, game: str) -> bool:
    return trial.kind == PUZZLE and trial.game == game
