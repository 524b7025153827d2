"""The servers that have the bot. What belongs to one that has put it out goes after a while."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.privacy.records import ServerLeft, Servers
from bot.model.records import DueKind
from bot.service.queue import DueSource

KEPT = timedelta(days=30)
"""How long what belongs to a server stays behind the bot, and a match behind its last turn."""

AGAIN = timedelta(days=1)
"""How long until it is looked again at matches in which people have gone on since."""

MATCHES_AT_ONCE = 50
"""Matches that are deleted in one transaction."""


@dataclass(frozen=True, slots=True, eq=False)
class ServerBook(DueSource[ServerLeft]):
    """Notes which servers have the bot, and deletes what belongs to the others when it is time."""

    kind = DueKind.SERVER
    most = 1

    _store: Servers
    _clock: Callable[[], datetime]

    async def joined(self, guild: int) -> None:
        """The server has the bot, whatever was before."""
        await self._note([guild], [])

    async def left(self, guild: int) -> None:
        """The server has put the bot out."""
        await self._note([], [guild])

    async def seen(self, present: Collection[int], is_known: Callable[[int], bool]) -> None:
        """These servers have the bot, and of those that `is_known` holds for no others do."""
        before = await self._store.servers()
        here = set(present)
        fresh = [guild for guild in here if before.get(guild, self._clock()) is not None]
        gone = [g for g, left in before.items() if left is None and g not in here and is_known(g)]
        if fresh or gone:
            await self._note(fresh, gone)

    async def _note(self, present: Collection[int], left: Collection[int]) -> None:
        now = self._clock()
        await self._store.note_servers(present, left, now, now + KEPT)

    async def due(self, now: datetime, limit: int) -> list[ServerLeft]:
        return await self._store.due_servers(now, limit)

    async def do(self, item: ServerLeft) -> None:
        now = self._clock()
        if not await self._store.delete_matches_of(item.guild, now - KEPT, MATCHES_AT_ONCE):
            await self._store.forget_server(item.guild, now + AGAIN)
