"""Learning by doing: a position in which the person is to move, and a goal.

An exercise is a stage of a game's lesson, a puzzle, or a puzzle from a person's own match. All are
plain values, so a worker process can judge a try.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from bot.games.core import Options, Position

Line = tuple[str, ...]
"""Moves as texts in the order in which they are played from the exercise's position on."""


class Result(StrEnum):
    """The state of a try."""

    REACHED = "reached"
    GOES_ON = "goes on"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judgment:
    """The judgment of the last move of a line.

    `reply` are the moves of the others after it: if it goes on, until the person is to move again;
    if the goal is reached, those with which it came about, if any; if it is wrong, what punishes
    it, which may be nothing. `reason` says of a wrong try which kind of answer it gets. `text` is
    that answer, or what was learned, if the data file has words for it.
    """

    result: Result
    reply: Line = ()
    reason: str = ""
    text: str = ""


class ExerciseId(NamedTuple):
    """The permanent id of an exercise: its kind (`stage`, `puzzle` or `own`), the game, and a name
    that is unique among them."""

    kind: str
    game: str
    name: str

    def __str__(self) -> str:
        return ".".join(self)

    @classmethod
    def parse(cls, text: str) -> "ExerciseId":
        """The id of a text, as `str` writes it. Raises ValueError."""
        kind, game, name = text.split(".")
        return cls(kind, game, name)


class Exercise(Protocol):
    """A position with a goal."""

    @property
    def id(self) -> ExerciseId:
        """Its permanent id."""

    @property
    def options(self) -> Options:
        """The options of the game that is played."""

    @property
    def position(self) -> Position:
        """The board at the beginning, with the person to move."""

    @property
    def moves(self) -> int:
        """How many own moves the person has for it."""

    @property
    def solution(self) -> Line:
        """A line that reaches the goal, with the replies of the others."""

    def judged(self, line: Sequence[str]) -> Judgment:
        """The judgment of a line whose last move is the person's and which was not wrong before.

        Computes, in the worst case for as long as a move of the bot: not for the event loop. Raises
        PlayerError if the line can't be played.
        """


@dataclass(frozen=True, slots=True)
class TryQuestion:
    """The judgment of that line, whose moves can be played: asked of a worker process."""

    exercise: Exercise
    line: Line

    def answer(self) -> Judgment:
        return self.exercise.judged(self.line)
