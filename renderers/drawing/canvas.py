"""From a scene to bytes: sprites pasted on a cached ground, in the theme's own palette.

A ground is drawn once for each theme and view, reduced to its palette, and then copied; under items
it is in full color for a moment. A fixed palette of the theme's colors and their blends makes small
files and avoids computing colors for every picture.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

from PIL import Image

from renderers.drawing import theme as sizes
from renderers.drawing.cache import (
    OVERHEAD,
    ByteCache,
    image_bytes,
    image_cache,
    keep_large_blocks_apart,
    release_memory,
)
from renderers.drawing.piece_sprites import faint
from renderers.drawing.space_sprites import Box, drawn_ground
from renderers.drawing.sprites import SOLID, Sprite, looks_of, sprites
from renderers.drawing.style import Style
from renderers.drawing.theme import Color, mixed
from renderers.scene import Block, Cups, Ground, Item, Patch, Piece, Point, Scene, Veil

COLORS = 48
"""Colors in a palette: enough for smooth edges, few enough for small files."""

NEAR = 20
"""Colors that differ by no more than this in any band are one in a palette."""

SQUARE = 32
"""The side of the squares, in pixels, by which a picture is reduced to its palette."""

TILE, THUMB = 64, (240, 80)
"""On the sheet of samples: the size of each, and of the board."""


Placed = tuple[Sprite, Box]
"""A sprite and where it is on a picture."""


# The palette


MAPPING = 530_000
"""Bytes that a palette takes: Pillow stores with it which of its colors is nearest to which."""

INDEXED = image_cache(4_500_000, 6_000_000)
"""The empty boards drawn last, in their palettes; one takes some 700,000 bytes, packed 50,000.
Unpacking one takes a twentieth of the time of a picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Colors:
    """What a palette is made from, and the style of what is drawn in it. Reusing one finds what was
    drawn with it in the caches."""

    ground: Ground
    style: Style
    samples: tuple[Item, ...]


PALETTES: ByteCache[Colors, Image.Image] = ByteCache(30 * MAPPING, lambda _: MAPPING)


def empty_board(ground: Ground, colors: Colors) -> Image.Image:
    """The empty board in a palette. Not to be drawn on: copy it."""
    return INDEXED.get((ground, colors), lambda: _drawn_once(ground, colors))


def _drawn_once(ground: Ground, colors: Colors) -> Image.Image:
    # The empty board, and the memory that drawing it took returned: forty times its own.
    keep_large_blocks_apart()
    board = drawn_ground(ground, colors.style)
    own = ground is colors.ground
    made = _palette(_bands(board, colors)) if own else palette(colors)
    # Pillow confuses some very similar colors of a palette: where a board is reduced again, below
    # its items, it must not change.
    for _ in range(3):
        board = board.convert("RGB").quantize(palette=made, dither=Image.Dither.NONE)
    release_memory()
    return board


def palette(colors: Colors) -> Image.Image:
    """A palette picture of some colors."""
    return PALETTES.get(colors, lambda: _palette(_kept_bands(colors)))


@lru_cache(128)
def _kept_bands(colors: Colors) -> bytes:
    return bytes(empty_board(colors.ground, colors).getpalette() or ())


def _palette(bands: bytes) -> Image.Image:
    picture = Image.new("P", (1, 1))
    picture.putpalette(bands)
    picture.load()  # this passes the colors to the picture's core
    return picture


def _bands(board: Image.Image, colors: Colors) -> bytes:
    # The bands of a palette: the theme's colors, and the blends its sprites make with a ground.
    style, samples = colors.style, colors.samples
    exact = [*style.theme.colors.values(), *(p.fill for p in style.theme.surfaces.values())]
    exact += [shade for coat in style.theme.coats for shade in (coat.paint.fill, coat.ink)]
    blends = _sheet(board, style, samples).quantize(COLORS * 2, method=Image.Quantize.MEDIANCUT)
    grounds = (style.color("page"), style.theme.surfaces["plain"].fill)
    shades = [mixed(g, style.color("shadow"), share / 10) for g in grounds for share in range(1, 6)]
    own = list(dict.fromkeys([*exact, *_areas(style, samples)]))
    for shade in (*shades, *_by_frequency(blends)):
        if len(own) == COLORS:
            break
        if not any(_is_near(shade, one) for one in own):
            own.append(shade)
    return bytes(band for shade in own for band in shade)


