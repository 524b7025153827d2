"""Tables: the divisions of a league with who met whom, the rounds of a tournament, leaderboards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from renderers.charts.sheet import COUNT, LETTERS, MARGIN, SMALL, WIDTH, Sheet
from renderers.scene import View

ROW, GAP = 76, 8
TITLE = 76
HEADS = 44
PLACE = 66
PAD = 24
INSET = 34
"""Pixels that names are indented if lines have signs."""

OWN = 10
"""Pixels of the bar of one's own line."""

LONGEST = 12
"""Most lines of a picture: with more a phone would show it too high to be read at once."""


class Tone(Enum):
    """The meaning of a figure: shown by color, and by a sign before the line."""

    PLAIN = "text"
    GOOD = "path"
    BAD = "capture"
    MUTED = "muted"


class Sign(Enum):
    """Where a line leads: up, down, or nowhere any more; explained in words below the table."""

    NONE = ""
    UP = "goes up"
    DOWN = "goes down"
    OUT = "is out"


@dataclass(frozen=True, slots=True)
class Figure:
    """The content of a line's column: a few characters."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a table: its place, a name, and a figure for each column. `own` is highlighted."""

    place: str
    name: str
    figures: tuple[Figure, ...]
    sign: Sign = Sign.NONE
    own: bool = False


@dataclass(frozen=True, slots=True)
class ChartTable:
    """A table with a title, and the head of each column of figures."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    note: str = ""


def draw_table(table: ChartTable, view: View) -> bytes:
    """The PNG of a table, readable 287 pixels wide. Same input, same bytes.

    Names are cut to the room that the figures leave. Raises ValueError for more than `LONGEST`
    lines, or a line with another number of figures than there are heads.
    """
    if len(table.lines) > LONGEST:
        raise ValueError(f"{len(table.lines)} lines; a picture takes {LONGEST}")
    if any(len(line.figures) != len(table.heads) for line in table.lines):
        raise ValueError(f"each line has {len(table.heads)} figures, one for each head")
    heads = HEADS if any(table.heads) else 0
    foot = HEADS if table.note else 0
    signs = [sign for sign in Sign if sign.value and any(line.sign is sign for line in table.lines)]
    below = foot + HEADS * bool(signs)
    sheet = Sheet(TITLE + heads + len(table.lines) * (ROW + GAP) + below + MARGIN // 2, view)
    sheet.write((MARGIN, TITLE / 2), table.title, size=LETTERS * 1.1, room=WIDTH - 2 * MARGIN)
    columns = _columns(table, sheet)
    for middle, head in zip(columns, table.heads, strict=True):
        at = (middle, TITLE + HEADS / 2 - 6)
        sheet.write(at, head, role=COUNT, size=SMALL, color="muted", anchor="mm")
    top, inset = TITLE + heads, INSET * any(line.sign is not Sign.NONE for line in table.lines)
    for place, line in enumerate(table.lines):
        _draw_line(sheet, line, columns, top + place * (ROW + GAP), inset)
    if table.note:
        at = (MARGIN, sheet.height - foot / 2 - 4)
        sheet.write(at, table.note, role=COUNT, size=SMALL, color="muted", room=WIDTH - 2 * MARGIN)
    _explain(sheet, signs, sheet.height - foot - HEADS / 2 - 4)
    return sheet.png()


def _explain(sheet: Sheet, signs: Sequence[Sign], y: float) -> None:
    left = float(MARGIN)
    for sign in signs:
        _draw_sign(sheet, sign, left + INSET / 2 - 5, y)
        left += INSET
        sheet.write((left, y), sign.value, role=COUNT, size=SMALL, color="muted")
        left += sheet.width_of(sign.value, COUNT, SMALL) + PAD


def _columns(table: ChartTable, sheet: Sheet) -> Sequence[float]:
    # The middle of each column, as wide as its content, from the right.
    found, right = list[float](), float(WIDTH - MARGIN)
    for number in reversed(range(len(table.heads))):
        texts = [sheet.width_of(line.figures[number].text) for line in table.lines]
        wide = max([*texts, sheet.width_of(table.heads[number], COUNT, SMALL)]) + PAD
        found.append(right - wide / 2)
        right -= wide
    return found[::-1]


def _draw_line(
    sheet: Sheet, line: ChartLine, columns: Sequence[float], top: float, inset: float
) -> None:
    sheet.card(top, top + ROW)
    y = top + ROW / 2
    if line.own:
        box = (MARGIN / 2, top, MARGIN / 2 + OWN, top + ROW)
        sheet.brush.card(box, OWN / 2, sheet.style.color("hint"))
    sheet.write((MARGIN + PLACE / 2 - 4, y), line.place, color="muted", anchor="mm")
    left = MARGIN + PLACE + inset
    if line.sign is not Sign.NONE:
        _draw_sign(sheet, line.sign, left - INSET + 10, y)
    end = min(columns, default=WIDTH) - 40
    sheet.write((left, y), line.name, room=end - left)
    for middle, figure in zip(columns, line.figures, strict=True):
        sheet.write((middle, y), figure.text, color=figure.tone.value, anchor="mm")


def _draw_sign(sheet: Sheet, sign: Sign, x: float, y: float) -> None:
    if sign is Sign.OUT:
        color = sheet.style.color("muted")
        for way in (-1, 1):
            sheet.brush.line([(x - 9, y - 9 * way), (x + 9, y + 9 * way)], 5, color)
        return
    way = -1 if sign is Sign.UP else 1
    color = sheet.style.color("path" if sign is Sign.UP else "capture")
    sheet.brush.polygon([(x - 12, y - 9 * way), (x + 12, y - 9 * way), (x, y + 11 * way)], color)
