"""The buttons and menus of a half-made move. What was chosen is stored, not in the custom ids."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from discord import ButtonStyle, ui

from bot.front.discord.context import Interaction, defer_update
from bot.front.picker.layout import ACROSS, LayoutButton, Line, Menu
from bot.front.picker.screen import Control, Screen
from bot.front.ui.base import (
    Address,
    GuardedItem,
    PickerId,
    chosen_value,
    match_button,
    message_view,
    refuse_unknown,
)
from bot.model.records import Draft

# The key of a named button: its name, and perhaps a number.
NUMBERED = re.compile(r"([a-z]+)([0-9]*)")

# The key of a menu, with its row: what was chosen comes with the press.
CHOSEN = "*"

# The key, with a number, of buttons that only keep a place.
PLACEHOLDER = "x"


class PickerItem(GuardedItem[PickerId], kind=PickerId):
    """A button or menu of a half-made move: `pick` takes a choice, `do` names what to do."""

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        name, key = _named_key(self.parsed, chosen_value(interaction))
        act = interaction.client.picker_buttons.get(name, refuse_unknown)
        await act(interaction, self.parsed, key)


def _named_key(parsed: PickerId, chosen: str | None) -> tuple[str, str]:
    if parsed.kind == "pick":
        return "pick", chosen or parsed.key
    named = NUMBERED.fullmatch(parsed.key)
    name, number = named.groups() if named else ("", "")
    return name, chosen or number


# A message's rows


def picker_view(screen: Screen, draft: Draft) -> ui.View:
    """The rows of a screen as Discord takes them: choices first, the rest below."""
    return message_view(_numbered(_lines(screen, draft)))


def _numbered(lines: Iterable[Iterable[GuardedItem[Any]]]) -> Iterator[GuardedItem[Any]]:
    for number, line in enumerate(lines):
        for item in line:
            item.row = number
            yield item


def _lines(screen: Screen, draft: Draft) -> Iterator[Iterable[GuardedItem[Any]]]:
    for number, line in enumerate(screen.rows):
        yield _items(line, draft, number)
    for first in range(0, len(screen.offers), ACROSS):
        yield [_control(offer, draft) for offer in screen.offers[first : first + ACROSS]]
    yield _controls(screen, draft)


def _items(line: Line, draft: Draft, row: int) -> Iterator[PickerItem]:
    if isinstance(line, Menu):
        yield _menu(line, draft, row)
        return
    for column, each in enumerate(line):
        yield _choice(each, draft, f"{PLACEHOLDER}{row}{column}")


def _controls(screen: Screen, draft: Draft) -> Iterator[GuardedItem[Any]]:
    # The last row: the form comes before the last button, which is Cancel.
    *before, last = screen.controls
    yield from (_control(control, draft) for control in before)
    if screen.form:
        yield match_button("type", Address(draft.match, draft.seq))
    yield _control(last, draft)


def _choice(each: LayoutButton, draft: Draft, place: str) -> PickerItem:
    key = ("do", place) if each.key is None else ("pick", each.key)
    style = ButtonStyle.primary if each.points else ButtonStyle.secondary
    button: ui.Button[Any] = ui.Button(
        label=each.label, style=style, disabled=each.key is None, emoji=each.emoji or None
    )
    return _item(button, draft, *key)


def _control(control: Control, draft: Draft) -> PickerItem:
    return _item(ui.Button(label=control.label, style=control.style), draft, "do", control.name)


def _menu(menu: Menu, draft: Draft, row: int) -> PickerItem:
    select: ui.Select[Any] = ui.Select(placeholder=menu.title)
    for option in menu.options:
        select.add_option(
            label=option.label,
            value=option.key,
            description=option.note or None,
            emoji=option.emoji or None,
        )
    return _item(select, draft, *(("do", "page") if menu.pages else ("pick", f"{CHOSEN}{row}")))


def _item(item: ui.Button[Any] | ui.Select[Any], draft: Draft, kind: str, key: str) -> PickerItem:
    return PickerItem(item, PickerId(kind, draft.match, draft.seq, draft.changes, key))
