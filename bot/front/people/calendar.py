"""`/calendar`: when a person's clocks stop, and the buttons that change it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from discord import ui

from bot.front import ids
from bot.front.clock import utcnow
from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    replace_private,
    reply_private,
    show_form,
)
from bot.front.text.clock_text import DAYS, LISTED, calendar_text, vacations_ahead
from bot.front.text.typed_times import typed_instant, typed_length, typed_time
from bot.front.ui.base import (
    FORM,
    UNKNOWN,
    Button,
    CustomId,
    action,
    button,
    chosen_values,
    menu,
    message_view,
    panel_action,
    parsed_number,
)
from bot.front.ui.forms import Fields, form, text_field
from bot.front.ui.settings import pages_menu, settings_page
from bot.model.clock.calendar import LONGEST_WEEKEND, Calendar, Sleep, Vacation, zone_named
from bot.model.clock.changes import History, can_be_shortened
from bot.model.clock.running import calendar_at
from bot.model.clock.units import MICROSECOND
from bot.model.records import PersonId
from bot.model.refusals import StaleCalendar
from bot.service.personal.calendars import CalendarBook, wished


class CalendarId(CustomId, written="calendar:{name}:{number}", action="{name}"):
    """A button, menu or form of a person's calendar. `number` is its argument."""

    name: str
    number: int = 0


async def show_calendar(interaction: Interaction) -> None:
    await reply_private(interaction, *await calendar_page(interaction))


@settings_page("me", "calendar")
async def calendar_page(interaction: Interaction) -> Message:
    history = await interaction.client.service.calendars.history(ids.user(interaction))
    return await calendar_panel(history)


async def calendar_panel(history: History) -> Message:
    now = utcnow()
    text = await asyncio.to_thread(calendar_text, history, now)
    return text, [], calendar_controls(history, now)


def calendar_controls(history: History, now: datetime) -> ui.View:
    return message_view(
        [pages_menu("me", "calendar"), _weekend_menu(history), *_buttons(history, now)]
    )


def _weekend_menu(history: History) -> ui.Select[Any]:
    labels = {number: f"Weekend: {day}" for number, day in enumerate(DAYS)}
    select = menu(CalendarId("weekend"), labels, wished(history).weekend, "Weekend: none")
    select.min_values, select.max_values = 0, LONGEST_WEEKEND
    return select


def _buttons(history: History, now: datetime) -> Iterator[Button]:
    held = calendar_at(now, history)
    automatic = f"Automatic vacation: {'on' if held.automatic_vacation else 'off'}"
    yield from (button(CalendarId(name)) for name in FORMS)
    yield button(CalendarId("automatic", int(not held.automatic_vacation)), automatic)
    if history and history[-1].since > now:
        yield button(CalendarId("keep"))
    for each in vacations_ahead(held, now)[:LISTED]:
        if can_be_shortened(each, now):
            to = CalendarId("end", int(each.start.timestamp()))
            yield button(to, _ending_label(each, now, held.zone))


def _ending_label(vacation: Vacation, now: datetime, zone: str) -> str:
    # The vacation that the button ends: the first and the last day by the person's wall clock.
    if vacation.start <= now:
        return "End my vacation"
    instants = vacation.start, vacation.end - MICROSECOND
    first, last = (f"{each.astimezone(ZoneInfo(zone)):%d %b}" for each in instants)
    return f"Call off {first} to {last}"


@action(CalendarId, FORM)
async def answer_calendar_form(interaction: Interaction, sent: CalendarId, written: Fields) -> None:
    if sent.name not in FORMS:
        raise PrivateReply(UNKNOWN)
    apply = FORMS[sent.name].apply
    history = await apply(interaction.client.service.calendars, ids.user(interaction), written)
    await replace_private(interaction, *await calendar_panel(history))


@panel_action(CalendarId, "weekend")
async def choose_weekend(interaction: Interaction, _: CalendarId) -> Message:
    days = frozenset(map(parsed_number, chosen_values(interaction)))
    book = interaction.client.service.calendars
    after = await book.change_hours(
        ids.user(interaction), lambda asked: replace(asked, weekend=days)
    )
    return await calendar_panel(after)


