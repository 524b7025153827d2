"""`/notices`: where and when somebody is called and reminded."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from discord import ui
from discord.utils import utcnow

from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_private,
    defer_update,
    replace_private,
    reply_private,
)
from bot.front.discord.markdown import full_time
from bot.front.ui.base import Address, GuardedItem, NoticeId, chosen_value, message_view
from bot.front.ui.settings_items import pages_menu
from bot.games.phrases import counted
from bot.model.notices.notice_settings import (
    CADENCES,
    HOURS,
    MOST_REMINDERS,
    Destination,
    NoticeSettings,
)
from bot.model.notices.quiet import quiet_until

ABOUT = "**When it is your turn, you are called once.** Here you say where and when.\n"
SMALL = (
    "-# Your time zone, and when your clock stands, is in `/calendar`. A call that I can't make in "
    "one place, I make in the other."
)
GONE = "There is no such choice any more. `/notices` shows those there are."
MUTED = (
    "No more reminders for {turns}. The one warning before your time runs out still comes, unless "
    "you turn it off with `/notices`."
)
NOT_MUTED = "There is nothing to turn off: these turns are over, or they are not yours."

MENUS = {
    "destination": "Where you are called",
    "cadence": "Reminders",
    "digest": "When what was held is told",
    "from": "Quiet hours begin",
    "to": "Quiet hours end",
}

NONE = "none"

DESTINATIONS = {
    Destination.CHANNEL: "In the channel of the match",
    Destination.DIRECT: "In a direct message",
    Destination.BOTH: "In both",
    Destination.NONE: "Nowhere: no calls, no reminders",
}

EVENING, MORNING = 22, 8
"""The usual ends of quiet hours."""

Change = Callable[[NoticeSettings, str], NoticeSettings]


async def show_notices(interaction: Interaction) -> None:
    """Show what holds for the person, privately."""
    await reply_private(interaction, *await notices_page(interaction))


async def notices_page(interaction: Interaction) -> Message:
    """The page of the person's settings about notices."""
    settings = await interaction.client.matches.notices.settings(interaction.user.id)
    return await notices_panel(interaction, settings, "main")


async def notices_panel(interaction: Interaction, settings: NoticeSettings, page: str) -> Message:
    """The message: what holds in words, and menus and buttons to change it."""
    history = await interaction.client.matches.calendars.history(interaction.user.id)
    until = quiet_until(utcnow(), settings, history)
    text = f"{ABOUT}{settings_text(settings, until)}\n{SMALL}"
    items = _hours_items(settings) if page == "hours" else _main_items(settings)
    return text, [], message_view([pages_menu("me", "notices"), *items])


def settings_text(settings: NoticeSettings, quiet: datetime | None) -> str:
    """What holds, a line for each matter. `quiet` is until when it is quiet now."""
    if settings.destination is Destination.NONE:
        return f"- Calls: {_low(DESTINATIONS[settings.destination])}"
    warning = "one warning before your time runs out" if settings.warning else "no warning"
    held = "when it ends" if settings.digest is None else f"at {_hour(settings.digest)}"
    now = f" It is quiet now, until {full_time(quiet)}." if quiet else ""
    return "\n".join(
        [
            f"- Calls: {_low(DESTINATIONS[settings.destination])}",
            f"- Reminders: {_low(_cadence(settings.cadence))}, {warning}",
            f"- Quiet: {_quiet(settings)}. What comes up then is one message {held}.{now}",
        ]
    )


def _quiet(settings: NoticeSettings) -> str:
    hours = settings.quiet_hours
    times = [
        *([f"from {_hour(hours[0])} to {_hour(hours[1])}"] if hours else []),
        *(["while your clock stands"] if settings.calendar else []),
    ]
    return " and ".join(times) or "never"


