"""`/settings`: how a person likes boards and moves, or a server for all who say nothing."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.catalog import Entry, Example, catalog
from bot.front import permissions, preferences
from bot.front.board import pictures, text_board
from bot.front.components.base import GuardedItem, SettingId, chosen_value, message_view
from bot.front.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_update,
    replace_private,
    reply_private,
)
from bot.matches.personal.preferences import PERSON, SERVER, USUAL, Preferences
from renderers import theme_name, themes

log = logging.getLogger(__name__)

MINE = (
    "**How you see boards and make moves.** Press to change; the picture shows the effect.\n"
    "-# What you leave alone is as this server has it. Boards in the channel look alike to all. "
    "The second menu says who may challenge you; `/block` is for single people."
)
OURS = (
    "**How this server sees boards.** The boards in its channels look like this, and so do the "
    "private ones of everybody who has set nothing with `/settings`.\n"
    "-# The second menu is about people of whom fewer than 3 matches against others have ended."
)
GONE = "There is no such setting any more. `/settings` shows those there are."
NO_SERVER = "Only a server has settings of its own. Leave `server` out to see yours."


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose settings a panel shows: a person's, or those of the server for everybody."""

    server: bool

    async def said(self, interaction: Interaction) -> Preferences:
        """What was said so far."""
        return await interaction.client.matches.preferences.said(*self.owner(interaction))

    async def over_others(self, interaction: Interaction, said: Preferences) -> Preferences:
        """What holds where this was said."""
        if self.server:
            return said.over(USUAL)
        book = interaction.client.matches.preferences
        return said.over(await book.of_server(interaction.guild_id))

    async def save(self, interaction: Interaction, said: Preferences) -> None:
        """Put this in the place of all that was said."""
        await interaction.client.matches.preferences.save(*self.owner(interaction), said)

    def owner(self, interaction: Interaction) -> tuple[str, int]:
        """Under whom the store keeps them."""
        if self.server:
            return SERVER, interaction.guild_id or 0
        return PERSON, interaction.user.id

    def require(self, interaction: Interaction) -> None:
        """Refuse whoever may not change them."""
        if self.server and not interaction.guild_id:
            raise PrivateReply(NO_SERVER)
        if self.server:
            permissions.require_server_manager(interaction)


SCOPES: Mapping[str, Scope] = {"me": Scope(False), "server": Scope(True)}
"""Both scopes, by their names in custom ids."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with two values: the label of its button for each."""

    labels: Mapping[Any, str]

    def other(self, value: Any) -> Any:
        """The other of the two values."""
        return next(each for each in self.labels if each != value)


def _switch(name: str) -> Setting:
    return Setting({True: f"{name}: on", False: f"{name}: off"})


SETTINGS: Mapping[str, Setting] = {
    "side": Setting({"own": "Seen from: my side", "first": "Seen from: first side"}),
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
    "moving": Setting({"destinations": "Moving: destinations", "compass": "Moving: compass"}),
    "closeups": _switch("Close-ups"),
}
"""What the buttons change. Each names the value to be set, so pressing one twice does no more."""


NEWCOMERS = {
    0: "Newcomers play as much as they like",
    1: "Newcomers play 1 match at a time",
    2: "Newcomers play 2 matches at a time",
    3: "Newcomers play 3 matches at a time",
    5: "Newcomers play 5 matches at a time",
}
"""How much newcomers may play at once: a server's own menu."""

CHALLENGES = {
    "all": "Challenges: from anybody",
    "played": "Challenges: from people I have played",
    "nobody": "Challenges: from nobody",
}
"""Who may challenge somebody: a person's own menu."""


async def show_settings(interaction: Interaction, scope: str) -> None:
    """Show the settings, privately."""
    SCOPES[scope].require(interaction)
    said = await SCOPES[scope].said(interaction)
    await reply_private(interaction, *await settings_panel(interaction, scope, said))


async def settings_panel(interaction: Interaction, scope: str, said: Preferences) -> Message:
    """The message of a scope: what holds, as text, a sample and buttons."""
    chosen = await SCOPES[scope].over_others(interaction, said)
    about, sample = OURS if SCOPES[scope].server else MINE, settings_example()
    text, more = text_board.with_text_board(about, _text_board(*sample) if chosen.text else None)
    drawn = await _drawn(*sample, chosen, interaction.user.id)
    return text, [*drawn, *more], setting_controls(scope, chosen)


