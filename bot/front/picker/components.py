"""The buttons and menus of a draft. The choices are stored, not in the custom ids."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol, Self

from discord import ButtonStyle, ui

from bot.front.discord.context import Interaction
from bot.front.picker.controls import TYPE, Control
from bot.front.picker.layout import LayoutButton, Line, Menu
from bot.front.picker.screen import Screen
from bot.front.ui.base import (
    Button,
    ButtonId,
    CustomId,
    Item,
    button,
    chosen_value,
    message_view,
)
from bot.model.records import Draft, MatchId, Seq

# The key of a named button: its name, and perhaps a number.
NUMBERED = re.compile(r"([a-z]+)([0-9]*)")

# The key of a menu, with its row: what was chosen comes with the press.
CHOSEN = "*"

# The key, with a number, of buttons that only keep a place.
SPACER = "x"


class DraftId(Protocol):
    """A custom id of one draft, by which others of the same are made."""

    def to(self, kind: str, key: str) -> CustomId:
        """That of what chooses what the key means (`pick`) or does it (`do`)."""

    @property
    def form(self) -> CustomId:
        """That of the button that opens the form for typing."""


class PickerId(CustomId, written="{kind}:{match}:{seq}:{changes}:{key}"):
    """A button or menu of a draft, with the draft's `changes` when it was shown: `pick` takes a
    choice, `do` names what to do."""

    kind: str
    match: MatchId
    seq: Seq
    changes: int
    key: str

    @classmethod
    def of(cls, draft: Draft) -> Self:
        return cls("do", draft.match, draft.seq, draft.changes, "")

    def to(self, kind: str, key: str) -> Self:
        return replace(self, kind=kind, key=key)

    @property
    def form(self) -> ButtonId:
        return ButtonId("type", self.match, self.seq)

    @property
    def name_of_action(self) -> str:
        return "pick" if self.kind == "pick" else named_key(self.key)[0]


def named_key(key: str) -> tuple[str, str]:
    """What a named button does, and its number; empty without."""
    named = NUMBERED.fullmatch(key)
    return (named[1], named[2]) if named else ("", "")


def pressed_key(interaction: Interaction, key: str, *, picks: bool) -> str:
    """What was chosen in a menu; or else the key of the button, for a named one its number."""
    return chosen_value(interaction) or (key if picks else named_key(key)[1])


# A message's rows


def picker_view(screen: Screen, at: DraftId) -> ui.View:
    """The rows of a screen as Discord takes them: choices first, the rest below."""
    return message_view(_numbered(_lines(screen, at)))


def _numbered(lines: Iterable[Iterable[Item]]) -> Iterator[Item]:
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            yield item


def _lines(screen: Screen, at: DraftId) -> Iterator[Iterable[Item]]:
    for number, line in enumerate(screen.rows):
        yield _items(line, at, number)
    for controls in screen.lines:
        yield [control_button(control, at) for control in controls]


def _items(line: Line, at: DraftId, row: int) -> Iterator[Item]:
    if isinstance(line, Menu):
        yield _menu(line, at, row)
        return
    for column, each in enumerate(line):
        yield _choice(each, at, f"{SPACER}{row}{column}")


def _choice(each: LayoutButton, at: DraftId, name: str) -> Item:
    key = ("do", name) if each.key is None else ("pick", each.key)
    style = ButtonStyle.primary if each.points else ButtonStyle.secondary
    return ui.Button(
        label=each.label or None,
        style=style,
        disabled=each.key is None,
        emoji=each.emoji or None,
        custom_id=str(at.to(*key)),
    )


def control_button(control: Control, at: DraftId) -> Button:
    if control is TYPE:
        return button(at.form)
    return button(at.to("do", control.name), control.label, control.style)


def _menu(menu: Menu, at: DraftId, row: int) -> Item:
    key = ("do", "page") if menu.pages else ("pick", f"{CHOSEN}{row}")
    select: ui.Select[Any] = ui.Select(custom_id=str(at.to(*key)), placeholder=menu.title)
    for option in menu.options:
        select.add_option(
            label=option.label,
            value=option.key,
            description=option.note or None,
            emoji=option.emoji or None,
        )
    return select
