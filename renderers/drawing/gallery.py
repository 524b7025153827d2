"""Pictures that are shown small: only the board, without details too small to read; and a line of
large words below a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import floor, inf

from PIL import Image, ImageDraw

from renderers.drawing import canvas, theme
from renderers.drawing.canvas import Colors
from renderers.drawing.cups import rise
from renderers.drawing.png import QUICK_LEVEL, encode_png
from renderers.drawing.style import Style, style_of
from renderers.drawing.theme import contrast, fitting
from renderers.layout import plus, shared_out
from renderers.scene import (
    Badge,
    Chip,
    Cups,
    Ground,
    Item,
    Leader,
    Letter,
    Panel,
    Pill,
    Point,
    Scene,
    Text,
)

WIDTH = 400
"""Pixels from side to side."""

SIDE = 600
"""Pixels of each side of a square: galleries show squares, and crop the rest."""

MARGIN = 10.0
"""Pixels of the whole picture that are left around its board."""

LABEL: Point = (20.0, 20.0)
LABEL_UNIT = 30.0
"""Where the letter of a thumbnail is, and the size of a cell it would fit on."""

SQUARE_LABEL: Point = (44.0, 58.0)
SQUARE_UNIT = 56.0
"""The same on a square, which is shown at a third of its size."""

STRIP, FOOT = 96, 18
"""Pixels of a square above its board, for the label, and below it. Of two squares side by side a
gallery shows a little less than the whole height."""

CARD: Point = (92.0, 14.0)
CARD_HIGH, CARD_GAP, CARDS = 76.0, 8.0, 2
"""Where the cards beside a square's label begin, how high they are and how far apart, and how many
there are at most: of more players it has those who are to move or have won."""

CHIP, NAME, NAME_LEAST = 32.0, 2.0, 1.5
"""How far the middle of a chip is from its card's side, and how much larger names are than usual:
to be readable at a third of their size; and how much at the least, before one is cut."""

TITLE = 3.0
"""How much larger a title is than names usually are."""

PAD = 5.0
"""How many pixels are left next to the longest name, if two share the width."""

UNREAD = (Badge, Leader, Text, Pill)
"""Details too small to read."""


def thumbnail_picture(
    scene: Scene, colors: Colors, label: str = "", *, square: bool = False, title: str = ""
) -> Image.Image:
    """The board of a scene, small, with a letter in its corner if there is one.

    A square has the whole board below its label, and the page's color around it; one with a title
    has that above the board, and no cards.
    """
    style = colors.style
    board = canvas.empty_board(scene.ground, colors).convert("RGB")
    canvas.put(board, (item for item in scene.items if not isinstance(item, UNREAD)), style)
    box = extent(scene)
    size = (WIDTH, round(WIDTH * (box[3] - box[1]) / (box[2] - box[0])))
    cards = cards_beside(scene, style) if square and not title else []
    strip = max(
        [STRIP, *(round(c.at[1] + CARD_HIGH + CARD_GAP) for c in cards if type(c) is Panel)]
    )
    if square:
        scale = min(SIDE / (box[2] - box[0]), (SIDE - strip - FOOT) / (box[3] - box[1]))
        size = (round(scale * (box[2] - box[0])), round(scale * (box[3] - box[1])))
    small = board.resize(size, Image.Resampling.HAMMING, box)
    small = _squared(small, style, strip) if square else small
    above = [Text((SIDE / 2, STRIP / 2), title, "name", "text", "mm", TITLE)] if title else []
    canvas.put(small, [*cards, *above], style)
    unit, at = (SQUARE_UNIT, SQUARE_LABEL) if square else (LABEL_UNIT, LABEL)
    if label:
        canvas.put(small, [Letter(at, label)], style_of(style.theme.key, unit, False))
    return canvas.reduced(small, colors)


Card = tuple[Panel, Chip, Text]
"""A player's card, with the color and the name on it."""


