"""The buttons and menus of a draft. The choices are stored, not in the custom ids."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from discord import ButtonStyle, ui

from bot.front.discord.context import Interaction
from bot.front.picker.layout import ACROSS, LayoutButton, Line, Menu
from bot.front.picker.screen import Control, Screen
from bot.front.ui.base import (
    Address,
    Button,
    CustomId,
    Item,
    button,
    chosen_value,
    match_button,
    message_view,
)
from bot.model.records import Draft, MatchId

# The key of a named button: its name, and perhaps a number.
NUMBERED = re.compile(r"([a-z]+)([0-9]*)")

# The key of a menu, with its row: what was chosen comes with the press.
CHOSEN = "*"

# The key, with a number, of buttons that only keep a place.
SPACER = "x"


class PickerAddress(Protocol):
    """Makes the buttons of a draft, so that a press is known to be about it."""

    def to(self, kind: str, key: str) -> CustomId:
        """The custom id of what chooses what the key means (`pick`) or does it (`do`)."""

    def form_button(self) -> Button:
        """The button that opens the form for typing."""


class PickerId(CustomId, written="{kind}:{match}:{seq}:{changes}:{key}"):
    """A button or menu of a draft, with the draft's `changes` when it was shown: `pick` takes a
    choice, `do` names what to do."""

    kind: str
    match: MatchId
    seq: int
    changes: int
    key: str

    @property
    def name_of_action(self) -> str:
        return "pick" if self.kind == "pick" else named_key(self.key)[0]


@dataclass(frozen=True, slots=True)
class MatchAddress:
    """The buttons of a draft that is kept with a match."""

    draft: Draft

    def to(self, kind: str, key: str) -> "PickerId":
        draft = self.draft
        return PickerId(kind, draft.match, draft.seq, draft.changes, key)

    def form_button(self) -> Button:
        return match_button("type", Address(self.draft.match, self.draft.seq))


def named_key(key: str) -> tuple[str, str]:
    """What a named button does, and its number; empty without."""
    named = NUMBERED.fullmatch(key)
    return (named[1], named[2]) if named else ("", "")


def pressed_key(interaction: Interaction, key: str, *, picks: bool) -> str:
    """What was chosen in a menu; or else the key of the button, for a named one its number."""
    return chosen_value(interaction) or (key if picks else named_key(key)[1])


# A message's rows


def picker_view(screen: Screen, at: PickerAddress) -> ui.View:
    """The rows of a screen as Discord takes them: choices first, the rest below."""
    return message_view(_numbered(_lines(screen, at)))


def _numbered(lines: Iterable[Iterable[Item]]) -> Iterator[Item]:
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            yield item


def _lines(screen: Screen, at: PickerAddress) -> Iterator[Iterable[Item]]:
    for number, line in enumerate(screen.rows):
        yield _items(line, at, number)
    for first in range(0, len(screen.offers), ACROSS):
        yield [_control(offer, at) for offer in screen.offers[first : first + ACROSS]]
    yield _controls(screen, at)


def _items(line: Line, at: PickerAddress, row: int) -> Iterator[Item]:
    if isinstance(line, Menu):
        yield _menu(line, at, row)
        return
    for column, each in enumerate(line):
        yield _choice(each, at, f"{SPACER}{row}{column}")


def _controls(screen: Screen, at: PickerAddress) -> Iterator[Item]:
    # The last row: the form comes before the last button, which is Cancel.
    *before, last = screen.controls
    yield from (_control(control, at) for control in before)
    if screen.form:
        yield at.form_button()
    yield _control(last, at)


def _choice(each: LayoutButton, at: PickerAddress, name: str) -> Item:
    key = ("do", name) if each.key is None else ("pick", each.key)
    style = ButtonStyle.primary if each.points else ButtonStyle.secondary
    return ui.Button(
        label=each.label,
        style=style,
        disabled=each.key is None,
        emoji=each.emoji or None,
        custom_id=str(at.to(*key)),
    )


def _control(control: Control, at: PickerAddress) -> Item:
    return button(at.to("do", control.name), control.label, control.style)


def _menu(menu: Menu, at: PickerAddress, row: int) -> Item:
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
