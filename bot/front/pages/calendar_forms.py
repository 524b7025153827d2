"""The forms of `/calendar`: time zone, sleeping hours, a vacation."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from discord import ui
from discord.utils import utcnow

from bot.front.discord.context import Interaction, PrivateReply, show_form
from bot.front.text.typed_times import typed_instant, typed_length, typed_time
from bot.front.ui.base import CalendarId
from bot.front.ui.forms import Fields
from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.changes import History
from bot.model.clock.running import calendar_at
from bot.model.clock.zones import zone_named
from bot.service.personal.calendars import CalendarBook, wished

# Seconds that a form can be sent for; Discord takes no answer to it later.
OPEN_FOR = 900.0

HALF = "Sleep needs both times, like `22:30` and `07:00`. Leave both empty for none."
NO_END = "A vacation needs an end. Write a time, like `2026-12-27`, or a number of days, like `5`."


def _field(name: str, label: str, about: str, written: str = "", *, needed: bool = False) -> Any:
    text = ui.TextInput[Any](
        custom_id=name, default=written or None, required=needed, max_length=64
    )
    return ui.Label(text=label, description=about, component=text)


def calendar_form(name: str, asked: Calendar) -> ui.Modal:
    form = ui.Modal(title=FORMS[name].title, custom_id=str(CalendarId(name)), timeout=OPEN_FOR)
    for field in FORMS[name].fields(asked):
        form.add_item(field)
    return form


async def open_form(interaction: Interaction, name: str) -> None:
    """Open a form, which must be the first answer to the press."""
    history = await interaction.client.service.calendars.history(interaction.user.id)
    asked = calendar_at(utcnow(), history) if name == "vacation" else wished(history)
    await show_form(interaction, calendar_form(name, asked))


def _zone_fields(asked: Calendar) -> list[Any]:
    about = "Like Berlin, New York or Asia/Tokyo"
    return [_field("zone", "City or zone", about, asked.zone, needed=True)]


def _sleep_fields(asked: Calendar) -> list[Any]:
    sleep = asked.sleep
    written = [f"{each:%H:%M}" for each in (sleep.start, sleep.end)] if sleep else ["", ""]
    return [
        _field("from", "From", "Like 22:30 or 10:30 pm; leave both empty for none", written[0]),
        _field("to", "To", "At most 12 hours later", written[1]),
    ]


def _vacation_fields(asked: Calendar) -> list[Any]:
    about = f"Like 2026-12-24 or 24.12.2026 18:00, in {asked.zone}; empty for now"
    return [
        _field("from", "From", about, "now"),
        _field("to", "To", "A day that still belongs to it, a time, or how many days", needed=True),
    ]


async def apply_zone(book: CalendarBook, person: int, written: Fields) -> History:
    zone = await asyncio.to_thread(zone_named, written.get("zone", ""))
    return await book.change_hours(person, lambda asked: replace(asked, zone=zone))


async def apply_sleep(book: CalendarBook, person: int, written: Fields) -> History:
    """Change the sleeping hours. Raises PrivateReply for what is no time of day."""
    begin, end = (written.get(name, "").strip() for name in ("from", "to"))
    if bool(begin) != bool(end):
        raise PrivateReply(HALF)
    sleep = Sleep(typed_time(begin), typed_time(end)) if begin else None
    return await book.change_hours(person, lambda asked: replace(asked, sleep=sleep))


async def apply_vacation(book: CalendarBook, person: int, written: Fields) -> History:
    """Plan a vacation. Raises PrivateReply for what is no time."""
    begin, end = (written.get(name, "").strip() for name in ("from", "to"))
    now = utcnow()
    zone = calendar_at(now, await book.history(person)).zone
    start = None if begin.casefold() in ("", "now") else typed_instant(begin, zone, now)
    if not end:
        raise PrivateReply(NO_END)
    length = typed_length(end)
    # An end without a year lies behind the beginning, whenever that is.
    after = start or now
    until = typed_instant(end, zone, after, through=True) if length is None else length
    return await book.plan_vacation(person, start, until)


class Form(NamedTuple):
    """A form: what it asks for, and what is done with what was written."""

    title: str
    fields: Callable[[Calendar], list[Any]]
    apply: Callable[[CalendarBook, int, Fields], Awaitable[History]]


# All forms, by the names of their buttons.
FORMS: Mapping[str, Form] = {
    "zone": Form("Your time zone", _zone_fields, apply_zone),
    "sleep": Form("When you sleep", _sleep_fields, apply_sleep),
    "vacation": Form("Plan a vacation", _vacation_fields, apply_vacation),
}
