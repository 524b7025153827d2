"""Antialiased shapes with Pillow: drawn several times too large, then reduced."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFilter

from renderers.drawing.cache import OVERHEAD, ByteCache, image_bytes
from renderers.drawing.theme import Color, Font, Paint
from renderers.layout import around
from renderers.scene import Point

FINE = 4
"""How many times too large shapes are drawn."""

KEPT_LETTERS = 3_000_000
"""Bytes of cached letters: the coordinates of all boards, at both text sizes."""

Tile = Callable[[ImageDraw.ImageDraw, int, int, float], None]
"""Draws a pattern on that many pixels across and down, at that scale."""


def _stripes(step: float, width: float) -> Tile:
    def tile(draw: ImageDraw.ImageDraw, across: int, down: int, grain: float) -> None:
        for x in range(-down, across, round(step * FINE * grain)):
            draw.line((x, down, x + down, 0), fill=255, width=round(width * FINE * grain))

    return tile


def _dots(step: float, radius: float) -> Tile:
    def tile(draw: ImageDraw.ImageDraw, across: int, down: int, grain: float) -> None:
        pitch, reach = round(step * FINE * grain), radius * FINE * grain
        for row, y in enumerate(range(0, down, pitch // 2)):
            for x in range(row % 2 * pitch // 2, across, pitch):
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)

    return tile


def _lines(step: float, width: float, upright: bool = False) -> Tile:
    def tile(draw: ImageDraw.ImageDraw, across: int, down: int, grain: float) -> None:
        for y in range(0, down, round(step * FINE * grain)):
            draw.line((0, y, across, y), fill=255, width=round(width * FINE * grain))
        for x in range(0, across if upright else 0, round(step * FINE * grain)):
            draw.line((x, 0, x, down), fill=255, width=round(width * FINE * grain))

    return tile


PATTERNS: Mapping[str, Tile] = {
    # dense ones
    "stripes": _stripes(5, 1.6),
    "dots": _dots(6, 1),
    "grid": _lines(6, 1, upright=True),
    "lines": _lines(4, 0.75),
    # sparse ones, on which letters are readable
    "hatch": _stripes(9, 0.75),
    "specks": _dots(10, 0.8),
    "mesh": _lines(10, 0.5, upright=True),
    "rows": _lines(8, 0.75),
}


class Brush:
    """A transparent (or filled) picture around an anchor, in pixels relative to that anchor.

    A filled one has no transparency at all, which is quicker to reduce. `grain` is the scale of
    patterns.
    """

    def __init__(
        self,
        before: Point,
        after: Point,
        ground: Color | None = None,
        fine: int = FINE,
        grain: float = 1.0,
    ) -> None:
        self.origin = before
        self.fine = fine
        self.grain = grain
        size = (int((before[0] + after[0]) * fine), int((before[1] + after[1]) * fine))
        self.image = Image.new("RGB", size, ground) if ground else Image.new("RGBA", size)
        self.draw = ImageDraw.Draw(self.image)
        self.texts: list[tuple[Point, str, Font, Color, str]] = []

    def place(self, point: Point) -> Point:
        """A point of the picture in its fine pixels."""
        return (point[0] + self.origin[0]) * self.fine, (point[1] + self.origin[1]) * self.fine

    def polygon(self, points: Sequence[Point], color: Color, alpha: int = 255) -> None:
        self.draw.polygon([self.place(p) for p in points], fill=(*color, alpha))

    def paint(self, points: Sequence[Point], paint: Paint) -> None:
        """A polygon filled with a paint, its pattern included."""
        self.polygon(points, paint.fill)
        if paint.pattern:
            placed = [self.place(p) for p in points]
            left, top = int(min(x for x, _ in placed)), int(min(y for _, y in placed))
            size = (
                int(max(x for x, _ in placed)) - left + 1,
                int(max(y for _, y in placed)) - top + 1,
            )
            shape, lines = Image.new("L", size), Image.new("L", size)
            ImageDraw.Draw(shape).polygon([(x - left, y - top) for x, y in placed], fill=255)
            PATTERNS[paint.pattern](ImageDraw.Draw(lines), *size, self.grain)
            mask = Image.composite(lines, Image.new("L", size), shape)
            self.image.paste((*paint.ink, 255), (left, top), mask)

    def line(self, points: Sequence[Point], width: float, color: Color, alpha: int = 255) -> None:
        """A line with round ends and joints."""
        ink = (*color, alpha)
        placed = [self.place(p) for p in points]
        self.draw.line(placed, fill=ink, width=max(1, round(width * self.fine)))
        for x, y in placed:
            r = width * self.fine / 2
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def disc(self, center: Point, radius: float, color: Color, alpha: int = 255) -> None:
        (x, y), r = self.place(center), radius * self.fine
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=(*color, alpha))

    def ring(
        self, center: Point, radius: float, width: float, color: Color, alpha: int = 255
    ) -> None:
        """A circle's line, `radius` to its middle."""
        (x, y), r = self.place(center), (radius + width / 2) * self.fine
        box = (x - r, y - r, x + r, y + r)
        self.draw.ellipse(box, outline=(*color, alpha), width=max(1, round(width * self.fine)))

    def bow(
        self, center: Point, radius: float, start: float, degrees: float, width: float, color: Color
    ) -> None:
        """A part of a circle's line with round ends, clockwise when `degrees` is positive."""
        steps = max(2, round(abs(degrees) / 3))
        points = [around(center, start + degrees * i / steps, radius) for i in range(steps + 1)]
        for a, b in pairwise(points):
            self.line((a, b), width, color)

    def card(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        color: Color,
        rounded: Sequence[bool] = (True, True, True, True),
    ) -> None:
        """A filled box with round corners, or only some: clockwise from the top left."""
        corners = (*self.place(box[:2]), *self.place(box[2:]))
        top_left, top_right, bottom_right, bottom_left = rounded
        self.draw.rounded_rectangle(
            corners,
            radius * self.fine,
            fill=(*color, 255),
            corners=(top_left, top_right, bottom_right, bottom_left),
        )

    def soften(self, radius: float) -> None:
        """Blur all that is drawn so far: a shadow."""
        drawn = self.image.getbbox()
        if drawn is None:
            return
        # Pillow blurs by three boxes, which reach three radii at most; beyond everything stays
        # empty.
        reach = ceil(3 * radius * self.fine) + 3
        left, top = max(0, drawn[0] - reach), max(0, drawn[1] - reach)
        right = min(self.image.width, drawn[2] + reach)
        bottom = min(self.image.height, drawn[3] + reach)
        part = self.image.crop((left, top, right, bottom))
        blur = ImageFilter.GaussianBlur(radius * self.fine)
        self.image.paste(part.filter(blur), (left, top))

    def fade(self, share: float) -> None:
        """Make everything drawn so far transparent, down to a share of what it was."""
        self.image.putalpha(self.image.getchannel("A").point([int(a * share) for a in range(256)]))
        self.draw = ImageDraw.Draw(self.image)

    def text(self, at: Point, text: str, font: Font, color: Color, anchor: str = "mm") -> None:
        """A line of text, drawn last and at its real size, where letters are crispest."""
        self.texts.append((at, text, font, color, anchor))

    def finish(self) -> Image.Image:
        """The picture at its real size."""
        image = self._reduced()
        for (x, y), text, font, color, anchor in self.texts:
            _write(image, (x + self.origin[0], y + self.origin[1]), text, font, color, anchor)
        return image

    def _reduced(self) -> Image.Image:
        # Of a transparent picture only what is drawn on: reducing transparent pixels takes longest.
        fine, drawn = self.fine, self.image.getbbox()
        if self.image.mode != "RGBA" or drawn is None:
            return self.image.reduce(fine).convert("RGBA")
        left, top = drawn[0] // fine, drawn[1] // fine
        right = min(-(-drawn[2] // fine) * fine, self.image.width)
        bottom = min(-(-drawn[3] // fine) * fine, self.image.height)
        small = Image.new("RGBA", (-(-self.image.width // fine), -(-self.image.height // fine)))
        part = self.image.crop((left * fine, top * fine, right, bottom))
        small.paste(part.reduce(fine), (left, top))
        return small


def _write(image: Image.Image, at: Point, text: str, font: Font, color: Color, anchor: str) -> None:
    # Put a text on a picture, touching only the part of it that the letters need.
    x, y = floor(at[0]), floor(at[1])
    letters, (across, down) = drawn_letters(text, font, anchor, (at[0] - x, at[1] - y))
    left, top = x + across, y + down
    layer = Image.new("RGBA", letters.size, (*color, 255))
    layer.putalpha(letters)
    seen = (max(0, -left), max(0, -top))
    ends = (min(letters.width, image.width - left), min(letters.height, image.height - top))
    if ends[0] > seen[0] and ends[1] > seen[1]:
        image.alpha_composite(layer, (max(0, left), max(0, top)), (*seen, *ends))


Letters = tuple[Image.Image, tuple[int, int]]
"""A text's letters as a mask, and the offset from the pixel of its anchor to their top left
corner."""

LETTERS: ByteCache[tuple[str, Font, str, Point], Letters] = ByteCache(
    KEPT_LETTERS, lambda letters: OVERHEAD + image_bytes(letters[0])
)


def drawn_letters(text: str, font: Font, anchor: str, at: Point) -> Letters:
    """The letters of a line of text; `at` is where in its pixel the anchor is. All colors share
    them: a letter takes longer than the rest of its sprite."""
    return LETTERS.get((text, font, anchor, at), lambda: _drawn_letters(text, font, anchor, at))


def _drawn_letters(text: str, font: Font, anchor: str, at: Point) -> Letters:
    mask, corner = font.getmask2(text, "L", anchor=anchor, start=at)
    letters = Image.new("L", mask.size)
    letters.im.paste(mask, (0, 0, *mask.size))
    return letters, corner
