"""Coordinates with signs in them: a sign such as ` or ; is drawn as a key of a keyboard.

Bi-Pod's outermost columns have such names; as letters they look like specks.
"""

from collections.abc import Mapping
from functools import lru_cache

from renderers.drawing.brush import Brush
from renderers.drawing.style import Style
from renderers.drawing.theme import Font, font
from renderers.layout import plus
from renderers.scene import Point, Text

SIGNS = "=`-';"
KEYS: Mapping[str, float] = {"cell": 1.1, "stone": 1.1}
"""The side of a key compared with the height of the letters, by the roles of texts that have keys.

All of these are centered.
"""

GLYPH: Mapping[str, float] = {"`": 0.42, "'": 0.46}
"""How much of a key its sign fills, if that is not the usual share: quotes are no blocks."""

USUAL, RAISED = 0.64, 0.13
"""The usual share, and how much higher than the middle of a key quotes are."""

INK = "count"
"""The letters of signs: thin enough to tell an apostrophe from a block."""

GAP = 0.08
"""The room between a key and what follows it, compared with the height of the letters."""


def has_key(text: Text) -> bool:
    """Whether a text begins with a sign that is drawn as a key."""
    return text.role in KEYS and text.text[:1] in SIGNS and bool(text.text)


def half_width(letters: Font, text: Text) -> float:
    """How far a text with a key reaches to either side of its middle, in pixels."""
    rest = letters.getlength(text.text[1:])
    return (letters.size * (KEYS[text.role] + (GAP if rest else 0.0)) + rest) / 2


def write(brush: Brush, style: Style, at: Point, text: Text) -> None:
    """Write a text around a point, or where it is anchored, its sign as a key."""
    letters = style.font(text.role, text.scale)
    if not has_key(text):
        brush.text(at, text.text, letters, style.color(text.color), text.anchor)
        return
    size, half = letters.size * KEYS[text.role], half_width(letters, text)
    middle = plus(at, (size / 2 - half, 0.0))
    _key(brush, style, middle, text.text[0], size)
    if rest := text.text[1:]:
        start = plus(at, (half, 0.0))
        brush.text(start, rest, letters, style.color(text.color), "rm")


def _key(brush: Brush, style: Style, at: Point, sign: str, size: float) -> None:
    for side, color in ((size / 2, "muted"), (size / 2 - max(1.0, size * 0.06), "halo")):
        box = (at[0] - side, at[1] - side, at[0] + side, at[1] + side)
        brush.card(box, size * 0.22, style.color(color))
    left, top, right, bottom = _inked(sign, 1.0)
    scale = round(size * GLYPH.get(sign, USUAL) / max(right - left, bottom - top), 2)
    left, top, right, bottom = _inked(sign, scale)
    up = size * RAISED if sign in GLYPH else 0.0
    start = plus(at, (-(left + right) / 2, -(top + bottom) / 2 - up))
    brush.text(start, sign, font(INK, scale=scale), style.color("text"), "ls")


@lru_cache(256)
def _inked(sign: str, scale: float) -> tuple[int, int, int, int]:
    # The box of a sign's ink around the start of its baseline; a font's own reaches down to it.
    ink, (x, y) = font(INK, scale=scale).getmask2(sign, "L", anchor="ls")
    left, top, right, bottom = ink.getbbox() or (0, 0, 1, 1)
    return left + x, top + y, right + x, bottom + y
