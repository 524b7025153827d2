"""Where the coordinates of a close-up's spaces are drawn: where no chain crosses them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, product
from math import sqrt

from renderers.drawing.piece_sprites import bumper
from renderers.drawing.sprites import badge_size
from renderers.drawing.theme import BODY, LOOP, SWEEP
from renderers.layout import apart, around, minus, plus
from renderers.scene import Arrow, Badge, Cross, Dot, Item, Leader, Loop, Piece, Point, Sweep, Trail

SIZES = (0.62, 0.52, 0.44)
"""The size of a coordinate, in units: as large as a chain leaves room."""

ASIDE, BELOW = (0.0, -0.5, 0.5, -1.0, 1.0), (0.5, 0.66, -0.5, -0.66)
"""Where in its space a coordinate may be: by what share of the room aside, and by how many units
below the center."""

LETTER = (0.31, 0.385)
"""Half the width of a letter, and half the height of a line, in heights of its type."""

WAY = 0.17
"""Half the width of an arrow with its light rim, or of a bumper, and what is kept free beside it,
in units."""

ROUND = 0.04
"""What is kept free around a number of the chain, in units."""

SWEPT, BENDS = 0.12, 6
"""Half the width, in units, of the arrow of a turn, and as how many straight lines it counts."""

NUMERAL = (0.26, 0.06, 0.26)
"""How far above the center of its space a numeral is, and half the width of its core and of what is
around that, in units."""

HIDDEN = 0.1
"""What crosses the core of a coordinate so that it can't be read: so much of a mark in all."""

CORE = 0.85
"""The share of a coordinate's width and height that is its core."""

Spot = tuple[Point, float]
"""How far from the center of its space a coordinate is, in pixels, and its size, in units."""

Stroke = tuple[Point, Point, float]
"""What is drawn from one point to another, and half its width."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def strokes(items: Iterable[Item], unit: float) -> list[tuple[Stroke, Box]]:
    """The arrows, ways, numbers and bumpers among some items, each with its bounding box. `unit` in
    pixels."""
    found = (stroke for item in items for stroke in _strokes(item, unit))
    return [(stroke, _around(stroke, unit)) for stroke in found]


def numeral(at: Point, unit: float) -> tuple[Stroke, Box]:
    """What the large numeral of a space takes, above its center."""
    x, y = plus(at, (0.0, -NUMERAL[0] * unit))
    stroke = (x - NUMERAL[1] * unit, y), (x + NUMERAL[1] * unit, y), NUMERAL[2] * unit
    return stroke, _around(stroke, unit)


def _strokes(item: Item, unit: float) -> Iterator[Stroke]:
    wide = WAY * unit
    if isinstance(item, (Arrow, Trail, Leader)):
        yield item.at, plus(item.at, item.reach), wide
    elif isinstance(item, Loop):
        yield item.at, plus(item.at, item.reach), LOOP * unit + wide
    elif isinstance(item, Piece) and item.angle is not None:
        left, right = bumper(unit, item.angle)
        yield plus(item.at, left), plus(item.at, right), wide
    elif isinstance(item, Badge):
        half, high = badge_size(unit, item.text, True, item.scale)
        ends = (half - high, 0.0)
        yield minus(item.at, ends), plus(item.at, ends), high + ROUND * unit
    elif isinstance(item, Cross) and item.scale < 1:
        yield item.at, item.at, item.scale * BODY * unit
    elif isinstance(item, Dot):
        yield item.at, item.at, wide
    elif isinstance(item, Sweep):
        angles = (item.start + item.degrees * k / BENDS for k in range(BENDS + 1))
        bends = pairwise(around(item.at, angle, SWEEP * unit) for angle in angles)
        yield from ((one, other, SWEPT * unit) for one, other in bends)


def free_spot(
    at: Point,
    label: str,
    usual: Spot,
    drawn: Iterable[tuple[Stroke, Box]],
    unit: float,
    least: float = 0.0,
) -> Spot:
    """Where the coordinate of a space with that center is drawn: the usual place and size, or else
    the largest and nearest that nothing crosses, or a small one whose core is crossed least. It is
    no smaller than `least`, in units; its size is 0 where it would be hidden."""
    x, y = at
    near = [s for s, (left, top, right, bottom) in drawn if left < x < right and top < y < bottom]
    if not near or not any(_crossings(near, at, usual[0], _half(len(label), usual[1] * unit))):
        return usual
    for tall in dict.fromkeys(max(size, least) for size in SIZES):
        half = _half(len(label), tall * unit)
        for shift in _shifts(unit, half):
            if not any(_crossings(near, at, shift, half)):
                return shift, tall
    core = CORE * half[0], CORE * half[1]
    crossed = {shift: sum(_crossings(near, at, shift, core)) for shift in _shifts(unit, half)}
    shift = min(crossed, key=lambda each: crossed[each])
    return shift, tall if crossed[shift] < HIDDEN else 0.0


def _around(stroke: Stroke, unit: float) -> Box:
    (x, y), (far_x, far_y), wide = stroke
    reach = wide + unit
    left, right = (x, far_x) if x < far_x else (far_x, x)
    top, bottom = (y, far_y) if y < far_y else (far_y, y)
    return left - reach, top - reach, right + reach, bottom + reach


def _crossings(drawn: Iterable[Stroke], at: Point, shift: Point, half: Point) -> Iterator[float]:
    # The shares of strokes that enter a box: of their middle lines, into a box enlarged by their
    # width.
    across, down = at[0] + shift[0], at[1] + shift[1]
    for (x, y), (far_x, far_y), wide in drawn:
        reach, high = half[0] + wide, half[1] + wide
        left, right, top, bottom = across - reach, across + reach, down - high, down + high
        if (x < left and far_x < left) or (x > right and far_x > right):
            continue  # most strokes, at little cost
        if (y < top and far_y < top) or (y > bottom and far_y > bottom):
            continue
        sides, ends = (
            _clipped(left - x, right - x, far_x - x),
            _clipped(top - y, bottom - y, far_y - y),
        )
        if sides and ends and max(sides[0], ends[0]) < min(sides[1], ends[1]):
            yield min(sides[1], ends[1]) - max(sides[0], ends[0])


def _clipped(low: float, high: float, way: float) -> tuple[float, float] | None:
    # The part of a way from 0, as shares of it, that is between two bounds.
    if way == 0:
        return (0.0, 1.0) if low <= 0 <= high else None
    into, out = (low / way, high / way) if way > 0 else (high / way, low / way)
    return (max(into, 0.0), min(out, 1.0)) if into <= 1 and out >= 0 else None


def _half(letters: int, tall: float) -> Point:
    return LETTER[0] * letters * tall, LETTER[1] * tall


@lru_cache(256)
def _shifts(unit: float, half: Point) -> tuple[Point, ...]:
    # Where in a hexagon on a corner a box of that half size has room, by its center.
    found = list[Point]()
    for aside, below in product(ASIDE, BELOW):
        high = abs(below) * unit + half[1]
        room = min(unit, (2 * unit / sqrt(3) - high) * sqrt(3)) - half[0]
        if room > 0:
            found.append((aside * room, below * unit))
    return tuple(sorted(found, key=lambda shift: apart(shift, (0.0, unit / 2))))