def _areas(style: Style, samples: tuple[Item, ...]) -> Iterator[Color]:
    if any(isinstance(item, Veil) for item in samples):
        for paint in style.theme.surfaces.values():
            yield mixed(paint.fill, style.color("page"), sizes.VEIL)
    if any(isinstance(item, Block) for item in samples):
        yield style.face
    if not style.flat:
        named = {item.player for item in samples if isinstance(item, Piece) and item.named}
        yield from map(style.watermark, sorted(named))
    for player in sorted({item.player for item in samples if isinstance(item, Patch)}):
        yield style.tinted(player)
    for owner in sorted({i.owners[-1] for i in samples if isinstance(i, Cups) and i.kind}):
        # Few pixels of the samples, and most of what shows whose stack was covered.
        ground, fill = style.theme.surfaces["dark"].fill, style.theme.coat(owner).paint.fill
        yield mixed(ground, fill, faint(style))


def _by_frequency(picture: Image.Image) -> list[Color]:
    bands = picture.getpalette() or []
    counted = sorted(picture.getcolors() or [], reverse=True)
    return [(bands[3 * i], bands[3 * i + 1], bands[3 * i + 2]) for _, i in counted]  # type: ignore[operator]


def _is_near(one: Color, other: Color) -> bool:
    return (
        -NEAR <= one[0] - other[0] <= NEAR
        and -NEAR <= one[1] - other[1] <= NEAR
        and -NEAR <= one[2] - other[2] <= NEAR
    )


def _sheet(board: Image.Image, style: Style, samples: Iterable[Item]) -> Image.Image:
    # The sample items, each on a surface, and the board, thinned out.
    pictures = [small for item in samples for small in sprites(style, item)]
    fills = [paint.fill for paint in style.theme.surfaces.values()]
    sheet = Image.new("RGB", (TILE * len(pictures), TILE + THUMB[1]), fills[0])
    for i, small in enumerate(pictures):
        # Every third piece on the plain surface, the others on each surface in turn.
        fill = fills[0] if i % 3 == 0 else fills[i % len(fills)]
        sheet.paste(fill, (TILE * i, 0, TILE * (i + 1), TILE))
        box = small.image.crop((0, 0, TILE, TILE))
        sheet.paste(small.ink or box, (TILE * i, 0), box)
    sheet.paste(board.resize(THUMB, Image.Resampling.NEAREST), (0, TILE))
    return sheet


# Pictures


def indexed(scene: Scene, colors: Colors) -> Image.Image:
    """The scene in a palette."""
    picture = empty_board(scene.ground, colors).copy()
    whole = _room_for(picture)
    loose = list(_placed(scene.items[scene.tiled :], colors.style))
    under = list(_placed(_put_tiles(picture, scene, loose, colors), colors.style))
    _put(picture.im, whole, under + loose, palette(colors))
    return picture


def put(picture: Image.Image, items: Iterable[Item], style: Style) -> None:
    """Put items on a picture in full color."""
    _paste(picture.im, _placed(items, style))


def put_reduced(
    picture: Image.Image, items: Iterable[Item], style: Style, colors: Image.Image
) -> None:
    """Put items on a picture in a palette."""
    whole = _room_for(picture)
    _put(picture.im, whole, list(_placed(items, style)), colors)


def _room_for(picture: Image.Image) -> Any:
    # The picture's size in full color, taken before sprites are drawn: cached ones would fill this
    # place with holes.
    return Image.new("RGB", picture.size, None).im


def _put(core: Any, whole: Any, placed: list[Placed], colors: Image.Image) -> None:
    # Put sprites on a picture in a palette: in its place for a moment in full color.
    squares = [*squares_around((box for _, box in placed), core.size)]
    for box in squares:
        whole.paste(core.crop(box).convert("RGB", Image.Dither.NONE), box)
    _paste(whole, placed)
    for box in squares:
        core.paste(whole.crop(box).convert("P", Image.Dither.NONE, colors.im), box)


def _touches(box: Box, rows: dict[int, int], size: tuple[int, int]) -> bool:
    return any(bits & rows.get(row, 0) for row, bits in _rows([box], size).items())


TILES: ByteCache[Hashable, Image.Image] = ByteCache(
    4_000_000, lambda tile: OVERHEAD + image_bytes(tile)
)
"""Square cells with all that is on them, in their palettes: the same on many pictures."""


