"""Stores that are open for a while, and what is done to a server meanwhile."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from bot.model.ports import Store
from bot.model.records import Status
from bot.store.postgres import PostgresStore
from tests.postgres import connected
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


async def filled(address: str) -> None:
    async with opened(PostgresStore.open(address)) as store:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await new_match(store, status=Status.ENDED)


async def run(address: str, sql: str) -> Any:
    async with connected(address) as connection:
        return await connection.fetch(sql)
