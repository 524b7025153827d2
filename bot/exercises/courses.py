"""How a try goes: each turn of it in order, with what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.catalog import entry
from bot.games.core import Effect, Outcome
from bot.games.guide import Game


@dataclass(frozen=True)
class Made:
    """One turn: whose, its move's canonical text, what happened, and the position after it."""

    player: int
    text: str
    effects: tuple[Effect, ...]
    position: Any


@dataclass(frozen=True)
class Course:
    """A position and the turns made from it. The person is whoever was to move in it."""

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
        """The course after further moves. Raises PlayerError where one can't be played."""
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
