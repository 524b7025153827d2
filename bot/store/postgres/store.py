"""The tables in a PostgreSQL database, with what only several processes need."""

import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, Self, TypeVar

from bot.matches.events import Event
from bot.matches.invitations.records import LobbyPost
from bot.matches.places.place import Place
from bot.matches.records import CalendarChange, Delivered, MatchId, MatchSummary, Post
from bot.store.database import WRITING, Found
from bot.store.matches import stale
from bot.store.outbox import standing_from
from bot.store.places import place_from
from bot.store.postgres.dialect import translated
from bot.store.postgres.statements import claims
from bot.store.postgres.statements.matches import APPEND, IS_RECORDED
from bot.store.postgres.wakeups import Wakeups
from bot.store.rows import post_from, summary_columns, time_from, time_text
from bot.store.tables import Tables

T = TypeVar("T")


class PostgresStore(Tables, Wakeups):
    """A Store in a PostgreSQL database. What is due is taken on by one process at a time."""

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

    async def append(
        self,
        match: MatchId,
        after: int,
        events: Sequence[Event],
        at: datetime,
        summary: MatchSummary,
        posts: Sequence[Post],
        calendars: CalendarChange | None = None,
    ) -> None:
        """Add events behind the event `after`: one statement, unless calendars go with it."""
        if calendars:
            await super().append(match, after, events, at, summary, posts, calendars)
            return
        said = [(post.seq, post.kind, time_text(at + post.delay)) for post in posts]
        recorded = json.dumps([(each.kind, each.payload()) for each in events])
        values = {
            **summary_columns(summary),
            "after": after,
            "at": time_text(at),
            "events": recorded,
            "posts": json.dumps(said),
        }
        text, bind = translated(APPEND)
        bound, sent = bind(values), 0

        async def send() -> Found:
            nonlocal sent
            sent += 1
            return await self._fetch(text, bound)

        if not await self._shielded(self._tried(send, WRITING)):
            await self.summary(match)
            # Sent again after its answer was lost, it finds what it has written itself.
            own = (match, after, time_text(at), recorded)
            if sent == 1 or not await self._read(IS_RECORDED, own):
                raise stale(match)
        self.changed()

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        done = await super()._transaction(work)
        self.changed()
        return done

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        """The first undelivered post of each match, in order, taken on by this process."""
        return [post_from(*each) for each in await self._take(claims.PENDING, now, limit)]

    async def outdated(self, now: datetime, limit: int = 50) -> list[Delivered]:
        """Posts with buttons that no longer work, taken on by this process."""
        return [standing_from(*each) for each in await self._take(claims.OUTDATED, now, limit)]

    async def due(self, now: datetime, limit: int = 50) -> list[MatchId]:
        """The matches the clock has something to do for, taken on by this process."""
        return [MatchId(number) for (number,) in await self._take(claims.DUE, now, limit)]

    async def due_people(self, now: datetime, limit: int) -> list[int]:
        """The people about whom there is something to do, taken on by this process."""
        return [person for (person,) in await self._take(claims.DUE_PEOPLE, now, limit)]

    async def due_places(self, now: datetime, limit: int) -> list[Place]:
        """The places about which there is something to do, taken on by this process."""
        return [place_from(*each) for each in await self._take(claims.DUE_PLACES, now, limit)]

    async def due_stretches(self, now: datetime, limit: int) -> list[MatchId]:
        """The matches whose stretch is to end, taken on by this process."""
        found = await self._take(claims.DUE_STRETCHES, now, limit)
        return [MatchId(number) for (number,) in found]

    async def stale_lobbies(self) -> list[LobbyPost]:
        """The lists that do not show what has happened since, taken on by this process."""
        found = await self._write_alone(claims.STALE_LOBBIES, (0, 0, self.process))
        return [LobbyPost(*each) for each in found]

    async def next_due(self) -> datetime | None:
        """When the clock next has something to do that no other process does."""
        found = await self._read(claims.NEXT_DUE, (self.process,))
        return next((time_from(at) for (at,) in found), None)

    async def next_notice(self) -> datetime | None:
        """When there is next something to do about anybody whom no other process sees to."""
        ((at,),) = await self._read(claims.NEXT_NOTICE, (self.process,))
        return time_from(at)

    async def next_retry(self, now: datetime) -> datetime | None:
        """When there is next a post to try, or a button or thread to see to, that is not taken."""
        ((at,),) = await self._read(claims.NEXT_RETRY, (time_text(now), self.process))
        return time_from(at)

    async def _save_calendars(self, change: CalendarChange) -> None:
        # Rows that are not there yet can't be locked: whoever else changes them waits here.
        await self._write(claims.LOCK_PERSON, (change.person,))
        await super()._save_calendars(change)

    async def _take(self, sql: str, now: datetime, limit: int) -> Sequence[Any]:
        return list(await self._write_alone(sql, (time_text(now), limit, self.process)))
