"""The buttons and menus of a half-made move. They carry an address; what is chosen is stored."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.front.components.base import FORGOTTEN, Address, GuardedItem, MatchButton
from bot.front.context import Interaction
from bot.front.picker.layout import ACROSS, LayoutButton, Line, Menu
from bot.front.picker.screen import Control, Screen
from bot.matches.events import Draft, MatchId


@dataclass(frozen=True, slots=True)
class DraftAddress(Address):
    """A picture of a half-made move: the board it stands on, and how often it had changed."""

    changes: int

    def custom_id(self, action: str, key: str) -> str:
        """The address of a button of that picture."""
        return f"{action}:{self.match}:{self.seq}:{self.changes}:{key}"


def draft_address(draft: Draft) -> DraftAddress:
    """Where a draft stands."""
    return DraftAddress(draft.match, draft.seq, draft.changes)


Act = Callable[[Interaction, DraftAddress, str], Awaitable[None]]

ACTS: dict[str, Act] = {}
"""What the buttons do: `pick` takes a choice, the others are named by their keys."""

NUMBERED = re.compile(r"([a-z]+)(\d*)")

ADDRESS = (
    r"(?P<action>pick|do):(?P<match>\d{1,15}):(?P<seq>\d{1,15}):(?P<changes>\d{1,9})"
    r":(?P<key>[^:]{1,40})"
)

CHOSEN = "*"
"""The key of a menu: what was chosen comes with the press."""

PLACE = "x"
"""The key, with a number, of buttons that only keep a place."""


class PickerItem(GuardedItem, ui.DynamicItem[ui.Item[Any]], template=ADDRESS):
    """A button or menu of a half-made move: `pick:match:seq:changes:key`, or `do:` with a name."""

    def __init__(self, item: ui.Item[Any], action: str, at: DraftAddress, key: str) -> None:
        self.action, self.key = action, key
        self.address: DraftAddress = at
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button of a custom id."""
        at = DraftAddress(MatchId(int(found["match"])), int(found["seq"]), int(found["changes"]))
        return cls(item, found["action"], at, found["key"])

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says, to the message that it stands on."""
        await interaction.response.defer()
        sent: Any = interaction.data
        chosen = (sent.get("values") or [self.key])[0]
        named = NUMBERED.fullmatch(self.key)
        name = "pick" if self.action == "pick" else named[1] if named else ""
        number = named[2] if named else ""
        key = chosen if self.action == "pick" or "values" in sent else number
        await ACTS.get(name, _forgotten)(interaction, self.address, key)


async def _forgotten(interaction: Interaction, at: DraftAddress, key: str) -> None:
    await FORGOTTEN.act(interaction, at)


# A message's rows


def picker_view(shown: Screen, at: DraftAddress) -> ui.View:
    """The rows of a frame as Discord takes them: choices first, the rest below."""
    view = ui.View(timeout=None)
    for number, line in enumerate(_lines(shown, at)):
        for item in line:
            item.row = number
            view.add_item(item)
    return view


def _lines(shown: Screen, at: DraftAddress) -> Iterator[Iterable[ui.Item[Any]]]:
    for number, line in enumerate(shown.rows):
        yield _items(line, at, number)
    for first in range(0, len(shown.offers), ACROSS):
        yield [_control(offer, at) for offer in shown.offers[first : first + ACROSS]]
    yield _controls(shown, at)


def _items(line: Line, at: DraftAddress, row: int) -> Iterator[PickerItem]:
    if isinstance(line, Menu):
        yield _menu(line, at)
        return
    for column, each in enumerate(line):
        yield _choice(each, at, f"{PLACE}{row}{column}")


def _controls(shown: Screen, at: DraftAddress) -> Iterator[ui.Item[Any]]:
    """The last row: the form comes before the last button, which is Cancel."""
    *before, last = shown.controls
    yield from (_control(control, at) for control in before)
    if shown.form:
        yield MatchButton("type", Address(at.match, at.seq))
    yield _control(last, at)


def _choice(each: LayoutButton, at: DraftAddress, place: str) -> PickerItem:
    action, key = ("do", place) if each.key is None else ("pick", each.key)
    style = ButtonStyle.primary if each.points else ButtonStyle.secondary
    button: ui.Button[Any] = ui.Button(
        label=each.label,
        style=style,
        disabled=each.key is None,
        custom_id=at.custom_id(action, key),
    )
    return PickerItem(button, action, at, key)


def _menu(menu: Menu, at: DraftAddress) -> PickerItem:
    action, key = ("do", "page") if menu.pages else ("pick", CHOSEN)
    select: ui.Select[Any] = ui.Select(
        placeholder=menu.title, custom_id=at.custom_id(action, key), min_values=1, max_values=1
    )
    for option in menu.options:
        select.add_option(label=option.label, value=option.key, description=option.note or None)
    return PickerItem(select, action, at, key)


def _control(control: Control, at: DraftAddress) -> PickerItem:
    button: ui.Button[Any] = ui.Button(
        label=control.label, style=control.style, custom_id=at.custom_id("do", control.name)
    )
    return PickerItem(button, "do", at, control.name)
