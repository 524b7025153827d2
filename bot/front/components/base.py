"""Buttons that carry an address and nothing else, so they work as long as their message stands."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.front.context import Interaction, PrivateReply
from bot.front.errors import report
from bot.matches.events import MatchId


@dataclass(frozen=True, slots=True)
class Address:
    """What a button is about: a match, as it stood after the event `seq`."""

    match: MatchId
    seq: int


Handler = Callable[[Interaction, Address], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Face:
    """How a button looks and what it does."""

    label: str
    style: ButtonStyle
    act: Handler


FACES: dict[str, Face] = {}
"""Every button there is, by the action its custom id begins with."""


async def _forgotten(interaction: Interaction, address: Address) -> None:
    raise PrivateReply(
        "I no longer have what this button did. `/board` shows the match with buttons of today."
    )


FORGOTTEN = Face("…", ButtonStyle.secondary, _forgotten)


def button(
    action: str, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> Callable[[Handler], Handler]:
    """Make a function what happens when the button of that action is pressed."""

    def enter(act: Handler) -> Handler:
        FACES[action] = Face(label, style, act)
        return act

    return enter


ADDRESS = r"(?P<action>[a-z]+):(?P<match>\d{1,15}):(?P<seq>\d{1,15})"


class GuardedItem:
    """A dynamic item that answers for whatever goes wrong in its `press`.

    discord.py hands an exception in a dynamic item's callback to no error handler and swallows
    one in `interaction_check`, so everything is caught here and nothing is checked there.
    """

    address: Address | None = None

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says, or say why not."""
        try:
            await self.press(interaction)
        except Exception as error:
            match = self.address.match if self.address else None
            await report(interaction, error, match)


class MatchButton(GuardedItem, ui.DynamicItem[ui.Button[Any]], template=ADDRESS):
    """A button about a match. Its custom id is `action:match:seq`."""

    def __init__(self, action: str, address: Address) -> None:
        face = FACES.get(action, FORGOTTEN)
        self.action = action
        self.address = address
        custom_id = f"{action}:{address.match}:{address.seq}"
        super().__init__(ui.Button(label=face.label, style=face.style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button of a custom id."""
        return cls(found["action"], Address(MatchId(int(found["match"])), int(found["seq"])))

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says."""
        assert self.address
        await FACES.get(self.action, FORGOTTEN).act(interaction, self.address)


def button_row(actions: Iterable[str], address: Address) -> ui.View | None:
    """The buttons for those actions, if there are any."""
    presses = [MatchButton(action, address) for action in actions]
    if not presses:
        return None
    view = ui.View(timeout=None)
    for press in presses:
        view.add_item(press)
    return view
