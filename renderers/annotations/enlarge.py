"""The items of a scene as a window onto it shows them: larger, and their letters larger still."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

from renderers.annotations.chain import Pixel, pixel
from renderers.annotations.coordinates import LETTER, free_spot, numeral, strokes
from renderers.annotations.overlay import LIFT
from renderers.annotations.window import Area, Window
from renderers.drawing.style import HERE
from renderers.drawing.theme import SIZES, larger
from renderers.layout import apart, minus, plus, stride
from renderers.scene import (
    OCCUPANTS,
    Badge,
    Block,
    Cell,
    Chip,
    Cross,
    Facing,
    Ground,
    Item,
    Letter,
    Panel,
    Piece,
    Pill,
    Point,
    Scene,
    Space,
    Text,
    Tint,
    Token,
    Wall,
)

HEAD = (Panel, Pill, Chip, Token)
HEAD_ROLES = ("name", "count", "tag", "notice")
"""What is on the cards next to a board and in no close-up."""

TALL = {"label": 0.62, "piece": 0.94, "stone": 0.77, "cell": 0.86, "ruler": 0.86}
"""The size of letters, in units: as much as their cell has room for."""

ON_BLOCK = 0.8
"""The size of the coordinate on a block, which has nothing else, in units."""

BESIDE = 0.6
"""The size of the coordinate of a cell that has other things in its middle, in units."""

LOW = 0.5
"""How far below the center of its cell, in units, a coordinate is."""

HIGHER = 0.12
"""How much higher, in units, letters of choices are above a coordinate."""

SLANT = 0.4
"""The sine of the least angle at which a sign is beside the coordinate."""

LONGEST = 3.0
"""The length of a wall, in units, that is drawn as a part of a cell."""

CUT = 0.55
"""How near the rim, in units, a coordinate would be cut."""

NARROW, WIDEST = 0.5, {2: 1.07, 3: 0.75}
"""How large a coordinate of three signs is that has a way and a wall beside it, in units; and the
largest of so many signs that has a wall and a piece beside it."""

READABLE = 0.0435
"""How large a number is at the least, in units, by the units that a window is wide: 9 pixels high
where a picture is 300 pixels wide."""

AT_MOST, ROOMIER = 0.7, {"stone": 0.88, "cell": 0.95}
"""The largest that this may be, in units, and by the roles of names of two signs: a wider window,
of a whole board, has no room for that."""

NUMBER = 0.056
"""The size of the letters of a chain's numbers at the most, compared with the window's width: twice
as much as can be read where a phone shows it."""

SLIVER = 0.5
"""How far outside, in units, the middle of a piece is of which hardly more than a bumper would be
seen: it is left out."""

AWAY: Point = (0.22, -0.08)
"""How far aside, in units, a coordinate makes room for the sign of a facing beside it."""

REACH = 3.0
"""How far from its anchor, in units, anything without its own reach may be visible."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A scene seen through a window; `left` is where on the picture the board begins."""

    scene: Scene
    window: Window
    left: float

    @property
    def unit(self) -> float:
        """The distance in pixels, on the whole board, from a cell's center to its sides."""
        return self.scene.ground.unit

    def place(self, at: Point) -> Point:
        """Where a point of the board is on the picture."""
        (left, top), zoom = self.window.corner, self.window.zoom
        return self.left - left + at[0] * zoom, at[1] * zoom - top

    def under(self, area: Area) -> Area:
        """The part of the board that an area of the picture shows."""
        corner, zoom = self.window.corner, self.window.zoom
        left, right = ((x - self.left + corner[0]) / zoom for x in (area.left, area.right))
        top, bottom = ((y + corner[1]) / zoom for y in (area.top, area.bottom))
        return Area(left, top, right, bottom)

    def seen(self, at: Point, reach: float = REACH) -> bool:
        """Whether something that reaches that many units may show in the window."""
        return self.window.area.holds(at, reach * self.unit)

    def board(self) -> Iterator[Item]:
        """The visible cells and their walls, the same for every position."""
        for cell, _ in self._cells():
            yield self._space(cell)
        for start, end in self._walls():
            if apart(start, end) <= LONGEST * self.unit and self.seen(start):
                yield Wall(self.place(start), _scaled([minus(end, start)], self.window.zoom)[0])

    def long_walls(self) -> Iterator[tuple[Point, Point]]:
        """The walls along several cells, as they are on the picture."""
        for start, end in self._walls():
            if apart(start, end) > LONGEST * self.unit:
                yield self.place(start), self.place(end)

    def readable(self, at: Point) -> bool:
        """Whether the coordinate of a cell there is fully visible."""
        return self.window.area.holds(at, -CUT * self.unit)

    def items(self, board: Area) -> Iterator[Item]:
        """The visible coordinates and facings, and the items on the board."""
        cells, covered = self._cells(), _covered(self.scene)
        free = [cell for cell, at in cells if at not in covered]
        taken = _lettered(self.scene, [cell for cell, _ in cells], covered)
        for cell in free:
            if cell.hint is not None and cell.player is not None:
                yield Facing(self.place(cell.at), cell.hint, cell.player)
        unit = self.unit
        shown = [i for i in self.scene.items if self.seen(i.at, _reach(i, unit))]
        shown = [i for i in shown if not isinstance(i, Piece) or self.seen(i.at, SLIVER)]
        # A tint is of the ground: coordinates are on top of it.
        yield from (self._enlarged(i, taken) for i in shown if isinstance(i, Tint))
        yield from self._labels(free, taken, shown)
        for item in shown:
            if _in_head(item, board) or isinstance(item, Tint):
                continue
            if not isinstance(item, Text) or self.readable(item.at):
                yield self._enlarged(item, taken)

    # The board

    def _cells(self) -> list[tuple[Cell, Pixel]]:
        left, top, right, bottom = self.window.area.grown(REACH * self.unit).box
        cells = _pixels(self.scene.ground)
        return [c for c in cells if left <= c[1][0] <= right and top <= c[1][1] <= bottom]

    def _space(self, cell: Cell) -> Space:
        zoom, unit = self.window.zoom, self.unit * self.window.zoom
        half = unit * TALL["label"] * 0.36
        low = unit * LOW
        return Space(
            self.place(cell.at),
            _scaled([minus(corner, cell.at) for corner in cell.corners], zoom),
            cell.surface,
            cell.numeral,
            bool(cell.label),
            (-2.6 * half, low - half, 2.6 * half, low + half) if cell.label else (),
        )

    def _walls(self) -> Iterator[tuple[Point, Point]]:
        for outline in self.scene.ground.walls:
            yield from pairwise(outline)

    def _labels(
        self, cells: list[Cell], taken: dict[Pixel, Letter], shown: list[Item]
    ) -> Iterator[Text]:
        unit, least, drawn = self.unit, self._least, strokes(shown, self.unit)
        for cell in cells:
            if cell.label and self.readable(cell.at):
                usual = (self._below(cell), max(TALL["label"], least))
                there = [*drawn, numeral(cell.at, unit)] if cell.numeral else drawn
                shift, tall = free_spot(cell.at, cell.label, usual, there, unit, least)
                at, scale = self.place(plus(cell.at, shift)), self._scale("label", tall)
                if tall:
                    yield Text(at, cell.label, "label", "label", "mm", scale)
        for note in self.scene.ground.notes:
            if note.role in ("cell", "label") and self.readable(note.at):
                yield self._note(note, pixel(note.at) in taken)

    def _note(self, note: Text, beside: bool) -> Text:
        # The coordinate of a cell; below its middle where that has other things in it.
        if beside:
            return self.text(replace(note, at=plus(note.at, (0.0, LOW * self.unit))), BESIDE)
        if note.role != "label":
            return self.text(note, TALL[note.role])
        # Between a wall and the middle of its cell: it grows away from the wall.
        signs = len(note.text)
        usual = NARROW if signs > 2 else TALL["label"]
        tall = usual if self._wanted <= TALL["label"] else min(self._wanted, WIDEST[signs])
        aside = (tall - usual) * LETTER[0] * signs * self.unit
        at = self.place(plus(note.at, (aside, 0.0)))
        return replace(note, at=at, scale=self._size(note.role, tall))

    def _below(self, cell: Cell) -> Point:
        # How far from the center of its cell a coordinate is.
        aside = AWAY if is_below(cell.hint) else (0.0, 0.0)
        way = -1 if cos(radians(cell.hint or 0.0)) > 0 else 1
        return aside[0] * way * self.unit, (LOW + aside[1]) * self.unit

    # The items on it

    def text(self, text: Text, tall: float) -> Text:
        """A text that many units high."""
        return replace(text, at=self.place(text.at), scale=self._scale(text.role, tall))

    @property
    def _wanted(self) -> float:
        return READABLE * self.window.area.width / self.unit

    @property
    def _least(self) -> float:
        return self._least_of("label")

    def _least_of(self, role: str) -> float:
        return self._wanted if self._wanted <= ROOMIER.get(role, AT_MOST) else 0.0

    def _scale(self, role: str, tall: float) -> float:
        return self._size(role, max(tall, self._least_of(role)))

    def _size(self, role: str, tall: float) -> float:
        return round(tall * self.unit / SIZES[role][1] / larger(role), 2)

    def _enlarged(self, item: Item, taken: dict[Pixel, Letter]) -> Item:
        if isinstance(item, Text):
            on_block = item.role == "stone" and item.color == "halo"
            return self.text(item, ON_BLOCK if on_block else TALL.get(item.role, BESIDE))
        if isinstance(item, Letter) and item in taken.values():
            lift = HIGHER + (LIFT if pixel(item.at) in taken else 0.0)
            item = replace(item, at=plus(item.at, (0.0, -lift * self.unit)))
        if isinstance(item, Badge):
            most = NUMBER * self.window.area.width / SIZES["badge"][1] / larger("badge")
            item = replace(item, scale=min(item.scale, round(most, 2)))
        kind: type = type(item)
        return _grown(kind)(item, self.place(item.at), self.window.zoom)


