"""The output of `bumpbot lessons` and `bumpbot puzzles`: the last line of a check is for
programs."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from bot.catalog import catalog, entry
from bot.exercises.checks import answer_faults, puzzle_faults, solution_faults
from bot.exercises.exercise import Exercise
from bot.exercises.lessons import Lesson, lesson
from bot.exercises.mining import LEVELS as USUAL
from bot.exercises.mining import Mine, mined
from bot.exercises.puzzles import Puzzle, puzzles, read_puzzles, row_of
from bot.exercises.stages import Stage
from bot.exercises.themes import PuzzleTheme
from bot.games.core import BadDataFile, PlayerError
from bot.opponents.levels import LEVELS

Read = Callable[[str], Lesson]
ReadPuzzles = Callable[[str], Mapping[str, Puzzle]]

T = TypeVar("T", bound=Exercise)


def lesson_lines(key: str | None = None, read: Read = lesson) -> tuple[list[str], bool]:
    """What is wrong with the lesson of a game, or of each, and whether all is well.

    The last line has the number of whole stages by game.
    """
    found, lines = _readable(key, lambda each: read(each).stages)
    return _checked(
        {game: stages for game, stages in found.items() if stages}, lines, "stage", _in_stage
    )


def puzzle_lines(
    key: str | None = None, read: ReadPuzzles = puzzles, *, quick: bool = False
) -> tuple[list[str], bool]:
    """What is wrong with the puzzles of a game, or of each, and whether all is well.

    The last line has the number of whole puzzles by game.
    """
    found, lines = _readable(key, lambda each: tuple(read(each).values()))
    return _checked(found, lines, "puzzle", partial(_in_puzzle, quick=quick))


def _readable(
    key: str | None, read: Callable[[str], Sequence[T]]
) -> tuple[dict[str, Sequence[T]], list[str]]:
    # The puzzles of each game, none if its file can't be read, and what is wrong with those files.
    found, lines = dict[str, Sequence[T]](), list[str]()
    for each in [entry(key).key] if key else catalog():
        found[each] = ()
        try:
            found[each] = read(each)
        except BadDataFile as error:
            lines.append(str(error))
    return found, lines


def _checked(
    found: Mapping[str, Sequence[T]],
    lines: list[str],
    unit: str,
    faults: Callable[[T], Iterable[str]],
) -> tuple[list[str], bool]:
    from tqdm import tqdm

    whole = dict.fromkeys(found, 0)
    every = [each for of_game in found.values() for each in of_game]
    for each in tqdm(every, unit=unit, leave=False, disable=None):
        wrong = [*faults(each)]
        whole[each.id.game] += not wrong
        lines += wrong
    return [*lines, json.dumps(whole)], not lines


def _in_stage(stage: Stage) -> Iterator[str]:
    for fault in chain(solution_faults(stage), answer_faults(stage)):
        yield f"{stage.where}: {fault}"


def _in_puzzle(puzzle: Puzzle, *, quick: bool) -> Iterator[str]:
    for fault in puzzle_faults(puzzle, quick=quick):
        yield f"data/puzzles/{puzzle.id.game}.jsonl, puzzle {puzzle.id.name}: {fault}"


def themes_of(names: Sequence[str]) -> tuple[PuzzleTheme, ...]:
    """The themes of these names, all of them where none is named. Raises PlayerError."""
    known = {theme.value: theme for theme in PuzzleTheme}
    if unknown := sorted(set(names) - set(known)):
        raise PlayerError(f"There is no theme {unknown[0]}. The themes are: {', '.join(known)}.")
    return tuple(known[name] for name in names) or tuple(PuzzleTheme)


def playing_levels(numbers: Sequence[int]) -> tuple[int, ...]:
    """The levels of these numbers, the usual ones where none is named. Raises PlayerError."""
    if unknown := sorted(set(numbers) - set(LEVELS)):
        raise PlayerError(f"There is no level {unknown[0]}. They go from 1 to {LEVELS[-1]}.")
    return tuple(numbers) or USUAL


def mine_into(file: Path | None, mine: Mine, wanted: int, processes: int = 0) -> str:
    """Add that many puzzles to the file, each as soon as it is found, or print them if there is no
    file: then they differ from those of the data file. Returns how many of what."""
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
