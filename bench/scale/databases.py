"""Empty databases of either kind, each named by an address that a process can be given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests import postgres

SQLITE, POSTGRES = "SQLite", "PostgreSQL"

AnyStore = SqliteStore | PostgresStore


def is_server(address: str) -> bool:
    """Whether the address names a PostgreSQL server, not a file."""
    return address.startswith("postgresql://")


@asynccontextmanager
async def empty(kind: str, folder: Path, server: str) -> AsyncIterator[str]:
    """The address of a new database of that kind, up to date; gone in the end."""
    if kind == SQLITE:
        path = folder / f"{uuid4().hex}.sqlite3"
        await (await SqliteStore.open(path)).close()
        yield str(path)
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        return
    async with postgres.schema(server) as address:
        await (await PostgresStore.open(address)).close()
        yield address


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[AnyStore]:
    if is_server(address):
        store: AnyStore = await PostgresStore.open(address)
    else:
        store = await SqliteStore.open(Path(address))
    try:
        yield store
    finally:
        await store.close()
