"""What changed between two positions, in one picture of the later one.

Effects tell which piece went where. If they do not (there are none, or a game has others), only a
single missing piece and a single new piece of a player are taken to be the same. Of several it is
shown where they left and where they came, and none is called captured. A piece is crossed out where
it was captured, at the end of an arrow from where it was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.games.core import Captured, Effect, Placed
from renderers.annotations.overlay import CORNER, CORNERS, Overlay, laid
from renderers.drawing.style import Style
from renderers.layout import apart, around, beside, between, plus, stride
from renderers.scene import (
    OCCUPANTS,
    Cross,
    Cups,
    Ghost,
    Item,
    Piece,
    Point,
    Ring,
    Scene,
    Sweep,
    Trail,
)

Spots = Mapping[str, Sequence[Point]]
Items = Mapping[str, Item]
"""The piece on each occupied cell."""

RIM = 0.95
"""How far from the center of its cell, in units, an arrow ends."""

ASIDE = 0.3
"""How far to the right it keeps, in units, if another piece went the other way."""

SMALL = 0.5
"""The size of a cross whose cell has another piece now."""


@dataclass(frozen=True, slots=True)
class Change:
    """The difference: moves and turns of pieces, and cells whose piece is gone or is new.

    `left` are cells whose piece is gone from there, and perhaps elsewhere now; `grown` those of
    towers that have changed, but not their owner. `taken` has the capture of each piece, by the
    cell that it was on before.
    """

    moved: Mapping[str, str] = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    grown: tuple[str, ...] = ()
    taken: Mapping[str, Captured] = field(default_factory=dict)

    @property
    def driven(self) -> Mapping[str, str]:
        """The cells to which captured pieces had gone by then."""
        return {cell: effect.at for cell, effect in self.taken.items() if effect.at != cell}

    def end(self, cell: str) -> str:
        """Where the piece gone from a cell was captured; if that is not known, there."""
        return self.driven.get(cell, cell)


def changed(
    before: tuple[Scene, Spots], after: tuple[Scene, Spots], effects: Sequence[Effect], style: Style
) -> Scene:
    """The later scene with what changed since the earlier one."""
    was, now = occupants(*before), occupants(*after)
    change = difference(was, now, effects)
    picture = ChangeMarks(Overlay(*before, style), Overlay(*after, style), was, now, change)
    under = [*picture.tints(), *picture.ways(), *picture.crosses(), *picture.rings()]
    return laid(after[0], under, [*picture.small_crosses(), *picture.turns()])


def occupants(scene: Scene, spots: Spots) -> dict[str, Item]:
    """The piece on each cell of a scene."""
    found = {i.at: i for i in scene.items if isinstance(i, OCCUPANTS) and not _is_taken(i)}
    cells = {place: cell for cell, places in spots.items() for place in places}
    return {cells[at]: item for at, item in found.items() if at in cells}


def _is_taken(item: Item) -> bool:
    return isinstance(item, Cups) and bool(item.kind)


def difference(was: Items, now: Items, effects: Sequence[Effect]) -> Change:
    by_effects, departed, taken = _by_effects(was, now, effects)
    origin = by_effects or _guessed(was, now)
    missing = [cell for cell in was if cell not in origin.values()]
    new = [cell for cell in now if cell not in origin]
    elsewhere = set() if by_effects else {_kind(now[cell]) for cell in new}
    left = [cell for cell in missing if cell in departed or _kind(was[cell]) in elsewhere]
    moved = {start: cell for cell, start in origin.items() if start != cell}
    stayed = [cell for cell, start in origin.items() if start == cell]
    return Change(
        moved,
        tuple(cell for cell in stayed if _angle(was[cell]) != _angle(now[cell])),
        tuple(cell for cell in missing if cell not in left),
        tuple(left),
        tuple(new),
        tuple(cell for cell in stayed if _tower(was[cell]) != _tower(now[cell])),
        taken,
    )


def _by_effects(
    was: Items, now: Items, effects: Sequence[Effect]
) -> tuple[dict[str, str], set[str | None], dict[str, Captured]]:
    # The cell that each cell's piece came from, the cells of pieces that moved off the board, and
    # the captures by the cells of their pieces. All are empty if the effects do not fit.
    departed: set[str | None] = set()
    taken: dict[str, Captured] = {}
    origin: dict[str, str | None] = {cell: cell for cell in was}
    for effect in effects:
        source, target = getattr(effect, "source", None), getattr(effect, "target", None)
        if source in origin and target:
            origin[target] = origin.pop(source)
        elif source in origin:
            departed.add(origin.pop(source))
        elif isinstance(effect, Placed):
            origin[effect.at] = None
        elif isinstance(effect, Captured):
            start = origin.pop(effect.at, None)
            taken |= {start: effect} if start else {}
    # Pieces gone without one of these effects were taken in the game's own way.
    origin = {cell: start for cell, start in origin.items() if cell in now}
    known = {cell: start for cell, start in origin.items() if start}
    fits = origin.keys() == now.keys() and all(
        _kind(was[start]) == _kind(now[cell]) for cell, start in known.items()
    )
    return (known, departed, taken) if fits else ({}, set(), {})


def _guessed(was: Items, now: Items) -> dict[str, str]:
    origin = {c: c for c in now if c in was and _kind(was[c]) == _kind(now[c])}
    for kind in dict.fromkeys(map(_kind, now.values())):
        gone = [c for c in was if c not in origin.values() and _kind(was[c]) == kind]
        new = [c for c in now if c not in origin and _kind(now[c]) == kind]
        if len(gone) == len(new) == 1:
            origin[new[0]] = gone[0]
    return origin


def _kind(item: Item) -> object:
    # What stays the same in a move: its owner, or the whole look of an item without one.
    return _player(item) or replace(item, at=(0.0, 0.0))


def _player(item: Item) -> int:
    # The owner, 0 for none; a tower belongs to its top.
    return item.owners[-1] if isinstance(item, Cups) else getattr(item, "player", 0)


def _tower(item: Item) -> tuple[int, ...]:
    return item.owners if isinstance(item, Cups) else ()


def _angle(item: Item) -> float | None:
    return item.angle if isinstance(item, Piece) else None


# The picture


@dataclass(frozen=True, slots=True)
class ChangeMarks:
    """The marks of a change, from the scenes of the earlier and the later position."""

    old: Overlay
    new: Overlay
    was: Items
    now: Items
    change: Change

    def tints(self) -> Iterator[Item]:
        """The cells where something changed."""
        change = self.change
        for cell in (*change.moved, *change.gone, *change.left):
            if cell not in self.now:
                yield from self.new.tint(cell, "from")
        for cell in (*change.moved.values(), *change.new, *change.turned, *change.grown):
            yield from self.new.tint(cell, "to")

    def ways(self) -> Iterator[Item]:
        """A broken ring where each piece was that moved, and an arrow to where it went."""
        unit, ways = self.new.style.unit, {**self.change.moved, **self.change.driven}
        for cell in (*ways, *self.change.left):
            if cell not in self.now and _player(self.was[cell]):
                yield Ghost(self.old.seen(cell)[0], _player(self.was[cell]))
        for source, target in ways.items():
            for tail, head in self.new.nearest(source, target):
                aside = ASIDE * unit if ways.get(target) == source else 0.0
                stop = between(tail, head, 1 - RIM * unit / apart(tail, head))
                yield Trail(plus(tail, beside(tail, head, aside)), stride(tail, stop), last=True)

    def rings(self) -> Iterator[Item]:
        """Rings around pieces that are new."""
        for cell in self.change.new:
            yield Ring(self.new.seen(cell)[0], "path")

    def crosses(self) -> Iterator[Item]:
        """Pieces that are gone, crossed out where they were captured; towers are covered, never
        gone."""
        for cell in self.change.gone:
            item, is_alone = self.was[cell], self._is_alone(cell)
            if is_alone and isinstance(item, Cups):
                yield replace(item, kind="covered")
            elif is_alone and _player(item):
                yield Cross(self._end(cell), _player(item), self._kind(cell))

    def small_crosses(self) -> Iterator[Item]:
        """Pieces that are gone, marked beside the piece that is there now, or other crosses."""
        room, unit = self.new.room(), self.new.style.unit
        for cell in (c for c in self.change.gone if _player(self.was[c]) and not self._is_alone(c)):
            wishes = [around(self._end(cell), angle, unit * CORNER) for angle in CORNERS]
            place = room.put(wishes, (unit * 0.42, unit * 0.42))
            yield Cross(place, _player(self.was[cell]), self._kind(cell), SMALL)

    def _is_alone(self, cell: str) -> bool:
        # Whether the piece gone from a cell has the cell to itself where it is crossed out.
        end = self.change.end(cell)
        first = next(other for other in self.change.gone if self.change.end(other) == end)
        return end not in self.now and first == cell

    def _end(self, cell: str) -> Point:
        heads = (head for _, head in self.new.nearest(cell, self.change.end(cell)))
        return next(heads, self.old.seen(cell)[0])

    def _kind(self, cell: str) -> str:
        taken, item = self.change.taken.get(cell), self.was[cell]
        usual = "covered" if isinstance(item, Cups) else Captured.kind
        return taken.kind if taken else usual

    def turns(self) -> Iterator[Item]:
        """An arc from a piece's old facing to its new one."""
        for cell in self.change.turned:
            start, end = _angle(self.was[cell]) or 0.0, _angle(self.now[cell]) or 0.0
            turn = (end - start) % 360
            yield Sweep(self.new.seen(cell)[0], start, turn if turn <= 180 else turn - 360)
