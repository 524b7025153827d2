"""Marks on a finished picture: choices, chosen cells, obstacles and hints.

They are put on the scene of any game, by where its cells are drawn. Marks around a cell are under
the pieces and its letter is on top, out of reach of any bumper.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product

from bot.games.guide import Hint
from renderers.annotations.chain import Link, Pixel, arrows, pixel, room_around
from renderers.annotations.placement import LabelPlacer
from renderers.drawing.mark_sprites import ALERT, LETTER
from renderers.drawing.style import Style
from renderers.layout import apart, around, between, plus, stride
from renderers.scene import (
    OCCUPANTS,
    Alert,
    Beacon,
    Cell,
    Cups,
    Frame,
    Ground,
    Item,
    Letter,
    Outline,
    Piece,
    Point,
    Pointer,
    Scene,
    Text,
    Tint,
    Trail,
)

Spots = Mapping[str, Sequence[Point]]

LIFT = 0.24
"""How far above the center of an empty cell, in units, a letter leaves its coordinate free."""

FOOT: Point = (-0.74, 0.52)
"""Where a letter is drawn beside a tower, in units from its cell's center: it hides no height."""

OFF_RAIL = 0.02
"""How far a letter keeps off the rim of the board, in units."""

CORNERS, CORNER = (-30, -90, -150, 30, 90, 150), 1.16
"""Where around a cell a sign may be, in degrees, best first, and how far from its center."""


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """What to mark: cells by letter, cells chosen in order, obstacles, and hints."""

    letters: Mapping[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()


def marked(scene: Scene, spots: Spots, marks: BoardMarks, style: Style) -> Scene:
    """The scene with marks on it. Cells that it does not draw are ignored."""
    sheet = Overlay(scene, spots, style)
    under: list[Item] = [*sheet.chosen(marks.chosen), *sheet.blocked(marks.obstacles)]
    under += sheet.beacons(marks.hints)
    letters = [*sheet.letters(marks.letters)]
    over: list[Item] = [
        *sheet.pointers(marks.hints),
        *sheet.alerts(marks.obstacles, letters),
        *letters,
    ]
    hidden = {pixel(place) for cell in marks.letters for place in sheet.seen(cell)}
    items = [i for i in scene.items if not _is_hidden(i, hidden, style.unit)]
    return laid(Scene(scene.ground, tuple(items)), under, over)


def laid(scene: Scene, under: Iterable[Item], over: Iterable[Item]) -> Scene:
    """The scene with some items below all of its pieces and some above everything."""
    items = scene.items
    first = next((k for k, item in enumerate(items) if isinstance(item, OCCUPANTS)), len(items))
    return Scene(scene.ground, (*items[:first], *under, *items[first:], *over))


def _is_hidden(item: Item, lettered: set[Pixel], unit: float) -> bool:
    # Whether a text is where a letter will be: it would show past its rim.
    if not isinstance(item, Text) or item.anchor != "mm":
        return False
    return any(apart(item.at, place) < unit * LETTER for place in lettered)


@lru_cache(64)
def _cells(ground: Ground) -> Mapping[Pixel, Cell]:
    return {pixel(cell.at): cell for cell in ground.cells}


@lru_cache(64)
def _rails(ground: Ground) -> tuple[float, float]:
    # Where a board ends on the left and at the bottom, in pixels.
    corners = [corner for cell in ground.cells for corner in cell.corners]
    return min(x for x, _ in corners), max(y for _, y in corners)


@dataclass(slots=True)
class Overlay:
    """A scene to be marked."""

    scene: Scene
    spots: Spots
    style: Style
    pieces: dict[Pixel, Piece] = field(default_factory=dict)
    towers: dict[Pixel, Cups] = field(default_factory=dict)

    def __post_init__(self) -> None:
        items = self.scene.items
        self.pieces = {pixel(i.at): i for i in items if isinstance(i, Piece)}
        self.towers = {pixel(i.at): i for i in items if isinstance(i, Cups) and not i.kind}

    @property
    def bodies(self) -> list[Piece]:
        """What signs and arrows keep off: the pieces, and each tower as one without a bumper."""
        return [*self.pieces.values(), *(Piece(t.at, t.owners[-1]) for t in self.towers.values())]

    def seen(self, cell: str) -> list[Point]:
        """Where a cell's piece is drawn, or everywhere that the empty cell is."""
        places = self.spots.get(cell, ())
        return [place for place in places if pixel(place) in self.pieces] or list(places)

    def outline(self, place: Point) -> Outline:
        """The outline of the cell at a place, around the origin; none if no cell is drawn."""
        cell = _cells(self.scene.ground).get(pixel(place))
        return tuple(stride(cell.at, corner) for corner in cell.corners) if cell else ()

    def letters(self, letters: Mapping[str, str]) -> Iterator[Letter]:
        """A letter on every choice; it leaves an empty cell's coordinate and a tower visible."""
        for cell, letter in letters.items():
            for place in self.seen(cell):
                yield Letter(self._for_letter(place), letter)

    def _for_letter(self, place: Point) -> Point:
        if pixel(place) in self.towers:
            return self._at_foot(place)
        cell = _cells(self.scene.ground).get(pixel(place))
        if cell is None or not cell.label or pixel(place) in self.pieces:
            return place
        return plus(place, (0.0, -self.style.unit * LIFT))

    def _at_foot(self, place: Point) -> Point:
        # Beside the foot of a tower: on the other side at the left rail, and on no rail.
        unit, disc = self.style.unit, self.style.unit * (LETTER + OFF_RAIL)
        left, bottom = _rails(self.scene.ground)
        x, y = plus(place, (unit * FOOT[0], unit * FOOT[1]))
        if x < left + disc:
            x = place[0] - unit * FOOT[0]
        return x, min(y, bottom - disc)

    def chosen(self, cells: Sequence[str]) -> Iterator[Item]:
        """Frames around the cells chosen, and the way from each to the next."""
        yield from self._frames(cells, "path", broken=False)
        ways = list(pairwise(cells))
        for number, (source, target) in enumerate(ways, 1):
            for tail, tip in self.nearest(source, target):
                last = number == len(ways)
                reach = stride(tail, between(tail, tip, 0.75 if last else 1.0))
                yield Trail(tail, reach, last)

    def blocked(self, cells: Sequence[str]) -> Iterator[Item]:
        """Broken frames around obstacles."""
        return self._frames(cells, "capture", broken=True)

    def tint(self, cell: str, surface: str) -> Iterator[Tint]:
        """A cell on another surface, wherever it is drawn."""
        for place in self.spots.get(cell, ()):
            if corners := self.outline(place):
                yield Tint(place, corners, surface)

    def _frames(self, cells: Iterable[str], kind: str, broken: bool) -> Iterator[Item]:
        for place in (place for cell in cells for place in self.spots.get(cell, ())):
            if corners := self.outline(place):
                yield Frame(place, corners, kind, broken)

    def alerts(self, cells: Sequence[str], letters: Sequence[Letter]) -> Iterator[Alert]:
        """A warning beside each obstacle, on no bumper and no letter."""
        unit, room = self.style.unit, self.room()
        room.keep_clear.extend((letter.at, unit * LETTER) for letter in letters)
        for place in (place for cell in cells for place in self.seen(cell)):
            wishes = [around(place, angle, unit * CORNER) for angle in CORNERS]
            yield Alert(room.put(wishes, (unit * ALERT, unit * ALERT)))

    def room(self) -> LabelPlacer:
        """The room for signs: nothing may cover a bumper."""
        return room_around((0, 0, *self.scene.ground.size), self.style.unit, self.bodies)

    def beacons(self, hints: Iterable[Hint]) -> Iterator[Beacon]:
        """A ring around every hinted cell."""
        for cell in dict.fromkeys(hint.at for hint in hints if hint.towards is None):
            yield from map(Beacon, self.seen(cell))

    def pointers(self, hints: Iterable[Hint]) -> Iterator[Pointer]:
        """An arrow for every hint from a cell to another, one for both if there is one back."""
        ways = dict.fromkeys((hint.at, hint.towards) for hint in hints if hint.towards)
        pieces = self.bodies
        for number, (at, towards) in enumerate(ways):
            if (towards, at) in list(ways)[:number]:
                continue
            links = [Link(tail, head, 0) for tail, head in self.nearest(at, towards or at)]
            for arrow in arrows(self.style, pieces, links):
                yield Pointer(arrow.at, arrow.reach, (towards, at) in ways)

    def nearest(self, source: str, target: str) -> Iterator[tuple[Point, Point]]:
        """The closest places where two cells are drawn; nothing if one is not drawn."""
        pairs = list(product(self.spots.get(source, ()), self.spots.get(target, ())))
        if pairs and source != target:
            yield min(pairs, key=lambda pair: round(apart(*pair)))