@panel_action(CalendarId, "automatic")
async def set_automatic(interaction: Interaction, at: CalendarId) -> Message:
    book, person = interaction.client.service.calendars, ids.user(interaction)
    return await calendar_panel(await book.set_automatic(person, bool(at.number)))


@panel_action(CalendarId, "keep", "Keep today's hours")
async def keep_hours(interaction: Interaction, _: CalendarId) -> Message:
    book = interaction.client.service.calendars
    return await calendar_panel(await book.keep_hours(ids.user(interaction)))


@panel_action(CalendarId, "end")
async def cut_vacation(interaction: Interaction, at: CalendarId) -> Message:
    """End the vacation that began, or was to begin, in that second."""
    book, person = interaction.client.service.calendars, ids.user(interaction)
    now = utcnow()
    ahead = vacations_ahead(calendar_at(now, await book.history(person)), now)
    vacation = next((each for each in ahead if int(each.start.timestamp()) == at.number), None)
    if vacation is None:
        raise StaleCalendar
    return await calendar_panel(await book.end_vacation(person, vacation))


HALF = "Sleep needs both times, like `22:30` and `07:00`. Leave both empty for none."
NO_END = "A vacation needs an end. Write a time, like `2026-12-27`, or a number of days, like `5`."


def _field(name: str, label: str, about: str, written: str = "", *, needed: bool = False) -> Any:
    return text_field(name, label, about, written, required=needed, max_length=64)


def calendar_form(name: str, asked: Calendar) -> ui.Modal:
    return form(FORMS[name].title, CalendarId(name), FORMS[name].fields(asked))


@action(CalendarId, "zone", "Time zone…", acknowledge=None)
@action(CalendarId, "sleep", "Sleep…", acknowledge=None)
@action(CalendarId, "vacation", "Plan a vacation…", acknowledge=None)
async def open_form(interaction: Interaction, at: CalendarId) -> None:
    history = await interaction.client.service.calendars.history(ids.user(interaction))
    asked = calendar_at(utcnow(), history) if at.name == "vacation" else wished(history)
    await show_form(interaction, calendar_form(at.name, asked))


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


async def apply_zone(book: CalendarBook, person: PersonId, written: Fields) -> History:
    zone = await asyncio.to_thread(zone_named, written.get("zone", ""))
    return await book.change_hours(person, lambda asked: replace(asked, zone=zone))


async def apply_sleep(book: CalendarBook, person: PersonId, written: Fields) -> History:
    """Change the sleeping hours. Raises PrivateReply for an invalid time of day."""
    begin, end = (written.get(name, "").strip() for name in ("from", "to"))
    if bool(begin) != bool(end):
        raise PrivateReply(HALF)
    sleep = Sleep(typed_time(begin), typed_time(end)) if begin else None
    return await book.change_hours(person, lambda asked: replace(asked, sleep=sleep))


async def apply_vacation(book: CalendarBook, person: PersonId, written: Fields) -> History:
    """Plan a vacation. Raises PrivateReply for an invalid time."""
    begin, end = (written.get(name, "").strip() for name in ("from", "to"))
    now = utcnow()
    zone = calendar_at(now, await book.history(person)).zone
    start = None if begin.casefold() in ("", "now") else typed_instant(begin, zone, now)
    if not end:
        raise PrivateReply(NO_END)
    length = typed_length(end)
    # An end without a year is after the beginning, whenever that is.
    after = start or now
    until = typed_instant(end, zone, after, through=True) if length is None else length
    return await book.plan_vacation(person, start, until)


class Form(NamedTuple):
    """A form: what it asks for, and what is done with what was written."""

    title: str
    fields: Callable[[Calendar], list[Any]]
    apply: Callable[[CalendarBook, PersonId, Fields], Awaitable[History]]


# All forms, by the names of their buttons.
FORMS: Mapping[str, Form] = {
    "zone": Form("Your time zone", _zone_fields, apply_zone),
    "sleep": Form("When you sleep", _sleep_fields, apply_sleep),
    "vacation": Form("Plan a vacation", _vacation_fields, apply_vacation),
}
