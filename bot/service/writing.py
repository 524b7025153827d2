"""Writes events, with everything that is stored next to them, in one transaction."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from random import Random

from bot.model.clock.calendar import Vacation
from bot.model.clock.changes import History
from bot.model.commands import Accept
from bot.model.decide import decide
from bot.model.decide.challenge import arranged_events
from bot.model.events import Challenged, Event, Person, VacationUsed
from bot.model.events.digests import head_of
from bot.model.fold import evolve, fold, record_events
from bot.model.invitations import StandingTerm
from bot.model.match import OPEN, Match
from bot.model.ports import Appended, ClockAfter, EventLog, Projected, Store
from bot.model.profiles.ladder import rung_of
from bot.model.projection import posts_for, summary_of
from bot.model.records import (
    NO_EVENT,
    Arrangement,
    CalendarChange,
    MatchId,
    MatchSummary,
    Post,
    Status,
)
from bot.model.refusals import StaleMatch
from bot.model.results import match_end
from bot.service.folded import FoldedMatches, MayAnswer, timed_by
from bot.service.personal.calendars import CalendarBook, spend_vacation


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """Writes what was decided about matches, under the lock of each."""

    _store: Store
    _folded: FoldedMatches
    _calendars: CalendarBook
    _chance: Random
    _robot: Person
    _wake: Callable[[], None]

    async def create(
        self, asked: Challenged, now: datetime, standing: StandingTerm | None = None
    ) -> Match:
        """Write a checked challenge. Returns its match."""
        events: list[Event] = [asked]
        if self._robot.id in {p.id for p in asked.invited if p}:
            unnumbered = fold(record_events(events, NO_EVENT, now), MatchId(0))
            events += decide(unnumbered, Accept(self._robot), now, self._chance)
        return await self._create(events, now, standing)

    async def arrange(self, asked: Challenged, now: datetime, once: str) -> Match:
        """The match of that name, or else one that begins now: see `Matches.arrange`."""
        found = await arranged_match(self._store, once)
        if found is None:
            events = arranged_events(asked, now, self._chance)
            try:
                return await self._create(events, now, once=once)
            except StaleMatch:
                found = await arranged_match(self._store, once)
                if found is None:
                    raise
        return await self._folded.match(found)

    async def _create(
        self,
        events: list[Event],
        now: datetime,
        standing: StandingTerm | None = None,
        once: str | None = None,
    ) -> Match:
        recorded = record_events(events, NO_EVENT, now)
        history = await self._folded.history(fold(recorded, MatchId(0)))

        def summarize(number: MatchId) -> Projected:
            begun = fold(recorded, number).timed(history, now)
            return self.summary(begun), self.posts(None, begun, events)

        match_id = await self._store.create(events, now, summarize, standing, once)
        self._wake()
        begun = replace(fold(recorded, match_id), digest=head_of(match_id, recorded))
        return self._folded.keep(begun.timed(history, now))

    async def import_record(self, events: Sequence[Event], now: datetime) -> Match:
        """The match of these events, which come from a record. Nothing is posted, and nobody is
        called."""
        recorded = record_events(events, NO_EVENT, now)
        # It may be long, and is replayed once.
        match = await asyncio.to_thread(fold, recorded, MatchId(0))

        def summarize(number: MatchId) -> Projected:
            return self.summary(replace(match, id=number)), ()

        match_id = await self._store.create(events, now, summarize)
        digest = await asyncio.to_thread(head_of, match_id, recorded)
        return self._folded.keep(replace(match, id=match_id, digest=digest))

    async def append(self, match: Match, events: Sequence[Event], now: datetime) -> MayAnswer:
        """Write the events. Raises StaleCalendar."""
        if not events:
            return match, False
        after, has_premoves = await self.write(match, events, now)
        await self._folded.keep_position(after)
        return after, has_premoves

    async def write(self, match: Match, events: Sequence[Event], now: datetime) -> MayAnswer:
        """Write the events and the summary after them. Raises StaleCalendar."""
        after = reduce(evolve, record_events(events, match.seq, now), match)
        posts, spent = self.posts(match, after, events), _spent(match, events, now)
        rung = rung_of(after, events, self._robot.id)
        is_over = match.status in OPEN and after.status is Status.ENDED
        end = await asyncio.to_thread(match_end, after, self._robot.id) if is_over else None

        def row(history: History) -> MatchSummary:
            # The last one asked for is written.
            nonlocal after
            after = after.timed(history, now)
            return self.summary(after)

        person = None if spent else timed_by(after)
        clock = ClockAfter(person, row) if person else None
        # Locked: no calendar changes between computing the deadline and writing the row that holds
        # it.
        async with self._steady(after):
            before = current = self.summary(match)
            # The row of a clock is made where its calendars are read.
            if not clock:
                current = row(spent.history if spent else await self._folded.history(after))
            written = Appended(before, events, now, current, posts, rung, end)
            has_premoves, digest = await self._store.append(written, spent, clock)
        after = self._folded.keep(after.changed(digest=digest))
        if spent:
            await self._calendars.recompute(spent.person, besides=after.id)
        return after, has_premoves

    def _steady(self, match: Match) -> AbstractAsyncContextManager[None]:
        # Held while the clock of the player to move is read and written.
        mover = match.turn_person
        return self._calendars.lock(mover.id) if mover and match.clock else nullcontext()

    def posts(self, before: Match | None, after: Match, events: Sequence[Event]) -> list[Post]:
        return posts_for(before, after, events, self._robot.id)

    def summary(self, match: Match) -> MatchSummary:
        return summary_of(match, self._robot.id)


async def arranged_match(store: EventLog, once: str) -> MatchId | None:
    """The match that was arranged under that name; None if it is still to be made."""
    found = await store.find_one(Arrangement, name=once)
    return found and found.match


def _spent(match: Match, events: Sequence[Event], now: datetime) -> CalendarChange | None:
    player = match.turn_person
    for event in events:
        if isinstance(event, VacationUsed) and player:
            vacation = Vacation(event.start, event.end)
            history = spend_vacation(match.history, vacation, now)
            return CalendarChange(player.id, history, expected=match.history)
    return None
