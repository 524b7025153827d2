"""Cups upside down over one another: of each but the topmost only a band above its rim is
visible."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin

from renderers.drawing.brush import Brush
from renderers.drawing.theme import Theme, mixed
from renderers.layout import apart, between
from renderers.scene import Outline, Point

# Sizes in units of a cell.
RIM, CAP = 0.72, 0.50
"""Half the width of a cup's open end and of its closed one, which is up."""
FLAT = 0.34
"""How flat its round ends look: their height compared with their width."""
HEIGHT = 0.90
FOOT = 0.50
"""How far below the cell's center the lowest rim is."""

FINELY = 24
"""Into how many parts each side of an outline is divided to cut it into dashes."""

WHITE = (255, 255, 255)
LIGHTER = 0.3
"""How much paler a cup's closed end is, where light falls."""

SHADOW = ((0.11, 40), (0.08, 80), (0.05, 120), (0.02, 160))
"""A shadow's rings from the outermost: how far each reaches beyond the rim, and how dark it is."""

BETWEEN = 0.5
"""Where the face's middle is, from the rim to the closed end, in cup heights."""


def rise(owners: Sequence[int], pitch: float) -> float:
    """How many pixels the topmost cup is above the place of a single one."""
    return (len(owners) - 1) * pitch


def face(unit: float, owners: Sequence[int], pitch: float) -> Point:
    """The middle of the topmost cup's front, from the cell's center."""
    return 0.0, unit * (FOOT + RIM * FLAT - HEIGHT * BETWEEN) - rise(owners, pitch)


def tower(brush: Brush, theme: Theme, unit: float, owners: Sequence[int], pitch: float) -> None:
    """Draw the cups, the lowest first: each covers all but the foot of the one before."""
    foot = (0.0, unit * FOOT)
    for grown, alpha in SHADOW:
        ground = (foot[0], foot[1] + unit * 0.07)
        brush.polygon(ellipse(ground, unit * (RIM + grown)), theme.colors["shadow"], alpha)
    line = unit * 0.028
    for place, owner in enumerate(owners):
        at = (0.0, foot[1] - place * pitch)
        paint = theme.coat(owner).paint
        brush.polygon(cup(at, unit, line), theme.colors["edge"])
        brush.paint(cup(at, unit, -line), paint)
        # A bright rim keeps neighbors of one color apart.
        rim = ellipse((0.0, at[1] - 2 * line), unit * RIM - 2.5 * line, 18, 162)
        brush.line(rim, line, mixed(paint.fill, WHITE, LIGHTER))
    closed = (0.0, at[1] - unit * HEIGHT)
    brush.polygon(ellipse(closed, unit * CAP - line), mixed(paint.fill, WHITE, LIGHTER))


def ellipse(at: Point, reach: float, start: int = 0, end: int = 360) -> Outline:
    """A part of a round end around its middle, clockwise from one angle to another."""
    turns = (radians(angle) for angle in range(start, end + 1, 6))
    return tuple((at[0] + reach * cos(t), at[1] + reach * FLAT * sin(t)) for t in turns)


def dashes(outline: Outline, length: float) -> list[Outline]:
    """Pieces of a closed outline, each about that long, with gaps as long between them."""
    steps = [(a, b, apart(a, b)) for a, b in pairwise((*outline, outline[0]))]
    whole = sum(step for _, _, step in steps)
    count = max(1, round(whole / length / 2))
    found: list[list[Point]] = [[] for _ in range(count)]
    gone = 0.0
    for a, b, step in steps:
        for share in (k / FINELY for k in range(FINELY)):
            place = (gone + step * share) / whole * count
            if place % 1 < 0.5:
                found[int(place)].append(between(a, b, share))
        gone += step
    return [tuple(points) for points in found]


def cup(at: Point, unit: float, grown: float, rise: float = 0.0) -> Outline:
    """A cup's outline, or a tower's that rises that far, the middle of its open end at a point."""
    closed = (at[0], at[1] - unit * HEIGHT - rise)
    front = ellipse(at, unit * RIM + grown, 0, 180)
    back = ellipse(closed, unit * CAP + grown, 180, 360)
    return (*front, *back)
