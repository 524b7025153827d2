"""A store in an empty schema, closed behind every test."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.store.postgres import PostgresStore


@pytest_asyncio.fixture
async def store(postgres_address: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(postgres_address)
    yield opened
    await opened.close()
