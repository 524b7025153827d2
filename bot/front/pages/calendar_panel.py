"""`/calendar`: when a person's clocks stand, and the buttons that change it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from discord import ui
from discord.utils import utcnow

from bot.front.discord.context import (
    Interaction,
    Message,
    PrivateReply,
    defer_update,
    replace_private,
    reply_private,
)
from bot.front.pages import calendar_forms
from bot.front.text.calendar_text import DAYS, LISTED, calendar_text, vacations_ahead
from bot.front.ui.base import (
    UNKNOWN,
    CalendarId,
    GuardedItem,
    chosen_values,
    menu,
    message_view,
    parsed_number,
    refuse_unknown,
)
from bot.front.ui.forms import Fields
from bot.front.ui.settings_items import pages_menu
from bot.model.clock.calendar import LONGEST_WEEKEND
from bot.model.clock.changes import History
from bot.model.clock.running import calendar_at
from bot.model.clock.spending import can_be_shortened
from bot.model.clock.vacation import Vacation
from bot.model.refusals import StaleCalendar
from bot.service.personal.calendars import wished

MOMENT = timedelta(microseconds=1)


async def show_calendar(interaction: Interaction) -> None:
    await reply_private(interaction, *await calendar_page(interaction))


async def calendar_page(interaction: Interaction) -> Message:
    history = await interaction.client.service.calendars.history(interaction.user.id)
    return await calendar_panel(history)


async def calendar_panel(history: History) -> Message:
    now = utcnow()
    text = await asyncio.to_thread(calendar_text, history, now)
    return text, [], calendar_controls(history, now)


def calendar_controls(history: History, now: datetime) -> ui.View:
    return message_view(
        [pages_menu("me", "calendar"), _weekend_menu(history), *_buttons(history, now)]
    )


def _weekend_menu(history: History) -> "CalendarButton":
    labels = {number: f"Weekend: {day}" for number, day in enumerate(DAYS)}
    select = menu(labels, wished(history).weekend, "Weekend: none")
    select.min_values, select.max_values = 0, LONGEST_WEEKEND
    return CalendarButton(select, CalendarId("weekend"))


def _buttons(history: History, now: datetime) -> Iterator["CalendarButton"]:
    held = calendar_at(now, history)
    automatic = f"Automatic vacation: {'on' if held.automatic_vacation else 'off'}"
    yield _button("Time zone…", "zone")
    yield _button("Sleep…", "sleep")
    yield _button("Plan a vacation…", "vacation")
    yield _button(automatic, "automatic", number=not held.automatic_vacation)
    if history and history[-1].since > now:
        yield _button("Keep today's hours", "keep")
    for each in vacations_ahead(held, now)[:LISTED]:
        if not can_be_shortened(each, now):
            continue
        yield _button(
            _ending_label(each, now, held.zone), "end", number=int(each.start.timestamp())
        )


def _button(label: str, name: str, number: int = 0) -> "CalendarButton":
    return CalendarButton(ui.Button(label=label), CalendarId(name, int(number)))


def _ending_label(vacation: Vacation, now: datetime, zone: str) -> str:
    # What the button ends: the first and the last day by the clock on the person's wall.
    if vacation.start <= now:
        return "End my vacation"
    instants = vacation.start, vacation.end - MOMENT
    first, last = (f"{each.astimezone(ZoneInfo(zone)):%d %b}" for each in instants)
    return f"Call off {first} to {last}"


class CalendarButton(GuardedItem[CalendarId], kind=CalendarId):
    async def press(self, interaction: Interaction) -> None:
        name, number = self.parsed.name, self.parsed.number
        if name in calendar_forms.FORMS:
            await calendar_forms.open_form(interaction, name)
            return
        if name not in PRESSES:
            await refuse_unknown(interaction)
        await defer_update(interaction)
        history = await PRESSES[name](interaction, number)
        await replace_private(interaction, *await calendar_panel(history))


async def answer_calendar_form(interaction: Interaction, form: CalendarId, written: Fields) -> None:
    await defer_update(interaction)
    if form.name not in calendar_forms.FORMS:
        raise PrivateReply(UNKNOWN)
    apply = calendar_forms.FORMS[form.name].apply
    history = await apply(interaction.client.service.calendars, interaction.user.id, written)
    await replace_private(interaction, *await calendar_panel(history))


async def _choose_weekend(interaction: Interaction, _: int) -> History:
    days = frozenset(map(parsed_number, chosen_values(interaction)))
    book = interaction.client.service.calendars
    return await book.change_hours(interaction.user.id, lambda asked: replace(asked, weekend=days))


async def _set_automatic(interaction: Interaction, on: int) -> History:
    return await interaction.client.service.calendars.set_automatic(interaction.user.id, bool(on))


async def _keep(interaction: Interaction, _: int) -> History:
    return await interaction.client.service.calendars.keep_hours(interaction.user.id)


async def _end(interaction: Interaction, start: int) -> History:
    # End the vacation that began, or was to begin, in that second.
    book, person = interaction.client.service.calendars, interaction.user.id
    now = utcnow()
    ahead = vacations_ahead(calendar_at(now, await book.history(person)), now)
    vacation = next((each for each in ahead if int(each.start.timestamp()) == start), None)
    if vacation is None:
        raise StaleCalendar
    return await book.end_vacation(person, vacation)


# What the buttons without a form change, by name.
PRESSES: Mapping[str, Callable[[Interaction, int], Awaitable[History]]] = {
    "weekend": _choose_weekend,
    "automatic": _set_automatic,
    "keep": _keep,
    "end": _end,
}
