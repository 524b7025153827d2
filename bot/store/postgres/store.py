"""The tables in a PostgreSQL database, with what only several processes need."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

import asyncpg

from bot.model.ports import Appended, ClockAfter, Stored
from bot.model.records import CalendarChange, ChannelId, DueKind, MatchId, PersonId
from bot.model.refusals import StaleMatch
from bot.store.consequences import Written
from bot.store.database import Found
from bot.store.outbox import earliest
from bot.store.postgres import statements
from bot.store.postgres.claims import SharedBudgets, Wakeups
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.dialect import translated
from bot.store.postgres.statements import HOLD_FREE_MATCHES, IS_RECORDED, at_once
from bot.store.rows import time_text
from bot.store.tables import Tables

log = logging.getLogger(__name__)

T = TypeVar("T")

SIDE_BY_SIDE = 4
"""Transactions of this kind that run in parallel: a slow one does not block the others."""

MOST = 10
"""Pieces of work in one, which hold their matches until the last of them is done."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupedWork:
    """Work on some matches, and its result if it was done with others."""

    matches: Collection[MatchId]
    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[tuple[Any, ...]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Grouping(PostgresDatabase):
    """Joins small transactions of several callers: work that comes while others run is done as one.

    Most of the cost is in the round trips to the server, half of which begin and end a transaction.
    A single caller is served at once.
    """

    def __init__(self, address: str, pool: "asyncpg.Pool") -> None:
        super().__init__(address, pool)
        self._together: list[GroupedWork] = []
        self._groups = asyncio.Semaphore(SIDE_BY_SIDE)

    async def _grouped(self, matches: Collection[MatchId], work: Callable[[], Awaitable[T]]) -> T:
        asked = GroupedWork(matches, work)
        self._together.append(asked)
        return await self._shielded(self._done(asked))

    async def _done(self, asked: GroupedWork) -> Any:
        async with self._groups:
            group, self._together = self._together[:MOST], self._together[MOST:]
            if group:
                await self._do_together(group)
        # Work that has to wait for others waits alone. So does each of a group that failed, to find
        # out for itself what went wrong.
        done = await asked.done
        return done[0] if done else await super()._grouped(asked.matches, asked.work)

    async def _do_together(self, group: Sequence[GroupedWork]) -> None:
        """Do the work whose matches nobody else holds."""
        matches = json.dumps([*{match for each in group for match in each.matches}])

        async def work() -> dict[GroupedWork, Any]:
            held = {number for (number,) in await self._write(HOLD_FREE_MATCHES, (matches,))}
            return {each: await each.work() for each in group if held.issuperset(each.matches)}

        done: dict[GroupedWork, Any] = {}
        try:
            done = await self._transaction(work)
        except Exception as error:
            log.debug("group failed; running its work one by one: %s", error)
        finally:
            for each in group:
                each.done.set_result((done[each],) if each in done else ())


class PostgresStore(Grouping, Tables, Wakeups, SharedBudgets):
    """A Store in a PostgreSQL database. Due work is taken on by one process at a time."""

    async def _append_by(self, clock: ClockAfter, appended: Appended) -> Stored:
        # A transaction would take more round trips than reading before the one statement.
        history = await self.calendar_history(clock.person)
        return await self.append(appended._replace(after=clock.row(history)))

    async def _append(self, write: Written, calendars: CalendarChange | None) -> bool:
        """In one statement if possible, unless somebody else is just holding the match."""
        unanswered: list[BaseException] = []
        try:
            done = () if calendars else await self._sent_at_once(write, unanswered)
            ((has_premoves,),) = done or [[await super()._append(write, calendars)]]
        except StaleMatch:
            # Sent again after its answer was lost, it finds its own write.
            own = [write.values[name] for name in ("id", "after", "at", "events")]
            if not unanswered or not await self._read(IS_RECORDED, own):
                raise
            has_premoves = True
        self.changed()
        return bool(has_premoves)

    async def _sent_at_once(self, write: Written, unanswered: list[BaseException]) -> Found:
        if not write.at_once:
            return ()
        text, bind = translated(at_once(write.statements))
        return await self._sent(text, bind(write.values), unanswered)

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        done = await super()._transaction(work)
        self.changed()
        return done

    async def _due(self, kind: DueKind, sql: str, *values: Any) -> Found:
        for_good = kind is DueKind.POST
        return await self._take_on(statements.TAKEN[kind], *values, for_good=for_good)

    async def _drop_claims(self, person: PersonId) -> None:
        await self._write(statements.DROP_CLAIMS, (person,))

    async def upcoming(self, now: datetime) -> dict[str, datetime]:
        return earliest(await self._read(statements.UPCOMING, (time_text(now), self.process)))

    async def _hold_calendars(self, person: PersonId) -> None:
        # Rows that do not exist yet can't be locked.
        await self._write(statements.HOLD_CALENDARS, (person,))

    async def _hold_lobby(self, channel: ChannelId) -> None:
        await self._write(statements.HOLD_LOBBY, (channel,))

    async def _hold(self, matches: Iterable[MatchId]) -> None:
        if held := list(matches):
            await self._write(statements.HOLD_MATCHES, (json.dumps(held),))

    async def _touch(self, matches: Iterable[MatchId]) -> None:
        if touched := list(matches):
            await self._write(statements.TOUCH_MATCHES, (json.dumps(touched),))
