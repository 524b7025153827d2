"""The looks of a board's cells and walls when a part of it is shown larger, and of the patches
under groups of pieces."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from PIL import Image

from renderers.drawing import theme as sizes
from renderers.drawing.brush import Brush
from renderers.drawing.style import HERE, Style
from renderers.drawing.theme import Color
from renderers.layout import around, minus, plus
from renderers.scene import Facing, Patch, Point, Space, Wall

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


# Patches


def _patch(brush: Brush, style: Style, item: Patch) -> None:
    outer = max(1.0, style.unit * sizes.PATCH)
    inner = outer + max(1.3, style.unit * sizes.PATCH_LINE)
    outline = style.outlined(item.player)
    _share(brush, style.unit, item.joined, outer, outline)
    _share(brush, style.unit, item.joined, inner, style.tinted(item.player))
    for k, (x, y) in CORNERS.items():
        if item.joined & ROUND_CORNER[k] == ROUND_CORNER[k] & ~(1 << k):
            for inset, alpha in ((inner, 255), (outer, 0)):
                near, far = style.unit - inset, style.unit + 1
                spots = ((near, near), (far, near), (far, far), (near, far))
                brush.polygon([(x * across, y * down) for across, down in spots], outline, alpha)


CORNERS: Mapping[int, tuple[int, int]] = {1: (1, 1), 3: (-1, 1), 5: (-1, -1), 7: (1, -1)}
"""The corners of a square as bits of a patch, and where they lie."""

ROUND_CORNER = {k: 1 << k - 1 | 1 << k | 1 << (k + 1) % 8 for k in CORNERS}
"""The bits of a corner and of the two sides beside it."""


SIDES = 0b01010101
"""The bits of all sides."""


def patch_parts(joined: int) -> Mapping[int, int]:
    """For each corner the patch that has the same there and few other neighbors: there are some 60
    of these, and 256 of all, which take far longer to draw than to put together."""
    sides = joined & SIDES
    is_straight = sides & sides >> 4  # Pillow draws a box without round corners a little larger.
    found = {k: joined & around for k, around in ROUND_CORNER.items()}
    if not is_straight:
        return found
    return {k: part | (part << 4 | part >> 4) & SIDES for k, part in found.items()}


def patched(
    unit: float, parts: Mapping[int, tuple[Image.Image, tuple[int, int]]]
) -> tuple[Image.Image, tuple[int, int]]:
    """A patch of the corners of others, each a picture and the offset of its corner; and that of
    its own."""
    far = ceil(unit) + 2
    whole = Image.new("RGBA", (2 * far, 2 * far))
    for k, (image, offset) in parts.items():
        left, top = (min(0, side) * far for side in CORNERS[k])
        across, down = left - offset[0], top - offset[1]
        quarter = image.crop((across, down, across + far, down + far))
        whole.paste(quarter, (left + far, top + far))
    return whole, (-far, -far)


def _share(brush: Brush, unit: float, joined: int, inset: float, color: Color) -> None:
    # A square's share of a group, inset from the square where the group ends.
    east, south, west, north = (unit - (0 if joined >> k & 1 else inset) for k in (0, 2, 4, 6))
    rounded = [not joined & ROUND_CORNER[k] & ~(1 << k) for k in (5, 7, 1, 3)]
    radius = unit * sizes.PATCH_ROUND - inset
    brush.card((-west, -north, east, south), radius, color, rounded)


DRAW: Mapping[type, Callable[[Brush, Style, Any], None]] = {
    Space: _space,
    Facing: _facing,
    Wall: _wall,
    Patch: _patch,
}
