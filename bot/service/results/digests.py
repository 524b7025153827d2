"""Digests the events of matches that are older than digests, some at a time, in the background."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.ports import Agenda, Store
from bot.model.records import DueKind, MatchId
from bot.model.refusals import StoreTrouble
from bot.service.queue import DueSource

log = logging.getLogger(__name__)

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
        try:
            await self._store.digest(item, item[-1])
        except StoreTrouble:
            await self._one_by_one(item)
        return self._clock() + PACE

    async def _one_by_one(self, matches: tuple[MatchId, ...]) -> None:
        # A damaged page stops its matches and no others. While nothing can be written, this raises.
        left = [each for each in matches if not await self._is_digested(each)]
        await self._store.digest((), matches[-1])
        if left:
            numbers = ", ".join(map(str, left))
            log.warning("not digested: matches %s; bumpbot doctor says what is wrong", numbers)

    async def _is_digested(self, match: MatchId) -> bool:
        try:
            await self._store.digest((match,), match)
        except StoreTrouble:
            return False
        return True
