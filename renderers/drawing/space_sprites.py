"""The looks of a board's cells and walls when a part of it is shown larger."""

from collections.abc import Callable, Mapping
from typing import Any

from renderers.drawing import theme as sizes
from renderers.drawing.brush import Brush
from renderers.drawing.style import HERE, Style
from renderers.layout import around, minus, plus
from renderers.scene import Facing, Point, Space, Wall

NUMERAL = 0.86
"""The size of a numeral compared with its usual size in large letters."""

LIFT = 0.26
"""How far above the center, in units, a numeral is that has a coordinate below."""

HINT = (0.73, 0.93, 0.21)
"""The foot and the tip of a facing's sign, and half its width, in units."""


def _space(brush: Brush, style: Style, item: Space) -> None:
    surface, line = style.theme.surfaces[item.surface], 1.1 * style.zoom
    brush.paint(item.corners, surface)
    brush.line((*item.corners, item.corners[0]), line, style.color("line"))
    if item.clear and surface.pattern:
        left, top, right, bottom = item.clear
        brush.card((left, top, right, bottom), 3 * style.zoom, surface.fill)
    if item.numeral:
        at: Point = (0.0, -style.unit * LIFT) if item.lifted else HERE
        letters = style.font("numeral", NUMERAL)
        if surface.pattern:
            left, top, right, bottom = letters.getbbox(item.numeral, anchor="mm")
            rest = (at[0] + left - 2, at[1] + top - 2, at[0] + right + 2, at[1] + bottom + 2)
            brush.card(rest, 3 * style.zoom, surface.fill)
        brush.text(at, item.numeral, letters, style.color("muted"))


def _facing(brush: Brush, style: Style, item: Facing) -> None:
    foot, tip, half = (style.unit * share for share in HINT)
    side = around(HERE, item.angle + 90, half)
    base = around(HERE, item.angle, foot)
    paint = style.theme.surfaces[f"center{item.player}"]
    ends = (plus(base, side), around(HERE, item.angle, tip), minus(base, side))
    brush.polygon(ends, paint.ink if paint.pattern else paint.fill)


def _wall(brush: Brush, style: Style, item: Wall) -> None:
    brush.line((HERE, item.reach), style.unit * sizes.WALL, style.color("wall"))


DRAW: Mapping[type, Callable[[Brush, Style, Any], None]] = {
    Space: _space,
    Facing: _facing,
    Wall: _wall,
}
