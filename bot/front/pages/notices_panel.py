"""`/notices`: where and when somebody is called and reminded."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

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

DESTINATIONS = {
    Destination.CHANNEL: "In the channel of the match",
    Destination.DIRECT: "In a direct message",
    Destination.BOTH: "In both",
    Destination.NONE: "Nowhere: no calls, no reminders",
}


async def show_notices(interaction: Interaction) -> None:
    """Show what holds for the person, privately."""
    await reply_private(interaction, *await notices_page(interaction))


async def notices_page(interaction: Interaction) -> Message:
    """The page of the person's settings about notices."""
    settings = await interaction.client.service.notices.settings(interaction.user.id)
    return await notices_panel(interaction, settings, "main")


async def notices_panel(interaction: Interaction, settings: NoticeSettings, page: str) -> Message:
    """The message: what holds in words, and menus and buttons to change it."""
    history = await interaction.client.service.calendars.history(interaction.user.id)
    until = quiet_until(utcnow(), settings, history)
    text = f"{ABOUT}{settings_text(settings, until)}\n{SMALL}"
    return text, [], message_view([pages_menu("me", "notices"), *_items(settings, page)])


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


class NoticeMenu(NamedTuple):
    """A menu: the field that it sets, what is shown where nothing is chosen, a label a value."""

    field: str
    about: str
    labels: Mapping[Any, str]


def _hours(none: str, at: str) -> Mapping[int | None, str]:
    return {None: none, **{hour: f"{at} {_hour(hour)}" for hour in HOURS}}


MENUS = {
    "destination": NoticeMenu("destination", "Where you are called", DESTINATIONS),
    "cadence": NoticeMenu("cadence", "Reminders", {hours: _cadence(hours) for hours in CADENCES}),
    "digest": NoticeMenu(
        "digest",
        "When what was held is told",
        _hours("Tell what was held when the quiet ends", "Tell what was held at"),
    ),
    "from": NoticeMenu("quiet_from", "Quiet hours begin", _hours("No quiet hours", "Quiet from")),
    "to": NoticeMenu("quiet_to", "Quiet hours end", _hours("No quiet hours", "Quiet until")),
}
SWITCHES = {"warning": "Warning before time runs out", "calendar": "Quiet while my clock stands"}
ON = {"on": True, "off": False}

QUIET_HOURS = {"quiet_from": 22, "quiet_to": 8}
"""The ends of quiet hours, each with the usual hour until it is chosen."""

ON_HOURS_PAGE = ("from", "to")


def _spelled(value: Any) -> str:
    return "none" if value is None else str(value)


def _items(settings: NoticeSettings, page: str) -> Iterator["NoticeButton"]:
    hours = page == "hours"
    yield from (_menu(name, settings) for name in MENUS if (name in ON_HOURS_PAGE) == hours)
    if hours:
        yield _button("page", "main", "Back")
        return
    yield _button("page", "hours", "Quiet hours…")
    for name, label in SWITCHES.items():
        now, other = ("on", "off") if getattr(settings, name) else ("off", "on")
        yield _button(name, other, f"{label}: {now}")
    yield _button("reset", "all", "Reset")


def _menu(name: str, settings: NoticeSettings) -> "NoticeButton":
    select: ui.Select[Any] = ui.Select(placeholder=MENUS[name].about)
    chosen = getattr(settings, MENUS[name].field)
    for value, label in MENUS[name].labels.items():
        select.add_option(label=label, value=_spelled(value), default=value == chosen)
    return NoticeButton(select, NoticeId(name, "chosen"))


def _button(name: str, choice: str, label: str) -> "NoticeButton":
    return NoticeButton(ui.Button(label=label), NoticeId(name, choice))


def settings_after(settings: NoticeSettings, name: str, choice: str) -> NoticeSettings:
    """The settings once that is chosen. Raises PrivateReply for what can't be."""
    if name == "reset":
        return NoticeSettings()
    field, values = name, ON if name in SWITCHES else {}
    if name in MENUS:
        field, values = MENUS[name].field, {_spelled(each): each for each in MENUS[name].labels}
    if choice not in values:
        raise PrivateReply(GONE)
    fields: dict[str, Any] = {field: values[choice]}
    if field in QUIET_HOURS and values[choice] is None:
        fields = dict.fromkeys(QUIET_HOURS)
    elif field in QUIET_HOURS:
        missing = {end: at for end, at in QUIET_HOURS.items() if getattr(settings, end) is None}
        fields = missing | fields
    return replace(settings, **fields)


class NoticeButton(GuardedItem[NoticeId], kind=NoticeId):
    """A button or menu of the panel. What was chosen in a menu comes with the press."""

    async def press(self, interaction: Interaction) -> None:
        await defer_update(interaction)
        name, choice = self.parsed.name, chosen_value(interaction) or self.parsed.choice
        book, person = interaction.client.service.notices, interaction.user.id
        if name == "page":
            after, page = await book.settings(person), choice
        else:
            after = await book.change(person, lambda stored: settings_after(stored, name, choice))
            page = "hours" if name in ON_HOURS_PAGE else "main"
        await replace_private(interaction, *await notices_panel(interaction, after, page))


async def mute_reminders(interaction: Interaction, at: Address) -> None:
    """Send no more reminders of the turns that the pressed message is about."""
    await defer_private(interaction)
    message = interaction.message.id if interaction.message else 0
    book = interaction.client.service.notices
    muted = await book.mute(interaction.user.id, at.match, at.seq, message)
    turns = "this turn" if muted == 1 else f"these {muted} turns"
    await reply_private(interaction, MUTED.format(turns=turns) if muted else NOT_MUTED)
