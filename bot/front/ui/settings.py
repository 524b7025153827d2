"""The pages of `/settings`, the values of each setting, and what changes it."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from discord import ui

from bot.front.discord import permissions
from bot.front.discord.context import Interaction, Message, PrivateReply
from bot.front.ui.base import (
    Button,
    CustomId,
    button,
    chosen_value,
    chosen_values,
    menu,
    panel_action,
    spelled,
)
from bot.model.clock.time_control import OFFERED_BY_KEY, control_text
from bot.service.personal.preferences import PERSON, SERVER, USUAL, Preferences
from renderers import themes

GONE = "There is no such setting any more. `/settings` shows those there are."

PAGES: Mapping[str, Mapping[str, str]] = {
    "me": {
        "boards": "Boards and moves",
        "notices": "Notices",
        "calendar": "Calendar",
        "challenges": "Challenges and blocks",
    },
    "server": {
        "boards": "Boards",
        "play": "Play",
        "posts": "Posts",
        "ratings": "Ratings",
        "daily": "Puzzle of the day",
    },
}


class SettingsPagesId(CustomId, written="panel:{scope}:pages"):
    scope: str


class SettingId(CustomId, written="wish:{scope}:{name}:{value}"):
    """The value that a setting is to have."""

    scope: str
    name: str
    value: str


def _switch(name: str) -> Mapping[Any, str]:
    return {True: f"{name}: on", False: f"{name}: off"}


# What the buttons change, by the label for each value. A button names the value to be set, so
# pressing one twice changes nothing more.
SETTINGS: Mapping[str, Mapping[Any, str]] = {
    "side": {"own": "Seen from: my side", "first": "Seen from: first side"},
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
    "moving": {"destinations": "Moving: destinations", "compass": "Moving: compass"},
    "closeups": _switch("Close-ups"),
}


# What the buttons change. Each names the value to be set, so pressing one twice changes nothing
# more.
MENUS: Mapping[str, Mapping[str, Mapping[Any, str]]] = {
    "me": {
        "challenges": {
            "all": "Challenges: from anybody",
            "played": "Challenges: from people I have played",
            "nobody": "Challenges: from nobody",
        },
        "spaces": {
            "taken": "Empty spaces on posts: unnamed",
            "all": "Empty spaces on posts: named",
        },
        "puzzles": _switch("Puzzles from my matches"),
        "listed": _switch("Named in lists"),
    },
    "server": {
        "newcomers": {
            0: "Newcomers play as much as they like",
            1: "Newcomers play 1 match at a time",
            **{n: f"Newcomers play {n} matches at a time" for n in (2, 3, 5)},
        },
        "time": {key: f"Usual time: {control_text(each)}" for key, each in OFFERED_BY_KEY.items()},
        "posting": {
            "auto": "Boards: in threads if more than 3 matches run",
            "thread": "Boards: in a thread for each match",
            "living": "Boards: only the newest keeps its picture",
            "posts": "Boards: post after post in the channel",
        },
        "verbosity": {"all": "Posts tell what each move did", "quiet": "Posts show the move alone"},
        "pictures": {
            "close": "A turn that bumps or captures: a close-up too",
            "one": "One picture a turn",
        },
        "spaces": {
            "taken": "Posted boards name the spaces of pieces",
            "all": "Posted boards name every space",
        },
        "rated": {
            False: "Challenges: rated only if they say so",
            True: "Challenges: rated unless they say otherwise",
        },
    },
}


PAGE_OF: Mapping[str, str] = {
    **dict.fromkeys(("theme", "puzzles", "listed", *SETTINGS), "boards"),
    "challenges": "challenges",
    **dict.fromkeys(("channels", "time", "newcomers"), "play"),
    **dict.fromkeys(("posting", "verbosity", "pictures", "spaces"), "posts"),
    "rated": "ratings",
}

# What a button resets that belongs to no single page.
EVERYTHING = "all"


def page_with(scope: str, name: str, value: str) -> str:
    """The page that is shown after a setting was changed, or a page was reset."""
    page = value if name == "reset" else PAGE_OF.get(name, "boards")
    return page if page in PAGES[scope] else "boards"


def with_preference(stored: Preferences, name: str, value: str, scope: str = "me") -> Preferences:
    """The preferences after setting this too. Raises PrivateReply for what can't be set."""
    if name == "reset":
        return without_page(stored, value, scope)
    found = value_of(_allowed(name, scope), value, GONE)
    return Preferences.of({name: found}).over(stored)


