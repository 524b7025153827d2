"""Writes events, with everything that is kept beside them in one transaction."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime
from functools import reduce

from bot.model.clock.vacation import Vacation
from bot.model.events import Event, VacationUsed
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.projection import posts_for, summary_of
from bot.model.records import CalendarChange, MatchSummary, Post
from bot.service.folded import FoldedMatches
from bot.service.personal.calendars import CalendarBook, spend_vacation


class Writing:
    """Writes what was decided about matches, under the lock of each."""

    def __init__(
        self, store: Store, folded: FoldedMatches, calendars: CalendarBook, robot: int | None
    ) -> None:
        self._store = store
        self._folded = folded
        self._calendars = calendars
        self._robot = robot

    async def append(self, match: Match, events: Sequence[Event], now: datetime) -> Match:
        """The match after the events, once they are written. Raises StaleCalendar."""
        if not events:
            return match
        after = await self.write(match, events, now)
        await self._folded.keep_position(after)
        return after

    async def write(self, match: Match, events: Sequence[Event], now: datetime) -> Match:
        """Write the events, and the row as it is after them. Raises StaleCalendar."""
        after = reduce(evolve, record_events(events, match.seq, now), match)
        said, spent = self.posts(match, after, events), _spent(match, events, now)
        # Locked: no calendar changes between the deadline computed by it and the row that holds it.
        async with self._steady(after):
            history = spent.history if spent else await self._folded.history(after)
            after = after.timed(history, now)
            await self._store.append(
                self.summary(match), events, now, self.summary(after), said, spent
            )
        self._folded.keep(after)
        if spent:
            await self._calendars.recompute(spent.person)
        return after

    def _steady(self, match: Match) -> AbstractAsyncContextManager[None]:
        """Held while the clock of whoever is to move is read and written."""
        mover = match.turn_person
        return self._calendars.lock(mover.id) if mover and match.clock else nullcontext()

    def posts(self, before: Match | None, after: Match, events: Sequence[Event]) -> list[Post]:
        """What is to be said of the events."""
        return posts_for(before, after, events, self._robot)

    def summary(self, match: Match) -> MatchSummary:
        """What the lists show of the match."""
        return summary_of(match, self._robot)


def _spent(match: Match, events: Sequence[Event], now: datetime) -> CalendarChange | None:
    player = match.turn_person
    for event in events:
        if isinstance(event, VacationUsed) and player:
            vacation = Vacation(event.start, event.end)
            history = spend_vacation(match.history, vacation, now)
            return CalendarChange(player.id, history, expected=match.history)
    return None
