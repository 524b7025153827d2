"""The looks of the marks of a choice: letters, frames, warnings, and hints."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from renderers.drawing.brush import Brush
from renderers.drawing.style import HERE, Style
from renderers.drawing.theme import Color, font
from renderers.layout import between, minus, plus, tip
from renderers.scene import Alert, Beacon, Frame, Letter, Point, Pointer

LETTER = 0.59
"""The radius of a letter's disc, in units: up to the bumper and no further."""

FULL = 0.96
"""How much of the disc's radius its letter may fill."""

ALERT = 0.44
"""The radius of a warning, in units."""

DASHES, DASH = 2, 0.17
"""How many dashes to a side of a broken frame, and how long each is, without its round ends."""

RIM, AROUND = 0.07, 1.0
"""The width of a disc's line, and the radius of the ring around a cell, in units."""


def _letter(brush: Brush, style: Style, item: Letter) -> None:
    radius = style.unit * LETTER
    brush.disc(HERE, radius, style.color("text"))
    brush.disc(HERE, radius - style.unit * RIM, style.color("halo"))
    write_within(brush, item.text, radius * FULL, style.color("text"))


def write_within(brush: Brush, text: str, radius: float, color: Color, low: float = 0.0) -> None:
    """Write a text as large as a disc of that radius has room for, its middle that far down."""
    left, top, right, bottom = font("name").getbbox(text, anchor="ls")
    letters = font("name", scale=round(radius * 2 / hypot(right - left, bottom - top), 2))
    _, up, _, down = letters.getbbox(text, anchor="ms")
    brush.text((0.0, low - (up + down) / 2), text, letters, color, "ms")


def _frame(brush: Brush, style: Style, item: Frame) -> None:
    corners = [between(HERE, corner, 0.97) for corner in item.corners]
    width, sides = style.unit * 0.2, list(pairwise((*corners, corners[0])))
    brush.line((*corners, corners[0]), width * 1.7, style.color("halo"))
    for start, end in sides:
        for way in _dashes(start, end) if item.broken else [(start, end)]:
            brush.line(way, width, style.color(item.kind))


def _dashes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    # A line cut into dashes with gaps between them; its ends lie in gaps.
    middles = [(k + 0.5) / DASHES for k in range(DASHES)]
    cut = [(middle - DASH / 2, middle + DASH / 2) for middle in middles]
    return [(between(start, end, a), between(start, end, b)) for a, b in cut]


def _alert(brush: Brush, style: Style, _: Alert) -> None:
    radius = style.unit * ALERT
    brush.disc(HERE, radius, style.color("halo"))
    brush.disc(HERE, radius - style.unit * 0.07, style.color("capture"))
    write_within(brush, "!", radius * 0.7, style.color("halo"))


def _beacon(brush: Brush, style: Style, _: Beacon) -> None:
    radius, width = style.unit * AROUND, style.unit * 0.2
    brush.ring(HERE, radius, width * 1.7, style.color("halo"))
    for k in range(8):
        brush.bow(HERE, radius, 45 * k, 22, width, style.color("hint"))


def _pointer(brush: Brush, style: Style, item: Pointer) -> None:
    # An arrow with a halo and a double line: no link of a chain.
    width, halo, ink = style.unit * 0.3, style.color("halo"), style.color("hint")
    ends = [(HERE, item.reach), (item.reach, HERE)] if item.back else [(HERE, item.reach)]
    points = [tip(tail, head, width * 1.2, width * 2.1) for tail, head in ends]
    neck = between(item.reach, HERE, min(1.0, width / (hypot(*item.reach) or 1.0)))
    foot = plus(HERE, minus(item.reach, neck)) if item.back else HERE
    for pen, color in ((width * 0.4, halo), (0.0, ink)):
        brush.line((foot, neck), width + pen, color)
        for point in points:
            brush.line((*point, point[0]), pen, color)
            brush.polygon(point, color)
    brush.line((foot, neck), width * 0.36, halo)


DRAW: Mapping[type, Callable[[Brush, Style, Any], None]] = {
    Letter: _letter,
    Frame: _frame,
    Alert: _alert,
    Beacon: _beacon,
    Pointer: _pointer,
}
