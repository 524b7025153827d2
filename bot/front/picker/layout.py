"""How the choices of a step become buttons: a compass where there are directions, letters where
there are spaces, menus and pages where there are too many for buttons. Knows no game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import cos, radians, sin
from typing import Any

from bot.front.discord.markdown import clip
from bot.front.picker.labels import WORD, Labeler, Slot, letters_of
from bot.games.guide import Choice, Step

# Buttons that Discord takes in a row.
ACROSS = 5

# Rows of a message that are for choices; the fifth is for Back, Cancel and the like.
DOWN = 4

# Choices that Discord takes in a menu.
MENU = 25

MIDDLE: Slot = (1, 1)
# Where the compass leads nowhere; a button must say something.
NOTHING = "·"

# Menus of one page at most: more rows would push the picture off a phone.
LISTS = 3

# Characters that a row of buttons shows on two lines of a phone, and of one that is among many.
ROOM, BRIEF = 60, 12


@dataclass(frozen=True, slots=True)
class LayoutButton:
    """A button for the choice `key`; without a key it is only there to keep a place."""

    label: str
    key: str | None = None
    points: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class MenuOption:
    label: str
    key: str
    note: str = ""
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of choices, or of the pages with the choices."""

    title: str
    options: tuple[MenuOption, ...]
    pages: bool = False


