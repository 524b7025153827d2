"""What every game promises to the rest of the house, and the words all games share."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from itertools import islice
from random import Random
from typing import ClassVar, Generic, Protocol, TypeVar

Options = Mapping[str, object]
"""Options of a match by name, as JSON values: `{"reserve": [0, 1]}`."""

Names = Mapping[int, str]
"""What to call each player, by player number from 1, ready to be shown."""


class PlayerError(Exception):
    """A refusal; its text speaks to the player: what, why, what next."""


class BadOptions(PlayerError):
    """The options of a match do not fit its game."""


class NotationError(PlayerError):
    """A text that is no move; the message shows an example of a legal one."""


class IllegalMove(PlayerError):
    """A move that the rules forbid in this position; the message says why."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One small fact of a turn. A turn's effects stand in the order they happened."""

    kind: ClassVar[str]

    def record(self) -> dict[str, object]:
        """The fact as JSON: `kind` and every field that is not None, under its short name."""
        values = {SHORT.get(f.name, f.name): getattr(self, f.name) for f in fields(self)}
        return {"kind": self.kind} | {name: v for name, v in values.items() if v is not None}


SHORT = {"source": "from", "target": "to"}
"""Field names that JSON spells as Python can't."""


@dataclass(frozen=True, slots=True)
class Passed(Effect):
    """The player let the turn go by."""

    kind: ClassVar[str] = "pass"
    player: int


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """The player moved a piece along `path`, both ends counted."""

    kind: ClassVar[str] = "move"
    player: int
    source: str
    target: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rotated(Effect):
    """A piece turned in place from facing `before` to facing `after`."""

    kind: ClassVar[str] = "rotate"
    player: int
    at: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """The player put a new piece on the board."""

    kind: ClassVar[str] = "place"
    player: int
    at: str
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class Bumped(Effect):
    """A piece of `player` was pushed one space. `direction` is the way it went."""

    kind: ClassVar[str] = "bump"
    player: int
    source: str
    target: str
    direction: int


@dataclass(frozen=True, slots=True)
class Captured(Effect):
    """A piece of `player` left the game from `at`; `direction` is the push it could not follow."""

    kind: ClassVar[str] = "capture"
    player: int
    at: str
    direction: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A draw has no winners. `reason` is a key of the game's data file."""

    winners: tuple[int, ...]
    reason: str


class Position(Hashable, Protocol):
    """Frozen, hashable data that knows whose turn it is."""

    @property
    def turn(self) -> int:
        """The player to move, from 1."""


P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Turn(Generic[P]):
    """A move resolved with its whole chain: the position after it and what happened."""

    position: P
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a player can choose next while making a move.

    `key` is what the steps so far remember: short, stable in its position, unique in its step.
    `cell` is the space it stands for, which pictures letter; `angle`, in degrees clockwise from
    east, makes it a direction of the compass. Choices of one `group` are listed together.
    `facing`, in degrees as well, is the way the piece of this choice looks; an arrow shows it.
    Labels and notes are true however the board is turned, so they don't speak of east or west.
    """

    key: str
    label: str
    cell: str | None = None
    angle: float | None = None
    note: str = ""
    group: str = ""
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[M]):
    """A question on the way to a move: what to choose from, and the move made so far.

    `move` is set when what was chosen is a legal move as it stands. A step without choices is
    the last, and always has a move. `chosen` are the spaces chosen so far, in order.
    """

    prompt: str
    choices: tuple[Choice, ...]
    move: M | None = None
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to point out on the board: a space, or the way from it to another."""

    at: str
    towards: str | None = None


