"""How the others answer in a stage: by moves that were written down, or by a level of the bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Protocol

from bot.exercises.courses import Course
from bot.exercises.tables import DataTable
from bot.games.core import PlayerError
from bot.opponents.levels import DEEP
from bot.opponents.thinking import Question

ALWAYS = "*"


class Reply(Protocol):
    """What whoever is to move plays."""

    def text(self, course: Course) -> str:
        """Their move. The same course always has the same answer."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """The first legal one of the moves that are listed for what the person has just played.

    Each list stands behind a pattern of that move, in which `*` is anything; the first that fits
    is taken. Where none of its moves is legal, the first legal move there is.
    """

    script: tuple[tuple[str, tuple[str, ...]], ...]

    def text(self, course: Course) -> str:
        game, position = course.game, course.position
        return self.listed(course) or game.format(position, next(iter(game.moves(position))))

    def listed(self, course: Course) -> str:
        """The first legal move of those that are listed; empty where there is none."""
        played = course.own[-1].text
        fitting = (moves for pattern, moves in self.script if fnmatchcase(played, pattern))
        texts = (_canonical(course, text) for text in next(fitting, ()))
        return next(filter(None, texts), "")


def _canonical(course: Course, text: str) -> str:
    # The text of a move where it is legal, else none.
    try:
        return course.played([text]).turns[-1].text
    except PlayerError:
        return ""


@dataclass(frozen=True, slots=True)
class Searched:
    """What the bot plays on a level, by a seed and the turns made so far."""

    level: int
    seed: int

    def text(self, course: Course) -> str:
        seed = 1000 * self.seed + len(course.turns)
        return Question(course.key, course.position, self.level, seed).answer().text


def read_reply(table: DataTable) -> Reply | None:
    """The reply of a stage, None where it has none. Raises BadDataFile."""
    if not table.has("reply"):
        return None
    value = table.raw("reply")
    if not isinstance(value, dict):
        return Scripted(((ALWAYS, _moves(table, "reply")),))
    inner = DataTable(value, f"{table.where}, reply")
    if not inner.has("level"):
        return Scripted(tuple((pattern, _moves(inner, pattern)) for pattern in value))
    searched = Searched(
        inner.whole("level", range(1, DEEP)), inner.whole("seed", range(1_000_000), 1)
    )
    inner.close()
    return searched


def _moves(table: DataTable, key: str) -> tuple[str, ...]:
    moves: Sequence[str] = table.texts(key)
    if not all(moves):
        raise table.fault(f"`{key}` has an empty text for a move.")
    return tuple(moves)