Line = tuple[LayoutButton, ...] | Menu


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a step: its rows, the letters for the picture, and what explains both.

    `page` is this one of `pages`, from 0; `letters` are those of the page, by cell.
    """

    rows: tuple[Line, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    page: int = 0
    pages: int = 1


NOT_DRAWN: Mapping[str, str] = {}


def page_of(
    step: Step[Any],
    page: int = 0,
    *,
    turned: bool = False,
    emojis: Mapping[str, str] = NOT_DRAWN,
) -> Page:
    """The page of that number of a step; `turned` for a board seen from the other side, `emojis`
    for the pieces that are shown as they are drawn."""
    around = {} if step.listed else directions(step.choices, turned)
    labels = Labeler(
        letters_of(step.choices, step.named) if step.lettered else NOT_DRAWN,
        {choice.key: at for at, choice in around.items()},
        frozenset(c for c, n in Counter(c.cell for c in step.choices).items() if n > 1),
        turned,
        emojis,
    )
    if any(choice.spot for choice in step.choices):
        return Page((*_map(step.choices, turned), *_button_rows(labels, step.extra)))
    others = [choice for choice in step.offered if choice.key not in labels.places]
    if around:
        center = step.chosen[-1] if step.chosen else "•"
        return _with_compass(labels, around, others, center, page)
    if step.listed and not _fits_one_row(labels, others):
        return _listed(labels, others, page)
    if len(others) <= ACROSS * DOWN:
        rows = tuple(_button_rows(labels, others))
        return Page(rows, labels.shown(others), labels.legend(others))
    return _paged(labels, others, page)


# Directions


def directions(choices: Sequence[Choice], turned: bool) -> dict[Slot, Choice]:
    """The choices that are directions, by row and column of the compass.

    Where nothing points anywhere, facings do. What finds its place taken is no direction.
    """
    pointing = [(c, c.angle) for c in choices if c.angle is not None]
    facing = [(c, c.facing) for c in choices if c.facing is not None and c.cell is None]
    around: dict[Slot, Choice] = {}
    for choice, angle in pointing or (facing if len(facing) > 1 else ()):
        around.setdefault(compass_slot(angle + 180 * turned), choice)
    return around


def compass_slot(angle: float) -> Slot:
    return _third(sin(radians(angle))), _third(cos(radians(angle)))


def _third(part: float) -> int:
    return 1 + (part > 0.2) - (part < -0.2)


def _with_compass(
    labels: Labeler, around: Mapping[Slot, Choice], others: Sequence[Choice], center: str, page: int
) -> Page:
    pages = chunks(others, MENU) or [("", [])]
    title, shown = pages[page % len(pages)]
    small = len(others) <= ACROSS and sum(len(labels.label(c)) for c in others) <= ROOM
    tail = list(_button_rows(labels, others)) if small else [menu_of(labels, title, shown)]
    compass = [
        tuple(_pointer(labels, around, (row, column), center) for column in range(3))
        for row in range(3)
    ]
    legend = labels.legend([*around.values(), *(others if small else ())])
    return Page((*compass, *tail), labels.shown(shown), legend, page % len(pages), len(pages))


def _pointer(labels: Labeler, around: Mapping[Slot, Choice], at: Slot, center: str) -> LayoutButton:
    if at in around:
        choice = around[at]
        return LayoutButton(labels.label(choice), choice.key, True, labels.emoji(choice))
    return LayoutButton(clip(center, WORD) if at == MIDDLE else NOTHING)


# A map of the board


def _map(choices: Sequence[Choice], turned: bool) -> Iterator[tuple[LayoutButton, ...]]:
    by_spot = {choice.spot: choice for choice in choices if choice.spot}
    down, across = (range(1 + max(spot[axis] for spot in by_spot)) for axis in (0, 1))
    for row in reversed(down) if turned else down:
        there = [by_spot.get((row, column)) for column in across]
        yield tuple(
            LayoutButton(choice.label, choice.key) if choice else LayoutButton(NOTHING)
            for choice in (reversed(there) if turned else there)
        )


# Everything else


def _fits_one_row(labels: Labeler, choices: Sequence[Choice]) -> bool:
    return len({labels.label(choice) for choice in choices}) == len(choices) <= ACROSS


def _listed(labels: Labeler, choices: Sequence[Choice], page: int) -> Page:
    """Buttons, and a menu of those for which there is no room: what has something to say comes
    first. All in menus where the buttons would be long."""
    room = ACROSS * (DOWN if len(choices) <= ACROSS * DOWN else DOWN - 1)
    order = sorted(choices, key=lambda c: (not c.likely, not c.note))
    first = {choice.key for choice in order[:room]}
    near = [choice for choice in choices if choice.key in first]
    rest = [choice for choice in choices if choice.key not in first]
    names = [labels.label(choice) for choice in near]
    faces = {(name, labels.emoji(choice)) for name, choice in zip(names, near, strict=True)}
    if len(rest) > MENU or len(faces) < len(near) or max(map(len, names)) > BRIEF:
        return _with_menus(labels, choices, page)
    below = [menu_of(labels, labels.contents(rest), rest)] if rest else []
    rows: tuple[Line, ...] = (*_button_rows(labels, near), *below)
    return Page(rows, labels.shown(choices), labels.legend(near))


def _with_menus(labels: Labeler, choices: Sequence[Choice], page: int) -> Page:
    menus = packed(choices)
    pages = [menus[first : first + LISTS] for first in range(0, len(menus), LISTS)]
    shown = pages[page % len(pages)]
    rows = tuple(menu_of(labels, labels.contents(members), members) for members in shown)
    letters = labels.shown([choice for members in shown for choice in members])
    return Page(rows, letters, (), page % len(pages), len(pages))


def packed(choices: Sequence[Choice]) -> list[list[Choice]]:
    """The choices in as few menus as hold them, their groups kept together and in order."""
    menus: list[list[Choice]] = []
    for _, members in chunks(choices, MENU):
        if menus and len(menus[-1]) + len(members) <= MENU:
            menus[-1] += members
        else:
            menus.append(list(members))
    return menus


def _button_rows(labels: Labeler, choices: Sequence[Choice]) -> Iterator[tuple[LayoutButton, ...]]:
    buttons = [LayoutButton(labels.label(c), c.key, emoji=labels.emoji(c)) for c in choices]
    for first in range(0, len(buttons), ACROSS):
        yield tuple(buttons[first : first + ACROSS])


def menu_of(labels: Labeler, title: str, choices: Sequence[Choice]) -> Menu:
    """A menu of the choices; without a title their groups are it."""
    groups = dict.fromkeys(choice.group for choice in choices if choice.group)
    options = tuple(
        MenuOption(labels.line(c), c.key, clip(c.note, 100), labels.emoji(c)) for c in choices
    )
    return Menu(clip(f"{title or ', '.join(groups) or 'Choose'}…", 150), options)


def _paged(labels: Labeler, choices: Sequence[Choice], page: int) -> Page:
    pages = chunks(choices, ACROSS * (DOWN - 1))
    page %= len(pages)
    # A menu has room for only so many pages, so it moves along with the open one.
    first = max(0, min(page - MENU // 2, len(pages) - MENU))
    options = tuple(
        MenuOption(labels.span(*pages[number]), str(number))
        for number in range(first, min(first + MENU, len(pages)))
    )
    group, shown = pages[page]
    title = f"Page {page + 1} of {len(pages)} · {labels.span(group, shown)}"
    contents = Menu(clip(title, 150), options, pages=True)
    rows: tuple[Line, ...] = (contents, *_button_rows(labels, shown))
    return Page(rows, labels.shown(shown), labels.legend(shown), page, len(pages))


def chunks(choices: Sequence[Choice], size: int) -> list[tuple[str, list[Choice]]]:
    """The choices in pages of that size, each with its group: no page mixes groups, unless all
    of them fit on one."""
    if len(choices) <= size:
        return [("", list(choices))] if choices else []
    order = {group: place for place, group in enumerate(dict.fromkeys(c.group for c in choices))}
    together = groupby(sorted(choices, key=lambda c: order[c.group]), key=lambda c: c.group)
    whole = [(group, list(members)) for group, members in together]
    return [
        (group, members[first : first + size])
        for group, members in whole
        for first in range(0, len(members), size)
    ]
