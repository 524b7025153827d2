"""The servers that have the bot. What belongs to one that has put it out goes after a while."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from bot.matches.privacy.records import Servers

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long what belongs to a server stays behind the bot, and a match behind its last turn."""

AGAIN = timedelta(days=1)
"""How long until it is looked again at matches in which people have gone on since."""

MATCHES_AT_ONCE = 50
"""Matches that are deleted in one transaction."""

REST = timedelta(minutes=1)
"""How long until another try when something went wrong."""


class ServerBook:
    """Notes which servers have the bot, and deletes what belongs to the others when it is time."""

    def __init__(self, store: Servers, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

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

    async def tick(self) -> datetime | None:
        """One step of what is to be deleted. Returns when the next is due, None without one."""
        now = self._clock()
        try:
            for server in await self._store.due_servers(now, 1):
                if await self._store.delete_matches_of(server.guild, now - KEPT, MATCHES_AT_ONCE):
                    return now
                await self._store.forget_server(server.guild, now + AGAIN)
                return now
            upcoming = await self._store.next_server()
        except Exception:
            log.exception("a server's data could not be deleted; trying again in %s", REST)
            return now + REST
        # What is due and was not taken on is done by another process.
        return max(upcoming, now + REST) if upcoming else None