def value_of(allowed: Iterable[Any], text: str, gone: str) -> Any:
    """The value that is written so. Raises PrivateReply if it is not one of those allowed."""
    for each in allowed:
        if spelled(each) == text:
            return each
    raise PrivateReply(gone)


def without_page(stored: Preferences, page: str, scope: str = "me") -> Preferences:
    """Preferences after resetting a page, or all."""
    if page not in (EVERYTHING, *PAGE_OF.values()):
        raise PrivateReply(GONE)
    mine = {"spaces": "boards"} if scope == "me" else {}
    reset = [name for name, of in {**PAGE_OF, **mine}.items() if page in (EVERYTHING, of)]
    return replace(stored, **dict.fromkeys(reset))


def _allowed(name: str, scope: str) -> Iterable[Any]:
    if name == "theme":
        return themes()
    return SETTINGS[name] if name in SETTINGS else MENUS[scope].get(name, ())


NO_SERVER = "Only a server has its own settings. Leave `server` out to see yours."


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


SettingsPage = Callable[..., Awaitable[Message]]
"""Builds a page for its reader; takes loaded preferences if there are any."""

AnyPage = TypeVar("AnyPage", bound=SettingsPage)

SETTINGS_PAGES: dict[tuple[str, str], SettingsPage] = {}
"""What makes each page, by scope and name. Each is added above its function."""


def settings_page(scope: str, name: str) -> Callable[[AnyPage], AnyPage]:
    """Makes a function that page of the settings."""

    def add(page: AnyPage) -> AnyPage:
        SETTINGS_PAGES[scope, name] = page
        return page

    return add


@panel_action(SettingsPagesId)
async def turn_to_page(interaction: Interaction, at: SettingsPagesId) -> Message:
    page = chosen_value(interaction) or ""
    SCOPES[at.scope].require(interaction)
    if page not in PAGES[at.scope]:
        raise PrivateReply(GONE)
    return await SETTINGS_PAGES[at.scope, page](interaction)


def pages_menu(scope: str, current: str) -> ui.Select[Any]:
    whose = "Settings" if scope == "me" else "Server settings"
    titles = {page: f"{whose}: {title}" for page, title in PAGES[scope].items()}
    return menu(SettingsPagesId(scope), titles, (current,), "Settings")


@panel_action(SettingId)
async def change_setting(interaction: Interaction, at: SettingId) -> Message:
    """Change a setting by its button or menu. The choice in a menu comes with the press."""
    scope = SCOPES[at.scope]
    scope.require(interaction)
    value = chosen_value(interaction) or at.value

    def change(before: Preferences) -> Preferences:
        if at.name == "channels" and scope.server:
            return with_channels(interaction, before)
        return with_preference(before, at.name, value, at.scope)

    stored = await scope.change(interaction, change)
    page = page_with(at.scope, at.name, value)
    return await SETTINGS_PAGES[at.scope, page](interaction, stored)


def with_channels(interaction: Interaction, stored: Preferences) -> Preferences:
    """The preferences after choosing the channels in which matches begin; all, if none were chosen.

    Raises PrivateReply for what is no channel of the server.
    """
    known = (
        {str(each.id): each.id for each in interaction.guild.channels} if interaction.guild else {}
    )
    chosen = chosen_values(interaction)
    if not known.keys() >= set(chosen):
        raise PrivateReply(GONE)
    return replace(stored, channels=tuple(known[each] for each in chosen) or None)


def setting_menu(scope: str, name: str, chosen: Preferences) -> ui.Select[Any]:
    to = SettingId(scope, name, "chosen")
    return menu(to, MENUS[scope][name], (getattr(chosen, name),))


def setting_button(scope: str, name: str, value: Any, label: str) -> Button:
    return button(SettingId(scope, name, spelled(value)), label)
