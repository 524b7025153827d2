"""Which puzzle somebody gets next. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from random import Random

from bot.exercises.exercise import ExerciseId
from bot.model.exercises.attempt import Trial
from bot.model.exercises.strength import strength_of
from bot.service.exercises.library import DAY, PUZZLE, Graded, name_drawn

YEAR = timedelta(days=366)
"""For so long nobody gets the same puzzle again, as long as there are others."""


def next_puzzle(
    puzzles: Mapping[str, Iterable[Graded]], trials: Sequence[Trial], chance: Random
) -> Graded | None:
    """A puzzle of one of these games that the person has not had, as near to their strength there
    as any; the one they had longest ago, once they had all. None where there are no puzzles."""
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
