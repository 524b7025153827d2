"""The looks of the empty board: all of it, its cells and walls when a part of it is shown larger,
and the patches under groups of pieces."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import ceil
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from renderers.drawing import keys
from renderers.drawing import theme as sizes
from renderers.drawing.brush import Brush
from renderers.drawing.style import HERE, Extent, Style
from renderers.drawing.theme import Color
from renderers.layout import around, between, minus, plus
from renderers.scene import Cell, Facing, Ground, Patch, Point, Space, Tint, Veil, Wall

SHADE = 32
"""The side of the squares, in pixels, by which the shadow under a board is drawn."""

NEAR_RIM = 2
"""Pixels from the rim of the board within which it may not cover the shadow wholly."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""

NUMERAL = 0.86
"""The size of a numeral compared with its usual size in large letters."""

LIFT = 0.26
"""How far above the center, in units, a numeral is that has a coordinate below."""

HINT = (0.73, 0.93, 0.21)
"""The foot and the tip of a facing's sign, and half its width, in units."""


# All of it


def drawn_ground(ground: Ground, style: Style) -> Image.Image:
    """The empty board as RGB."""
    brush = Brush((0, 0), ground.size, style.color("page"))
    _shade(brush, ground, style)
    for cell in ground.cells:
        brush.paint(cell.corners, style.theme.surfaces[cell.surface])
        brush.line((*cell.corners, cell.corners[0]), 1.1, style.color("line"))
    for wall in ground.walls:
        brush.line(wall, ground.unit * sizes.WALL, style.color("wall"))
    for edge in ground.edges:
        brush.paint(edge.corners, style.theme.coat(edge.player).paint)
        brush.line((*edge.corners, edge.corners[0]), 1.1, style.color("edge"))
    for cell in ground.cells:
        _inscribe(brush, cell, style)
    for note in ground.notes:
        keys.write(brush, style, note.at, note)
    return brush.finish().convert("RGB")


def _shade(brush: Brush, ground: Ground, style: Style) -> None:
    # A soft shadow under the board, blurred at real size, where it is cheap.
    if style.flat:
        return
    shadow = Brush((0, 0), ground.size, fine=1)
    for cell in ground.cells:
        shadow.polygon([plus(p, (0.0, 4.0)) for p in cell.corners], style.color("shadow"), 130)
    shadow.soften(4)
    seen = _seen_shadow(shadow.image, ground)
    small = shadow.image.convert("RGBa")  # as resizing does with each part, here once for all
    for box in _tiles(seen):
        left, top, right, bottom = box
        size = ((right - left) * brush.fine, (bottom - top) * brush.fine)
        part = small.resize(size, Image.Resampling.BILINEAR, box).convert("RGBA")
        shaded = Image.alpha_composite(Image.new("RGBA", size, style.color("page")), part)
        brush.image.paste(shaded, (left * brush.fine, top * brush.fine))


def _seen_shadow(shadow: Image.Image, ground: Ground) -> Image.Image:
    # Where the shadow is not under cells, which will cover it: not black there.
    board = Image.new("L", ground.size, 255)
    draw = ImageDraw.Draw(board)
    for cell in ground.cells:
        draw.polygon(cell.corners, fill=0)
    return ImageChops.darker(shadow.getchannel("A"), board)


def _tiles(seen: Image.Image) -> Iterator[Box]:
    # The squares of a picture in or right beside which it is not black.
    width, height = seen.size
    for left, top in product(range(0, width, SHADE), range(0, height, SHADE)):
        box = (left, top, min(left + SHADE, width), min(top + SHADE, height))
        # Pixels at the rim are covered only in part, and a pixel's shadow reaches its neighbors.
        around = (left - NEAR_RIM, top - NEAR_RIM, box[2] + NEAR_RIM, box[3] + NEAR_RIM)
        if seen.crop(around).getbbox():
            yield box


def _inscribe(brush: Brush, cell: Cell, style: Style) -> None:
    unit = style.unit
    if cell.hint is not None and cell.player is not None:
        tip = around(cell.at, cell.hint, unit * 0.86)
        foot = around(cell.at, cell.hint, unit * 0.66)
        side = around((0, 0), cell.hint + 90, unit * 0.27)
        ends = (plus(foot, side), tip, plus(foot, (-side[0], -side[1])))
        paint = style.theme.surfaces[f"center{cell.player}"]
        brush.polygon(ends, paint.ink if paint.pattern else paint.fill)
    if cell.numeral:
        at = plus(cell.at, (0, -unit * (0.14 if cell.label else 0.0)))
        _print(brush, at, cell.numeral, ("numeral", "muted"), cell, style)
    if cell.label:
        at = plus(cell.at, (0, unit * sizes.LABEL_DROP))
        _print(brush, at, cell.label, ("label", "label"), cell, style)


def _print(
    brush: Brush, at: Point, text: str, how: tuple[str, str], cell: Cell, style: Style
) -> None:
    # A text in a role and color, on a clear spot if the cell's surface has a pattern.
    role, color = how
    surface = style.theme.surfaces[cell.surface]
    if surface.pattern:
        left, top, right, bottom = style.font(role).getbbox(text, anchor="mm")
        brush.card(
            (at[0] + left - 2, at[1] + top - 2, at[0] + right + 2, at[1] + bottom + 2),
            3,
            surface.fill,
        )
    brush.text(at, text, style.font(role), style.color(color))


# Its parts


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


def _tint(brush: Brush, style: Style, item: Tint) -> None:
    inner = [between(HERE, corner, 0.955) for corner in item.corners]
    brush.paint(inner, style.theme.surfaces[item.surface])


def _veil(brush: Brush, style: Style, item: Veil) -> None:
    brush.polygon(
        [between(HERE, p, 0.955) for p in item.corners], style.color("page"), int(255 * sizes.VEIL)
    )


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


def patch_extent(style: Style, _: Patch) -> Extent:
    """No farther than its square, next to which others are."""
    side = ceil(style.unit)
    return side, side, side, side


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
    Tint: _tint,
    Veil: _veil,
    Facing: _facing,
    Wall: _wall,
    Patch: _patch,
}
