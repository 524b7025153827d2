"""`/calendar`: the panel, its menu, its forms, its buttons, over a restart too."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from discord import ui

from bot.front.people.calendar import FORMS, CalendarId, calendar_controls, calendar_form
from bot.front.text.clock_text import calendar_text
from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.clock.units import DAY, HOUR
from bot.model.records import MatchId
from bot.service.personal.calendars import wished
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot

WEEKEND = "calendar:weekend:0"
RUN = "UPDATE matches SET clock_since = updated, clock_budget = 7 * 86400 * 1000000"


async def panel(world: World, **options: Any) -> Any:
    """Ada's calendar, as the command shows it."""
    return await world.ada.slash(world.channel, "calendar", **options)


async def fill(world: World, shown: Any, button: str, **written: str) -> Any:
    """The panel after a form behind a button was filled in and sent."""
    form = await world.ada.click(shown.response, label=button)
    return await world.ada.submit_modal(form, written)


async def kept(world: World) -> Calendar:
    """What Ada has asked for last."""
    return wished(await world.client.service.calendars.history(world.ada.id))


async def test_a_newcomers_panel_says_what_holds_and_what_can_not_be(world: World) -> None:
    shown = await panel(world)
    assert shown.response.ephemeral
    for sentence in (
        "Your clocks run now",
        "Time zone: **UTC**",
        "Sleep: none.",
        "Weekend: none.",
        "Vacation: **20 d** left of 20 days in any year.",
        "24 hours of vacation are spent automatically",
    ):
        assert sentence in said(shown)
    switch = "Automatic vacation: on"
    assert labels(shown.response) == ["Time zone…", "Sleep…", "Plan a vacation…", switch]
    for begin, end, answer in [
        ("someday", "5", "I can't read `someday` as a time."),
        ("now", "1 h", "A vacation lasts at least 24 hours."),
        ("2020-01-01", "5", "can't begin in the past"),
        ("now", "21", "That is more vacation than there is: 20 days in any 365."),
        ("now", "`@everyone`", "I can't read"),
        ("", " ", "A vacation needs an end."),
    ]:
        refused = await fill(world, shown, "Plan a vacation…", **{"from": begin, "to": end})
        assert answer in said(refused)
        assert await world.client.service.calendars.history(world.ada.id) == ()
    off = await world.ada.click(shown.response, label=switch)
    snapshot(off.response.content)
    # The button names what is to be: the same press again does no more.
    await world.press(world.ada, shown.response, "calendar:automatic:0")
    await world.env.settle()
    assert not (await kept(world)).automatic_vacation
    on = await world.ada.click(off.response, label="Automatic vacation: off")
    snapshot(on.response.content)


async def test_zone_sleep_and_weekend_are_set_and_outlive_a_restart(world: World) -> None:
    shown = await panel(world, zone="Europe/Berlin")
    snapshot(said(shown))
    slept = await fill(world, shown, "Sleep…", **{"from": "10:30 pm", "to": "7"})
    assert slept.response.id == shown.response.id
    snapshot(slept.response.content)
    rested = await world.ada.select(slept.response, ["5", "6"], custom_id=WEEKEND)
    snapshot(rested.response.content)
    await world.restart()
    snapshot(said(await panel(world)))
    none = await world.ada.select(rested.response, [], custom_id=WEEKEND)
    snapshot(none.response.content)
    assert await kept(world) == Calendar("Europe/Berlin", (await kept(world)).sleep)


async def test_the_zone_is_found_by_a_city_in_the_form_and_as_it_is_typed(world: World) -> None:
    form = await world.ada.click((await panel(world)).response, label="Time zone…")
    moved = await world.ada.submit_modal(form, {"zone": "tokyo"})
    snapshot(moved.response.content)
    offered = await world.ada.autocomplete(world.channel, "calendar", "zone", "new y")
    assert [choice["value"] for choice in offered] == ["America/New_York"]
    assert len(await world.ada.autocomplete(world.channel, "calendar", "zone", "")) == 25
    snapshot(said(await panel(world, zone="Atlantis")))
    assert (await kept(world)).zone == "Asia/Tokyo"

    shown = await fill(world, await panel(world), "Sleep…", **{"from": "22:00", "to": "06:00"})
    for begin, end, answer in (
        ("22:00", "", "Sleep needs both times"),
        ("late", "07:00", "I can't read `late` as a time of day."),
        ("20:00", "09:00", "at most 12 hours of a day"),
    ):
        assert answer in said(await fill(world, shown, "Sleep…", **{"from": begin, "to": end}))
    assert (await kept(world)).sleep
    awake = await fill(world, shown, "Sleep…", **{"from": "", "to": ""})
    snapshot(awake.response.content)


