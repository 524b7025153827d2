"""The interface of every game: positions, moves, turns, outcomes, and the effects that several
games share."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import ClassVar, Generic, Protocol, TypeVar, dataclass_transform

Options = Mapping[str, object]
"""Options of a match by name, as JSON values: `{"reserve": [0, 1]}`."""

Names = Mapping[int, str]
"""What to call each player, by player number from 1, ready to be shown."""


class PlayerError(Exception):
    """A refusal; its text speaks to the player: what, why, what next."""


class BadOptions(PlayerError):
    """The options of a match do not fit its game."""


class BadDataFile(PlayerError):
    """A data file of the bot can't be read: it was edited, or is incompletely installed."""


class NotationError(PlayerError):
    """A text that is no move; the message shows an example of a legal one."""


class IllegalMove(PlayerError):
    """A move that the rules forbid in this position; the message says why."""

    def __init__(self, why: str, cells: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.cells = cells
        """The spaces that stand in its way, to be marked in the picture."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Effect:
    """One small fact of a turn. A turn's effects are in the order they happened.

    Each kind is a frozen dataclass by being one. Sentences, pictures and replays are made from
    them; they are found by playing a turn again, and never stored.

    >>> from bot.catalog import entry
    >>> bump = entry("bump").game
    >>> start = bump.start({})
    >>> for effect in bump.play(start, bump.parse(start, "21,112-1")).effects:
    ...     print(effect)
    Moved(player=1, source='21', target='112', path=('21', '22', '112'))
    Rotated(player=1, at='112', before=2, after=1)
    Bumped(player=1, source='112', target='113', direction=2)
    """

    kind: ClassVar[str]

    removes: ClassVar[bool] = False
    """Whether a piece of `player` leaves the board by this, against their will."""

    takes: ClassVar[bool] = False
    """Whether a piece of `player` is captured by this: it is removed, or another's from now on."""

    hits: ClassVar[bool] = False
    """Whether a piece is bumped or captured by this."""

    threat: ClassVar[str] = ""
    """What the player to move next must deal with because of it, said of the player: `they ...`."""

    player: int
    """Whose turn it was, or whose piece it happened to."""

    def __init_subclass__(
        cls, kind: str, removes: bool = False, takes: bool = False, hits: bool = False
    ) -> None:
        cls.kind, cls.removes = kind, removes or cls.removes
        cls.takes = takes or cls.removes
        cls.hits = hits or cls.takes
        dataclass(frozen=True)(cls)

    def record(self) -> dict[str, object]:
        """The fact as JSON: `kind` and every field that is not None, under its short name."""
        values = {SHORT.get(f.name, f.name): getattr(self, f.name) for f in fields(self)}
        return {"kind": self.kind} | {name: v for name, v in values.items() if v is not None}


SHORT = {"source": "from", "target": "to"}
"""The JSON names of fields whose names are reserved in Python."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A draw has no winners. `reason` is a key of the game's data file."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal, in a sentence, and the spaces that block it."""

    why: str
    cells: tuple[str, ...] = ()


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


def opponent(player: int) -> int:
    return 3 - player


def as_agreed(options: Options, players: int, chance: Random) -> Options:
    """The options of a game in which chance decides nothing."""
    return dict(options)


def nobody_leaves(position: P, player: int) -> Turn[P]:
    """Used in a game of two instead of `leave`: a player who leaves ends it."""
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rules(Generic[P, M]):
    """The rules of one game: pure functions of its positions and moves.

    A move is frozen data that knows no position.
    """

    key: str
    """The name of the game's package and of its data file."""

    players: range = range(2, 3)
    """How many can play."""

    start: Callable[[Options], P]
    """The first position. Raises BadOptions with a sentence."""

    moves: Callable[[P], Iterator[M]]
    """Every legal move once, in a fixed order; none exactly when there is an outcome."""

    resolve: Callable[[P, M], Turn[P] | None]
    """The move with its whole chain, None when it is not legal."""

    explain: Callable[[P, M], Refusal]
    """Why a move that is not legal is refused, and what to do instead. Decides nothing."""

    outcome: Callable[[P], Outcome | None]
    """How the game ended, or None while it goes on."""

    parse: Callable[[P, str], M]
    """The move a player typed, leniently. Raises NotationError with a legal example."""

    format: Callable[[P, M], str]
    """The move's one canonical text."""

    read: Callable[[str, Options], P]
    """The position of a position text. Raises NotationError."""

    write: Callable[[P], str]
    """The position's one canonical text."""

    prepare: Callable[[Options, int, Random], Options] = as_agreed
    """The options completed for a new match of that many players, with what chance decides."""

    leave: Callable[[P, int], Turn[P]] = nobody_leaves
    """The position after a player has left a game that two or more others play on."""

    def play(self, position: P, move: M) -> Turn[P]:
        """The move with its whole chain. Raises IllegalMove when it is not legal."""
        turn = self.resolve(position, move)
        if turn is None:
            refusal = self.explain(position, move)
            raise IllegalMove(refusal.why, refusal.cells)
        return turn


class Passed(Effect, kind="pass"):
    """The player passed."""


class Moved(Effect, kind="move"):
    """The player moved a piece along `path`, both ends counted."""

    source: str
    target: str
    path: tuple[str, ...]


class Rotated(Effect, kind="rotate"):
    """A piece turned in place from facing `before` to facing `after`."""

    at: str
    before: int
    after: int


class Placed(Effect, kind="place"):
    """The player put a new piece on the board."""

    at: str
    facing: int | None = None


class Bumped(Effect, kind="bump", hits=True):
    """A piece of `player` was pushed one space. `direction` is the way it went."""

    source: str
    target: str
    direction: int


class Captured(Effect, kind="capture", removes=True):
    """A piece of `player` left the game from `at`; `direction` is the push it could not follow."""

    at: str
    direction: int | None = None


CELL_FIELDS = ("source", "path", "at", "target")
"""The fields of any game's effects that name cells, one or several."""


def chain_cells(effects: Sequence[Effect]) -> tuple[str, ...]:
    """The cells where a turn bumped or captured; of a run that took what it passed, all of it.

    Without the move's path a chain is complete: the piece that set it off may have come from far
    away.
    """
    hits = effect_cells(effect for effect in effects if effect.hits)
    path = next((effect.path for effect in effects if isinstance(effect, Moved)), ())
    return effect_cells(effects) if set(hits) <= set(path) else hits


def effect_cells(effects: Iterable[Effect]) -> tuple[str, ...]:
    """The cells that a turn's effects name, each once, in order."""
    found: list[str] = []
    for effect in effects:
        for field in CELL_FIELDS:
            named = getattr(effect, field, None) or ()
            found += [named] if isinstance(named, str) else named
    return tuple(dict.fromkeys(found))
