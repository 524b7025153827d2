"""The course of a try: each turn of it in order, with its effects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, Protocol

from bot.catalog import entry
from bot.exercises.tables import DataTable
from bot.games.core import Effect, Outcome, PlayerError
from bot.games.guide import Game
from bot.opponents.levels import DEEP
from bot.opponents.thinking import Question


@dataclass(frozen=True)
class Made:
    """One turn: whose, its move's canonical text, what happened, and the position after it."""

    player: int
    text: str
    effects: tuple[Effect, ...]
    position: Any


@dataclass(frozen=True)
class Course:
    """A position and the turns made from it. The person is the player to move in it."""

    key: str
    start: Any
    turns: tuple[Made, ...] = field(default=())

    @property
    def game(self) -> Game[Any, Any]:
        return entry(self.key).game

    @property
    def person(self) -> int:
        """The player whose try it is, by number."""
        return int(self.start.turn)

    @property
    def position(self) -> Any:
        return self.turns[-1].position if self.turns else self.start

    @property
    def own(self) -> tuple[Made, ...]:
        return tuple(turn for turn in self.turns if turn.player == self.person)

    @property
    def replies(self) -> tuple[Made, ...]:
        """The turns of the others since the person's last."""
        places = [place for place, turn in enumerate(self.turns) if turn.player == self.person]
        return self.turns[places[-1] + 1 :] if places else ()

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.position)

    def played(self, texts: Sequence[str]) -> "Course":
        """The course after further moves. Raises PlayerError if one can't be played."""
        course = self
        for text in texts:
            course = course.after(self.game.parse(course.position, text))
        return course

    def after(self, move: Any) -> "Course":
        """The course after one move more. Raises IllegalMove."""
        before = self.position
        turn = self.game.play(before, move)
        made = Made(before.turn, self.game.format(before, move), turn.effects, turn.position)
        return Course(self.key, self.start, (*self.turns, made))

    def branches(self) -> Iterator["Course"]:
        return map(self.after, self.game.moves(self.position))


ALWAYS = "*"


class Reply(Protocol):
    """What the player to move plays."""

    def text(self, course: Course) -> str:
        """Their move. The same course always has the same answer."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """The first legal one of the moves that are listed for what the person has just played.

    Each list follows a pattern of that move, in which `*` is anything; the first that fits is
    taken. If none of its moves is legal, the first legal move.
    """

    script: tuple[tuple[str, tuple[str, ...]], ...]

    def text(self, course: Course) -> str:
        game, position = course.game, course.position
        return self.listed(course) or game.format(position, next(iter(game.moves(position))))

    def listed(self, course: Course) -> str:
        """The first legal move of those that are listed; empty if there is none."""
        played = course.own[-1].text
        fitting = (moves for pattern, moves in self.script if fnmatchcase(played, pattern))
        texts = (_canonical(course, text) for text in next(fitting, ()))
        return next(filter(None, texts), "")


def _canonical(course: Course, text: str) -> str:
    # The text of a move if it is legal, else none.
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
    """The reply of a stage, None if it has none. Raises BadDataFile."""
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
