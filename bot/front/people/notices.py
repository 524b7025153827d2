"""`/notices`: where and when a person is called and reminded."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from discord.utils import utcnow

from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_private,
    reply_private,
)
from bot.front.discord.markdown import full_time
from bot.front.ui.base import (
    ButtonId,
    CustomId,
    Item,
    action,
    button,
    chosen_value,
    menu,
    message_view,
    panel_action,
    spelled,
)
from bot.front.ui.settings import pages_menu, settings_page, value_of
from bot.games.phrases import counted
from bot.model.notices.notice_settings import (
    CADENCES,
    HOURS,
    MOST_REMINDERS,
    Destination,
    NoticeSettings,
    quiet_until,
)
from bot.model.notices.planning import LONGEST_SILENCE

ABOUT = "**When it is your turn, you are called once.** Here you say where and when.\n"
SMALL = (
    "-# Your time zone, and when your clock stops, are in `/calendar`. A call that I can't make in "
    "one place, I make in the other."
)
GONE = "There is no such choice any more. `/notices` shows those there are."
MUTED = (
    "No more reminders for {turns}. The one warning before your time runs out still comes, unless "
    "you turn it off with `/notices`."
)
NOT_MUTED = "There is nothing to turn off: these turns are over, or they are not yours."

BY_HAND = "while you sleep, on your weekend and on a vacation you planned"

DESTINATIONS = {
    Destination.CHANNEL: "In the channel of the match",
    Destination.DIRECT: "In a direct message",
    Destination.BOTH: "In both",
    Destination.NONE: "Nowhere: no calls, no reminders",
}


class NoticeId(CustomId, written="notices:{name}:{choice}"):
    """A change of a person's notice settings."""

    name: str
    choice: str


async def show_notices(interaction: Interaction) -> None:
    await reply_private(interaction, *await notices_page(interaction))


@settings_page("me", "notices")
async def notices_page(interaction: Interaction) -> Message:
    settings = await interaction.client.service.notices.settings(interaction.user.id)
    return await notices_panel(interaction, settings, "main")


async def notices_panel(interaction: Interaction, settings: NoticeSettings, page: str) -> Message:
    """The message: the settings in words, and menus and buttons to change them."""
    history = await interaction.client.service.calendars.history(interaction.user.id)
    until = quiet_until(utcnow(), settings, history)
    text = f"{ABOUT}{settings_text(settings, until)}\n{SMALL}"
    return text, [], message_view([pages_menu("me", "notices"), *_items(settings, page)])


def settings_text(settings: NoticeSettings, quiet: datetime | None) -> str:
    """The settings, a line each. `quiet` is when the current quiet hours end."""
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
        *([BY_HAND] if settings.calendar else []),
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
    slower = "" if timedelta(hours=hours) >= LONGEST_SILENCE else " every 2 days, and"
    return (
        f"Every {every.removeprefix('1 ')}; after {MOST_REMINDERS} times{slower} only while your "
        "time runs"
    )


# Menus and buttons


class NoticeField(NamedTuple):
    """A field of the settings: its name, a label for each value, and the page it is on. A menu
    shows what it is `about` if nothing is chosen; a field with two values is a button."""

    name: str
    labels: Mapping[Any, str]
    about: str = ""
    page: str = "main"


def _hours(none: str, at: str) -> Mapping[int | None, str]:
    return {None: none, **{hour: f"{at} {_hour(hour)}" for hour in HOURS}}


def _switch(name: str, label: str) -> NoticeField:
    return NoticeField(name, {True: f"{label}: on", False: f"{label}: off"})


# What can be set, as custom ids name it.
FIELDS = {
    "destination": NoticeField("destination", DESTINATIONS, "Where you are called"),
    "cadence": NoticeField("cadence", {hours: _cadence(hours) for hours in CADENCES}, "Reminders"),
    "digest": NoticeField(
        "digest",
        _hours("Tell what was held when the quiet ends", "Tell what was held at"),
        "When what was held is told",
    ),
    "from": NoticeField(
        "quiet_from", _hours("No quiet hours", "Quiet from"), "Quiet hours begin", "hours"
    ),
    "to": NoticeField(
        "quiet_to", _hours("No quiet hours", "Quiet until"), "Quiet hours end", "hours"
    ),
    "warning": _switch("warning", "Warning before time runs out"),
    "calendar": _switch("calendar", "Quiet while my clock is stopped"),
}

# The ends of quiet hours, each with the default hour until it is chosen.
QUIET_HOURS = {"quiet_from": 22, "quiet_to": 8}


def _items(settings: NoticeSettings, page: str) -> Iterator[Item]:
    shown = {name: field for name, field in FIELDS.items() if field.page == page}
    for name, field in shown.items():
        if field.about:
            chosen = (getattr(settings, field.name),)
            yield menu(NoticeId(name, "chosen"), field.labels, chosen, field.about)
    if page == "hours":
        yield button(NoticeId("page", "main"), "Back")
        return
    yield button(NoticeId("page", "hours"), "Quiet hours…")
    for name, field in shown.items():
        if not field.about:
            now = getattr(settings, field.name)
            yield button(NoticeId(name, spelled(not now)), field.labels[now])
    yield button(NoticeId("reset", "all"), "Reset")


def settings_after(settings: NoticeSettings, name: str, choice: str) -> NoticeSettings:
    """The settings after that choice. Raises PrivateReply for invalid ones."""
    if name == "reset":
        return NoticeSettings()
    if name not in FIELDS:
        raise PrivateReply(GONE)
    field = FIELDS[name]
    chosen = value_of(field.labels, choice, GONE)
    fields: dict[str, Any] = {field.name: chosen}
    if field.name in QUIET_HOURS and chosen is None:
        fields = dict.fromkeys(QUIET_HOURS)
    elif field.name in QUIET_HOURS:
        missing = {end: at for end, at in QUIET_HOURS.items() if getattr(settings, end) is None}
        fields = missing | fields
    return replace(settings, **fields)


@panel_action(NoticeId)
async def change_notices(interaction: Interaction, at: NoticeId) -> Message:
    """A button or menu of the panel. The choice in a menu comes with the press."""
    name, choice = at.name, chosen_value(interaction) or at.choice
    book, person = interaction.client.service.notices, interaction.user.id
    if name == "page":
        after, page = await book.settings(person), choice
    else:
        after = await book.change(person, lambda stored: settings_after(stored, name, choice))
        page = FIELDS[name].page if name in FIELDS else "main"
    return await notices_panel(interaction, after, page)


@action(ButtonId, "mute", "Off for this turn", acknowledge=defer_private)
@action(ButtonId, "muteall", "Off for these turns", acknowledge=defer_private)
async def mute_reminders(interaction: Interaction, at: ButtonId) -> None:
    """Send no more reminders of the turns that the pressed message is about."""
    message = interaction.message.id if interaction.message else 0
    book = interaction.client.service.notices
    muted = await book.mute(interaction.user.id, at.match, at.seq, message)
    turns = "this turn" if muted == 1 else f"these {muted} turns"
    await reply_private(interaction, MUTED.format(turns=turns) if muted else NOT_MUTED)
