"""Matches, calendars and time together, whatever happens in whatever order: driven by the service.

Two people with calendars that change, in zones that change their clocks; a few matches of theirs
with any time control; the bot goes down and comes back. Nothing is a stand-in but the store.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.games.core import PlayerError
from bot.model.clock.calendar import (
    BALANCE,
    YEAR,
    Calendar,
    Vacation,
    merged_vacations,
    spent_between,
)
from bot.model.clock.clock_state import GRACE as GRACE_TIME
from bot.model.clock.running import calendar_at, deadline, running_time
from bot.model.clock.time_control import TimeControl, offered_controls
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import Claim, Play
from bot.model.events import GraceUsed, Person, Played, Started, VacationUsed
from bot.model.match import Match
from bot.model.projection import due_at
from bot.model.records import MatchId, Status
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA, GRACE
from tests.helpers.playing import known
from tests.helpers.rounds import without_threads
from tests.model.clock.calendars import CHANGES, longest_wait, sleeps, weekends
from tests.service.conftest import Club

CONTROLS = [each for hard in (False, True) for each in offered_controls(hard=hard) if each]
PEOPLE = (ADA, GRACE)
ZERO = timedelta(0)
AT_AN_INSTANT = 4
"""More ticks than there are things that may come of each other at one instant."""


@dataclass
class Life:
    """The matches of two people, and the time that passes for them."""

    club: Club
    numbers: list[MatchId] = field(default_factory=list)
    came_back: set[int] = field(default_factory=set)

    async def begin(self, control: TimeControl) -> None:
        """A match of the two, whose first turn is announced at once."""
        self.numbers.append((await self.club.begin(control=control)).id)
        await self.club.deliver()

    async def live(self, until: datetime) -> None:
        """Time passes, and all that is due is done at its instant."""
        while (due := await self.tick()) and due <= until:
            self.club.clock.now = due
        self.club.clock.now = until

    async def tick(self) -> datetime | None:
        """What is due now is done, and nothing is due again at once unless something happened.

        A match may count as abandoned at the very instant at which the time of its turn runs out.
        """
        for _ in range(AT_AN_INSTANT):
            before = await self.happened()
            due = await self.club.tick()
            await self.club.deliver()
            if due is None or due > self.club.clock.now:
                return due
            assert await self.happened() > before
        raise AssertionError("the clock does not come to rest")

    async def happened(self) -> int:
        return sum([len(await self.club.store.events(number)) for number in self.numbers])

    async def running(self) -> list[Match]:
        found = [await self.club.match(number) for number in self.numbers]
        return [match for match in found if match.status is Status.RUNNING]

    async def step(self, act: str, value: Any) -> None:
        """One thing happens. What is refused changes nothing."""
        calendars, now = self.club.service.calendars, self.club.clock.now
        with suppress(PlayerError):
            match act:
                case "live":
                    await self.live(now + value)
                case "down":
                    self.club.clock.now += value
                    self.club = self.club.restarted()
                    await self.tick()
                case "play":
                    for each in (await self.running())[value : value + 1]:
                        assert each.turn_person
                        await self.club.do(each.id, Play(each.turn_person.id, "1"))
                case "claim":
                    for each in (await self.running())[value : value + 1]:
                        (other,) = each.others(known(each.turn_person).id)
                        await self.club.do(each.id, Claim(other.id))
                case "hours":
                    person, hours = value
                    await calendars.change_hours(
                        person.id,
                        lambda held: replace(
                            held, zone=hours.zone, sleep=hours.sleep, weekend=hours.weekend
                        ),
                    )
                case "vacation":
                    person, start, length = value
                    await calendars.plan_vacation(person.id, now + start, length)
                case "back":
                    self.came_back.add(value.id)
                    held = calendar_at(now, await calendars.history(value.id))
                    for vacation in [each for each in held.vacations if each.end > now][:1]:
                        await calendars.end_vacation(value.id, vacation)
                case "automatic":
                    person, is_on = value
                    await calendars.set_automatic(person.id, is_on)
        await self.club.deliver()

    # What always holds

    async def check(self) -> None:
        for person in PEOPLE:
            await self.check_vacation(person)
        for number in self.numbers:
            await self.check_row(await self.club.match(number))
            await self.check_used(number)
            await self.check_excused(number)

    async def check_vacation(self, person: Person) -> None:
        """No year holds more than the balance, and what matches spent stands in the calendar."""
        history = await self.club.store.calendar_history(person.id)
        kept = history[-1].calendar.vacations if history else ()
        used = [Vacation(each.start, each.end) async for each in self.vacations_used(person)]
        if person.id not in self.came_back:
            assert merged_vacations([*kept, *used]) == kept
        for year in (each.end - YEAR for each in kept):
            assert spent_between(kept, year, year + YEAR) <= BALANCE

    async def vacations_used(self, person: Person) -> AsyncIterator[VacationUsed]:
        for number in self.numbers:
            for recorded in await self.club.store.events(number):
                event = recorded.event
                if isinstance(event, VacationUsed) and PEOPLE[event.seat - 1] == person:
                    yield event

    async def check_row(self, match: Match) -> None:
        """The deadline in the row is what the calendars come to, and time is never negative."""
        row = await self.club.store.summary(match.id)
        assert all(clock.left >= ZERO and clock.extra >= ZERO for clock in match.clocks)
        clock = None if match.overdue else match.clock
        if clock is None or clock.since is None or match.turn_person is None:
            assert (row.clock_since, row.clock_budget) == (None, None)
            return
        history = await self.club.store.calendar_history(match.turn_person.id)
        assert (row.clock_since, row.clock_budget) == (clock.since, clock.budget)
        assert row.deadline == match.deadline == deadline(clock.since, clock.budget, history)
        assert row.due in (row.deadline, due_at(match))

    async def check_excused(self, number: MatchId) -> None:
        """Who was looked after late has the whole of their grace or vacation from then."""
        last, row = (
            (await self.club.store.events(number))[-1],
            await self.club.store.summary(number),
        )
        match last.event:
            case GraceUsed(seat):
                history = await self.club.store.calendar_history(PEOPLE[seat - 1].id)
                assert row.deadline
                assert running_time(last.at, row.deadline, history) == GRACE_TIME
            case VacationUsed(seat=seat, start=start, end=end):
                history = await self.club.store.calendar_history(PEOPLE[seat - 1].id)
                held = calendar_at(self.club.clock.now, history)
                assert row.deadline
                # Cut short by hand, it is what is left of it, if anything.
                kept = [each.end for each in held.vacations if each.start <= start < each.end]
                assert all(row.deadline >= min(end, kept_until) for kept_until in kept)

    async def check_used(self, number: MatchId) -> None:
        """Every instant of a turn is counted once: what moves used is what ran."""
        events = await self.club.store.events(number)
        turns = [each for each in events if isinstance(each.event, Started | Played)]
        for begun, made in pairwise(turns):
            assert isinstance(made.event, Played)
            history = await self.club.store.calendar_history(PEOPLE[made.event.seat - 1].id)
            ran = running_time(begun.at, made.at, history)
            assert timedelta(microseconds=made.event.used or 0) == ran


controls = st.sampled_from(CONTROLS)
times = st.integers(0, 12 * 86_400 * 10**6).map(lambda long: timedelta(microseconds=long))
people = st.sampled_from(PEOPLE)
hours_wished = st.builds(Calendar, st.sampled_from(sorted(CHANGES)), st.none() | sleeps(), weekends)
steps = st.one_of(
    st.tuples(st.just("live"), times),
    st.tuples(st.just("live"), times),
    st.tuples(st.just("down"), times),
    st.tuples(st.just("play"), st.integers(0, 2)),
    st.tuples(st.just("play"), st.integers(0, 2)),
    st.tuples(st.just("claim"), st.integers(0, 2)),
    st.tuples(st.just("hours"), st.tuples(people, hours_wished)),
    st.tuples(
        st.just("vacation"),
        st.tuples(
            people,
            st.integers(0, 400).map(lambda n: n * HOUR),
            st.integers(24, 300).map(lambda n: n * HOUR),
        ),
    ),
    st.tuples(st.just("back"), people),
    st.tuples(st.just("automatic"), st.tuples(people, st.booleans())),
)
births = st.tuples(
    st.sampled_from([datetime.fromisoformat(at) for every in CHANGES.values() for at in every]),
    st.integers(-20 * 86_400, 20 * 86_400),
).map(lambda born: born[0] + timedelta(seconds=born[1]))


@settings(max_examples=60 if LONG else 15)
@example(
    datetime.fromisoformat("2026-03-29T01:00:00+00:00"),
    [TimeControl(DAY, DAY, DAY, hard=False)],
    [("down", days * DAY) for days in (10, 12, 12)],
)  # The time runs out at the very instant at which the match counts as abandoned.
@example(
    datetime.fromisoformat("2026-03-29T01:00:00+00:00"),
    [TimeControl(DAY, DAY, DAY, hard=False)],
    [("live", 3 * DAY + timedelta(microseconds=1)), ("back", ADA)],
)  # A vacation spent by itself joins the one before, and is cut short just after it began.
@given(
    births,
    st.lists(st.sampled_from(CONTROLS), min_size=1, max_size=3),
    st.lists(steps, max_size=25),
)
async def test_whatever_happens_time_is_counted_once_and_every_match_comes_to_its_end(
    born: datetime, agreed: list[TimeControl], script: list[tuple[str, Any]]
) -> None:
    without_threads(asyncio.get_running_loop())
    life = Life(Club())
    life.club.clock.now = born
    # The limits of a process begin with its clock.
    life.club = life.club.restarted()
    for control in agreed:
        await life.begin(control)
    await life.check()

    for act, value in script:
        before = {n: await life.club.store.summary(n) for n in life.numbers}
        await life.step(act, value)
        await life.check()
        if act == "vacation":
            # A pause more never makes a deadline earlier.
            for number, row in before.items():
                if row.clock_since and row.deadline:
                    assert known((await life.club.store.summary(number)).deadline) >= row.deadline

    # From here on nobody does anything at all.
    budgets = [match.clock.budget for match in await life.running() if match.clock]
    longest = longest_wait(max(budgets, default=ZERO) + GRACE_TIME, changing=True)
    end = life.club.clock.now + longest + DAY
    await life.live(end)
    await life.check()
    for match in await life.running():
        assert match.overdue
        assert not known(match.control).hard
