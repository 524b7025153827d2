"""The buttons and menus of a draft. The choices are stored, not in the custom ids."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from discord import ButtonStyle, ui

from bot.front.discord.context import Interaction, defer_update
from bot.front.picker.layout import ACROSS, LayoutButton, Line, Menu
from bot.front.picker.screen import Control, Screen
from bot.front.ui.base import (
    Address,
    CustomId,
    GuardedItem,
    chosen_value,
    match_button,
    message_view,
    refuse_unknown,
)
from bot.model.records import Draft, MatchId

# The key of a named button: its name, and perhaps a number.
NUMBERED = re.compile(r"([a-z]+)([0-9]*)")

# The key of a menu, with its row: what was chosen comes with the press.
CHOSEN = "*"

# The key, with a number, of buttons that only keep a place.
PLACEHOLDER = "x"

Part = ui.Button[Any] | ui.Select[Any]


class PickerAddress(Protocol):
    """Makes the buttons of a draft, so that a press is known to be about it."""

    def item(self, part: Part, kind: str, key: str) -> GuardedItem[Any]:
        """The item, which chooses what the key means (`pick`) or does it (`do`)."""

    def form_button(self) -> GuardedItem[Any]:
        """The button that opens the form for typing."""


class PickerId(CustomId, written="{kind}:{match}:{seq}:{changes}:{key}"):
    """A button or menu of a draft, with the draft's `changes` when it was shown."""

    kind: str
    match: MatchId
    seq: int
    changes: int
    key: str


@dataclass(frozen=True, slots=True)
class MatchAddress:
    """The buttons of a draft that is kept with a match."""

    draft: Draft

    def item(self, part: Part, kind: str, key: str) -> "PickerItem":
        draft = self.draft
        return PickerItem(part, PickerId(kind, draft.match, draft.seq, draft.changes, key))

    def form_button(self) -> GuardedItem[Any]:
        return match_button("type", Address(self.draft.match, self.draft.seq))


class PickerItem(GuardedItem[PickerId], kind=PickerId):
    """A button or menu of a draft: `pick` takes a choice, `do` names what to do."""

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        at = self.parsed
        name, key = named_key(at.kind == "pick", at.key, chosen_value(interaction))
        act = interaction.client.picker_buttons.get(name, refuse_unknown)
        await act(interaction, at, key)


def named_key(picks: bool, key: str, chosen: str | None) -> tuple[str, str]:
    """What a press does, and with which key: that of its button, or what was chosen in a menu."""
    if picks:
        return "pick", chosen or key
    named = NUMBERED.fullmatch(key)
    name, number = named.groups() if named else ("", "")
    return name, chosen or number


# A message's rows


def picker_view(screen: Screen, at: PickerAddress) -> ui.View:
    """The rows of a screen as Discord takes them: choices first, the rest below."""
    return message_view(_numbered(_lines(screen, at)))


def _numbered(lines: Iterable[Iterable[GuardedItem[Any]]]) -> Iterator[GuardedItem[Any]]:
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            yield item


def _lines(screen: Screen, at: PickerAddress) -> Iterator[Iterable[GuardedItem[Any]]]:
    for number, line in enumerate(screen.rows):
        yield _items(line, at, number)
    for first in range(0, len(screen.offers), ACROSS):
        yield [_control(offer, at) for offer in screen.offers[first : first + ACROSS]]
    yield _controls(screen, at)


def _items(line: Line, at: PickerAddress, row: int) -> Iterator[GuardedItem[Any]]:
    if isinstance(line, Menu):
        yield _menu(line, at, row)
        return
    for column, each in enumerate(line):
        yield _choice(each, at, f"{PLACEHOLDER}{row}{column}")


def _controls(screen: Screen, at: PickerAddress) -> Iterator[GuardedItem[Any]]:
    # The last row: the form comes before the last button, which is Cancel.
    *before, last = screen.controls
    yield from (_control(control, at) for control in before)
    if screen.form:
        yield at.form_button()
    yield _control(last, at)


def _choice(each: LayoutButton, at: PickerAddress, name: str) -> GuardedItem[Any]:
    key = ("do", name) if each.key is None else ("pick", each.key)
    style = ButtonStyle.primary if each.points else ButtonStyle.secondary
    button: ui.Button[Any] = ui.Button(
        label=each.label, style=style, disabled=each.key is None, emoji=each.emoji or None
    )
    return at.item(button, *key)


def _control(control: Control, at: PickerAddress) -> GuardedItem[Any]:
    return at.item(ui.Button(label=control.label, style=control.style), "do", control.name)


def _menu(menu: Menu, at: PickerAddress, row: int) -> GuardedItem[Any]:
    select: ui.Select[Any] = ui.Select(placeholder=menu.title)
    for option in menu.options:
        select.add_option(
            label=option.label,
            value=option.key,
            description=option.note or None,
            emoji=option.emoji or None,
        )
    return at.item(select, *(("do", "page") if menu.pages else ("pick", f"{CHOSEN}{row}")))
