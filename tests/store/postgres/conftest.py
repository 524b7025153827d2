"""Stores in a schema without rows, closed behind every test."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot.store.postgres import PostgresStore
from tests.helpers.stores import opened
from tests.store.postgres.proxy import Proxy, proxy_to


@pytest.fixture
async def store(postgres_ready: str) -> AsyncIterator[PostgresStore]:
    async with opened(PostgresStore.open(postgres_ready)) as found:
        yield found


@pytest.fixture
async def other(store: PostgresStore) -> AsyncIterator[PostgresStore]:
    async with opened(PostgresStore.open(store.address)) as found:
        yield found


@pytest.fixture
async def proxy(postgres_ready: str) -> AsyncIterator[Proxy]:
    """A way to the schema on which things get lost."""
    async with proxy_to(postgres_ready) as started:
        yield started


async def until(condition: Callable[[], Awaitable[bool] | bool]) -> None:
    """Wait for it, however slow the machine is."""
    async with asyncio.timeout(120):
        # The database tells nobody.
        while not (await found if inspect.isawaitable(found := condition()) else found):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