def cards_beside(scene: Scene, style: Style) -> list[Item]:
    """The cards beside a square's label: one below the other if a wide board leaves room."""
    cards, box = _cards(scene), extent(scene)
    high = SIDE * (box[3] - box[1]) / (box[2] - box[0])
    least = len(cards) * (CARD_HIGH + CARD_GAP)
    stacked = len(cards) < CARDS or high <= SIDE - FOOT - CARD[1] - least
    widths, scale = [SIDE - CARD[0] - CARD_GAP] * len(cards), NAME
    if not stacked:
        around = 2 * CHIP + PAD
        room = SIDE - CARD[0] - (CARD_GAP + around) * len(cards)
        names = [style.width(name.text, "name") for _, _, name in cards]
        # In tenths, so that letters of a few sizes are enough.
        scale = min(NAME, max(NAME_LEAST, floor(10 * room / sum(names)) / 10))
        widths = [wide + around for wide in shared_out([n * scale for n in names], room)]
    at, laid = CARD, list[Item]()
    for card, width in zip(cards, widths, strict=True):
        laid += _laid(card, at, width, scale, style)
        at = plus(at, (0.0, CARD_HIGH + CARD_GAP) if stacked else (width + CARD_GAP, 0.0))
    return laid


def _cards(scene: Scene) -> list[Card]:
    # Of two panels on the same corner the upper shows who has won.
    panels = {i.at: i for i in scene.items if isinstance(i, Panel)}.values()
    chips = [i for i in scene.items if isinstance(i, Chip) and not i.spare]
    names = [i for i in scene.items if isinstance(i, Text) and i.role == "name"]
    cards = list(zip(panels, chips, names, strict=False))
    if len(cards) > CARDS:
        cards = [card for card in cards if card[0].active or card[0].won]
    return cards[:CARDS]


def _laid(card: Card, at: Point, width: float, scale: float, style: Style) -> Iterator[Item]:
    (panel, chip, name), middle = card, at[1] + CARD_HIGH / 2
    yield replace(panel, at=at, size=(width, CARD_HIGH), scale=1.0)
    yield replace(chip, at=(at[0] + CHIP, middle), scale=1.0)
    words = fitting(name.text, "name", (width - 2 * CHIP) / scale, style.large)
    yield Text((at[0] + 2 * CHIP - 4, middle), words, "name", name.color, "lm", scale)


def _squared(picture: Image.Image, style: Style, strip: int) -> Image.Image:
    square = Image.new("RGB", (SIDE, SIDE), style.color("page"))
    at = (SIDE - picture.width) // 2, strip + (SIDE - strip - FOOT - picture.height) // 2
    square.paste(picture, at)
    return square


def extent(scene: Scene) -> tuple[float, float, float, float]:
    """The part of a picture that its board and the towers on it take: left, top, right, bottom."""
    left, top, right, bottom = _cells_extent(ground := scene.ground)
    cups = [i.at[1] - rise(i.owners, i.pitch) for i in scene.items if isinstance(i, Cups)]
    top = min([top, *(high - ground.unit / 2 for high in cups)])
    width, height = ground.size
    return (
        max(0.0, left - MARGIN),
        max(0.0, top - MARGIN),
        min(float(width), right + MARGIN),
        min(float(height), bottom + MARGIN),
    )