async def test_a_vacation_is_planned_moves_the_deadline_and_is_called_off(bumps: World) -> None:
    bumps.sql(RUN)
    before = (await bumps.client.matches.summary(MatchId(1))).deadline
    assert before
    began = bumps.env.now()
    shown = await fill(bumps, await panel(bumps), "Plan a vacation…", **{"from": "now", "to": "5"})
    snapshot(shown.response.content)
    (vacation,) = (await kept(bumps)).vacations
    assert began <= vacation.start <= bumps.env.now()
    assert vacation.end - vacation.start == 5 * DAY
    assert (await bumps.client.matches.summary(MatchId(1))).deadline == before + 5 * DAY
    await bumps.env.advance_time(3600)
    ended = await bumps.ada.click(shown.response, label="End my vacation")
    (cut,) = (await kept(bumps)).vacations
    assert cut.end - cut.start == DAY
    snapshot(ended.response)
    # Nothing more of it can be called off.


async def test_vacations_ahead_are_called_off_one_by_one(world: World) -> None:
    # A day of Tokyo begins on the day before in UTC.
    first = datetime(2026, 1, 10, tzinfo=ZoneInfo("Asia/Tokyo"))
    shown = await panel(world, zone="Asia/Tokyo")
    for number in range(2):
        begin, end = (first + timedelta(days=days + 5 * number) for days in (0, 2))
        written = {"from": f"{begin:%Y-%m-%d}", "to": f"{end:%d.%m.%Y}"}
        shown = await fill(world, shown, "Plan a vacation…", **written)
    assert [v.end - v.start for v in (await kept(world)).vacations] == [3 * DAY] * 2
    shown = await world.ada.click(shown.response, label="Call off 10 Jan to 12 Jan")
    assert [v.start for v in (await kept(world)).vacations] == [first + 5 * DAY]
    assert "Call off 10 Jan to 12 Jan" not in labels(shown.response)


async def test_a_change_that_must_wait_is_told_and_can_be_given_up(world: World) -> None:
    shown = await fill(world, await panel(world), "Sleep…", **{"from": "22:00", "to": "7"})
    begun = (await world.client.service.calendars.history(world.ada.id))[0].since
    await world.env.advance_time(2 * 86400)
    shown = await world.ada.select(shown.response, ["6"], custom_id=WEEKEND)
    text = shown.response.content
    due = int((begun + 7 * DAY).timestamp())
    snapshot(text)
    assert f"**From <t:{due}:f> on**, <t:{due}:R>:" in text
    given_up = await world.ada.click(shown.response, label="Keep today's hours")
    assert "Sunday" not in given_up.response.content
    assert "Keep today's hours" not in labels(given_up.response)


async def test_a_form_or_button_that_never_was_is_refused(bumps: World) -> None:
    snapshot(await bumps.forge(bumps.ada, "calendar:nothing:0"))
    await bumps.send(bumps.ada, 5, {"custom_id": "calendar:nothing:0", "components": []})
    snapshot(bumps.private_texts()[-1])
    snapshot(await bumps.forge(bumps.ada, "calendar:end:99"))
    snapshot(bumps.private_texts()[-1])


@pytest.mark.parametrize("name", FORMS)
async def test_every_form_fits(name: str) -> None:
    form = calendar_form(name, Calendar("America/Argentina/ComodRivadavia"))
    assert len(form.title) <= 45
    assert CalendarId.parse(form.custom_id) == CalendarId(name)
    for field in form.children:
        assert isinstance(field, ui.Label)
        assert len(field.text) <= 45
        assert len(field.description or "") <= 100
    form.stop()


def test_the_fullest_calendar_fits_into_a_message() -> None:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    # The first is long enough to be ended after two hours of it.
    days = ((n * 17, n * 17 + (1 if n else 2)) for n in range(19))
    trips = tuple(Vacation(now + begin * DAY, now + end * DAY) for begin, end in days)
    sleep = Sleep(time(22), time(10))
    full = Calendar("America/Argentina/ComodRivadavia", sleep, frozenset({2, 6}), trips)
    history: History = (Segment(now, full), Segment(now + 7 * DAY, full))
    text = calendar_text(history, now + 2 * HOUR)
    assert len(text) < 2000
    assert not re.search(r"…$|more\.$", text)
    rows: list[Any] = calendar_controls(history, now + 2 * HOUR).to_components()
    assert len(rows) <= 5
    buttons = [item for row in rows[2:] for item in row["components"]]
    assert all(len(item["label"]) <= 38 and len(item["custom_id"]) <= 100 for item in buttons)
    assert len({item["custom_id"] for item in buttons}) == len(buttons) == 10
