"""The choices of a step on one screen of a phone: no row wraps, and there are four at most.

Directions are a pad: on the left those in which a piece can go, on the right those that it can turn
to. Everything else is buttons of few letters, and one menu for what finds no room. Knows no game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import cos, radians
from typing import Any

from bot.front.picker.labels import COMPASS, Labeler, Slot, letters_of
from bot.front.picker.layout import (
    ACROSS,
    DOWN,
    MENU,
    MIDDLE,
    NOT_DRAWN,
    LayoutButton,
    Line,
    Page,
    compass_slot,
    directions,
    menu_of,
)
from bot.front.picker.phone import in_rows, narrowed
from bot.games.guide import Choice, Step

ABOVE_MENU, ABOVE_PIECES = 3, 2
"""Rows of buttons above a menu; of pieces with letters, which the picture must show, fewer."""

FEWEST = 1
"""Rows at least for what is probably meant, where everything else has buttons too."""

WALKS = TURNS = 3
"""Columns on the left of the pad, where a piece can go, and its rows."""

TURNING = "⇒⇘⇓⇙⇐⇖⇑⇗"
"""Sides that a piece can turn to, clockwise from the right."""

EMPTY = "▪️"
"""On a button that only keeps its place; all of a pad are equally wide."""

POINTS = ("0️⃣", "1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣")

LIKE_NUMBERS = "IO"
"""Letters that the picture has none of."""


def pad_page(
    step: Step[Any],
    page: int = 0,
    *,
    turned: bool = False,
    emojis: Mapping[str, str] = NOT_DRAWN,
) -> Page:
    """A step on one screen; `page` is that of the menu, if there are more choices than it takes."""
    labels = Labeler(NOT_DRAWN, {}, frozenset(), turned, emojis)
    walks = directions([choice for choice in step.choices if choice.angle is not None], turned)
    turns = _turns(step.choices, turned)
    if walks or len(turns) > 1:
        return _with_pad(labels, step, walks, turns, page)
    return _without_pad(labels, step, page)


# The pad


def _turns(choices: Sequence[Choice], turned: bool) -> dict[Slot, Choice]:
    """What a piece can turn to, by row, and column from 0: the left sides are on the left."""
    found: dict[Slot, Choice] = {}
    for choice in choices:
        if choice.facing is not None and choice.cell is None:
            angle = choice.facing + 180 * turned
            slot = compass_slot(angle)[0], int(cos(radians(angle)) > 0)
            found.setdefault(slot, choice)
    return found


def _with_pad(
    labels: Labeler,
    step: Step[Any],
    walks: Mapping[Slot, Choice],
    turns: Mapping[Slot, Choice],
    page: int,
) -> Page:
    on_pad = {choice.key for choice in (*walks.values(), *turns.values())}
    others = [choice for choice in step.choices if choice.key not in on_pad]
    labels = _lettering(labels, step, step.extra)
    pad = tuple(_pad_rows(labels, step, walks, turns))
    below = in_rows((_face(labels, choice) for choice in (*step.extra, *others)), ACROSS)
    if len(below) <= 1:
        return Page((*pad, *below), labels.letters)
    menu, number, pages = _menu(labels, others, page)
    return Page((*pad, menu), {}, (), number, pages)


def _pad_rows(
    labels: Labeler, step: Step[Any], walks: Mapping[Slot, Choice], turns: Mapping[Slot, Choice]
) -> Iterator[tuple[LayoutButton, ...]]:
    for row in range(TURNS):
        walking = [_walk(step, walks, (row, column)) for column in range(WALKS)] if walks else []
        turning = [_turn(labels, turns.get((row, column))) for column in (0, 1)] if turns else []
        yield (*walking, *turning)


def _walk(step: Step[Any], walks: Mapping[Slot, Choice], at: Slot) -> LayoutButton:
    if at in walks:
        return LayoutButton("", walks[at].key, True, COMPASS[at])
    if at == MIDDLE and step.left is not None:
        return LayoutButton("", emoji=POINTS[step.left])
    return LayoutButton("", emoji=EMPTY)


def _turn(labels: Labeler, choice: Choice | None) -> LayoutButton:
    if choice is None:
        return LayoutButton("", emoji=EMPTY)
    # No arrow like those of the ways to go, for the time until the pieces are there as emojis.
    drawn = labels.emoji(choice)
    label = (
        ""
        if drawn or choice.facing is None
        else TURNING[_eighth(choice.facing + 180 * labels.turned)]
    )
    return LayoutButton(label, choice.key, emoji=drawn)


def _eighth(angle: float) -> int:
    return round(angle / 45) % len(TURNING)


# Everything else


def _without_pad(labels: Labeler, step: Step[Any], page: int) -> Page:
    below = in_rows((_face(labels, choice) for choice in step.choices), ACROSS)
    if step.extra and len(below) <= DOWN - FEWEST:
        likely = _first(labels, step, step.extra, DOWN, step.choices)
        near, rest = [*likely, *step.choices], []
    elif step.extra:
        near, rest = _first(labels, step, step.extra, ABOVE_MENU), [*step.choices]
    else:
        near = _first(labels, step, step.choices, DOWN)
        if len(near) < len(step.choices):
            pieces = any(choice.piece and choice.cell for choice in step.choices)
            most = ABOVE_PIECES if pieces and step.lettered else ABOVE_MENU
            near = _first(labels, step, step.choices, most)
        kept = {choice.key for choice in near}
        rest = [choice for choice in step.choices if choice.key not in kept]
    labels = _lettering(labels, step, near)
    # What leads on to others begins a row of its own, if there is one.
    parts = (near,) if rest or not step.extra else (near[: -len(step.choices)], step.choices)
    faces = [[_face(labels, choice) for choice in part] for part in parts]
    rows = tuple(row for part in faces for row in in_rows(part, ACROSS))
    if len(rows) > DOWN:
        rows = tuple(in_rows(chain(*faces), ACROSS))
    if not rest:
        return Page(rows, labels.letters)
    menu, number, pages = _menu(labels, rest, page)
    return Page((*rows, menu), labels.letters, (), number, pages)


def _first(
    labels: Labeler,
    step: Step[Any],
    choices: Sequence[Choice],
    rows: int,
    behind: Sequence[Choice] = (),
) -> list[Choice]:
    """As many as have room in those rows together with those behind them, the likely ones first, in
    their own order."""
    order = sorted(range(len(choices)), key=lambda n: not choices[n].likely)
    for count in range(min(len(choices), ACROSS * rows), 0, -1):
        near = [choices[n] for n in sorted(order[:count])]
        lettered = _lettering(labels, step, near)
        faces = (_face(lettered, choice) for choice in (*near, *behind))
        if len(in_rows(faces, ACROSS)) <= rows:
            return near
    return []


def _lettering(labels: Labeler, step: Step[Any], near: Sequence[Choice]) -> Labeler:
    if not step.lettered:
        return labels
    unnamed = [choice for choice in near if not choice.brief]
    return replace(labels, letters=letters_of(unnamed, step.named + LIKE_NUMBERS))


def _face(labels: Labeler, choice: Choice) -> LayoutButton:
    """A button of few letters: a letter that stands in the picture too, or else what it does."""
    name = labels.letter(choice) or choice.brief or choice.label
    label = f"{name} {labels.facing(choice)}".strip()
    return narrowed(LayoutButton(label, choice.key, emoji=labels.emoji(choice)))


def _menu(labels: Labeler, choices: Sequence[Choice], page: int) -> tuple[Line, int, int]:
    pages = [choices[first : first + MENU] for first in range(0, len(choices), MENU)]
    number = page % len(pages)
    groups = dict.fromkeys(choice.group for choice in choices if choice.group)
    title = " or ".join(groups).capitalize() or "Others"
    plain = replace(labels, letters=NOT_DRAWN)
    return menu_of(plain, title, pages[number]), number, len(pages)