@lru_cache(64)
def _cells_extent(ground: Ground) -> tuple[float, float, float, float]:
    xs, ys = zip(*(corner for cell in ground.cells for corner in cell.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# Words

LETTERS = 22
"""The picture's width in heights of its letters: a phone shows 300 pixels of it."""

HIGH = 1.9
"""How high the line is, in heights of its letters."""

EDGE = 0.94
"""The share of the width that the words may take."""


def with_legend(
    picture: Image.Image, words: str, style: Style, letters_across: int = LETTERS
) -> Image.Image:
    """A palette picture with the words below it, in the same palette; it is as wide as that many
    heights of its letters."""
    width, role = picture.width, "name"
    words = fitting(words, role, inf)
    usual = theme.SIZES[role][1]
    scale = min(width / letters_across / usual, EDGE * width / theme.text_width(words, role))
    strip = Image.new("RGB", (width, round(HIGH * scale * usual)), style.color("page"))
    middle = (width / 2, strip.height / 2)
    letters = theme.font(role, scale=scale)
    ImageDraw.Draw(strip).text(middle, words, style.color("text"), letters, anchor="mm")
    whole = Image.new("P", (width, picture.height + strip.height))
    whole.putpalette(picture.getpalette() or ())
    whole.paste(picture, (0, 0))
    whole.paste(strip.quantize(palette=picture, dither=Image.Dither.NONE), (0, picture.height))
    return whole


RIBBON, RIBBON_LETTERS = 0.07, 0.64
"""How high a ribbon is compared with the picture's width, and the letters compared with it."""


def bordered(picture: Image.Image, tallest: float, colors: Colors) -> Image.Image:
    """A palette picture with the ribbon of its theme, if that has one, and room at its sides if it
    is more than `tallest` times as high as it is wide."""
    if not colors.style.theme.ribbon:
        return no_taller(picture, tallest, colors.style)
    return with_ribbon(no_taller(picture, max(tallest - RIBBON, RIBBON), colors.style), colors)


def with_ribbon(picture: Image.Image, colors: Colors) -> Image.Image:
    """A palette picture below the ribbon of its theme; without one as it is."""
    style, width = colors.style, picture.width
    if not style.theme.ribbon:
        return picture
    high = round(RIBBON * width)
    fill = style.color("hint")
    ink = max("panel", "text", key=lambda each: contrast(style.color(each), fill))
    whole = canvas.in_one_color((width, picture.height + high), fill, picture)
    whole.paste(picture, (0, high))
    scale = theme.scale_for("name", RIBBON_LETTERS * high, style.large)
    words = Text((width / 2, high / 2), style.theme.ribbon, "name", ink, "mm", scale)
    canvas.put_reduced(whole, [words], style, canvas.palette(colors))
    return whole


def no_taller(picture: Image.Image, tallest: float, style: Style) -> Image.Image:
    """A palette picture with room at its sides, if it is more than that many times as high as it
    is wide."""
    width = round(picture.height / tallest)
    if width <= picture.width:
        return picture
    whole = canvas.in_one_color((width, picture.height), style.color("page"), picture)
    whole.paste(picture, ((width - picture.width) // 2, 0))
    return whole


# Several as one

GAP = 12
"""Pixels between two pictures."""

COLUMN = 320
"""The width in pixels of each of several columns."""


def stacked(pictures: Sequence[bytes], columns: int = 1) -> bytes:
    """The PNG of these PNGs below each other: as files of their own a phone shows several too small
    and cropped. It has the palette of the first and is as wide as the narrowest, or in columns of
    one width."""
    if len(pictures) == 1:
        return pictures[0]
    opened = [Image.open(BytesIO(each)) for each in pictures]
    width = COLUMN if columns > 1 else min(each.width for each in opened)
    parts = [_as_wide(each, width, opened[0]) for each in opened]
    rows = [parts[first : first + columns] for first in range(0, len(parts), columns)]
    high = [max(part.height for part in row) for row in rows]
    size = (columns * (width + GAP) - GAP, sum(high) + GAP * (len(rows) - 1))
    whole = Image.new("P", size, _page(opened))
    whole.putpalette(opened[0].getpalette() or ())
    top = 0
    for row, below in zip(rows, high, strict=True):
        for column, part in enumerate(row):
            whole.paste(part, (column * (width + GAP), top))
        top += below + GAP
    return encode_png(whole, QUICK_LEVEL)


def _as_wide(picture: Image.Image, width: int, first: Image.Image) -> Image.Image:
    is_alike = picture.getpalette() == first.getpalette()
    if picture.width == width and is_alike:
        return picture
    plain = picture.convert("RGB")
    size = (width, round(picture.height * width / picture.width))
    # Halved at once if it is at least twice as wide, which is quick and as good.
    small = plain.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.0)
    return small.quantize(palette=first, dither=Image.Dither.NONE)


def _page(opened: Sequence[Image.Image]) -> int:
    # The color between them: that of the legend below the first.
    found = opened[0].getpixel((0, opened[0].height - 1))
    assert isinstance(found, int), "a palette picture has a number for each pixel"
    return found
