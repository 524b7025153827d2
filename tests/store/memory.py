"""Databases in memory, and ones that are damaged, old or new, and what is looked at in them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from bot.store.database import READING, WRITING, Database, Found, Values
from bot.store.maintenance import Migration
from bot.store.sqlite.file import FILE_TROUBLES
from bot.store.sqlite.migrator import connect, migrate, migrations
from bot.store.tables import Tables
from tests.postgres import connected

T = TypeVar("T")

MEMORY = Path(":memory:")


@cache
def empty_database() -> bytes:
    """The contents of an up-to-date, empty database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(made, MEMORY)
        return made.serialize()


class Connection(sqlite3.Connection):
    """A database in memory, which lasts as long as one connection to it."""

    def __init__(self) -> None:
        super().__init__(":memory:", isolation_level=None, check_same_thread=False)
        self.deserialize(empty_database())
        self.execute("PRAGMA foreign_keys = ON")

    def __del__(self) -> None:
        # In any thread in which the last connection is dropped.
        self.close()


class Memory(Database):
    """A database in memory. Between two calls others have their turn, as with a file."""

    IS_TAKEN = sqlite3.IntegrityError

    def __init__(self, connection: "Connection | None" = None) -> None:
        super().__init__()
        self.connection = connection or Connection()
        self._begun = asyncio.Lock()

    async def _read(self, sql: str, values: Values = ()) -> Found:
        await asyncio.sleep(0)
        self._check_open()
        with FILE_TROUBLES.for_player(READING):
            return self.connection.execute(sql, values).fetchall()

    async def _write(self, sql: str, values: Values = ()) -> Found:
        return self.connection.execute(sql, values).fetchall()

    async def _write_alone(self, sql: str, values: Values = ()) -> Found:
        return await self._transaction(lambda: self._write(sql, values))

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        await asyncio.sleep(0)
        # What is done in one may have to wait, and there is one connection for all.
        async with self._begun:
            self._check_open()
            with FILE_TROUBLES.for_player(WRITING), self.connection:
                self.connection.execute("BEGIN IMMEDIATE")
                return await work()

    def sql(self, statement: str, *values: object) -> list[Any]:
        """Rows found or written by a statement that is not the store's own."""
        return self.connection.execute(statement, values).fetchall()

    @property
    def said(self) -> list[str]:
        return [kind for (kind,) in self.sql("SELECT kind FROM outbox ORDER BY id")]

    @property
    def everything(self) -> str:
        """All that is kept, as text."""
        return "\n".join(self.connection.iterdump())

    async def close(self) -> None:
        self._closed = True


class MemoryStore(Tables, Memory):
    """A Store in memory, closed when nobody has it any more."""


PAGE = 4096


ROOT = Path(__file__).parents[2]


def damage(path: Path, table: str) -> None:
    """Overwrite every page of a table but its root."""
    with connect(path) as connection:
        pages = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno", (table,)
        ).fetchall()
    connection.close()
    assert len(pages) > 1
    with path.open("r+b") as file:
        for (page,) in pages[1:]:
            file.seek((page - 1) * PAGE)
            file.write(b"\xde\xad" * (PAGE // 2))


NEWEST = migrations()[-1].number


NEXT = NEWEST + 1


SECOND = Migration(NEXT, f"{NEXT:04}_notes", "CREATE TABLE notes (text TEXT) STRICT;")


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


async def counted(address: str) -> dict[str, list[Any]]:
    wanted = {
        "events": "SELECT match_id, seq, kind, payload::text FROM events ORDER BY 1, 2",
        "matches": "SELECT id, seq, status, people::text FROM matches ORDER BY 1",
        "posts": "SELECT id, match_id, seq, kind, message FROM outbox ORDER BY 1",
    }
    async with connected(address) as connection:
        return {what: list(await connection.fetch(sql)) for what, sql in wanted.items()}
