"""From cells to pixels: all such geometry. y grows downward, angles run clockwise from east."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin, sqrt

from bot.games.hexes import Cell
from bot.games.squares import Square
from renderers.scene import Outline, Point

ROOT3 = sqrt(3)
FULL_TURN = 360


@dataclass(frozen=True, slots=True)
class HexLayout:
    """Hexagons on a corner: `width` pixels from side to side, cell (0, 0) at `origin`.

    A turned layout shows the same picture from the other side, turned around `pivot`.
    """

    origin: Point
    width: float
    pivot: Point = (0, 0)
    turned: bool = False

    @property
    def unit(self) -> float:
        """The distance from a cell's center to its sides."""
        return self.width / 2

    def point(self, cell: Cell | Point) -> Point:
        """The center of a cell; with fractional coordinates a point between cells."""
        q, r = cell
        x = self.origin[0] + self.width * (q + r / 2)
        y = self.origin[1] + self.width * ROOT3 / 2 * r
        return self._seen((x, y))

    def corners(self, cell: Cell) -> Outline:
        """The six corners of a cell, clockwise; corner k lies between sides k-1 and k."""
        return hexagon(self.point(cell), self.unit, self.angle(0))

    def angle(self, direction: int) -> float:
        return (60 * direction + (180 if self.turned else 0)) % FULL_TURN

    def _seen(self, point: Point) -> Point:
        if not self.turned:
            return point
        return 2 * self.pivot[0] - point[0], 2 * self.pivot[1] - point[1]


@dataclass(frozen=True, slots=True)
class SquareLayout:
    """Squares `width` pixels wide, rank 1 at the bottom; `corner` is the board's top left corner.

    A turned layout shows the same board from the other side.
    """

    corner: Point
    width: float
    files: int
    ranks: int
    turned: bool = False

    @property
    def unit(self) -> float:
        """The distance from a square's center to its sides."""
        return self.width / 2

    def point(self, square: Square) -> Point:
        file, rank = self._seen(square)
        x = self.corner[0] + self.width * (file + 0.5)
        return x, self.corner[1] + self.width * (self.ranks - rank - 0.5)

    def corners(self, square: Square) -> Outline:
        """The four corners of a square, clockwise from the top left."""
        x, y = self.point(square)
        u = self.unit
        return (x - u, y - u), (x + u, y - u), (x + u, y + u), (x - u, y + u)

    def bar(self, side: int, thickness: float) -> Outline:
        """A bar along a side of the board, mitered: 0 is east, then clockwise on the page."""
        (left, top), t = self.corner, thickness
        right, bottom = left + self.width * self.files, top + self.width * self.ranks
        inner = ((right, top), (right, bottom), (left, bottom), (left, top))
        outer = ((right + t, top - t), (right + t, bottom + t), (left - t, bottom + t))
        beyond = (*outer, (left - t, top - t))
        after = (side + 1) % 4
        return inner[side], beyond[side], beyond[after], inner[after]

    def _seen(self, square: Square) -> Square:
        file, rank = square
        return (self.files - 1 - file, self.ranks - 1 - rank) if self.turned else square


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """Columns of boxes: box (0, 0) has its center at `origin`, each box is of that `size`."""

    origin: Point
    pitch: Point
    size: Point

    def point(self, column: int, row: int) -> Point:
        """The center of a box; rows run downward and may be before the first."""
        return self.origin[0] + self.pitch[0] * column, self.origin[1] + self.pitch[1] * row

    def corners(self, column: int, row: int) -> Outline:
        """The four corners of a box, clockwise from the top left."""
        return tuple(plus(self.point(column, row), corner) for corner in box(self.size))

    def gable(self, column: int, row: int, way: int) -> Outline:
        """A house instead of a box, its roof pointing up (-1) or down (1)."""
        return tuple(plus(self.point(column, row), corner) for corner in house(self.size, way))


def shared_out(needed: Sequence[float], room: float) -> list[float]:
    """Equal shares of the room, except that what needs more gets what the others can spare."""
    each = room / len(needed)
    wide = [need for need in needed if need > each]
    if not wide:
        return [each] * len(needed)
    few = [need for need in needed if need <= each]
    most = (room - sum(few)) / len(wide)
    rest = (room - sum(min(need, most) for need in wide)) / max(1, len(few))
    return [min(need, most) if need > each else rest for need in needed]


def box(size: Point) -> Outline:
    """The corners of a box around the origin, clockwise from the top left."""
    x, y = size[0] / 2, size[1] / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def house(size: Point, way: int = -1) -> Outline:
    """The corners of a house around the origin: a box with a roof that points up or down."""
    x, y = size[0] / 2, size[1] / 2 * -way
    return (-x, y), (-x, -y * 0.25), (0.0, -y), (x, -y * 0.25), (x, y)


def hexagon(center: Point, unit: float, first: float = 0.0) -> Outline:
    """A hexagon's corners around a center; side k faces the angle `first + 60k`."""
    size = unit * 2 / ROOT3
    return tuple(around(center, first - 30 + 60 * k, size) for k in range(6))


def around(center: Point, angle: float, distance: float) -> Point:
    """The point at an angle and distance from a center."""
    turn = radians(angle)
    return center[0] + distance * cos(turn), center[1] + distance * sin(turn)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point at that fraction of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def beside(a: Point, b: Point, distance: float) -> Point:
    """The shift that moves something running from a to b that much to the right."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return -(b[1] - a[1]) / length * distance, (b[0] - a[0]) / length * distance


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def tip(tail: Point, head: Point, length: float, width: float) -> Outline:
    """The triangle at the head of an arrow: its point, and its two corners behind."""
    back = between(head, tail, length / (apart(tail, head) or 1))
    side = beside(tail, head, width / 2)
    return head, plus(back, side), minus(back, side)


def stride(a: Point, b: Point) -> Point:
    """The vector from a to b in tenths of a pixel, so that equal ways have equal looks."""
    return round(b[0] - a[0], 1), round(b[1] - a[1], 1)


def apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def angle_of(vector: Point) -> float:
    """The angle of a vector, in degrees clockwise from east."""
    return degrees(atan2(vector[1], vector[0]))
