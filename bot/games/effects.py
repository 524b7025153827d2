"""Effects that several games share."""

from collections.abc import Iterable, Sequence

from bot.games.core import Effect


class Passed(Effect, kind="pass"):
    """The player let the turn go by."""


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

    Without its way a chain is told whole: where the piece came from that set it off may be far
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
