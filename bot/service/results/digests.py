"""Digests the events of matches that are older than digests, some at a time, in the background."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.ports import Agenda, Store
from bot.model.records import DueKind, MatchId
from bot.service.queue import DueSource

PACE = timedelta(milliseconds=500)
"""From some matches to the next: a million take seven hours."""

AT_ONCE = 20
"""Matches in one transaction: some hundredths of a second."""

LEASE = 10.0
"""Seconds for which one of several processes does it."""


@dataclass(eq=False)
class OlderDigests(DueSource[tuple[MatchId, ...]]):
    """Goes from the newest match to the oldest."""

    kind = DueKind.OLDER_DIGESTS
    most = 1

    _store: Store
    _clock: Callable[[], datetime]

    async def find(
        self, agenda: Agenda, now: datetime, limit: int
    ) -> Sequence[tuple[MatchId, ...]]:
        found = await self._store.undigested(AT_ONCE)
        return [tuple(found)] if found else []

    def key(self, item: tuple[MatchId, ...]) -> str:
        return self.kind

    async def do(self, item: tuple[MatchId, ...]) -> datetime:
        if not await self._store.claim(self.kind, LEASE):
            return self._clock() + timedelta(seconds=LEASE)
        await self._store.digest(item)
        return self._clock() + PACE
