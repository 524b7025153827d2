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
from bot.front.components.base import GuardedItem
from bot.front.context import Interaction, PrivateReply, reply_private
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

    async def said(self, interaction: Interaction) -> dict[str, Any]:
        """What was said so far."""
        return await interaction.client.store.preferences(*self.owner(interaction))

    async def holding(self, interaction: Interaction) -> Preferences:
        """What holds, said or not."""
        if self.server:
            return await preferences.server_preferences(interaction.client, interaction.guild_id)
        return await preferences.preferences_of(interaction)

    async def save(self, interaction: Interaction, said: Preferences) -> None:
        """Put this in the place of all that was said."""
        await interaction.client.store.save_preferences(*self.owner(interaction), said.values())

    def owner(self, interaction: Interaction) -> tuple[str, int]:
        """Under whom the store keeps them."""
        if self.server:
            return preferences.SERVER, interaction.guild_id or 0
        return preferences.PERSON, interaction.user.id

    def require(self, interaction: Interaction) -> None:
        """Refuse those who have no say in it."""
        if self.server and not interaction.guild_id:
            raise PrivateReply(NO_SERVER)
        if self.server:
            permissions.require_manager(interaction)


SCOPES: Mapping[str, Scope] = {"me": Scope(False), "server": Scope(True)}
"""Both scopes, by what addresses call them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be had in two ways: what its button says of each, by value."""

    labels: Mapping[Any, str]

    def other(self, value: Any) -> Any:
        """The way it is not now."""
        return next(each for each in self.labels if each != value)


def _switch(name: str) -> Setting:
    return Setting({True: f"{name}: on", False: f"{name}: off"})


MATTERS: Mapping[str, Setting] = {
    "side": Setting({"own": "Seen from: my side", "first": "Seen from: first side"}),
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
}
"""What the buttons change. They name the way it is to be, so pressing one twice does no more."""


async def show_settings(interaction: Interaction, scope: str) -> None:
    """Show the settings, privately."""
    text, files, view = await settings_panel(interaction, scope)
    await reply_private(interaction, text, view=view, files=files)


async def settings_panel(
    interaction: Interaction, scope: str
) -> tuple[str, list[discord.File], ui.View]:
    """The message of a scope: what holds, as words, a sample and buttons."""
    SCOPES[scope].require(interaction)
    likes = await SCOPES[scope].holding(interaction)
    about, sample = OURS if SCOPES[scope].server else MINE, settings_example()
    words, files = text_board.with_text_board(about, _sketch(*sample) if likes.text else None)
    return clip(words), [*await _drawn(*sample, likes), *files], setting_controls(scope, likes)


def settings_example() -> tuple[Entry, Example]:
    """A board to see it all on: of the first game, after a move if its rules show one."""
    game = next(iter(catalog().values()))
    examples = [shown for page in game.rules for shown in page.examples]
    return game, next((shown for shown in examples if shown.move), examples[0])


def _sketch(game: Entry, shown: Example) -> str:
    return game.game.text_board(pictures.example_position(game, shown)[0])


async def _drawn(game: Entry, shown: Example, likes: Preferences) -> list[discord.File]:
    """The sample as a picture; without one where it can't be drawn."""
    try:
        return [await pictures.example_file(game, shown, preferences.view_from(likes))]
    except Exception:
        log.exception("%s: the sample of the settings could not be drawn", game.key)
        return []


def setting_controls(scope: str, likes: Preferences) -> ui.View:
    """The menu of themes, a button for everything else, and one to unsay it all."""
    view = ui.View(timeout=None)
    view.add_item(SettingButton(_menu(scope, likes), scope, "theme"))
    for name, matter in MATTERS.items():
        now = getattr(likes, name)
        to = _spelled(matter.other(now))
        label = matter.labels[now]
        view.add_item(SettingButton(_button(label, f"wish:{scope}:{name}:{to}"), scope, name, to))
    view.add_item(SettingButton(_button("Reset", f"wish:{scope}:reset:all"), scope, "reset", "all"))
    return view


def _menu(scope: str, likes: Preferences) -> ui.Select[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=f"wish:{scope}:theme:chosen", placeholder="Theme")
    for key in themes()[:25]:
        chosen = key == preferences.view_from(likes).theme
        select.add_option(label=f"Theme: {theme_name(key)}", value=key, default=chosen)
    return select


def _button(label: str, custom_id: str) -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=custom_id)


def _spelled(value: Any) -> str:
    """A value as an address bears it."""
    return str({True: "on", False: "off"}.get(value, value))


def preferences_said(said: Preferences, name: str, value: str) -> Preferences:
    """What is said once this is wished for. Raises Told for what nobody can wish for."""
    if name == "reset":
        return Preferences()
    allowed = themes() if name == "theme" else MATTERS[name].labels if name in MATTERS else ()
    for each in allowed:
        if _spelled(each) == value:
            return Preferences.of({name: each}).over(said)
    raise PrivateReply(GONE)


ADDRESS = r"wish:(?P<scope>me|server):(?P<name>[a-z]{1,20}):(?P<value>[a-z]{1,20})"


class SettingButton(GuardedItem, ui.DynamicItem[ui.Item[Any]], template=ADDRESS):
    """A button or menu of the settings: `wish:scope:name:value`; a menu's value is in the press."""

    def __init__(self, item: ui.Item[Any], scope: str, name: str, value: str = "chosen") -> None:
        self.scope, self.name, self.value = scope, name, value
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], found: re.Match[str], /
    ) -> Self:
        """The button or menu of a custom id."""
        return cls(item, found["scope"], found["name"], found["value"])

    async def press(self, interaction: Interaction) -> None:
        """Do as wished, and show it in the place of what was."""
        await interaction.response.defer()
        sent: Any = interaction.data
        scope = SCOPES[self.scope]
        scope.require(interaction)
        value = (sent.get("values") or [self.value])[0]
        said = Preferences.of(await scope.said(interaction))
        await scope.save(interaction, preferences_said(said, self.name, value))
        text, files, view = await settings_panel(interaction, self.scope)
        await interaction.edit_original_response(content=text, attachments=files, view=view)
