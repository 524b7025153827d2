"""The settings of people and servers in one table: whose, on which page, with a label for each
value. Menus, buttons and what they change follow from it."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar

from discord import ui

from bot.front import ids
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, Message, PrivateReply
from bot.front.ui.base import (
    Button,
    CustomId,
    Item,
    button,
    chosen_value,
    chosen_values,
    menu,
    message_view,
    panel_action,
    spelled,
)
from bot.games.phrases import counted
from bot.model.clock.time_control import OFFERED_BY_KEY, control_text
from bot.model.notices.notice_settings import CADENCES, HOURS, MOST_REMINDERS, Destination
from bot.model.notices.planning import LONGEST_SILENCE
from bot.model.records import ChannelId, GuildId
from bot.service.personal.preferences import PERSON, SERVER, USUAL, Preferences
from renderers import theme_name, themes

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


@dataclass(frozen=True, slots=True)
class Setting:
    """A label for each value of a setting. A menu says what it is `about` if none is chosen; else
    it is a button that changes between two values. `field` is its name where it is kept, if that is
    another."""

    labels: Mapping[Any, str]
    about: str | None = None
    field: str = ""

    def value(self, written: str, gone: str = GONE) -> Any:
        """The value that is written so. Raises PrivateReply if it is none of them."""
        for each in self.labels:
            if spelled(each) == written:
                return each
        raise PrivateReply(gone)


NO_SETTING = Setting({})
"""One without values to choose by a label: channels, and what there is not."""


def _switch(name: str) -> Setting:
    return Setting({True: f"{name}: on", False: f"{name}: off"})


def _menu(about: str = "", **labels: str) -> Setting:
    return Setting(labels, about)


def _hours(about: str, none: str, at: str, field: str = "") -> Setting:
    return Setting({None: none, **{n: f"{at} {hour_text(n)}" for n in HOURS}}, about, field)


def hour_text(hour: int) -> str:
    return f"{hour:02}:00"


def _cadence(hours: int) -> str:
    if not hours:
        return "No reminders"
    every = f"{hours} hours" if hours < 24 else counted(hours // 24, "day")
    slower = "" if timedelta(hours=hours) >= LONGEST_SILENCE else " every 2 days, and"
    return (
        f"Every {every.removeprefix('1 ')}; after {MOST_REMINDERS} times{slower} only while your "
        "time runs"
    )


_BOARDS: Mapping[str, Setting] = {
    "theme": Setting({key: f"Theme: {theme_name(key)}" for key in themes()[:25]}, "Theme"),
    "side": Setting(
        {"own": "Bump, Bounce: seen from my side", "first": "Bump, Bounce: seen from side 1"}
    ),
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
    "moving": Setting(
        {
            "pad": "Moving: on one screen",
            "destinations": "Moving: destinations",
            "compass": "Moving: compass",
        }
    ),
    "closeups": _switch("Close-ups"),
}

PREFERENCES: Mapping[str, Mapping[str, Mapping[str, Setting]]] = {
    "me": {
        "boards": {
            **_BOARDS,
            "spaces": Setting(
                {"taken": "Empty spaces on posts: unnamed", "all": "Empty spaces on posts: named"}
            ),
            "puzzles": _switch("Puzzles from my matches"),
            "prepared": Setting(
                {
                    "later": "Prepared answers: in a minute or two",
                    "at_once": "Prepared answers: at once",
                }
            ),
            "listed": _switch("Named in lists"),
        },
        "challenges": {
            "challenges": _menu(
                all="Challenges: from anybody",
                played="Challenges: from people I have played",
                nobody="Challenges: from nobody",
            )
        },
    },
    "server": {
        "boards": _BOARDS,
        "play": {
            "channels": NO_SETTING,
            "time": _menu(
                **{k: f"Usual time: {control_text(c)}" for k, c in OFFERED_BY_KEY.items()}
            ),
            "newcomers": Setting(
                {
                    0: "Newcomers play as much as they like",
                    1: "Newcomers play 1 match at a time",
                    **{n: f"Newcomers play {n} matches at a time" for n in (2, 3, 5)},
                },
                "",
            ),
        },
        "posts": {
            "posting": _menu(
                auto="Boards: in threads if more than 3 matches run",
                thread="Boards: in a thread for each match",
                living="Boards: only the newest keeps its picture",
                posts="Boards: post after post in the channel",
            ),
            "verbosity": _menu(
                all="Posts tell what each move did", quiet="Posts show the move alone"
            ),
            "pictures": _menu(
                close="A turn that bumps or captures: a close-up too", one="One picture a turn"
            ),
            "spaces": _menu(
                taken="Posted boards name the spaces of pieces",
                all="Posted boards name every space",
            ),
        },
        "ratings": {
            "rated": Setting(
                {
                    False: "Challenges: rated only if they say so",
                    True: "Challenges: rated unless they say otherwise",
                },
                "",
            )
        },
    },
}
"""What is kept in preferences: by scope, page, and the name in custom ids."""

NOTICES: Mapping[str, Mapping[str, Setting]] = {
    "main": {
        "destination": Setting(
            {
                Destination.CHANNEL: "In the channel of the match",
                Destination.DIRECT: "In a direct message",
                Destination.BOTH: "In both",
                Destination.NONE: "Nowhere: no calls, no reminders",
            },
            "Where you are called",
        ),
        "cadence": Setting({hours: _cadence(hours) for hours in CADENCES}, "Reminders"),
        "digest": _hours(
            "When what was held is told",
            "Tell what was held when the quiet ends",
            "Tell what was held at",
        ),
        "warning": _switch("Warning before time runs out"),
        "calendar": _switch("Quiet while my clock is stopped"),
    },
    "hours": {
        "from": _hours("Quiet hours begin", "No quiet hours", "Quiet from", "quiet_from"),
        "to": _hours("Quiet hours end", "No quiet hours", "Quiet until", "quiet_to"),
    },
}
"""What is kept in a person's settings of notices: by part of their page, and by name."""


