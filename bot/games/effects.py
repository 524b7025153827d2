"""Effects that several games share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from bot.games.core import Effect


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
    removes: ClassVar[bool] = True
    player: int
    at: str
    direction: int | None = None


CELL_FIELDS = ("source", "path", "at", "target")
"""The fields of any game's effects that name cells, one or several."""


def effect_cells(effects: Iterable[Effect]) -> tuple[str, ...]:
    """The cells that a turn's effects name, each once, in order."""
    found: list[str] = []
    for effect in effects:
        for field in CELL_FIELDS:
            named = getattr(effect, field, None) or ()
            found += [named] if isinstance(named, str) else named
    return tuple(dict.fromkeys(found))
