"""The tables in a PostgreSQL database, with what only several processes need."""

import json
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, TypeVar

from bot.model.records import CalendarChange, MatchId
from bot.model.refusals import StaleMatch
from bot.store import outbox
from bot.store.beside.consequences import Written
from bot.store.database import Found
from bot.store.outbox import earliest
from bot.store.postgres.claims import SharedBudgets, Wakeups
from bot.store.postgres.dialect import translated
from bot.store.postgres.grouping import Grouping
from bot.store.postgres.statements import claims
from bot.store.postgres.statements.matches import IS_RECORDED, at_once
from bot.store.rows import time_text
from bot.store.tables import Tables

T = TypeVar("T")


class PostgresStore(Grouping, Tables, Wakeups, SharedBudgets):
    """A Store in a PostgreSQL database. What is due is taken on by one process at a time."""

    async def _append(self, write: Written, calendars: CalendarChange | None) -> None:
        """One statement where that does, unless somebody else is just holding the match."""
        unanswered: list[BaseException] = []
        try:
            if calendars or not write.at_once or not await self._sent_at_once(write, unanswered):
                await super()._append(write, calendars)
        except StaleMatch:
            # Sent again after its answer was lost, it finds what it has written itself.
            own = [write.values[name] for name in ("id", "after", "at", "events")]
            if not unanswered or not await self._read(IS_RECORDED, own):
                raise
        self.changed()

    async def _sent_at_once(self, write: Written, unanswered: list[BaseException]) -> bool:
        text, bind = translated(at_once(write.statements))
        return bool(await self._sent(text, bind(write.values), unanswered))

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        done = await super()._transaction(work)
        self.changed()
        return done

    async def _due(self, sql: str, *values: Any) -> Found:
        return await self._take_on(claims.TAKEN[sql], *values, for_good=sql == outbox.PENDING)

    async def _drop_claims(self, person: int) -> None:
        await self._write(claims.DROP_CLAIMS, (person,))

    async def upcoming(self, now: datetime) -> dict[str, datetime]:
        return earliest(await self._read(claims.UPCOMING, (time_text(now), self.process)))

    async def _hold_calendars(self, person: int) -> None:
        # Rows that are not there yet can't be locked.
        await self._write(claims.HOLD_CALENDARS, (person,))

    async def _hold_lobby(self, channel: int) -> None:
        await self._write(claims.HOLD_LOBBY, (channel,))

    async def _hold(self, matches: Iterable[MatchId]) -> None:
        if held := list(matches):
            await self._write(claims.HOLD_MATCHES, (json.dumps(held),))

    async def _touch(self, matches: Iterable[MatchId]) -> None:
        if touched := list(matches):
            await self._write(claims.TOUCH_MATCHES, (json.dumps(touched),))
