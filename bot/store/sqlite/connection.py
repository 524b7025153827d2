"""One SQLite file: opened, read, and written in whole transactions.

Writers take turns on one connection; readers have their own. A transaction is answered once it is
on the disk (WAL with synchronous=FULL).
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

from bot.matches.refusals import StoreTrouble
from bot.store.database import READING, WRITING, Database, Found, Values
from bot.store.sqlite.errors import FILE_TROUBLES
from bot.store.sqlite.migrator import BUSY_SECONDS, check_writable, connect, migrate

log = logging.getLogger(__name__)

MOVED = "Trying again will not help: tell whoever runs the bot."

T = TypeVar("T")


class SqliteFile(Database):
    """An open database file. All reads and writes go through it."""

    IS_TAKEN = sqlite3.IntegrityError

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        super().__init__()
        self.path = path
        self.writer = writer
        self.reader = reader
        self._opened = identity(path)
        self._turn_to_write = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, made if missing, and bring it up to date. Raises StoreTrouble."""
        with FILE_TROUBLES.for_operator(path):
            await asyncio.to_thread(prepare, path)
            writer = await _connection(path)
            reader = await _connection(path)
            await reader.execute_fetchall("PRAGMA query_only = ON")
        return cls(path, writer, reader)

    async def close(self) -> None:
        """Finish the transactions under way, then close the file. Closing twice is fine."""
        await self._written()
        await self.reader.close()
        await self.writer.close()

    async def _read(self, sql: str, values: Values = ()) -> Found:
        self._check_open()
        with FILE_TROUBLES.for_player(self.path, READING):
            return list(await self.reader.execute_fetchall(sql, values))

    async def _write(self, sql: str, values: Values = ()) -> Found:
        return list(await self.writer.execute_fetchall(sql, values))

    async def _write_alone(self, sql: str, values: Values = ()) -> Found:
        """One statement, which is a transaction by itself: one hop to the database's thread."""
        return await self._shielded(self._in_turn(lambda: self._write(sql, values), nullcontext()))

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run the work whole or not at all, to its end even if the caller is cancelled."""
        return await self._shielded(self._in_turn(work, self._begun()))

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        """No other process shares anything that is kept in a file."""
        return None

    async def put_off(self, budget: str, seconds: float) -> None:
        """There is nobody to tell."""

    async def hold_shards(self, first: int, last: int, count: int) -> int:
        """Nobody else is known of."""
        return 0

    def _check_in_place(self) -> None:
        """Refuse to write into a file that nobody would find again."""
        if identity(self.path) != self._opened:
            log.error(
                "%s: this file was deleted or replaced while the bot has it open, so nothing more "
                "is written; stop the bot, put the right file in its place, and start again",
                self.path,
            )
            raise StoreTrouble(f"{WRITING} The file of the matches was taken away. {MOVED}")

    async def _in_turn(
        self, work: Callable[[], Awaitable[T]], begun: AbstractAsyncContextManager[None]
    ) -> T:
        """Do the work when no other writes, with trouble turned into words."""
        async with self._turn_to_write:
            with FILE_TROUBLES.for_player(self.path, WRITING):
                self._check_open()
                self._check_in_place()
                async with begun:
                    return await work()

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[None]:
        await self._write("BEGIN IMMEDIATE")
        try:
            yield
            await self._write("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors, a full disk among them.
            if self.writer.in_transaction:
                await self._write("ROLLBACK")
            raise


def identity(path: Path) -> tuple[int, int] | None:
    """Which file stands under that name, None for none: its device and its number there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def prepare(path: Path) -> None:
    """Make the file and its folder where missing, turn the WAL on, and migrate."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(path)) as connection:
        _keep_a_log(connection)
        migrate(connection, path)
        check_writable(connection)


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Switch to WAL. Of programs that start at once SQLite refuses all but one without waiting."""
    last = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
        time.sleep(0.02)


async def _connection(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    return connection
