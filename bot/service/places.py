"""Where the posts of all matches go, as the store keeps it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.places import MANY, Place
from bot.model.ports import Store
from bot.model.records import MatchId, Status
from bot.service.locks import Locks


@dataclass(frozen=True, slots=True, eq=False)
class PlaceBook:
    """The place of each match. What changes one holds its `lock`, so that the changes of this
    process follow on each other; those of another are noticed when one is saved."""

    _store: Store
    lock: Locks[MatchId] = field(default_factory=Locks)
    """Held while the place of a match is read and written."""

    async def of(self, match: MatchId) -> Place:
        """The place of the match, in the channel where nothing was said."""
        return await self._store.place(match) or Place(match)

    async def of_thread(self, thread: int) -> Place | None:
        """The place that is that thread, None for a thread of somebody else's."""
        return await self._store.place_of_thread(thread)

    async def change(self, match: MatchId, step: Callable[[Place], Place]) -> Place:
        """The place after the step, which is taken anew where another process was faster."""
        async with self.lock(match):
            while True:
                before = await self.of(match)
                after = step(before)
                if after == before or await self._store.save_place(after, before):
                    return after

    async def due(self, now: datetime, limit: int) -> list[MatchId]:
        return [place.match for place in await self._store.due_places(now, limit)]

    async def running_in(self, channel: int) -> int:
        """How many matches run in the channel, counted until they are many."""
        rows = await self._store.summaries(
            channel=channel, statuses=[Status.RUNNING], limit=MANY + 1
        )
        return len(rows)