def settings_example() -> tuple[Entry, Example]:
    """A board to see it all on: of the first game, after a move if its rules show one."""
    game = next(iter(catalog().values()))
    examples = [shown for page in game.rules for shown in page.examples]
    return game, next((shown for shown in examples if shown.move), examples[0])


def _text_board(game: Entry, shown: Example) -> str:
    position, _ = pictures.example_position(game, shown)
    return game.game.text_board(position, dict(enumerate(game.sides, 1)))


async def _drawn(
    game: Entry, shown: Example, chosen: Preferences, person: int
) -> list[discord.File]:
    """The sample as a picture; without one where it can't be drawn."""
    try:
        view = preferences.view_from(chosen)
        return [await pictures.example_file(game, shown, view, person)]
    except PrivateReply:
        raise
    except Exception:
        log.exception("%s: the sample of the settings could not be drawn", game.key)
        return []


def setting_controls(scope: str, chosen: Preferences) -> ui.View:
    """The menu of themes, a server's one about newcomers or a person's about challenges, a button
    for every other setting, and one to reset them all."""
    second = _newcomers(chosen) if SCOPES[scope].server else _challenges(chosen)
    return message_view([_menu(scope, chosen), second, *_buttons(scope, chosen)])


def _menu(scope: str, chosen: Preferences) -> "SettingButton":
    select: ui.Select[Any] = ui.Select(placeholder="Theme")
    for key in themes()[:25]:
        current = key == preferences.view_from(chosen).theme
        select.add_option(label=f"Theme: {theme_name(key)}", value=key, default=current)
    return SettingButton(select, SettingId(scope, "theme", "chosen"))


def _newcomers(chosen: Preferences) -> "SettingButton":
    select: ui.Select[Any] = ui.Select(placeholder="Newcomers")
    for most, label in NEWCOMERS.items():
        select.add_option(label=label, value=str(most), default=most == chosen.newcomers)
    return SettingButton(select, SettingId("server", "newcomers", "chosen"))


def _challenges(chosen: Preferences) -> "SettingButton":
    select: ui.Select[Any] = ui.Select(placeholder="Challenges")
    for who, label in CHALLENGES.items():
        select.add_option(label=label, value=who, default=who == chosen.challenges)
    return SettingButton(select, SettingId("me", "challenges", "chosen"))


def _buttons(scope: str, chosen: Preferences) -> Iterator["SettingButton"]:
    for name, setting in SETTINGS.items():
        now = getattr(chosen, name)
        parsed = SettingId(scope, name, _spelled(setting.other(now)))
        yield SettingButton(ui.Button(label=setting.labels[now]), parsed)
    yield SettingButton(ui.Button(label="Reset"), SettingId(scope, "reset", "all"))


def _spelled(value: Any) -> str:
    """A value as custom ids spell it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def preferences_said(said: Preferences, name: str, value: str, scope: str = "me") -> Preferences:
    """What is said once this is set too. Raises PrivateReply for what can't be set."""
    if name == "reset":
        return Preferences()
    for each in _allowed(name, scope):
        if _spelled(each) == value:
            return Preferences.of({name: each}).over(said)
    raise PrivateReply(GONE)


def _allowed(name: str, scope: str) -> Iterable[Any]:
    """The values that a setting may have; none for what is no setting of the scope."""
    if name == "theme":
        return themes()
    if name == "newcomers":
        return NEWCOMERS if SCOPES[scope].server else ()
    if name == "challenges":
        return () if SCOPES[scope].server else CHALLENGES
    return SETTINGS[name].labels if name in SETTINGS else ()


class SettingButton(GuardedItem[SettingId], kind=SettingId):
    """A button or menu of the settings. What was chosen in a menu comes with the press."""

    async def press(self, interaction: Interaction) -> None:
        """Change the setting, and show the panel anew."""
        await defer_update(interaction)
        parsed, scope = self.parsed, SCOPES[self.parsed.scope]
        scope.require(interaction)
        value = chosen_value(interaction) or parsed.value
        before = await scope.said(interaction)
        said = preferences_said(before, parsed.name, value, parsed.scope)
        await scope.save(interaction, said)
        await replace_private(interaction, *await settings_panel(interaction, parsed.scope, said))
