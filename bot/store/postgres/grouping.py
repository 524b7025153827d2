"""Small transactions of several callers, done as one: what comes while others are under way.

Most of what a small transaction costs is its ways to the server and back, and half of these are to
begin it and to end it. Whoever comes alone is done at once, as by itself.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import asyncpg

from bot.model.records import MatchId
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.statements.claims import HOLD_FREE_MATCHES

log = logging.getLogger(__name__)

T = TypeVar("T")

SIDE_BY_SIDE = 4
"""Transactions of this kind under way at once: one that takes long keeps none from the others."""

MOST = 10
"""Pieces of work in one, which hold their matches until the last of them is done."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupedWork:
    """Work on some matches, and what it returned if it was done with others."""

    matches: Collection[MatchId]
    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[tuple[Any, ...]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Grouping(PostgresDatabase):
    """A database that does such work in groups."""

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
        # Whoever has to wait for others waits alone. So does each of a group in which something
        # went wrong, and finds out for itself what it was.
        done = await asked.done
        return done[0] if done else await super()._grouped(asked.matches, asked.work)

    async def _do_together(self, group: Sequence[GroupedWork]) -> None:
        """Do the work whose matches nobody else just holds."""
        matches = json.dumps([*{match for each in group for match in each.matches}])

        async def work() -> dict[GroupedWork, Any]:
            held = {number for (number,) in await self._write(HOLD_FREE_MATCHES, (matches,))}
            return {each: await each.work() for each in group if held.issuperset(each.matches)}

        done: dict[GroupedWork, Any] = {}
        try:
            done = await self._transaction(work)
        except Exception as error:
            log.debug("a group is done one by one: %s", error)
        finally:
            for each in group:
                each.done.set_result((done[each],) if each in done else ())
