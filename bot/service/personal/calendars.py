"""When people's clocks stop: how they set it, and the deadlines that follow from it."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.changes import (
    History,
    change_hours,
    change_vacation,
    end_vacation,
    plan_vacation,
    pruned,
    vacation_left,
    with_unasked,
)
from bot.model.clock.running import Halt, calendar_at, deadline, halt_at
from bot.model.notices.consequences import moved_notice
from bot.model.ports import People
from bot.model.records import CalendarChange, MatchId, MovedDeadline, PersonId, RunningClock
from bot.model.refusals import StaleCalendar
from bot.service.locks import Locks

KEPT = timedelta(days=400)
"""How long outdated calendars are kept: no turn lasts that long, however they change."""

TRIES = 10
"""How often a change is tried if other processes are faster."""

Step = Callable[[History, datetime], History]
"""What a change makes of a person's calendars at an instant. Raises Refused."""


@dataclass(frozen=True, slots=True, eq=False)
class CalendarBook:
    """The calendars of people. `wake` is called when deadlines have moved.

    A change inside a match takes the lock of the match first, then `lock(person)`.
    """

    _store: People
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    lock: Locks[PersonId] = field(default_factory=Locks)
    """Held from reading a person's calendars to writing the new ones."""

    async def history(self, person: PersonId) -> History:
        """All calendars of the person in order; none if nothing was set."""
        return await self._store.calendar_history(person)

    async def left(self, person: PersonId) -> timedelta:
        """The person's remaining vacation, in whole hours; planned vacation counts as spent."""
        now = self._clock()
        return vacation_left(calendar_at(now, await self.history(person)), now)

    async def halt(self, person: PersonId) -> Halt | None:
        """Why the person's clocks are stopped now, and until when; None while they run."""
        return halt_at(self._clock(), await self.history(person))

    async def change_hours(self, person: PersonId, wish: Callable[[Calendar], Calendar]) -> History:
        """Change zone, sleep or weekend: `wish` changes the last calendar asked for.

        It may have to wait; then it is the last of the calendars, and takes effect at its instant.
        """

        def step(history: History, now: datetime) -> History:
            return change_hours(history, wish(wished(history)), now)

        return await self._change(person, step)

    async def keep_hours(self, person: PersonId) -> History:
        """Cancel a change of hours that is still to come."""
        return await self._change(
            person, lambda history, now: change_hours(history, calendar_at(now, history), now)
        )

    async def plan_vacation(
        self, person: PersonId, start: datetime | None, end: datetime | timedelta
    ) -> History:
        """Plan a vacation, from now on if `start` is None, until an instant or for a length of
        time."""

        def plan(calendar: Calendar, now: datetime) -> Calendar:
            begin = start or now
            until = begin + end if isinstance(end, timedelta) else end
            return plan_vacation(calendar, begin, until, now)

        return await self._change_vacation(person, plan)

    async def end_vacation(self, person: PersonId, vacation: Vacation) -> History:
        """Cancel a vacation, or the rest of it."""
        return await self._change_vacation(
            person, lambda calendar, now: end_vacation(calendar, vacation, now)
        )

    async def set_automatic(self, person: PersonId, on: bool) -> History:
        """Set whether vacation is spent automatically instead of losing on time."""
        return await self._change_vacation(
            person, lambda calendar, _: replace(calendar, automatic_vacation=on)
        )

    async def set_excluded(self, person: PersonId, on: bool) -> History:
        """Set whether the person is excluded, so that neither vacation nor grace helps them."""

        def step(history: History, now: datetime) -> History:
            if wished(history).excluded is on:
                return history
            return change_vacation(history, now, replace(calendar_at(now, history), excluded=on))

        return await self._change(person, step)

    async def recompute(self, person: PersonId, besides: MatchId | None = None) -> None:
        """Move the deadlines of all turns of the person to where their calendars put them, except
        the one that was written with them."""
        # Locked: otherwise an earlier change could overwrite a later one.
        async with self.lock(person):
            clocks = [c for c in await self._store.clocks_of(person) if c.match != besides]
            if not clocks:
                return
            history = await self.history(person)
            moved = await asyncio.to_thread(moved_deadlines, clocks, history)
            await self._store.move_deadlines(moved)
        self._wake()

    async def _change_vacation(
        self, person: PersonId, change: Callable[[Calendar, datetime], Calendar]
    ) -> History:
        def step(history: History, now: datetime) -> History:
            return change_vacation(history, now, change(calendar_at(now, history), now))

        return await self._change(person, step)

    async def _change(self, person: PersonId, step: Step) -> History:
        async with self.lock(person):
            history = await self._saved(person, step)
        await self.recompute(person)
        return history

    async def _saved(self, person: PersonId, step: Step) -> History:
        for _ in range(TRIES - 1):
            # If another process was faster: the same wish, on what it has written.
            with suppress(StaleCalendar):
                return await self._save(person, step)
        return await self._save(person, step)

    async def _save(self, person: PersonId, step: Step) -> History:
        before, now = await self.history(person), self._clock()
        after = pruned(await asyncio.to_thread(step, before, now), now - KEPT)
        if after != before:
            await self._store.save_calendars(CalendarChange(person, after, before))
        return after


def wished(history: History) -> Calendar:
    """The calendar asked for last, whether in effect or not."""
    return history[-1].calendar if history else Calendar()


def spend_vacation(history: History, vacation: Vacation, now: datetime) -> History:
    """The calendars after vacation was spent automatically, to be written with its event."""
    held = with_unasked(calendar_at(now, history), vacation)
    return pruned(change_vacation(history, now, held), now - KEPT)


def moved_deadlines(clocks: Sequence[RunningClock], history: History) -> list[MovedDeadline]:
    """The deadline of each clock by the calendars, and when its match is due then."""
    found = []
    for match, seq, since, budget, otherwise, was, updated in clocks:
        over = deadline(since, budget, history)
        notice = moved_notice(was, over, updated)
        found.append(MovedDeadline(match, seq, over, min(over, otherwise or over), notice))
    return found
