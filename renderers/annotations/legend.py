"""A line of words below a picture, in letters that are read when it is shown small."""

from PIL import Image, ImageDraw

from renderers.drawing import theme
from renderers.drawing.style import Style

LETTERS = 22
"""The picture's width in heights of its letters: a phone shows 300 pixels of it."""

HIGH = 1.9
"""How high the line is, in heights of its letters."""

EDGE = 0.94
"""The share of the width that the words may take."""


def with_legend(picture: Image.Image, words: str, style: Style) -> Image.Image:
    """A palette picture with the words below it, in the same palette."""
    width, role = picture.width, "name"
    usual = theme.SIZES[role][1]
    scale = min(width / LETTERS / usual, EDGE * width / theme.text_width(words, role))
    strip = Image.new("RGB", (width, round(HIGH * scale * usual)), style.color("page"))
    middle = (width / 2, strip.height / 2)
    letters = theme.font(role, scale=scale)
    ImageDraw.Draw(strip).text(middle, words, style.color("text"), letters, anchor="mm")
    whole = Image.new("P", (width, picture.height + strip.height))
    whole.putpalette(picture.getpalette() or ())
    whole.paste(picture, (0, 0))
    whole.paste(strip.quantize(palette=picture, dither=Image.Dither.NONE), (0, picture.height))
    return whole
