"""A match by the calendar of the player to move: rules one by one, with drawn times."""

import asyncio
import itertools
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Any

import pytest

from bot.model.clock.calendar import BALANCE, Calendar, Sleep, Vacation
from bot.model.clock.changes import History
from bot.model.clock.running import Cause, Halt, Segment
from bot.model.clock.time_control import days_a_move
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import Claim, Play, Tick
from bot.model.events import Ended, GraceUsed, Overdue, Played, VacationUsed, event
from bot.model.match import Match
from bot.model.ports import Appended, Stored
from bot.model.privacy.owner import Excluded, Exclusion
from bot.model.projection import summary_of
from bot.model.records import CalendarChange, MovedDeadline
from bot.model.refusals import Refused
from bot.store.rows import time_text
from tests.helpers.matches import NO_VACATION, after, answers, begun, refusal
from tests.helpers.people import ADA, FIRST, GRACE, SECOND
from tests.helpers.rounds import Killed, Mortal
from tests.service.conftest import START, Club
from tests.store.contracts.matches import deliver_all
from tests.store.memory import MemoryStore

HARD, SOFT = days_a_move(1, hard=True), days_a_move(1)
NIGHTS = Calendar(sleep=Sleep(time(22), time(7)), automatic_vacation=False)
"""Asleep from ten to seven, in Greenwich. All begins on a Sunday at noon."""

ASLEEP: History = (Segment(START, NIGHTS),)


SPENDS: History = (Segment(START, Calendar()),)


def timed(*, hard: bool = False, history: History = ASLEEP) -> Match:
    match = begun(control=HARD if hard else SOFT, days=None)
    return match.timed(history, START)


# Pauses


