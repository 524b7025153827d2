"""The empty boards of close-ups: each drawn whole, once for a zoom, and cached packed.

They are stored in bands, so that only visible ones are unpacked.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from PIL import Image
from zlib_ng import zlib_ng

from renderers.annotations.chain import Pixel
from renderers.annotations.enlarge import Lens
from renderers.annotations.window import Window
from renderers.drawing import canvas
from renderers.drawing import theme as sizes
from renderers.drawing.brush import FINE, Brush
from renderers.drawing.cache import PACK_LEVEL, ByteCache, image_bytes
from renderers.drawing.canvas import Colors
from renderers.drawing.style import Style
from renderers.scene import Ground, Scene

BAND = 96
"""The height of a band, in pixels."""

BOARDS: ByteCache[Hashable, "LargeBoard"] = ByteCache(
    3_000_000, lambda board: sum(map(len, board.bands))
)
"""The boards used last; one takes some 60,000 bytes."""


BANDS: ByteCache[Hashable, Image.Image] = ByteCache(6_000_000, image_bytes)
"""The bands that were shown last, unpacked: those of several windows."""


@dataclass(frozen=True, slots=True)
class LargeBoard:
    """A board in its palette: its corner, on an endless board at its zoom, and its rows, packed."""

    corner: Pixel
    width: int
    bands: tuple[bytes, ...]

    def put(self, picture: Image.Image, corner: Pixel, box: tuple[int, int, int, int]) -> None:
        """Put the part of the board that begins at a corner into a box of a picture."""
        left, top, right, bottom = box
        x, y = (self.corner[k] - corner[k] + box[k] for k in (0, 1))
        for number, packed in enumerate(self.bands):
            high = y + number * BAND
            if high < bottom and high + BAND > top:
                band = BANDS.get((packed, self.width), partial(_unpacked, packed, self.width))
                ends = (min(band.width, right - x), min(band.height, bottom - high))
                seen = (max(0, left - x), max(0, top - high), *ends)
                picture.paste(band.crop(seen), (max(left, x), max(top, high)))


def _unpacked(packed: bytes, width: int) -> Image.Image:
    pixels = zlib_ng.decompress(packed)
    size = (width, len(pixels) // width)
    return Image.frombuffer("P", size, pixels, "raw", "P", 0, 1)


def large_board(ground: Ground, whole: Window, style: Style, colors: Colors) -> LargeBoard:
    """The empty board of a ground, in a palette, through a window that shows all of it; `style` has
    the same size."""
    key = (ground, style, colors)
    return BOARDS.get(key, lambda: _packed(_drawn(ground, whole, style), whole, colors))


def _drawn(ground: Ground, whole: Window, style: Style) -> Image.Image:
    lens, zoom = Lens(Scene(ground, ()), whole, 0), whole.zoom
    size = (round(whole.area.width * zoom), round(whole.area.height * zoom))
    brush = Brush((0, 0), size, style.color("page"), fine=1, grain=zoom / FINE)
    canvas.put(brush.image, lens.board(), style)
    for wall in lens.long_walls():
        brush.line(wall, style.unit * sizes.WALL, style.color("wall"))
    for edge in ground.edges:
        corners = [lens.place(corner) for corner in edge.corners]
        brush.paint(corners, style.theme.coat(edge.player).paint)
    return brush.image


def _packed(picture: Image.Image, whole: Window, colors: Colors) -> LargeBoard:
    rows, step = canvas.reduced(picture, colors).tobytes(), BAND * picture.width
    bands = [rows[start : start + step] for start in range(0, len(rows), step)]
    packed = tuple(zlib_ng.compress(band, PACK_LEVEL) for band in bands)
    return LargeBoard(whole.corner, picture.width, packed)
