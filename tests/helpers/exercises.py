"""A small exercise, of any game, whose solution alone is right."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.catalog import entry
from bot.exercises.exercise import ExerciseId, Judgment, Line, Result
from bot.games.core import Options, Position
from bot.service.exercises.library import Library

STAGE = """
[[stages]]
id = "first"
title = "First"
goal = "Push the piece on 04."
position = "01-0;04-1;1;0,0;-"
reached = { bumps = 1 }
solution = ["01,03"]
learned = "That was a bump."
"""
"""A stage of Bump, as a file has it."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """An exercise that is reached by playing its solution, and by nothing else."""

    id: ExerciseId
    options: Options
    position: Position
    solution: Line
    difficulty: int = 1

    @property
    def moves(self) -> int:
        return -(-len(self.solution) // 2)

    def judged(self, line: Sequence[str]) -> Judgment:
        made = len(line)
        if tuple(line) != self.solution[:made]:
            return Judgment(Result.WRONG, (), "other", "Not this one.")
        if made == len(self.solution):
            return Judgment(Result.REACHED, text="So it is.")
        return Judgment(Result.GOES_ON, self.solution[made : made + 1])


def set_line(
    game: str, name: str = "a1", plies: int = 3, kind: str = "puzzle", difficulty: int = 1
) -> SetLine:
    """An exercise at the beginning of a game: its solution is a line of some moves."""
    rules, chance = entry(game).game, random.Random(1)
    options: dict[str, Any] = dict(entry(game).usual)
    options = dict(rules.prepare(options, rules.players.start, chance))
    position, line = rules.start(options), list[str]()
    after = position
    for _ in range(plies):
        move = next(iter(rules.moves(after)))
        line.append(rules.format(after, move))
        after = rules.play(after, move).position
    return SetLine(ExerciseId(kind, game, name), options, position, tuple(line), difficulty)


def library(*exercises: SetLine) -> Library:
    known = {each.id: each for each in exercises}

    def puzzles(game: str) -> Mapping[str, SetLine]:
        return {i.name: each for i, each in known.items() if (i.kind, i.game) == ("puzzle", game)}

    return Library(dict.fromkeys({i.kind for i in known}, known.get), puzzles)


def another_move(exercise: SetLine) -> str:
    """A legal first move that is not the solution."""
    rules = entry(exercise.id.game).game
    texts = (rules.format(exercise.position, each) for each in rules.moves(exercise.position))
    return next(text for text in texts if text != exercise.solution[0])