def _low(text: str) -> str:
    return text[0].lower() + text[1:]


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _cadence(hours: int) -> str:
    if not hours:
        return "No reminders"
    every = f"{hours} hours" if hours < 24 else counted(hours // 24, "day")
    return f"Every {every.removeprefix('1 ')}, {MOST_REMINDERS} times at most"


# Menus and buttons


def _main_items(settings: NoticeSettings) -> Iterator["NoticeButton"]:
    yield _menu("destination", DESTINATIONS, settings.destination)
    yield _menu("cadence", {hours: _cadence(hours) for hours in CADENCES}, settings.cadence)
    digest = {hour: f"Tell what was held at {_hour(hour)}" for hour in HOURS}
    yield _menu(
        "digest", {NONE: "Tell what was held when the quiet ends"} | digest, settings.digest
    )
    yield _button("page", "hours", "Quiet hours…")
    yield _switch("warning", "Warning before time runs out", settings.warning)
    yield _switch("calendar", "Quiet while my clock stands", settings.calendar)
    yield _button("reset", "all", "Reset")


def _hours_items(settings: NoticeSettings) -> Iterator["NoticeButton"]:
    begin = {hour: f"Quiet from {_hour(hour)}" for hour in HOURS}
    yield _menu("from", {NONE: "No quiet hours"} | begin, settings.quiet_from)
    end = {hour: f"Quiet until {_hour(hour)}" for hour in HOURS}
    yield _menu("to", {NONE: "No quiet hours"} | end, settings.quiet_to)
    yield _button("page", "main", "Back")


def _menu(name: str, options: Mapping[Any, str], chosen: Any) -> "NoticeButton":
    select: ui.Select[Any] = ui.Select(placeholder=MENUS[name])
    current = NONE if chosen is None else chosen
    for value, label in options.items():
        select.add_option(label=label, value=str(value), default=value == current)
    return NoticeButton(select, NoticeId(name, "chosen"))


def _switch(name: str, label: str, value: bool) -> "NoticeButton":
    return _button(name, "off" if value else "on", f"{label}: {'on' if value else 'off'}")


def _button(name: str, choice: str, label: str) -> "NoticeButton":
    return NoticeButton(ui.Button(label=label), NoticeId(name, choice))


# What they do


def _set(field: str, values: Iterable[Any]) -> Change:
    spelled = {NONE if value is None else str(value): value for value in values}

    def change(settings: NoticeSettings, choice: str) -> NoticeSettings:
        if choice not in spelled:
            raise PrivateReply(GONE)
        changed: dict[str, Any] = {field: spelled[choice]}
        return replace(settings, **changed)

    return change


def _set_quiet(field: str, other: str, usual: int) -> Change:
    """Set one end of the quiet hours; the other end is the usual hour until it is chosen."""
    set_hour = _set(field, (None, *HOURS))

    def change(settings: NoticeSettings, choice: str) -> NoticeSettings:
        changed = set_hour(settings, choice)
        if choice == NONE:
            return replace(changed, quiet_from=None, quiet_to=None)
        ends: dict[str, Any] = {other: usual} if getattr(changed, other) is None else {}
        return replace(changed, **ends)

    return change


SWITCH = {"on": True, "off": False}


def _set_switch(field: str) -> Change:
    def change(settings: NoticeSettings, choice: str) -> NoticeSettings:
        if choice not in SWITCH:
            raise PrivateReply(GONE)
        changed: dict[str, Any] = {field: SWITCH[choice]}
        return replace(settings, **changed)

    return change


CHANGES: Mapping[str, Change] = {
    "destination": _set("destination", Destination),
    "cadence": _set("cadence", CADENCES),
    "digest": _set("digest", (None, *HOURS)),
    "from": _set_quiet("quiet_from", "quiet_to", MORNING),
    "to": _set_quiet("quiet_to", "quiet_from", EVENING),
    "warning": _set_switch("warning"),
    "calendar": _set_switch("calendar"),
    "reset": lambda settings, choice: NoticeSettings(),
    "page": lambda settings, choice: settings,
}

HOURS_PAGE = ("from", "to")


class NoticeButton(GuardedItem[NoticeId], kind=NoticeId):
    """A button or menu of the panel. What was chosen in a menu comes with the press."""

    async def press(self, interaction: Interaction) -> None:
        """Change what was chosen, and show the panel anew."""
        await defer_update(interaction)
        name, choice = self.parsed.name, chosen_value(interaction) or self.parsed.choice
        if name not in CHANGES:
            raise PrivateReply(GONE)
        book = interaction.client.matches.notices
        if name == "page":
            after = await book.settings(interaction.user.id)
        else:
            change = CHANGES[name]
            after = await book.change(interaction.user.id, lambda said: change(said, choice))
        page = choice if name == "page" else "hours" if name in HOURS_PAGE else "main"
        await replace_private(interaction, *await notices_panel(interaction, after, page))


async def mute_reminders(interaction: Interaction, at: Address) -> None:
    """Send no more reminders of the turns that the pressed message is about."""
    await defer_private(interaction)
    message = interaction.message.id if interaction.message else 0
    book = interaction.client.matches.notices
    muted = await book.mute(interaction.user.id, at.match, at.seq, message)
    turns = "this turn" if muted == 1 else f"these {muted} turns"
    await reply_private(interaction, MUTED.format(turns=turns) if muted else NOT_MUTED)