def _put_tiles(
    picture: Image.Image, scene: Scene, loose: list[Placed], colors: Colors
) -> list[Item]:
    # Put the tiled items on a picture cell by cell, and return those of cells on which others are.
    cells: dict[Point, list[Item]] = {}
    for item in scene.items[: scene.tiled]:
        cells.setdefault(item.at, []).append(item)
    taken = _rows((box for _, box in loose), picture.size) if cells else {}
    under, unit = list[Item](), scene.ground.unit
    for at, items in cells.items():
        x, y = at
        box = (round(x - unit), round(y - unit), round(x + unit), round(y + unit))
        if _touches(box, taken, picture.size):
            under += items
        else:
            key = (colors, _bare(scene.ground, colors, box), *map(looks_of, items))
            tile = TILES.get(key, partial(_tile, picture, box, items, colors))
            picture.im.paste(tile.im, box)
    return under


@lru_cache(1024)
def _bare(ground: Ground, colors: Colors, box: Box) -> bytes:
    # A digest of a part of an empty board: most of its cells are alike.
    return blake2b(empty_board(ground, colors).crop(box).tobytes(), digest_size=16).digest()


def _tile(picture: Image.Image, box: Box, items: list[Item], colors: Colors) -> Image.Image:
    # A part of a picture, which has nothing on it yet, with the items on it.
    tile, (x, y, _, _) = picture.crop(box), box
    moved = [
        (small, (left - x, top - y, right - x, bottom - y))
        for small, (left, top, right, bottom) in _placed(items, colors.style)
    ]
    _put(tile.im, _room_for(tile), moved, palette(colors))
    return tile


def _placed(items: Iterable[Item], style: Style) -> Iterator[Placed]:
    # The visible sprites of some items, and where.
    for item in items:
        for small in sprites(style, item):
            left, top = corner(small, item.at)
            width, height = small.image.im.size
            yield small, (left, top, left + width, top + height)


def _paste(picture: Any, placed: Iterable[Placed]) -> None:
    # What Image.paste does after its checks, which take longer than most sprites.
    for small, box in placed:
        core = small.image.im
        if core.mode == SOLID:
            picture.paste(small.ink, box)
        else:
            picture.paste(small.ink or core, box, core)


def corner(small: Sprite, at: Point) -> tuple[int, int]:
    """Where a sprite's top left corner goes."""
    return round(at[0]) + small.offset[0], round(at[1]) + small.offset[1]


def in_one_color(size: tuple[int, int], color: Color, colors: Image.Image) -> Image.Image:
    """A picture in a palette, all in one color."""
    picture = colors.crop((0, 0, *size))
    picture.paste(index_of(color, colors), (0, 0, *size))
    return picture


def index_of(color: Color, colors: Image.Image) -> int:
    """The number of a color in a palette."""
    one = Image.new("RGB", (1, 1), color).im.convert("P", Image.Dither.NONE, colors.im)
    return int(one.getpixel((0, 0)))


def squares_around(boxes: Iterable[Box], size: tuple[int, int]) -> Iterator[Box]:
    """A few boxes that together hold some boxes, as far as these lie in a picture of a size."""
    for row, columns in _rows(boxes, size).items():
        top, bottom = row * SQUARE, min(row * SQUARE + SQUARE, size[1])
        for first, end in _runs(columns):
            if first * SQUARE < size[0]:
                yield first * SQUARE, top, min(end * SQUARE, size[0]), bottom


def _rows(boxes: Iterable[Box], size: tuple[int, int]) -> dict[int, int]:
    # The squares of a picture that some boxes touch: those of each row as bits.
    rows: dict[int, int] = {}
    for left, top, right, bottom in boxes:
        columns = (1 << -(-right // SQUARE)) - (1 << max(0, left) // SQUARE) if right > 0 else 0
        for row in range(max(0, top) // SQUARE, -(-min(bottom, size[1]) // SQUARE)):
            rows[row] = rows.get(row, 0) | columns
    return rows


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    while bits:
        first = bits & -bits
        beyond = bits + first
        yield first.bit_length() - 1, (beyond & -beyond).bit_length() - 1
        bits &= beyond


def reduced(picture: Image.Image, colors: Colors) -> Image.Image:
    """A picture in a palette."""
    return picture.quantize(palette=palette(colors), dither=Image.Dither.NONE)
