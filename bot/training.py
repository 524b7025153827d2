"""What `bumpbot lessons` prints: the last line for programs, the rest for people."""

import json
from collections.abc import Callable, Iterable, Iterator

from bot.catalog import catalog, entry
from bot.exercises.lesson_checks import answer_faults, solution_faults
from bot.exercises.lessons import Lesson, lesson
from bot.exercises.stages import Stage
from bot.games.core import BadDataFile

Read = Callable[[str], Lesson]


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