class Game(ABC, Generic[P, M]):
    """One rule set: stateless, pure, generic in its position and its move.

    A move is frozen data that knows no position. Each file of `bot/games` that holds a
    game ends with its one instance, `GAME`.
    """

    key: ClassVar[str]
    players: ClassVar[range] = range(2, 3)

    @abstractmethod
    def start(self, options: Options) -> P:
        """The first position. Raises BadOptions with a sentence."""

    @abstractmethod
    def moves(self, position: P) -> Iterator[M]:
        """Every legal move once, in a fixed order; none exactly when there is an outcome."""

    @abstractmethod
    def play(self, position: P, move: M) -> Turn[P]:
        """The move with its whole chain. Raises IllegalMove when it is not legal."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def parse(self, position: P, text: str) -> M:
        """The move a player typed, leniently. Raises NotationError with a legal example."""

    @abstractmethod
    def format(self, position: P, move: M) -> str:
        """The move's one canonical text."""

    @abstractmethod
    def refusal(self, position: P, move: M) -> str:
        """Why the move is not legal: the wall, piece or rule in the way. Decides nothing."""

    @abstractmethod
    def read(self, text: str, options: Options) -> P:
        """The position of a position text. Raises NotationError."""

    @abstractmethod
    def write(self, position: P) -> str:
        """The position's one canonical text."""

    @abstractmethod
    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """What happened in a turn, in one or two sentences of the game's own words."""

    @abstractmethod
    def describe(self, position: P, names: Names) -> str:
        """The position in words, for someone who can't see the picture; under 700 characters."""

    def prepare(self, options: Options, players: int, chance: Random) -> Options:
        """The options completed for a new match, with whatever chance decides in it."""
        return dict(options)

    def leave(self, position: P, player: int) -> Turn[P]:
        """The position once a player has left a game that two or more others play on."""
        raise NotImplementedError

    def rate(self, position: P, player: int) -> float:
        """How good the position looks to the player: 0 is even, more is better."""
        return 0.0

    def complete(self, position: P, typed: str, limit: int = 25) -> list[M]:
        """Legal moves that continue what was typed; for an empty text, sensible first choices."""
        wanted = squeeze(typed)
        fitting = (m for m in self.moves(position) if wanted in squeeze(self.format(position, m)))
        return list(islice(fitting, limit))

    def steps(self, position: P, so_far: Sequence[str]) -> Step[M]:
        """The next question after the keys chosen so far. Every legal move can be reached so.

        Raises IllegalMove when the keys do not fit the position.
        """
        texts = {self.format(position, move): move for move in self.moves(position)}
        if not texts:
            raise IllegalMove(GAME_OVER)
        if not so_far:
            return Step("Which move?", tuple(Choice(text, text) for text in texts))
        if len(so_far) > 1 or so_far[0] not in texts:
            raise IllegalMove(OUT_OF_STEP)
        return Step(WHOLE_MOVE, (), texts[so_far[0]])

    def obstacle(self, position: P, move: M) -> tuple[str, ...]:
        """The spaces that stand in the way of a refused move, to be marked in the picture."""
        return ()

    def hints(self, position: P, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """What may be shown to a player who asks for help, by title."""
        return {}

    def sketch(self, position: P) -> str:
        """The board in plain characters, for a fixed-width font; lines of at most 60."""
        return self.write(position)

    def about(self, position: P, cell: str, names: Names) -> str:
        """One space in words: who stands there, what is beside it. Raises NotationError."""
        raise NotationError(f"There is no space “{cell}” on this board.")

    def nearest(self, position: P, text: str, limit: int = 3) -> list[M]:
        """The legal moves whose texts look most like a refused one."""
        by_text = {self.format(position, move): move for move in self.moves(position)}
        return [by_text[t] for t in get_close_matches(text, by_text, limit, cutoff=0.4)]


WHOLE_MOVE = "This move"
"""The prompt of a step that leaves nothing to choose."""

GAME_OVER = "The game is over, so there is no move to make."
"""What steps say at the end."""

OUT_OF_STEP = "This half-made move no longer fits the board. Begin it anew."
"""What steps say to keys that lead nowhere."""


def squeeze(text: str) -> str:
    """A typed text without the blanks and case that players use freely."""
    return "".join(text.split()).casefold()
