"""The ground of charts: as wide as a post's picture, with letters that are legible on a phone.

A phone shows a picture some 290 pixels wide, about a third of its width: so letters are three times
as high as they would be in text.
"""

from PIL import Image, ImageDraw

from renderers.drawing.brush import Brush
from renderers.drawing.png import encode_png
from renderers.drawing.style import Style, style_of
from renderers.drawing.theme import Font, fitting, font
from renderers.scene import Point, View

WIDTH = 880
"""Pixels of a chart from side to side."""

MARGIN = 20

LETTERS = 37.0
"""Pixels of the letters, as fonts count them: 12 on a phone."""

SMALL = 31.0
"""Of the text around a chart."""

COLORS = 48
"""Colors of the palette: a few flat ones, and the blends at the edges of letters."""

UNIT = 24.0
"""The size of a cell, which nothing in a chart depends on."""

NAME, COUNT = "name", "count"
"""The roles of heavy and of light letters."""

SIZES = {NAME: 21.0, COUNT: 14.0}
"""Their usual pixels, which the scale of a text multiplies."""


class Sheet:
    """A page of a theme, drawn on in pixels from its top left corner."""

    def __init__(self, height: int, view: View) -> None:
        self.style: Style = style_of(view.theme, UNIT, large=False)
        self.height = height
        page = self.style.color("page")
        self.brush = Brush((0, 0), (WIDTH, height), ground=page, fine=2)
        self._words: list[tuple[Point, str, str, float, str, str]] = []

    def card(self, top: float, bottom: float, color: str = "panel") -> None:
        """A card across the page."""
        box = (MARGIN / 2, top, WIDTH - MARGIN / 2, bottom)
        self.brush.card(box, 12, self.style.color(color))

    def width_of(self, text: str, role: str = NAME, size: float = LETTERS) -> float:
        return _letters(role, size).getlength(text)

    def write(
        self,
        at: Point,
        text: str,
        *,
        role: str = NAME,
        size: float = LETTERS,
        color: str = "text",
        anchor: str = "lm",
        room: float | None = None,
    ) -> None:
        """A line of text, cut to its `room`."""
        wide = float("inf") if room is None else room * SIZES[role] / size
        self._words.append((at, fitting(text, role, wide), role, size, color, anchor))

    def png(self) -> bytes:
        """The file of all that was drawn. Same drawing, same bytes."""
        picture = self.brush.image.reduce(self.brush.fine).convert("RGB")
        draw = ImageDraw.Draw(picture)
        for at, text, role, size, color, anchor in self._words:
            draw.text(at, text, self.style.color(color), _letters(role, size), anchor=anchor)
        few = picture.quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        return encode_png(few)


def _letters(role: str, size: float) -> Font:
    # The same in every theme and view: they are large already.
    return font(role, scale=size / SIZES[role])
