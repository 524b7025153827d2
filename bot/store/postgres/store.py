"""The tables in a PostgreSQL database, with what only several processes need."""

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from bot.matches.events import Event
from bot.matches.records import CalendarChange, MatchId, MatchSummary, Post
from bot.store import outbox
from bot.store.database import Found
from bot.store.matches import overtaken
from bot.store.postgres.budgets import SharedBudgets
from bot.store.postgres.dialect import translated
from bot.store.postgres.statements import claims
from bot.store.postgres.statements.matches import APPEND, IS_RECORDED
from bot.store.postgres.wakeups import Wakeups
from bot.store.rows import summary_columns, time_from, time_text
from bot.store.tables import Tables

T = TypeVar("T")


class PostgresStore(Tables, Wakeups, SharedBudgets):
    """A Store in a PostgreSQL database. What is due is taken on by one process at a time."""

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
        unanswered: list[BaseException] = []
        if not await self._sent(text, bind(values), unanswered):
            found = await self.summary(match)
            # Sent again after its answer was lost, it finds what it has written itself.
            own = (match, after, time_text(at), recorded)
            if not unanswered or not await self._read(IS_RECORDED, own):
                raise overtaken(found, after)
        self.changed()

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        done = await super()._transaction(work)
        self.changed()
        return done

    async def _due(self, sql: str, *values: Any) -> Found:
        return await self._take_on(claims.TAKEN[sql], *values, for_good=sql == outbox.PENDING)

    async def _drop_claims(self, person: int) -> None:
        await self._write(claims.DROP_CLAIMS, (person,))

    async def next_due(self) -> datetime | None:
        found = await self._read(claims.NEXT_DUE, (self.process,))
        return next((time_from(at) for (at,) in found), None)

    async def next_notice(self) -> datetime | None:
        ((at,),) = await self._read(claims.NEXT_NOTICE, (self.process,))
        return time_from(at)

    async def next_retry(self, now: datetime) -> datetime | None:
        ((at,),) = await self._read(claims.NEXT_RETRY, (time_text(now), self.process))
        return time_from(at)

    async def _hold_calendars(self, person: int) -> None:
        # Rows that are not there yet can't be locked.
        await self._write(claims.HOLD_CALENDARS, (person,))

    async def _hold(self, matches: Iterable[MatchId]) -> None:
        if held := list(matches):
            await self._write(claims.HOLD_MATCHES, (json.dumps(held),))
