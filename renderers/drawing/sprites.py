"""The looks of a scene's items. Every look is drawn once and cached.

A sprite is a small transparent picture and the offset of its corner from the item's anchor.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from math import cos, hypot, pi, sin
from operator import attrgetter
from typing import Any

from PIL import Image

from renderers.drawing import cups, keys, mark_sprites, piece_sprites, space_sprites
from renderers.drawing import theme as sizes
from renderers.drawing.brush import FINE, Brush, drawn_letters
from renderers.drawing.cache import (
    OVERHEAD,
    ByteCache,
    PackedCache,
    PackedImage,
    image_bytes,
    pack_image,
    unpack_image,
)
from renderers.drawing.piece_sprites import GHOSTLY, INKS, body, departed, piece_mark, struck
from renderers.drawing.space_sprites import patch_parts, patched
from renderers.drawing.style import HERE, Extent, Style
from renderers.drawing.theme import Color
from renderers.layout import around, beside, between, plus, tip
from renderers.scene import (
    Arrow,
    Badge,
    Cross,
    Cups,
    Dot,
    Item,
    Leader,
    Loop,
    Outline,
    Panel,
    Patch,
    Pill,
    Point,
    Ring,
    Sweep,
    Text,
    Trail,
)

KEPT = 10_000_000
"""Bytes of cached sprites: all of several themes, and the names of many players."""

KEPT_PACKED = 4_000_000
"""Bytes of cached packed sprites."""

COARSEST = 2
"""The least scale at which a sprite is drawn before it is reduced."""

CARDS = 32
"""Cached masks of cards: up to 40 kB each."""

BADGES = 4096
"""Cached sizes of badges."""


SOLID = "1"
"""The mode of a mask that is full everywhere."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A pre-drawn picture and the offset of its top left corner from the anchor.

    Of letters alone it is a mask, and `ink` their color.
    """

    image: Image.Image
    offset: tuple[int, int]
    ink: Color | None = None


def sprites(style: Style, item: Item) -> tuple[Sprite, ...]:
    """The sprites of an item, one on the other; nothing if none of it is visible."""
    if isinstance(item, Panel):
        return _panel(style, item)
    small = sprite(style, item)
    return (small,) if small else ()


def sprite(style: Style, item: Item) -> Sprite | None:
    """The one sprite of an item that is no card."""
    key = (style, *looks_of(item))
    return SPRITES.get(key, lambda: drawn(style, replace(item, at=HERE), _fine(style)))


def looks_of(item: Item) -> tuple[type, Any]:
    """The kind of an item and its fields but its anchor: with the same ones it looks the same."""
    kind: type = type(item)
    return kind, _looks_of(kind)(item)


def _fine(style: Style) -> int:
    # A larger picture has smoother edges already.
    return min(FINE, max(COARSEST, round(FINE / style.zoom)))


@cache
def _looks_of(kind: type) -> Callable[[Item], Any]:
    names = [field.name for field in fields(kind) if field.name != "at"]
    return attrgetter(*names) if names else lambda _: None


def _sprite_bytes(small: Sprite | None) -> int:
    return OVERHEAD + (image_bytes(small.image) if small else 0)


PackedSprite = tuple[PackedImage, tuple[int, int], Color | None] | None


def _packed(small: Sprite | None) -> PackedSprite:
    return (pack_image(small.image), small.offset, small.ink) if small else None


def _unpacked(packed: PackedSprite) -> Sprite | None:
    return Sprite(unpack_image(packed[0]), *packed[1:]) if packed else None


def _packed_bytes(packed: PackedSprite) -> int:
    return OVERHEAD + (len(packed[0][2]) if packed else 0)


SPRITES: PackedCache[Hashable, Sprite | None, PackedSprite] = PackedCache(
    KEPT, _sprite_bytes, ByteCache(KEPT_PACKED, _packed_bytes), _packed, _unpacked
)


def drawn(style: Style, look: Item, fine: int = FINE) -> Sprite | None:
    """The sprite of an item without a place, drawn at that scale and not cached."""
    if isinstance(look, Patch) and look.joined not in (parts := patch_parts(look.joined)).values():
        found = {k: sprite(style, replace(look, joined=part)) for k, part in parts.items()}
        return _cut(*patched(style.unit, {k: (s.image, s.offset) for k, s in found.items() if s}))
    if isinstance(look, Text) and not keys.has_key(look):
        letters = style.font(look.role, look.scale)
        mask, corner = drawn_letters(look.text, letters, look.anchor, HERE)
        return _cut(*_squeezed(mask, corner, look.squeeze), style.color(look.color))
    left, top, right, bottom = EXTENT.get(type(look), _usual_extent)(style, look)
    brush = Brush((left, top), (right, bottom), fine=fine, grain=style.zoom * fine / FINE)
    DRAW[type(look)](brush, style, look)
    return _cut(brush.finish(), (-left, -top))


def _cut(image: Image.Image, corner: tuple[int, int], ink: Color | None = None) -> Sprite | None:
    box = image.getbbox()
    if box is None:
        return None
    return Sprite(image.crop(box), (corner[0] + box[0], corner[1] + box[1]), ink)


def _squeezed(
    mask: Image.Image, corner: tuple[int, int], squeeze: float
) -> tuple[Image.Image, tuple[int, int]]:
    if squeeze == 1:
        return mask, corner
    size = (round(mask.width * squeeze), mask.height)
    return mask.resize(size, Image.Resampling.LANCZOS), (round(corner[0] * squeeze), corner[1])


# How far a look reaches from its anchor: left, top, right, bottom


def _usual_extent(style: Style, item: Item) -> Extent:
    # Roomy: a sprite is cropped to its content, and only what exceeds this would be lost.
    reach: Point = getattr(item, "reach", HERE)
    corners: Outline = getattr(item, "corners", ())
    spare, points = (0.2, corners) if corners else (1.2, (HERE, reach))
    rest = spare * style.unit * max(1.0, getattr(item, "scale", 1.0))
    left, top = (int(rest - min(p[k] for p in points)) + 6 for k in (0, 1))
    right, bottom = (int(rest + max(p[k] for p in points)) + 6 for k in (0, 1))
    return left, top, right, bottom


def _cups_extent(style: Style, item: Cups) -> Extent:
    across, down = _usual_extent(style, item)[:2]
    return across, down + int(cups.rise(item.owners, item.pitch)), across, down


def _pill_extent(style: Style, item: Pill) -> Extent:
    across, down = (int(side) + 2 for side in pill_size(style, item.text, item.scale))
    return across, down, across, down


def _text_extent(style: Style, item: Text) -> Extent:
    # Of one with a key: others are drawn as letters alone.
    letters = style.font(item.role, item.scale)
    width, height = int(keys.half_width(letters, item)) + 4, int(letters.size)
    return width, height, width, height


EXTENT: Mapping[type, Callable[[Style, Any], Extent]] = {
    Cups: _cups_extent,
    Patch: space_sprites.patch_extent,
    Pill: _pill_extent,
    Text: _text_extent,
}


# What happened


RINGS: Mapping[str, tuple[float, float]] = {"held": (1.02, 0.2), "path": (0.9, 0.1)}
"""Radius and width of each kind of ring, in units."""


def _ring(brush: Brush, style: Style, item: Ring) -> None:
    radius, width = RINGS[item.kind]
    brush.ring(HERE, style.unit * radius, style.unit * (width + 0.14), style.color("halo"))
    brush.ring(HERE, style.unit * radius, style.unit * width, style.color(item.kind))


def _cross(brush: Brush, style: Style, item: Cross) -> None:
    unit = style.unit * item.scale
    coat = style.theme.coat(item.player)
    if item.scale == 1 and item.kind in GHOSTLY:
        departed(brush, style, item.player)
    else:
        brush.polygon(body(unit, None, unit * 0.03), style.color("edge"))
        brush.paint(body(unit, None, -unit * 0.03), coat.paint)
    if item.kind == "cut":
        piece_mark(brush, coat, HERE, unit * sizes.MARK)
    struck(brush, style, unit, item.kind)


def _shaft(brush: Brush, style: Style, reach: Point, kind: str, width: float) -> None:
    long, wide = width * 2.7, width * 3.2
    length = hypot(*reach) or 1.0
    neck = between(reach, HERE, min(1.0, long * 0.8 / length))
    halo, ink = style.color("halo"), style.color(kind)
    brush.line((HERE, neck), width * 1.95, halo)
    point = tip(HERE, reach, long, wide)
    brush.line((*point, point[0]), width * 0.95, halo)
    brush.line((HERE, neck), width, ink)
    brush.polygon(point, ink)


def _arrow(brush: Brush, style: Style, item: Arrow) -> None:
    _shaft(brush, style, item.reach, "chain", style.unit * 0.15)


TURN, NECK, END = 0.14, 0.66, 0.96
"""Where a side of a loop begins, of half a round, and where its tip begins and ends."""


def _loop(brush: Brush, style: Style, item: Loop) -> None:
    # Two bows around the way, each with a tip: there on the right, and back.
    width, aside = style.unit * 0.15, beside(HERE, item.reach, style.unit * sizes.LOOP)

    def at(share: float) -> Point:
        way = between(HERE, item.reach, (1 - cos(pi * share)) / 2)
        return plus(way, between(HERE, aside, sin(pi * share)))

    bows = [[at(side + TURN + (NECK - TURN) * k / 8) for k in range(9)] for side in (0, 1)]
    tips = [tip(bow[-1], at(side + END), width * 2.4, width * 3) for side, bow in enumerate(bows)]
    for bow, point in zip(bows, tips, strict=True):
        brush.line(bow, width * 1.95, style.color("halo"))
        brush.line((*point, point[0]), width * 0.95, style.color("halo"))
    for bow, point in zip(bows, tips, strict=True):
        brush.line(bow, width, style.color("chain"))
        brush.polygon(point, style.color("chain"))


def _trail(brush: Brush, style: Style, item: Trail) -> None:
    if item.last:
        _shaft(brush, style, item.reach, "path", style.unit * 0.15)
    else:
        brush.line((HERE, item.reach), style.unit * 0.15 * 1.95, style.color("halo"))
        brush.line((HERE, item.reach), style.unit * 0.15, style.color("path"))


def _dot(brush: Brush, style: Style, _: Dot) -> None:
    brush.disc(HERE, style.unit * 0.26, style.color("halo"))
    brush.disc(HERE, style.unit * 0.19, style.color("path"))


def _sweep(brush: Brush, style: Style, item: Sweep) -> None:
    unit, ink = style.unit, style.color("path")
    radius = unit * sizes.SWEEP
    # The arrow stops short of the bumper that it points at, so it begins a little early.
    way = 1 if item.degrees > 0 else -1
    start, turn = item.start - 18 * way, item.degrees + (18 - 58) * way
    end = start + turn
    brush.bow(HERE, radius, start, turn, unit * 0.24, style.color("halo"))
    brush.bow(HERE, radius, start, turn, unit * 0.13, ink)
    tail = around(HERE, end, radius)
    head = plus(tail, around(HERE, end + 99 * way, unit * 0.34))
    brush.polygon(tip(tail, head, unit * 0.36, unit * 0.5), ink)


@lru_cache(BADGES)
def badge_size(unit: float, text: str, large: bool, scale: float = 1.0) -> Point:
    """Half the width and height of a badge."""
    letters = sizes.SIZES["badge"][1] * scale * (sizes.larger("badge") if large else 1.0)
    radius = max(unit * sizes.BADGE * (1.12 if large else 1.0), letters * sizes.BADGE_LETTERS)
    width = sizes.text_width(text, "badge", large, scale) / 2 + radius * 0.45
    return max(radius, width), radius


def _badge(brush: Brush, style: Style, item: Badge) -> None:
    x, y = badge_size(style.unit, item.text, style.large, round(item.scale * style.zoom, 2))
    brush.card((-x - 1, -y - 1, x + 1, y + 1), y + 1, style.color("halo"))
    brush.card((-x, -y, x, y), y, style.color(item.kind))
    brush.text((0, -0.5), item.text, style.font("badge", item.scale), style.color("halo"))


def _leader(brush: Brush, style: Style, item: Leader) -> None:
    brush.line((HERE, item.reach), style.unit * 0.12, style.color("halo"))
    brush.line((HERE, item.reach), style.unit * 0.055, style.color("chain"))


# The head


def _text(brush: Brush, style: Style, item: Text) -> None:
    keys.write(brush, style, HERE, item)


def _panel(style: Style, item: Panel) -> tuple[Sprite, ...]:
    # The rim and what is within. Cards are too large to be cached in the colors of every theme.
    size = round(item.size[0]), round(item.size[1])
    rim = style.own(item.player) if item.active or item.won else style.color("line")
    line = round((3.0 if item.active else 1.0) * item.scale)
    inks = ((0, rim),) if item.won else ((0, rim), (line, style.color("panel")))
    return tuple(
        Sprite(mask, offset, ink)
        for inset, ink in inks
        for mask, offset in _card(size, inset, item.scale)
    )


@lru_cache(CARDS)
def _card(
    size: tuple[int, int], inset: int, scale: float
) -> tuple[tuple[Image.Image, tuple[int, int]], ...]:
    # The masks of a card within its rim, and where they go: both ends, and the middle, which is
    # full everywhere and so is pasted faster.
    (width, height), end = size, round(12 * scale)
    left, right = _ends(height, end, inset)
    middle = Image.new(SOLID, (width - 2 * end, height - 2 * inset), 1)
    return (left, (0, 0)), (middle, (end, inset)), (right, (width - end, 0))


@lru_cache(CARDS)
def _ends(height: int, end: int, inset: int) -> tuple[Image.Image, Image.Image]:
    # Those of cards of any width.
    brush = Brush((0, 0), (2 * end, height))
    brush.card((inset, inset, 2 * end - inset, height - inset), end - inset, (255, 255, 255))
    mask = brush.finish().getchannel("A")
    return mask.crop((0, 0, end, height)), mask.crop((end, 0, 2 * end, height))


def pill_size(style: Style, text: str, scale: float) -> Point:
    """Half the width and height of a pill."""
    half = style.font("notice", scale).size * 0.74
    return style.font("notice", scale).getlength(text) / 2 + half * 0.8, half


def _pill(brush: Brush, style: Style, item: Pill) -> None:
    x, y = pill_size(style, item.text, item.scale)
    brush.card((-x, -y, x, y), y, style.color(INKS.get(item.kind, item.kind)))
    brush.text((0, -0.5), item.text, style.font("notice", item.scale), style.color("halo"))


DRAW: Mapping[type, Callable[[Brush, Style, Any], None]] = {
    Ring: _ring,
    Cross: _cross,
    Trail: _trail,
    Dot: _dot,
    Sweep: _sweep,
    Arrow: _arrow,
    Loop: _loop,
    Badge: _badge,
    Leader: _leader,
    Text: _text,
    Pill: _pill,
    **piece_sprites.DRAW,
    **mark_sprites.DRAW,
    **space_sprites.DRAW,
}
