"""What `bumpbot lessons` and `bumpbot puzzles` print: the last line of a check is for programs."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from bot.catalog import catalog, entry
from bot.exercises.checks import answer_faults, puzzle_faults, solution_faults
from bot.exercises.lessons import Lesson, lesson
from bot.exercises.mining import Mine, mined
from bot.exercises.puzzles import Puzzle, puzzles, read_puzzles, row_of
from bot.exercises.stages import Stage
from bot.exercises.themes import PuzzleTheme
from bot.games.core import BadDataFile, PlayerError

Read = Callable[[str], Lesson]
ReadPuzzles = Callable[[str], Mapping[str, Puzzle]]


def lesson_lines(key: str | None = None, read: Read = lesson) -> tuple[list[str], bool]:
    """What is wrong with the lesson of a game, or of each, and whether nothing is.

    The last line has the number of whole stages by game.
    """
    from tqdm import tqdm

    lessons, lines = _readable([entry(key).key] if key else catalog(), read)
    numbers = {each.game: 0 for each in lessons}
    stages = [stage for each in lessons for stage in each.stages]
    for stage in tqdm(stages, unit="stage", leave=False, disable=None):
        faults = [f"{stage.where}: {fault}" for fault in _faults(stage)]
        numbers[stage.id.game] += not faults
        lines += faults
    return [*lines, json.dumps(numbers)], not lines


def _readable(keys: Iterable[str], read: Read) -> tuple[list[Lesson], list[str]]:
    # The lessons of the games that have one, and what is wrong with files that can't be read.
    lessons, lines = [], []
    for key in keys:
        try:
            lessons += [each for each in [read(key)] if each.stages]
        except BadDataFile as error:
            lines.append(str(error))
    return lessons, lines


def _faults(stage: Stage) -> Iterator[str]:
    yield from solution_faults(stage)
    yield from answer_faults(stage)


# Puzzles


def puzzle_lines(
    key: str | None = None, read: ReadPuzzles = puzzles, *, quick: bool = False
) -> tuple[list[str], bool]:
    """What is wrong with the puzzles of a game, or of each, and whether nothing is.

    The last line has the number of whole puzzles by game.
    """
    from tqdm import tqdm

    keys = [entry(key).key] if key else [*catalog()]
    found, lines = _readable_puzzles(keys, read)
    numbers = dict.fromkeys(keys, 0)
    for each in tqdm(found, unit="puzzle", leave=False, disable=None):
        faults = [*puzzle_faults(each, quick=quick)]
        numbers[each.id.game] += not faults
        where = f"data/puzzles/{each.id.game}.jsonl, puzzle {each.id.name}"
        lines += [f"{where}: {fault}" for fault in faults]
    return [*lines, json.dumps(numbers)], not lines


def _readable_puzzles(keys: Iterable[str], read: ReadPuzzles) -> tuple[list[Puzzle], list[str]]:
    found: list[Puzzle] = []
    lines: list[str] = []
    for key in keys:
        try:
            found += read(key).values()
        except BadDataFile as error:
            lines.append(str(error))
    return found, lines


def themes_of(names: Sequence[str]) -> tuple[PuzzleTheme, ...]:
    """The themes of these names, all of them where none is named. Raises PlayerError."""
    known = {theme.value: theme for theme in PuzzleTheme}
    if unknown := sorted(set(names) - set(known)):
        raise PlayerError(f"There is no theme {unknown[0]}. The themes are: {', '.join(known)}.")
    return tuple(known[name] for name in names) or tuple(PuzzleTheme)


def mine_into(file: Path | None, mine: Mine, wanted: int, processes: int = 0) -> str:
    """Add so many puzzles to the file, each as soon as it is found, or print them where there is
    none: then they are others than those of the data file. Returns how many of what."""
    from tqdm import tqdm

    if wanted < 1 or processes < 0:
        raise PlayerError("Name a number of puzzles such as --count 60, and 1 process or more.")
    known, themes = _known_puzzles(mine.key, file).values(), Counter[str]()
    with file.open("a", encoding="utf-8") if file else nullcontext(sys.stdout) as kept:
        found = mined(mine, wanted, known, processes)
        for each in tqdm(found, total=wanted, unit="puzzle", leave=False, disable=None):
            print(json.dumps(row_of(each), ensure_ascii=False), file=kept, flush=True)
            themes[each.theme] += 1
    return json.dumps(themes)


def _known_puzzles(game: str, file: Path | None) -> Mapping[str, Puzzle]:
    key = entry(game).key
    if file is None:
        return puzzles(key)
    return read_puzzles(key, file.read_text("utf-8") if file.exists() else "")