class SettingsPagesId(CustomId, written="panel:{scope}:pages"):
    scope: str


class SettingId(CustomId, written="wish:{scope}:{name}:{value}"):
    """The value that a preference is to have."""

    scope: str
    name: str
    value: str


def items_of(
    settings: Mapping[str, Setting], values: Any, to: Callable[[str, str], CustomId]
) -> Iterator[Item]:
    """A menu or button for each setting, as somebody has set it; `to` makes custom ids of name and
    value. A button names the value to be set, so pressing it twice changes nothing more."""
    for name, each in settings.items():
        if each is NO_SETTING:
            continue
        now = getattr(values, each.field or name)
        if each.about is not None:
            yield menu(to(name, "chosen"), each.labels, (now,), each.about)
        else:
            ring = [*each.labels]
            other = ring[(ring.index(now) + 1) % len(ring)]
            yield button(to(name, spelled(other)), each.labels[now])


def page_view(
    scope: str,
    page: str,
    chosen: Preferences,
    first: Iterable[ui.Item[Any]] = (),
    then: Iterable[ui.Item[Any]] = (),
) -> ui.View:
    """The items of a page: the menu of all pages, what comes `first`, the preferences, the rest."""

    def to(name: str, value: str) -> SettingId:
        return SettingId(scope, name, value)

    settings = items_of(PREFERENCES[scope][page], chosen, to)
    return message_view([pages_menu(scope, page), *first, *settings, *then])


def reset_button(scope: str, page: str) -> Button:
    return button(SettingId(scope, "reset", page), "Reset")


# What a button resets that belongs to no single page.
EVERYTHING = "all"

PAGE_OF: Mapping[str, Mapping[str, str]] = {
    scope: {name: page for page, settings in pages.items() for name in settings}
    for scope, pages in PREFERENCES.items()
}
"""The page of each preference, by scope and name."""


def page_with(scope: str, name: str, value: str) -> str:
    """The page that is shown after a preference was changed, or a page was reset."""
    page = value if name == "reset" else PAGE_OF[scope].get(name, "boards")
    return page if page in PAGES[scope] else "boards"


def with_preference(stored: Preferences, name: str, value: str, scope: str = "me") -> Preferences:
    """The preferences after setting this too. Raises PrivateReply for what can't be set."""
    if name == "reset":
        return without_page(stored, value, scope)
    setting = PREFERENCES[scope][PAGE_OF[scope].get(name, "boards")].get(name, NO_SETTING)
    return Preferences.of({name: setting.value(value)}).over(stored)


def without_page(stored: Preferences, page: str, scope: str = "me") -> Preferences:
    """Preferences after resetting a page, or all."""
    pages = PAGE_OF[scope]
    if page not in (EVERYTHING, *pages.values()):
        raise PrivateReply(GONE)
    return replace(
        stored, **dict.fromkeys(n for n, of in pages.items() if page in (EVERYTHING, of))
    )


NO_SERVER = "Only a server has its own settings. Leave `server` out to see yours."


def require_scope(interaction: Interaction, scope: str) -> None:
    """Refuse settings of the server outside of one, and to people who don't manage it."""
    if scope == "server" and not interaction.guild_id:
        raise PrivateReply(NO_SERVER)
    if scope == "server":
        permissions.require_server_manager(interaction)


async def effective(
    interaction: Interaction, scope: str, stored: Preferences | None
) -> Preferences:
    """The effective preferences of the person, or of the server for everybody; loads them unless
    given."""
    book = interaction.client.service.preferences
    if stored is None:
        stored = await book.stored(*_owner(interaction, scope))
    return stored.over(USUAL if scope == "server" else await book.of_server(ids.guild(interaction)))


def _owner(interaction: Interaction, scope: str) -> tuple[str, int]:
    # Under whom the store keeps them.
    if scope == "server":
        return SERVER, GuildId(interaction.guild_id or 0)
    return PERSON, ids.user(interaction)


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
    require_scope(interaction, at.scope)
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
    require_scope(interaction, at.scope)
    value = chosen_value(interaction) or at.value

    def change(before: Preferences) -> Preferences:
        if (at.scope, at.name) == ("server", "channels"):
            return with_channels(interaction, before)
        return with_preference(before, at.name, value, at.scope)

    book = interaction.client.service.preferences
    stored = await book.change(*_owner(interaction, at.scope), change)
    page = page_with(at.scope, at.name, value)
    return await SETTINGS_PAGES[at.scope, page](interaction, stored)


def with_channels(interaction: Interaction, stored: Preferences) -> Preferences:
    """The preferences after choosing the channels in which matches begin; all, if none were chosen.

    Raises PrivateReply for what is no channel of the server.
    """
    channels = interaction.guild.channels if interaction.guild else ()
    known = {str(each.id): ChannelId(each.id) for each in channels}
    chosen = chosen_values(interaction)
    if not known.keys() >= set(chosen):
        raise PrivateReply(GONE)
    return replace(stored, channels=tuple(known[each] for each in chosen) or None)
