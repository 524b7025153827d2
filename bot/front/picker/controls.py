"""The buttons below the choices of a step, in rows that a phone shows on one line each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from discord import ButtonStyle

from bot.front.discord.markdown import clip
from bot.front.picker import phone
from bot.front.picker.layout import ACROSS, LayoutButton, Page


@dataclass(frozen=True, slots=True)
class Control:
    """A button next to the choices: what it does, by its name."""

    label: str
    name: str
    style: ButtonStyle = ButtonStyle.secondary


CANCEL = Control("Cancel", "cancel")
BACK = Control("Back", "back")
CONFIRM = Control("Confirm", "confirm", ButtonStyle.success)
COMPARE = Control("Compare", "compare")
FAR, NEAR = Control("Zoom out", "far"), Control("Zoom in", "near")
PICK = Control("Pick with buttons", "back")
STUDY = Control("Study", "study")
HINT = Control("Hint", "hint")
MORE = Control("More…", "more")
TYPE = Control("Type it…", "type")
"""Opens the form for typing."""


def control_lines(
    controls: Iterable[Control], width: float = phone.ACROSS
) -> list[tuple[Control, ...]]:
    """The buttons in rows that a phone shows on one line each, if it is so wide."""
    left = iter(controls := tuple(controls))
    rows = phone.in_rows(map(sized, controls), ACROSS, width)
    return [tuple(islice(left, len(row))) for row in rows]


def sized(control: Control) -> LayoutButton:
    return LayoutButton(control.label)


def fitting_controls(
    before: Sequence[Control],
    wanted: Iterable[Control],
    last: Control,
    rows: int,
    across: float = phone.ACROSS,
) -> tuple[Control, ...]:
    """Those needed, and between them as many of the others as have room in so many rows."""
    shown = (*before, last)
    for control in wanted:
        more = (*shown[:-1], control, last)
        if len(control_lines(more, across)) <= max(1, rows):
            shown = more
    return shown


def page_controls(page: Page) -> list[Control]:
    """The buttons to the neighboring pages; of two pages each has the other on one side."""
    before, after = (page.page - 1) % page.pages, (page.page + 1) % page.pages
    both = [Control("◀", f"page{before}"), Control("▶", f"page{after}")]
    if page.pages > 2:
        return both
    return [both[0 if page.page else 1]] if page.pages == 2 else []


def offers(texts: Sequence[str]) -> Iterator[Control]:
    for number, text in enumerate(texts):
        yield Control(clip(f"{number + 1} · {text}", 38), f"offer{number}", ButtonStyle.primary)
