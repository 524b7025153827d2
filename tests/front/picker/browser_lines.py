"""On how many lines the browser of the local table shows a text at the width of a phone."""

from functools import cache
from pathlib import Path

import simcord
from PIL import ImageFont

from bot.front.picker.phone import ACROSS, unmarked

LETTERS = Path(simcord.__file__).parent / "preview/static/fonts/noto-sans-latin-v2.015.ttf"

ARROWS, EMOJIS, EMOJI = 0x2100, 0x2196, 1.25
"""Characters from those on are a square, and wider, compared with the size of the letters."""


@cache
def _width(char: str, pixels: int, *, bold: bool) -> float:
    if ord(char) >= ARROWS:
        return pixels * (EMOJI if ord(char) >= EMOJIS else 1)
    font = ImageFont.truetype(LETTERS, pixels)
    font.set_variation_by_axes([700 if bold else 400, 100])
    return font.getlength(char)


def browser_lines(paragraph: str) -> int:
    """The lines that a paragraph of the picker takes."""
    pixels = 14 if paragraph.startswith("-# ") else 16
    lines, used, word = 1, 0.0, 0.0
    for number, part in enumerate(paragraph.removeprefix("-# ").split("**")):
        for char in unmarked(part):
            word += _width(char, pixels, bold=number % 2 == 1)
            if char == " ":
                used, word = used + word, 0.0
            elif used and used + word > ACROSS:
                lines, used = lines + 1, 0.0
    return lines
