"""Puzzles: positions in which only one move is right, stored as data or taken from a match.

`data/puzzles/<key>.jsonl` holds those of a game, one a line. They were mined by `mining.py`, and
`themes.py` proves each of them again. Whoever solved one is remembered by its name: a name never
means another position, nor is the name of one that was taken out given again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from bot.catalog import catalog, entry
from bot.exercises.exercise import ExerciseId, Judgment, Line
from bot.exercises.judging import judged
from bot.exercises.themes import PuzzleTheme, Task
from bot.games.core import BadDataFile, Options, PlayerError, Position
from bot.opponents.reviewing import Missed, Mistake

KIND, OWN = "puzzle", "own"
"""Kinds of exercises: puzzles of the data files, and those from a person's own match."""

YEAR = 366
"""Days in which no puzzle of the day comes twice, if a game has that many."""

DIFFICULTIES = range(1, 6)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the task in it, and a line that solves it.

    `plies` are those of everybody that its proof looks at, from the first move on. `difficulty` is
    1 to 5, as computed in `mining.py`.
    """

    id: ExerciseId
    options: Options
    position: Position
    theme: PuzzleTheme
    solution: Line
    plies: int
    difficulty: int

    @property
    def moves(self) -> int:
        return 2 if self.theme is PuzzleTheme.WIN2 else 1

    @property
    def task(self) -> Task:
        """The position in the form needed by proofs."""
        return Task(self.id.game, self.position)

    def judged(self, line: Sequence[str]) -> Judgment:
        return judged(self.task, self.theme, self.solution, self.plies, line)


# Those of the data files


@cache
def puzzles(key: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by name, in the order of the file; none if it has no file."""
    file = files("data") / "puzzles" / f"{key}.jsonl"
    return read_puzzles(key, file.read_text("utf-8")) if file.is_file() else MappingProxyType({})


def puzzle(exercise: ExerciseId) -> Puzzle | None:
    """The puzzle of the data files with that id, None if there is none."""
    known = exercise.kind == KIND and exercise.game in catalog()
    return puzzles(exercise.game).get(exercise.name) if known else None


def read_puzzles(key: str, text: str) -> Mapping[str, Puzzle]:
    """The puzzles of a file's text. Raises BadDataFile, naming the line."""
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            read = read_puzzle(key, json.loads(line))
        except (AttributeError, LookupError, PlayerError, TypeError, ValueError) as error:
            raise _broken(key, number, f"{type(error).__name__}: {error}") from error
        if read.id.name in found:
            raise _broken(key, number, f"there are two puzzles {read.id.name}")
        found[read.id.name] = read
    return MappingProxyType(found)


def _broken(key: str, number: int, why: str) -> BadDataFile:
    return BadDataFile(
        f"Line {number} of the puzzles {key}.jsonl can't be read ({why}). Reinstall the bot, or "
        "mend the line."
    )


def read_puzzle(key: str, row: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a line of a file, as `row_of` writes it."""
    game, options = entry(key).game, {**entry(key).usual, **row.get("options", {})}
    if row["difficulty"] not in DIFFICULTIES:
        raise ValueError("a difficulty is 1 to 5")
    return Puzzle(
        ExerciseId(KIND, key, row["name"]),
        options,
        game.read(row["position"], options),
        PuzzleTheme(row["theme"]),
        tuple(row["solution"]),
        row["plies"],
        row["difficulty"],
    )


def row_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a line of a file. Options are written only if they differ from the defaults."""
    game = entry(puzzle.id.game)
    options = {k: v for k, v in puzzle.options.items() if game.usual.get(k) != v}
    return {
        "name": puzzle.id.name,
        "theme": puzzle.theme.value,
        "difficulty": puzzle.difficulty,
        "plies": puzzle.plies,
        "position": game.game.write(puzzle.position),
        "solution": list(puzzle.solution),
        **({"options": options} if options else {}),
    }


# Those of a match

OWN_DIFFICULTY = 3


def own_puzzle(
    exercise: ExerciseId, options: Options, position: Position, mistake: Mistake
) -> Puzzle | None:
    """What a person missed in their match, as a puzzle; `position` is the one before their turn.

    More than one move may solve it. None for a win that takes more than two own moves, or that is
    missed among more than two players.
    """
    task = Task(exercise.game, position)
    theme = _theme_of(mistake)
    if theme is None or task.round != 2:
        return None
    own = 2 if theme is PuzzleTheme.WIN2 else 1
    plies = {Missed.WIN: own * 2, Missed.SAVE: 1 + mistake.count * 2, Missed.CAPTURE: 1}
    line = mistake.line[: 2 * own - 1]
    return Puzzle(exercise, options, position, theme, line, plies[mistake.missed], OWN_DIFFICULTY)


def _theme_of(mistake: Mistake) -> PuzzleTheme | None:
    match mistake.missed:
        case Missed.WIN:
            return {1: PuzzleTheme.WIN1, 2: PuzzleTheme.WIN2}.get(mistake.count)
        case Missed.SAVE:
            return PuzzleTheme.SAVE
        case Missed.CAPTURE:
            return PuzzleTheme.CAPTURE


# The puzzle of the day


def of_day(key: str | None, day: date) -> Puzzle:
    """The puzzle of that day, the same for everybody; without a game the day also draws the game.

    A game with 366 puzzles or more has none of them twice in that many days; others repeat as late
    as they can. Added puzzles change nothing before there are 366 more.
    """
    wanted = key or _game_of(day)
    known = [*puzzles(wanted).values()]
    whole = max(1, len(known) // YEAR)
    year, number = divmod(day.toordinal(), min(YEAR, len(known)))
    return known[(year % whole) * YEAR + number]


def _game_of(day: date) -> str:
    # The main game every second day, the others in turn between.
    main, *others = (key for key in catalog() if puzzles(key))
    turn, is_between = divmod(day.toordinal(), 2)
    return others[turn % len(others)] if is_between and others else main
