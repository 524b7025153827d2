"""Stores the results of matches that ended before results were stored, one by one, in the
background."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.games.core import PlayerError
from bot.model.match import Match
from bot.model.ports import Agenda, Store
from bot.model.records import DueKind, MatchSummary, PersonId
from bot.model.results import MatchResult, match_end
from bot.service.folded import FoldedMatches
from bot.service.queue import About, DueSource

PACE = timedelta(milliseconds=200)
"""From one match to the next: nobody waits for them, and the machine is for those who play."""

LEASE = 10.0
"""Seconds for which one of several processes does it."""


@dataclass(eq=False)
class OlderMatches(DueSource[MatchSummary]):
    """Goes from the newest match to the oldest. `robot` has no results."""

    kind = DueKind.OLDER_RESULTS
    about = About(match="match")
    most = 1

    _store: Store
    _folded: FoldedMatches
    _clock: Callable[[], datetime]
    _robot: PersonId

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> Sequence[MatchSummary]:
        found = await self._store.next_older()
        return [found] if found else []

    def key(self, item: MatchSummary) -> str:
        return self.kind

    async def do(self, item: MatchSummary) -> datetime:
        if not await self._store.claim(self.kind, LEASE):
            return self._clock() + timedelta(seconds=LEASE)
        await self._store.keep_older(item, await self._results(item))
        return self._clock() + PACE

    async def _results(self, item: MatchSummary) -> tuple[MatchResult, ...]:
        try:
            match: Match = await self._folded.listed(item)
            end = await asyncio.to_thread(match_end, match, self._robot)
        except PlayerError:
            # A damaged match does not stop the older ones.
            return ()
        return end.results if end else ()
