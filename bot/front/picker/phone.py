"""How high a message is on a phone of 390 pixels, as Discord lays it out.

It estimates from the widths of letters, and rather too high: `tests/table` compares it with a
browser. Lengths are in pixels.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil

from bot.front.picker.layout import LayoutButton, Line, Menu
from renderers import text_length

ACROSS = 302
"""The width of a message's content, beside the avatar."""

BOXED = 265
"""The width of what stands in a box with an edge."""

HEIGHT = 690
"""What is seen at once between the app's bars."""

FRAME = 78
"""What a private answer has above and below its content: whom it answers, the bot's name, and that
only you can see it. It is no less than what a box adds to a post."""

ROW, FIRST_ROW = 48, 4
"""A row of buttons, or a menu, with the gap; and the gap before the first."""

PADDING, GAP, EMOJI, BESIDE_EMOJI = 16, 8, 22, 4
"""Left and right of a button's content, between two buttons, its emoji, and the gap behind that."""

LETTERS, TEXT, LINE = 15, 16.5, 22
"""The size of a button's letters and of text, as high as is as wide as those of the widest of the
usual fonts; and the height of a line of text."""

SMALL, SMALL_LINE, HEADING, HEADING_LINE = 14.5, 20, 19, 36
"""The same of small print and of headings, with the gaps around those."""

BOLD, SPACE, SIGN = 1.03, 0.26, 1.25
"""How many times as wide bold letters are, and how wide a space and an arrow or emoji are, compared
with the size of the letters."""

MARKUP = re.compile(r"<a?:\w+:\d+>|[*_`~]{1,2}|<t:\d+(?::\w)?>|\\")


def button_width(each: LayoutButton) -> float:
    gap = BESIDE_EMOJI if each.emoji and each.label else 0
    return 2 * PADDING + (EMOJI if each.emoji else 0) + gap + _label_width(each.label)


def _label_width(label: str) -> float:
    return sum(_char_width(char) for char in label)


def _char_width(char: str) -> float:
    # An emoji is square, what only selects its form takes no room.
    if char in "\ufe0f\u200d\u20e3":
        return 0.0
    return text_length(char, LETTERS) if ord(char) < EMOJIS else float(EMOJI)


EMOJIS = 0x2100
"""Characters from here on are drawn as emojis, if at all."""


def narrowed(each: LayoutButton) -> LayoutButton:
    """The button with its label cut off where it would be wider than a phone."""
    label = each.label
    while button_width(each) > ACROSS:
        label = label[:-1]
        each = replace(each, label=f"{label.rstrip()}…")
    return each


def in_rows(
    buttons: Iterable[LayoutButton], most: int, across: float = ACROSS
) -> list[tuple[LayoutButton, ...]]:
    """The buttons in rows that do not wrap, with at most so many in each."""
    rows: list[list[LayoutButton]] = []
    left = 0.0
    for each in buttons:
        width = button_width(each)
        if rows and len(rows[-1]) < most and width <= left:
            rows[-1].append(each)
        else:
            rows.append([each])
            left = across + GAP
        left -= width + GAP
    return [tuple(row) for row in rows]


def labeled_row(labels: Iterable[str | None]) -> Line:
    """A row of buttons with these labels, for its size."""
    return tuple(LayoutButton(label or "") for label in labels)


def lines_shown(row: Line, across: float = ACROSS) -> int:
    """On how many lines a row is shown."""
    if isinstance(row, Menu):
        return 1
    return len(in_rows(row, len(row), across))


def text_height(text: str, across: int = ACROSS) -> int:
    return sum(_paragraph_height(line, across) for line in text.split("\n")) if text else 0


def _paragraph_height(line: str, across: int) -> int:
    lines = paragraph_lines(line, across)
    if line.startswith("#"):
        return HEADING_LINE + HEADING_LINE // 2 * (lines - 1)
    return lines * (SMALL_LINE if line.startswith("-# ") else LINE)


def paragraph_lines(line: str, across: int = ACROSS) -> int:
    """On how many lines a paragraph is shown."""
    if line.startswith(("#", "-# ")):
        return _wrapped(line.lstrip("-# "), HEADING if line[0] == "#" else SMALL, across)
    return _wrapped(line, TEXT, across)


def _wrapped(line: str, size: float, across: int = ACROSS) -> int:
    """The lines that a paragraph takes."""
    lines, used = 1, 0.0
    if line.startswith("**") and line.endswith("**"):
        size *= BOLD
    space = SPACE * size
    for word in unmarked(line).split(" "):
        width = _word_width(word, size)
        if used and used + space + width > across:
            lines, used = lines + 1, 0.0
        elif used:
            used += space
        used += width
        if used > across:
            lines, used = lines + ceil(used / across) - 1, used % across
    return lines


def _word_width(word: str, size: float) -> float:
    signs = [char for char in word if ord(char) >= EMOJIS]
    # Other fonts make the digit one as wide as the others.
    letters = "".join(char for char in word if char not in signs).replace("1", "7")
    return text_length(letters, size) + SIGN * size * len(signs)


def unmarked(line: str) -> str:
    """A line without its signs of emphasis; an emoji or a time takes as much room as two letters or
    ten."""
    return MARKUP.sub(_shown, line)


def _shown(found: re.Match[str]) -> str:
    text = found[0]
    if text.startswith("<t:"):
        return "in 10 hours"
    return "MM" if text.startswith("<") else ""


def clipped(text: str, lines: int) -> str:
    """The text, cut off behind a word where it would take more lines."""
    words = text.split(" ")
    while _wrapped(text, TEXT) > lines and len(words) > 1:
        words.pop()
        text = " ".join(words).rstrip(",;:") + " …"
    return text


def rows_height(rows: Sequence[Line], across: float = ACROSS) -> int:
    lines = sum(lines_shown(row, across) for row in rows)
    return FIRST_ROW + ROW * lines if lines else 0


def left_for_picture(
    text: str, rows: Sequence[Line], pictures: int = 1, across: int = ACROSS
) -> float:
    """How many times as high as it is wide the picture of a message with this text and these rows
    may be, or so many pictures together; `LOWEST` each at least."""
    gaps = pictures * (PICTURE_GAP + ROUNDED)
    taken = FRAME + text_height(text, across) + rows_height(rows, across) + gaps
    return max((HEIGHT - taken) / across, pictures * LOWEST)


LOWEST = 0.3
"""How high a picture is at least, compared with its width, whatever stands above it."""

PICTURE_GAP, ROUNDED = 10, 2
"""Between the text and a picture, and what rounding adds to that at most."""


def message_height(
    text: str,
    pictures: Iterable[tuple[int, int]],
    rows: Sequence[Line],
    across: int = ACROSS,
) -> int:
    """How high it is with pictures of those sizes, which are scaled to the width."""
    drawn = sum(_scaled(*size, across) for size in pictures)
    return FRAME + text_height(text, across) + drawn + rows_height(rows, across)


def _scaled(width: int, height: int, across: int) -> int:
    return ceil(height * min(1.0, across / width)) + PICTURE_GAP


def too_wide(rows: Iterable[Line]) -> Iterator[Line]:
    """The rows that wrap."""
    return (row for row in rows if lines_shown(row) > 1)
