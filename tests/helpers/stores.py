"""Stores that are open for a while, and what is done to a server meanwhile."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from bot.model.decide.challenge import challenge_event
from bot.model.events import Accepted, Event, Played, Started
from bot.model.fold import fold, record_events
from bot.model.ports import Store
from bot.model.projection import summary_of
from bot.model.records import NO_EVENT, ChannelId, GuildId, MatchId, Status
from bot.store.postgres import PostgresStore
from tests.helpers.people import ADA, CHANNEL, FIRST, GRACE, GUILD
from tests.postgres import connected
from tests.service.conftest import START
from tests.store.contracts.matches import new_match, play

S = TypeVar("S", bound=Store)


@asynccontextmanager
async def opened(opening: Awaitable[S]) -> AsyncIterator[S]:
    """The store, closed in any case: its thread would keep the process alive."""
    store = await opening
    try:
        yield store
    finally:
        await store.close()


async def running_match(
    store: Store, channel: ChannelId = CHANNEL, guild: GuildId | None = GUILD
) -> MatchId:
    """A match of Clump with a move, whose row and seats are those of its events."""
    started: list[Event] = [
        challenge_event("clump", {"size": 4}, ADA, (GRACE,), channel, guild, "host", None, START),
        Accepted(GRACE),
        Started((ADA, GRACE), {"size": 4}),
        Played(FIRST, "a1-a2"),
    ]
    recorded = record_events(started, NO_EVENT, START)
    return await store.create(
        started, START, lambda number: (summary_of(fold(recorded, number)), [])
    )


async def filled(address: str) -> None:
    async with opened(PostgresStore.open(address)) as store:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await new_match(store, status=Status.ENDED)


async def run(address: str, sql: str) -> Any:
    async with connected(address) as connection:
        return await connection.fetch(sql)
