"""The menu of pages on top of every page of `/settings`, and the items that change a setting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from discord import ButtonStyle, ui

from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply, defer_update, replace_private
from bot.front.ui.base import (
    GuardedItem,
    SettingId,
    SettingsPagesId,
    chosen_value,
    chosen_values,
    menu,
    spelled,
)
from bot.front.ui.settings_values import GONE, MENUS, PAGES, page_with, with_preference
from bot.service.personal.preferences import PERSON, SERVER, USUAL, Preferences

NO_SERVER = "Only a server has settings of its own. Leave `server` out to see yours."


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose settings a panel shows: a person's, or those of the server for everybody."""

    server: bool

    async def holds(self, interaction: Interaction, stored: Preferences | None) -> Preferences:
        """Effective preferences; loads them unless given."""
        book = interaction.client.service.preferences
        if stored is None:
            stored = await book.stored(*self.owner(interaction))
        if self.server:
            return stored.over(USUAL)
        return stored.over(await book.of_server(interaction.guild_id))

    async def change(
        self, interaction: Interaction, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        book = interaction.client.service.preferences
        return await book.change(*self.owner(interaction), change)

    def owner(self, interaction: Interaction) -> tuple[str, int]:
        """Under whom the store keeps them."""
        if self.server:
            return SERVER, interaction.guild_id or 0
        return PERSON, interaction.user.id

    def require(self, interaction: Interaction) -> None:
        if self.server and not interaction.guild_id:
            raise PrivateReply(NO_SERVER)
        if self.server:
            permissions.require_server_manager(interaction)


SCOPES: Mapping[str, Scope] = {"me": Scope(False), "server": Scope(True)}


class PagesMenu(GuardedItem[SettingsPagesId], kind=SettingsPagesId):
    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        scope, page = self.parsed.scope, chosen_value(interaction) or ""
        SCOPES[scope].require(interaction)
        if page not in PAGES[scope]:
            raise PrivateReply(GONE)
        await show_page(interaction, scope, page)


def pages_menu(scope: str, current: str) -> PagesMenu:
    whose = "Settings" if scope == "me" else "Server settings"
    titles = {page: f"{whose}: {title}" for page, title in PAGES[scope].items()}
    return PagesMenu(menu(titles, (current,), "Settings"), SettingsPagesId(scope))


async def show_page(interaction: Interaction, scope: str, page: str, *stored: Preferences) -> None:
    """Put a page in the place of the one that was pressed, with what was said, if that is known."""
    make = interaction.client.settings_pages[scope, page]
    await replace_private(interaction, *await make(interaction, *stored))


class SettingButton(GuardedItem[SettingId], kind=SettingId):
    """A button or menu of the settings. What was chosen in a menu comes with the press."""

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        parsed, scope = self.parsed, SCOPES[self.parsed.scope]
        scope.require(interaction)
        value = chosen_value(interaction) or parsed.value

        def change(before: Preferences) -> Preferences:
            if parsed.name == "channels" and scope.server:
                return with_channels(interaction, before)
            return with_preference(before, parsed.name, value, parsed.scope)

        stored = await scope.change(interaction, change)
        page = page_with(parsed.scope, parsed.name, value)
        await show_page(interaction, parsed.scope, page, stored)


def with_channels(interaction: Interaction, stored: Preferences) -> Preferences:
    """What is said once matches are begun in the channels that were chosen; in all, if none were.

    Raises PrivateReply for what is no channel of the server.
    """
    known = (
        {str(each.id): each.id for each in interaction.guild.channels} if interaction.guild else {}
    )
    chosen = chosen_values(interaction)
    if not known.keys() >= set(chosen):
        raise PrivateReply(GONE)
    return replace(stored, channels=tuple(known[each] for each in chosen) or None)


def setting_menu(scope: str, name: str, chosen: Preferences) -> SettingButton:
    select = menu(MENUS[scope][name], (getattr(chosen, name),))
    return SettingButton(select, SettingId(scope, name, "chosen"))


def setting_button(scope: str, name: str, value: Any, label: str) -> SettingButton:
    button: ui.Button[Any] = ui.Button(label=label, style=ButtonStyle.secondary)
    return SettingButton(button, SettingId(scope, name, spelled(value)))
