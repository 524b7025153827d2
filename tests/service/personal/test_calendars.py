"""Calendars that people change: by the rules, and every deadline follows."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.model.clock.calendar import BALANCE, Calendar, Sleep, Vacation
from bot.model.clock.changes import vacation_left
from bot.model.clock.running import Segment, deadline, pauses
from bot.model.clock.units import DAY, HOUR
from bot.model.records import CalendarChange
from bot.model.refusals import Refused, StaleCalendar
from bot.service.personal.calendars import KEPT, TRIES, CalendarBook, spend_vacation, wished
from bot.store.sqlite import SqliteStore
from tests.model.clock.calendars import CHANGES, calendars
from tests.service.conftest import START, Clock, Club
from tests.store.contracts.matches import ADA, GRACE, new_match
from tests.store.memory import MemoryStore

BERLIN = Calendar("Europe/Berlin", Sleep(time(22), time(7)))
NOON = Calendar("UTC", Sleep(time(10), time(14)))
TURN = timedelta(days=3)


@pytest.fixture
def woken() -> list[str]:
    return []


@pytest.fixture
def book(club: Club, woken: list[str]) -> CalendarBook:
    return CalendarBook(club.store, club.clock, lambda: woken.append("due"))


async def test_every_deadline_of_the_person_follows_and_the_clock_is_woken(
    club: Club, book: CalendarBook, woken: list[str]
) -> None:
    soon = START + HOUR
    running: dict[str, Any] = {"clock_since": START, "clock_budget": TURN, "due_otherwise": None}
    own = await new_match(club.store, **running)
    sooner = await new_match(club.store, **running | {"due_otherwise": soon})
    others = await new_match(club.store, **running | {"turn": GRACE.id, "deadline": START + TURN})

    history = await book.plan_vacation(ADA.id, None, timedelta(days=2))

    later = START + TURN + timedelta(days=2)
    assert history == (Segment(START, Calendar(vacations=(Vacation(START, START + 2 * DAY),))),)
    assert [(await club.store.summary(own)).deadline, (await club.store.summary(own)).due] == [
        later,
        later,
    ]
    assert (await club.store.summary(sooner)).deadline == later
    assert (await club.store.summary(sooner)).due == soon
    assert (await club.store.summary(others)).deadline == START + TURN
    assert await book.left(ADA.id) == BALANCE - 2 * DAY
    assert woken == ["due"]


async def test_a_refusal_changes_nothing(club: Club, book: CalendarBook, woken: list[str]) -> None:
    match = await new_match(club.store, clock_since=START, clock_budget=TURN)
    before = await club.store.summary(match)

    with pytest.raises(Refused, match="at least 24 hours"):
        await book.plan_vacation(ADA.id, None, timedelta(hours=23))
    with pytest.raises(Refused, match="no time zone"):
        await book.change_hours(ADA.id, lambda asked: replace(asked, zone="Nowhere"))
    with pytest.raises(Refused, match="Look at your calendar again"):
        await book.end_vacation(ADA.id, Vacation(START, START + DAY))

    assert await book.history(ADA.id) == ()
    assert await club.store.summary(match) == before
    assert woken == []


async def test_wishes_gather_until_they_hold(club: Club, book: CalendarBook) -> None:
    await book.change_hours(ADA.id, lambda _: BERLIN)
    now = club.pass_by(days=1)
    await book.change_hours(ADA.id, lambda asked: replace(asked, weekend=frozenset({5})))
    history = await book.change_hours(ADA.id, lambda asked: replace(asked, zone="Asia/Tokyo"))

    assert history == (
        Segment(START, BERLIN),
        Segment(START + 7 * DAY, Calendar("Asia/Tokyo", BERLIN.sleep, frozenset({5}))),
    )
    assert await book.keep_hours(ADA.id) == (Segment(START, BERLIN), Segment(now, BERLIN))


async def test_vacation_is_ended_and_the_automatic_one_switched_off(
    club: Club, book: CalendarBook
) -> None:
    ((_, planned),) = await book.plan_vacation(ADA.id, START + DAY, START + 5 * DAY)
    now = club.pass_by(hours=1)
    (_, (_, ended)) = await book.end_vacation(ADA.id, planned.vacations[0])
    assert ended.vacations == ()

    assert (await book.set_automatic(ADA.id, False))[-1].calendar.automatic_vacation is False
    assert (await book.history(ADA.id))[-1].since == now


async def test_calendars_of_long_ago_are_dropped(club: Club, book: CalendarBook) -> None:
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        await book.change_hours(ADA.id, lambda asked, zone=zone: replace(asked, zone=zone))  # type: ignore[misc]
        club.pass_by(days=8)
    now = club.pass_by(days=(KEPT / DAY))
    history = await book.set_automatic(ADA.id, False)

    assert [each.since for each in history] == [START + 8 * DAY, now]


async def test_of_two_programs_the_later_builds_on_the_earlier(tmp_path: Path, club: Club) -> None:
    """Both read before either has written; the slower one starts again from what it finds."""
    stores = [await SqliteStore.open(tmp_path / "matches.sqlite3") for _ in range(2)]
    books = [CalendarBook(store, club.clock, lambda: None) for store in stores]

    await asyncio.gather(
        books[0].change_hours(ADA.id, lambda asked: replace(asked, zone="Europe/Berlin")),
        books[1].set_automatic(ADA.id, False),
    )

    assert (await books[0].history(ADA.id))[-1].calendar == Calendar(
        "Europe/Berlin", automatic_vacation=False
    )
    for store in stores:
        await store.close()


class Overtaken(MemoryStore):
    """A store in which another program writes before each of ours."""

    writes = 0

    async def save_calendars(self, change: CalendarChange) -> None:
        self.writes += 1
        stamp = Segment(START - self.writes * DAY, Calendar())
        held = await self.calendar_history(change.person)
        await super().save_calendars(CalendarChange(change.person, (stamp,), held))
        await super().save_calendars(change)


async def test_who_is_overtaken_again_and_again_is_told(club: Club) -> None:
    store = Overtaken()
    book = CalendarBook(store, club.clock, lambda: None)

    with pytest.raises(StaleCalendar, match="changed meanwhile"):
        await book.set_automatic(ADA.id, False)

    assert store.writes == TRIES


async def test_changes_of_one_person_at_once_all_count(book: CalendarBook) -> None:
    await asyncio.gather(
        book.change_hours(ADA.id, lambda asked: replace(asked, zone="Europe/Berlin")),
        book.change_hours(ADA.id, lambda asked: replace(asked, weekend=frozenset({6}))),
        book.plan_vacation(ADA.id, START + DAY, timedelta(days=1)),
        book.set_automatic(ADA.id, False),
    )

    assert wished(await book.history(ADA.id)) == Calendar(
        "Europe/Berlin",
        weekend=frozenset({6}),
        vacations=(Vacation(START + DAY, START + 2 * DAY),),
        automatic_vacation=False,
    )


def test_vacation_spent_by_itself_lies_in_what_holds_and_in_what_is_to_come() -> None:
    to_come = Segment(START + 2 * DAY, replace(BERLIN, zone="Asia/Tokyo"))
    away = Vacation(START, START + DAY)

    spent = spend_vacation((Segment(START - DAY, BERLIN), to_come), away, START)

    assert spent == (
        Segment(START - DAY, BERLIN),
        Segment(START, replace(BERLIN, vacations=(away,), unasked=away)),
        Segment(to_come.since, replace(to_come.calendar, vacations=(away,), unasked=away)),
    )


zones = st.sampled_from(sorted(CHANGES))
hours = zones.flatmap(lambda zone: calendars(zone, START))
lengths = st.integers(20, 400).map(lambda each: each * HOUR)
Change = Callable[[CalendarBook, datetime], Awaitable[object]]


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """One thing that somebody may do to their calendar, allowed or not."""
    wish, ahead, length = draw(hours), draw(st.integers(-2, 500)) * HOUR, draw(lengths)
    number, on = draw(st.integers(0, 3)), draw(st.booleans())

    async def end(book: CalendarBook) -> object:
        planned = wished(await book.history(ADA.id)).vacations
        return planned and await book.end_vacation(ADA.id, planned[number % len(planned)])

    made: list[Change] = [
        lambda book, _: book.change_hours(ADA.id, lambda _: wish),
        lambda book, now: book.plan_vacation(ADA.id, now + ahead if ahead else None, length),
        lambda book, _: end(book),
        lambda book, _: book.set_automatic(ADA.id, on),
        lambda book, _: book.keep_hours(ADA.id),
    ]
    return draw(st.sampled_from(made))


waits = st.integers(0, 12 * 24 * 60).map(lambda each: timedelta(minutes=each))


@settings(deadline=None)
@example(
    [  # A night that begins by the new hours while a vacation goes on stood for no time before.
        (timedelta(0), lambda book, _: book.plan_vacation(ADA.id, None, 5 * DAY)),
        (timedelta(days=4), lambda book, _: book.change_hours(ADA.id, lambda _: NOON)),
    ]
)
@given(st.lists(st.tuples(waits, changes()), max_size=8))
def test_whatever_is_done_the_rules_hold_and_every_deadline_is_as_from_scratch(
    done: list[tuple[timedelta, Change]],
) -> None:
    asyncio.run(_check_each(done))


async def _check_each(done: list[tuple[timedelta, Change]]) -> None:
    store, clock = MemoryStore(), Clock()
    book = CalendarBook(store, clock, lambda: None)
    turns = [
        (await new_match(store, clock_since=START + n * DAY, clock_budget=budget), n, budget)
        for n, budget in enumerate((TURN, timedelta(hours=30), timedelta(days=14)))
    ]
    for wait, change in done:
        now = clock.pass_by(seconds=wait.total_seconds())
        before = await book.history(ADA.id)
        try:
            await change(book, now)
        except Refused:
            assert await book.history(ADA.id) == before
            continue
        history = await book.history(ADA.id)
        assert all(a.since < b.since for a, b in pairwise(history))
        assert sum(each.since > now for each in history) <= 1
        assert pauses(START, now, history) == pauses(START, now, before)
        assert all(vacation_left(each.calendar, now) >= timedelta(0) for each in history)
        for match, n, budget in turns if history else ():
            scratch = deadline(START + n * DAY, budget, history)
            assert (await store.summary(match)).deadline == scratch