def test_a_clock_stands_while_its_owner_sleeps_and_a_move_takes_what_ran() -> None:
    match = timed()
    # Twelve hours on Sunday less two, fifteen on Monday: a day is over on Monday at nine in the
    # evening, less the nine hours of the night.
    assert match.deadline == START + DAY + 9 * HOUR
    assert match.halt is None
    # By other calendars it is reckoned anew: a write that is tried again may find others.
    assert match.timed(SPENDS, START + HOUR).timed(ASLEEP, START) == match
    night = match.timed(ASLEEP, START + 11 * HOUR)
    assert night.halt == Halt(Cause.SLEEP, START + 19 * HOUR)
    assert "Their clock is stopped until 2026-03-02 07:00 UTC (asleep)." in refusal(
        night, Claim(GRACE.id), START + 11 * HOUR
    )
    for hours, ran in ((15, 10), (20, 11)):
        made = answers(match, Play(ADA.id, "1"), START + hours * HOUR, history=ASLEEP)
        assert made == [Played(FIRST, "1", used=ran * HOUR // timedelta(microseconds=1))]


def test_nothing_is_due_before_the_true_deadline_and_everything_at_it() -> None:
    match = timed(hard=True)
    over = START + DAY + 9 * HOUR
    assert match.deadline == over
    assert answers(match, Tick(), over - timedelta(microseconds=1), history=ASLEEP) == []
    assert answers(match, Tick(), over, history=ASLEEP) == [GraceUsed(FIRST)]

    graced = after(match, Tick(), now=over, history=ASLEEP)
    # From nine in the evening: an hour, fifteen on Tuesday, eight on Wednesday.
    lost = over + DAY + 18 * HOUR
    assert graced.deadline == lost
    assert answers(graced, Tick(), lost, history=ASLEEP) == [Ended((SECOND,), "time_lost")]


# Vacation


def test_vacation_is_spent_after_the_grace_and_a_day_at_a_time() -> None:
    graced = after(timed(), Tick(), now=START + DAY, history=SPENDS)
    assert graced.clocks[0].grace_used
    over = START + 2 * DAY
    spent = VacationUsed(FIRST, over + HOUR, over + HOUR + DAY, 19 * 24, late=3_600_000_000)

    assert answers(graced, Tick(), over + HOUR, history=SPENDS) == [spent]
    assert event(spent.kind, spent.payload()) == spent
    with pytest.raises(Refused, match="Ada still has vacation, which is spent first"):
        answers(graced, Claim(GRACE.id), over + HOUR, history=SPENDS)


def test_without_vacation_left_or_wanted_the_time_is_over() -> None:
    graced = after(timed(), Tick(), now=START + DAY, history=SPENDS)
    all_of_it = (Vacation(START - BALANCE, START),)
    spent: History = (Segment(START, Calendar(vacations=all_of_it)),)

    assert answers(graced, Tick(), START + 2 * DAY, history=spent) == [Overdue(FIRST)]
    assert answers(graced, Tick(), START + 2 * DAY, history=NO_VACATION) == [Overdue(FIRST)]


async def test_vacation_is_written_with_its_event_and_told(club: Club) -> None:
    match = await _begin(club)
    await _live(club, START + 2 * DAY)

    now = await club.match(match.id)
    assert (await club.store.calendar_history(ADA.id))[-1].calendar.vacations == (
        Vacation(START + 2 * DAY, START + 3 * DAY),
    )
    assert now.vacation_used == VacationUsed(FIRST, START + 2 * DAY, START + 3 * DAY, 19 * 24)
    assert now.halt == Halt(Cause.VACATION, START + 3 * DAY)
    assert now.time
    assert now.time.vacation_left == 19 * DAY
    assert now.deadline == START + 3 * DAY
    assert club.store.said[-2:] == ["grace", "vacation"]
    # In the next turn nothing of it is left.
    moved = await club.do(match.id, Play(ADA.id, "1"))
    assert moved.vacation_used is None
    assert (await club.match(match.id)).time == moved.time


@pytest.mark.parametrize("processes", [1, 2])
async def test_two_matches_due_at_once_spend_one_vacation(club: Club, processes: int) -> None:
    """Also when both look at the calendar before either has written: the second looks again."""
    other = club.restarted() if processes == 2 else club
    numbers = [(await _begin(club)).id for _ in range(2)]
    await _live(club, START + 2 * DAY - HOUR)
    club.pass_by(hours=1)

    await asyncio.gather(club.do(numbers[0], Tick()), other.do(numbers[1], Tick()))

    assert await club.service.calendars.left(ADA.id) == 19 * DAY
    for number in numbers:
        assert (await club.match(number)).deadline == START + 3 * DAY
        assert (await club.store.summary(number)).due == START + 3 * DAY
    spent = [
        each.event
        for number in numbers
        for each in await club.store.events(number)
        if isinstance(each.event, VacationUsed)
    ]
    assert len(spent) == 1


class Elsewhere(MemoryStore):
    """A store in which the calendar is changed elsewhere while each of so many writes is on its
    way."""

    changes = 0

    async def append(
        self, appended: Appended, calendars: CalendarChange | None = None, *rest: Any
    ) -> Stored:
        if calendars and self.changes:
            self.changes -= 1
            earlier = Segment(START - (self.changes + 1) * DAY, Calendar())
            held = await self.calendar_history(ADA.id)
            await self.save_calendars(CalendarChange(ADA.id, (earlier, *held), held))
        return await super().append(appended, calendars, *rest)


async def test_time_runs_out_though_the_calendar_is_changed_twice_meanwhile() -> None:
    store = Elsewhere()
    club = Club(store)
    match = await _begin(club)
    await _live(club, START + 2 * DAY - HOUR)
    store.changes = 2

    await club.later(hours=1)

    assert not store.changes
    assert await club.service.calendars.left(ADA.id) == 19 * DAY
    assert (await club.match(match.id)).deadline == START + 3 * DAY


async def test_a_match_looked_at_later_is_served_by_the_same_vacation(club: Club) -> None:
    first, second = [(await _begin(club)).id for _ in range(2)]
    await _live(club, START + 2 * DAY - HOUR)
    club.clock.now = START + 2 * DAY + timedelta(milliseconds=20)
    await club.do(first, Tick())
    over = club.clock.now + DAY
    club.clock.now += timedelta(seconds=3)
    await club.do(second, Tick())

    assert await club.service.calendars.left(ADA.id) == 19 * DAY
    assert [(await club.match(each)).deadline for each in (first, second)] == [
        over,
        over,
    ]
    told = (await club.store.events(second))[-1].event
    assert isinstance(told, VacationUsed)
    assert (told.end, told.left) == (over, 19 * 24)


# What stands in the row


async def test_a_row_that_is_due_too_early_is_put_right_and_nothing_happens(club: Club) -> None:
    """As after a crash between a change of calendar and the deadlines that follow from it."""
    match = await _begin(club)
    await _live(club, START + HOUR)
    away = Calendar(vacations=(Vacation(club.clock.now, club.clock.now + 5 * DAY),))
    await club.store.save_calendars(CalendarChange(ADA.id, (Segment(club.clock.now, away),), ()))
    events = len(await club.store.events(match.id))
    club.clock.now = START + DAY

    await club.tick()
    assert (await club.store.upcoming(START)).get("match") == START + 6 * DAY
    assert len(await club.store.events(match.id)) == events
    assert (await club.store.summary(match.id)).deadline == START + 6 * DAY


async def test_a_match_without_a_limit_is_due_for_the_warning_alone(club: Club) -> None:
    match = await club.begin(control=None)
    club.store.sql("UPDATE matches SET due = ?1, due_otherwise = ?1", time_text(START))

    assert await club.tick() == START + 53 * DAY
    assert await club.store.summary(match.id) == summary_of(match)


async def test_the_time_of_an_earlier_board_is_that_of_the_turn_while_it_lasts(club: Club) -> None:
    match = await _begin(club)
    await _live(club, START + DAY)
    assert (await club.matches.at(match.id, match.seq)).deadline == START + 2 * DAY

    await club.do(match.id, Play(ADA.id, "1"))

    earlier = await club.matches.at(match.id, match.seq)
    assert (earlier.turn_person, earlier.time) == (ADA, None)


async def _begin(club: Club, *, hard: bool = False) -> Match:
    """A match of a day a move that Ada begins, and that was announced."""
    match = await club.begin(control=HARD if hard else SOFT)
    await deliver_all(club.store, START)
    return match


async def _live(club: Club, until: datetime) -> None:
    while (due := await club.tick()) and due <= until:
        club.clock.now = due
        await club.deliver()
    club.clock.now = until


async def test_killed_at_any_step_of_a_change_a_turn_ends_by_the_new_calendar() -> None:
    for lives in itertools.count(1):
        club = Club()
        (away,) = await club.service.calendars.plan_vacation(GRACE.id, None, 20 * DAY)
        match = await club.begin(GRACE, moves="1 1 1", control=HARD)
        club.pass_by(hours=1)
        mortal = Mortal(club.store, lives)
        with suppress(Killed):
            book = Club(mortal, club.clock).service.calendars
            await book.end_vacation(GRACE.id, away.calendar.vacations[0])
        after = club.restarted()
        await after.tick()
        row = await club.store.summary(match.id)
        assert row.deadline == (await after.match(match.id)).deadline
        if mortal.calls < lives:
            break
    assert row.deadline == START + 2 * DAY
    assert lives > 4


async def test_clocks_agree_with_an_exclusion_and_its_end_though_either_was_half_written(
    club: Club,
) -> None:
    match = (await club.begin(control=days_a_move(7))).id
    away = 9 * DAY
    await club.service.calendars.plan_vacation(ADA.id, None, away)
    await club.later(days=1)
    # By a process that was killed before it wrote the calendar.
    await club.store.put(Exclusion(Excluded.PERSON, ADA.id, "insults", club.clock.now))
    for owner in (club.service.owner, club.restarted().service.owner):
        await owner.look()
        await owner.heed_clocks()
        # What was vacation stays so: nobody loses by the exclusion itself.
        assert (await club.match(match)).deadline == START + 8 * DAY
    before = await club.service.calendars.history(ADA.id)
    club.pass_by(hours=1)
    await owner.exclude(Excluded.PERSON, ADA.id, "insults again")
    assert await club.service.calendars.history(ADA.id) == before

    club.pass_by(hours=23)
    await club.store.drop(Exclusion, scope=Excluded.PERSON, owner=ADA.id)
    for _ in range(2):
        assert not await owner.readmit(Excluded.PERSON, ADA.id)
        assert (await club.match(match)).deadline == START + away + 6 * DAY
    await owner.readmit(Excluded.PERSON, GRACE.id)
    assert await club.service.calendars.history(GRACE.id) == ()


async def test_a_row_that_is_due_too_late_is_put_right_when_its_turn_is_posted(club: Club) -> None:
    """As after a change of calendar in another process while the turn was being written."""
    match = await _begin(club)
    late = MovedDeadline(match.id, match.seq, START + 9 * DAY, START + 9 * DAY)
    await club.store.move_deadlines([late])

    await club.matches.for_posts(match.id)
    assert (await club.store.summary(match.id)).due == START + DAY
