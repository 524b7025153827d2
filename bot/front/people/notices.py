"""`/notices`: where and when a person is called and reminded."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.front import ids
from bot.front.clock import utcnow
from bot.front.discord.context import (
    Interaction,
    Message,
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
    message_view,
    panel_action,
)
from bot.front.ui.settings import (
    NO_SETTING,
    NOTICES,
    hour_text,
    items_of,
    pages_menu,
    settings_page,
)
from bot.model.notices.notice_settings import (
    Destination,
    NoticeSettings,
    quiet_until,
)
from bot.model.records import MessageId

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


class NoticeId(CustomId, written="notices:{name}:{choice}"):
    """A change of a person's notice settings."""

    name: str
    choice: str


async def show_notices(interaction: Interaction) -> None:
    await reply_private(interaction, *await notices_page(interaction))


@settings_page("me", "notices")
async def notices_page(interaction: Interaction) -> Message:
    settings = await interaction.client.service.notices.settings(ids.user(interaction))
    return await notices_panel(interaction, settings, "main")


async def notices_panel(interaction: Interaction, settings: NoticeSettings, page: str) -> Message:
    """The message: the settings in words, and menus and buttons to change them."""
    history = await interaction.client.service.calendars.history(ids.user(interaction))
    until = quiet_until(utcnow(), settings, history)
    text = f"{ABOUT}{settings_text(settings, until)}\n{SMALL}"
    return text, [], message_view([pages_menu("me", "notices"), *_items(settings, page)])


def settings_text(settings: NoticeSettings, quiet: datetime | None) -> str:
    """The settings, a line each. `quiet` is when the current quiet hours end."""
    if settings.destination is Destination.NONE:
        return f"- Calls: {_label('destination', settings.destination)}"
    warning = "one warning before your time runs out" if settings.warning else "no warning"
    held = _held(settings)
    now = f" It is quiet now, until {full_time(quiet)}." if quiet else ""
    return "\n".join(
        [
            f"- Calls: {_label('destination', settings.destination)}",
            f"- Reminders: {_label('cadence', settings.cadence)}, {warning}",
            f"- Quiet: {_quiet(settings)}. What comes up then is one message {held}.{now}",
        ]
    )


def _held(settings: NoticeSettings) -> str:
    if settings.digest is None:
        return "when it ends"
    hour = hour_text(settings.digest)
    return f"when it ends, as it is quiet at {hour}" if settings.is_digest_quiet else f"at {hour}"


def _quiet(settings: NoticeSettings) -> str:
    hours = settings.quiet_hours
    times = [
        *([f"from {hour_text(hours[0])} to {hour_text(hours[1])}"] if hours else []),
        *([BY_HAND] if settings.calendar else []),
    ]
    return " and ".join(times) or "never"


def _label(name: str, value: Any) -> str:
    text = NOTICES["main"][name].labels[value]
    return text[0].lower() + text[1:]


# The ends of quiet hours, each with the default hour until it is chosen.
QUIET_HOURS = {"quiet_from": 22, "quiet_to": 8}


def _items(settings: NoticeSettings, part: str) -> list[Item]:
    found = [*items_of(NOTICES[part], settings, NoticeId)]
    if part == "hours":
        return [*found, button(NoticeId("page", "main"), "Back")]
    *menus, warning, calendar = found
    more, reset = NoticeId("page", "hours"), NoticeId("reset", "all")
    return [*menus, button(more, "Quiet hours…"), warning, calendar, button(reset, "Reset")]


def settings_after(settings: NoticeSettings, name: str, choice: str) -> NoticeSettings:
    """The settings after that choice. Raises PrivateReply for invalid ones."""
    if name == "reset":
        return NoticeSettings()
    setting = NOTICES[_part_of(name)].get(name, NO_SETTING)
    field, chosen = setting.field or name, setting.value(choice, GONE)
    fields: dict[str, Any] = {field: chosen}
    if field in QUIET_HOURS and chosen is None:
        fields = dict.fromkeys(QUIET_HOURS)
    elif field in QUIET_HOURS:
        missing = {end: at for end, at in QUIET_HOURS.items() if getattr(settings, end) is None}
        fields = missing | fields
    return replace(settings, **fields)


def _part_of(name: str) -> str:
    return next((part for part, settings in NOTICES.items() if name in settings), "main")


@panel_action(NoticeId)
async def change_notices(interaction: Interaction, at: NoticeId) -> Message:
    """A button or menu of the panel. The choice in a menu comes with the press."""
    name, choice = at.name, chosen_value(interaction) or at.choice
    book, person = interaction.client.service.notices, ids.user(interaction)
    if name == "page":
        after, page = await book.settings(person), choice if choice in NOTICES else "main"
    else:
        after = await book.change(person, lambda stored: settings_after(stored, name, choice))
        page = _part_of(name)
    return await notices_panel(interaction, after, page)


@action(ButtonId, "mute", "Off for this turn", acknowledge=defer_private)
@action(ButtonId, "muteall", "Off for these turns", acknowledge=defer_private)
async def mute_reminders(interaction: Interaction, at: ButtonId) -> None:
    """Send no more reminders of the turns that the pressed message is about."""
    message = MessageId(interaction.message.id if interaction.message else 0)
    book = interaction.client.service.notices
    muted = await book.mute(ids.user(interaction), at.match, at.seq, message)
    turns = "this turn" if muted == 1 else f"these {muted} turns"
    await reply_private(interaction, MUTED.format(turns=turns) if muted else NOT_MUTED)
