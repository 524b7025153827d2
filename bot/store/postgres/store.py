"""The tables in a PostgreSQL database, with what only several processes need."""

from datetime import datetime
from typing import Self

from bot.matches.records import Post
from bot.store.postgres.claims import Claims
from bot.store.postgres.statements.outbox import PENDING
from bot.store.rows import post_from, time_text
from bot.store.tables import Tables


class PostgresStore(Tables, Claims):
    """A Store in a PostgreSQL database. Posts are taken on by one process at a time."""

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database, bring it up to date and begin to count as alive."""
        store = await super().open(address)
        await store.enter()
        return store

    async def close(self) -> None:
        """Give back what was taken on, and close all connections. Closing twice is fine."""
        if not self._closed:
            await self.leave()
        await super().close()

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        """The first undelivered post of each match, in order, taken on by this process."""
        found = await self._write_alone(PENDING, (time_text(now), limit, self.process))
        return [post_from(*each) for each in found]