def _scaled(points: Any, zoom: float) -> tuple[Point, ...]:
    return tuple(stride((0.0, 0.0), (x * zoom, y * zoom)) for x, y in points)


MEASURES: Mapping[str, Callable[[Any, float], Any]] = {
    "corners": _scaled,
    "reach": lambda value, zoom: _scaled([value], zoom)[0],
    "pitch": lambda value, zoom: round(value * zoom, 1),
}
"""The fields of items that are lengths on the board, and how they grow."""


@cache
def _grown(kind: type[Item]) -> Callable[[Item, Point, float], Item]:
    # Makes an item of a kind larger and moves it: faster than `replace`.
    names = [(field.name, MEASURES.get(field.name)) for field in fields(kind)[1:]]

    def grow(item: Item, at: Point, zoom: float) -> Item:
        values = [(getattr(item, name), measure) for name, measure in names]
        return kind(at, *(measure(value, zoom) if measure else value for value, measure in values))

    return grow


def _reach(item: Item, unit: float) -> float:
    along: Point = getattr(item, "reach", HERE)
    return REACH + (abs(along[0]) + abs(along[1])) / unit


def _in_head(item: Item, board: Area) -> bool:
    if isinstance(item, HEAD) or (isinstance(item, Text) and item.role in HEAD_ROLES):
        return True
    return isinstance(item, Text) and not board.holds(item.at)


def is_below(hint: float | None) -> bool:
    """Whether the sign of a facing is in the lower part of its cell, where the coordinate is."""
    return hint is not None and sin(radians(hint)) > SLANT


def _covered(scene: Scene) -> set[Pixel]:
    # Items, present or former, that have their own coordinate or hide their cell's.
    return {
        pixel(item.at)
        for item in scene.items
        if isinstance(item, (*OCCUPANTS, Block)) or (isinstance(item, Cross) and item.scale == 1)
    }


@lru_cache(64)
def _pixels(ground: Ground) -> tuple[tuple[Cell, Pixel], ...]:
    return tuple((cell, pixel(cell.at)) for cell in ground.cells)


def _lettered(scene: Scene, cells: list[Cell], stand: set[Pixel]) -> dict[Pixel, Letter]:
    letters = [item for item in scene.items if isinstance(item, Letter)]
    names = {pixel(note.at) for note in scene.ground.notes if note.role == "cell"}
    found: dict[Pixel, Letter] = {}
    for letter in letters:
        home = min(cells, key=lambda cell: apart(cell.at, letter.at), default=None)
        if home and pixel(home.at) not in stand and (home.label or pixel(home.at) in names):
            found[pixel(home.at)] = letter
    return found
