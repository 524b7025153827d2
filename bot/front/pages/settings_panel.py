"""`/settings`: how a person likes boards and moves, or a server for all who say nothing."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ui

from bot.catalog import Entry, Example, catalog
from bot.front import permissions, preferences
from bot.front.board import pictures, text_board
from bot.front.components.base import Guarded
from bot.front.context import Talk, Told, whisper
from bot.front.text.markdown import clip
from bot.matches.personal.preferences import Preferences
from renderers import theme_name, themes

log = logging.getLogger(__name__)

MINE = (
    "**How you see boards and make moves.** Press to change; the picture shows what comes of it.\n"
    "-# What you leave alone is as this server has it. Boards in the channel look alike to all."
)
OURS = (
    "**How this server sees boards.** So look the boards in its channels, and the private ones of "
    "everybody who has set nothing with `/settings`."
)
GONE = "There is no such setting any more. `/settings` shows those there are."
NO_SERVER = "Only a server has settings of its own. Leave `server` out to see yours."


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose settings a panel shows: a person's, or those of the server for everybody."""

    server: bool

    async def said(self, talk: Talk) -> dict[str, Any]:
        """What was said so far."""
        return await talk.client.store.preferences(*self.owner(talk))

    async def holding(self, talk: Talk) -> Preferences:
        """What holds, said or not."""
        if self.server:
            return await preferences.server_preferences(talk.client, talk.guild_id)
        return await preferences.preferences_of(talk)

    async def save(self, talk: Talk, said: Preferences) -> None:
        """Put this in the place of all that was said."""
        await talk.client.store.save_preferences(*self.owner(talk), said.values())

    def owner(self, talk: Talk) -> tuple[str, int]:
        """Under whom the store keeps them."""
        if self.server:
            return preferences.SERVER, talk.guild_id or 0
        return preferences.PERSON, talk.user.id

    def require(self, talk: Talk) -> None:
        """Refuse those who have no say in it."""
        if self.server and not talk.guild_id:
            raise Told(NO_SERVER)
        if self.server:
            permissions.require_manager(talk)


SCOPES: Mapping[str, Scope] = {"me": Scope(False), "server": Scope(True)}
"""Both scopes, by what addresses call them."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that can be had in two ways: what its button says of each, by value."""

    labels: Mapping[Any, str]

    def other(self, value: Any) -> Any:
        """The way it is not now."""
        return next(each for each in self.labels if each != value)


def _switch(name: str) -> Matter:
    return Matter({True: f"{name}: on", False: f"{name}: off"})


MATTERS: Mapping[str, Matter] = {
    "side": Matter({"own": "Seen from: my side", "first": "Seen from: first side"}),
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
}
"""What the buttons change. They name the way it is to be, so pressing one twice does no more."""


async def open_at(talk: Talk, scope: str) -> None:
    """Show the settings, privately."""
    text, files, view = await panel(talk, scope)
    await whisper(talk, text, view=view, files=files)


async def panel(talk: Talk, scope: str) -> tuple[str, list[discord.File], ui.View]:
    """The message of a scope: what holds, as words, a sample and buttons."""
    SCOPES[scope].require(talk)
    likes = await SCOPES[scope].holding(talk)
    about, sample = OURS if SCOPES[scope].server else MINE, example()
    words, files = text_board.beside(about, _sketch(*sample) if likes.text else None)
    return clip(words), [*await _drawn(*sample, likes), *files], controls(scope, likes)


def example() -> tuple[Entry, Example]:
    """A board to see it all on: of the first game, after a move if its rules show one."""
    game = next(iter(catalog().values()))
    examples = [shown for page in game.rules for shown in page.examples]
    return game, next((shown for shown in examples if shown.move), examples[0])


def _sketch(game: Entry, shown: Example) -> str:
    return game.game.sketch(pictures.played(game, shown)[0])


async def _drawn(game: Entry, shown: Example, likes: Preferences) -> list[discord.File]:
    """The sample as a picture; without one where it can't be drawn."""
    try:
        return [await pictures.example(game, shown, preferences.view(likes))]
    except Exception:
        log.exception("%s: the sample of the settings could not be drawn", game.key)
        return []


def controls(scope: str, likes: Preferences) -> ui.View:
    """The menu of themes, a button for everything else, and one to unsay it all."""
    view = ui.View(timeout=None)
    view.add_item(Wish(_menu(scope, likes), scope, "theme"))
    for name, matter in MATTERS.items():
        now = getattr(likes, name)
        to = _spelled(matter.other(now))
        label = matter.labels[now]
        view.add_item(Wish(_button(label, f"wish:{scope}:{name}:{to}"), scope, name, to))
    view.add_item(Wish(_button("Reset", f"wish:{scope}:reset:all"), scope, "reset", "all"))
    return view


def _menu(scope: str, likes: Preferences) -> ui.Select[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=f"wish:{scope}:theme:chosen", placeholder="Theme")
    for key in themes()[:25]:
        chosen = key == preferences.view(likes).theme
        select.add_option(label=f"Theme: {theme_name(key)}", value=key, default=chosen)
    return select


def _button(label: str, custom_id: str) -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=custom_id)


def _spelled(value: Any) -> str:
    """A value as an address bears it."""
    return str({True: "on", False: "off"}.get(value, value))


def wished(said: Preferences, name: str, value: str) -> Preferences:
    """What is said once this is wished for. Raises Told for what nobody can wish for."""
    if name == "reset":
        return Preferences()
    allowed = themes() if name == "theme" else MATTERS[name].labels if name in MATTERS else ()
    for each in allowed:
        if _spelled(each) == value:
            return Preferences.of({name: each}).over(said)
    raise Told(GONE)


ADDRESS = r"wish:(?P<scope>me|server):(?P<name>[a-z]{1,20}):(?P<value>[a-z]{1,20})"


class Wish(Guarded, ui.DynamicItem[ui.Item[Any]], template=ADDRESS):
    """A button or menu of the settings: `wish:scope:name:value`; a menu's value is in the press."""

    def __init__(self, item: ui.Item[Any], scope: str, name: str, value: str = "chosen") -> None:
        self.scope, self.name, self.value = scope, name, value
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls, talk: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button or menu of a custom id."""
        return cls(item, found["scope"], found["name"], found["value"])

    async def press(self, talk: Talk) -> None:
        """Do as wished, and show it in the place of what was."""
        await talk.response.defer()
        sent: Any = talk.data
        scope = SCOPES[self.scope]
        scope.require(talk)
        value = (sent.get("values") or [self.value])[0]
        said = Preferences.of(await scope.said(talk))
        await scope.save(talk, wished(said, self.name, value))
        text, files, view = await panel(talk, self.scope)
        await talk.edit_original_response(content=text, attachments=files, view=view)
