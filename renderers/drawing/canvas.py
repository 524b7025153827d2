"""From a scene to bytes: sprites pasted on a cached ground, in the theme's own palette.

A ground is drawn once for each theme and view, reduced to its palette, and then copied; under items
it is in full color for a moment. A fixed palette of the theme's colors and their blends makes small
files and avoids computing colors for every picture.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from renderers.drawing import keys
from renderers.drawing import theme as sizes
from renderers.drawing.brush import Brush
from renderers.drawing.cache import ByteCache, image_cache, keep_large_blocks_apart, release_memory
from renderers.drawing.piece_sprites import faint
from renderers.drawing.sprites import SOLID, Sprite, sprites
from renderers.drawing.style import Style
from renderers.drawing.theme import Color, mixed
from renderers.layout import around, plus
from renderers.scene import Block, Cell, Cups, Ground, Item, Patch, Piece, Point, Scene, Veil

COLORS = 48
"""Colors in a palette: enough for smooth edges, few enough for small files."""

NEAR = 20
"""Colors that differ by no more than this in any band are one in a palette."""

SQUARE = 32
"""The side of the squares, in pixels, by which a picture is reduced to its palette."""

SHADE = 32
"""The side of the squares, in pixels, by which the shadow under a board is drawn."""

NEAR_RIM = 2
"""Pixels from the rim of the board within which it may not cover the shadow wholly."""

TILE, THUMB = 64, (240, 80)
"""On the sheet of samples: the size of each, and of the board."""


Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


# The ground


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
    put_reduced(picture, scene.items, colors.style, palette(colors))
    return picture


def put(picture: Image.Image, items: Iterable[Item], style: Style) -> None:
    """Put items on a picture in full color."""
    _paste(picture.im, _placed(items, style))


def put_reduced(
    picture: Image.Image, items: Iterable[Item], style: Style, colors: Image.Image
) -> None:
    """Put items on a picture in a palette."""
    # Taken before sprites are drawn: cached ones would fill this place with holes.
    whole, core = Image.new("RGB", picture.size, None).im, picture.im
    placed = list(_placed(items, style))
    squares = [*squares_around((box for _, box in placed), picture.size)]
    for box in squares:
        whole.paste(core.crop(box).convert("RGB", Image.Dither.NONE), box)
    _paste(whole, placed)
    for box in squares:
        core.paste(whole.crop(box).convert("P", Image.Dither.NONE, colors.im), box)


def _placed(items: Iterable[Item], style: Style) -> Iterator[tuple[Sprite, Box]]:
    # The visible sprites of some items, and where.
    for item in items:
        for small in sprites(style, item):
            left, top = corner(small, item.at)
            width, height = small.image.im.size
            yield small, (left, top, left + width, top + height)


def _paste(picture: Any, placed: Iterable[tuple[Sprite, Box]]) -> None:
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
    rows: dict[int, int] = {}
    for left, top, right, bottom in boxes:
        columns = (1 << -(-right // SQUARE)) - (1 << max(0, left) // SQUARE) if right > 0 else 0
        for row in range(max(0, top) // SQUARE, -(-min(bottom, size[1]) // SQUARE)):
            rows[row] = rows.get(row, 0) | columns
    for row, columns in rows.items():
        top, bottom = row * SQUARE, min(row * SQUARE + SQUARE, size[1])
        for first, end in _runs(columns):
            if first * SQUARE < size[0]:
                yield first * SQUARE, top, min(end * SQUARE, size[0]), bottom


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    while bits:
        first = bits & -bits
        beyond = bits + first
        yield first.bit_length() - 1, (beyond & -beyond).bit_length() - 1
        bits &= beyond


def reduced(picture: Image.Image, colors: Colors) -> Image.Image:
    """A picture in a palette."""
    return picture.quantize(palette=palette(colors), dither=Image.Dither.NONE)
