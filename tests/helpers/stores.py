"""Stores that are opened for a while."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

from bot.model.ports import Store

S = TypeVar("S", bound=Store)


@asynccontextmanager
async def opened(opening: Awaitable[S]) -> AsyncIterator[S]:
    """The store, closed whatever comes: its thread would keep the process alive."""
    store = await opening
    try:
        yield store
    finally:
        await store.close()
