"""One SQLite file: opened, read, and written in whole transactions.

Writers take turns on one connection; readers have their own. A transaction is answered once it is
on the disk (WAL with synchronous=FULL).
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import aiosqlite

from bot.model.refusals import StoreTrouble
from bot.opening import open_or_close
from bot.store.database import NEW, NEXT, READING, WRITING, Database, Found, Values
from bot.store.maintenance import Migration, make_private
from bot.store.sqlite.copying import copy_database, free_name
from bot.store.sqlite.file import FILE_TROUBLES, FileLock, InPlace, is_held
from bot.store.sqlite.migrator import BUSY_SECONDS, check_writable, connect, migrate, version

log = logging.getLogger(__name__)

KEPT = (
    "%s is of an older version (schema %s) and is brought up to date; a copy of the old file is at "
    "%s. To go back: stop the bot, install the older version, and run bumpbot restore --overwrite "
    "with that file"
)

LOOK = 10.0
"""Seconds between two checks that the file is still there."""

REWRITTEN = 64 * 2**20
"""Largest file, in bytes, that is rewritten: that takes less than a second, in which nobody else
writes, and twice as much memory for the moment."""

GLANCE = 200
"""Milliseconds to wait for readers of the log before it is emptied."""

MOST = 10
"""Transactions that are written as one: none waits for very many others."""

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
        self._in_place = InPlace(path)
        self._turn_to_write = asyncio.Lock()
        self._waiting: list[_Asked] = []
        self._turn_to_read = asyncio.Lock()
        self._questions: dict[_Question, None] = {}
        self._at_work = ContextVar[bool]("at work")
        self._waits_in_vain = 0
        loop = asyncio.get_running_loop()
        self._in_place.watch(LOOK, lambda: loop.call_soon_threadsafe(self._log_lost))
        self._lock: FileLock | None = None

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, made if missing, and bring it up to date. Raises StoreTrouble."""
        return await open_or_close(cls._opened(path), cls.close)

    @classmethod
    async def _opened(cls, path: Path) -> Self:
        with FILE_TROUBLES.for_operator(path):
            await asyncio.to_thread(prepare, path)
            writer = await _connection(path)
            reader = await _connection(path)
            await reader.execute_fetchall("PRAGMA query_only = ON")
        return cls(path, writer, reader)

    @classmethod
    async def open_alone(cls, path: Path) -> Self:
        """Open it exclusively, until it is closed. Raises StoreTrouble."""
        with FILE_TROUBLES.for_operator(path):
            lock = FileLock(path)
        try:
            store = await cls.open(path)
        except BaseException:
            lock.release()
            raise
        store._lock = lock
        return store

    async def close(self) -> None:
        self._in_place.end_watch()
        await self._written()
        await self.reader.close()
        await self.writer.close()
        if self._lock:
            self._lock.release()

    async def _read(self, sql: str, values: Values = ()) -> Found:
        if self._at_work.get(False):
            return await self._write(sql, values)
        self._check_open()
        self._in_place.check(READING)
        with FILE_TROUBLES.for_player(READING):
            return await self._found(_Question(sql, values))

    async def _found(self, asked: "_Question") -> Found:
        # With everything asked while others are answered, in one go of the reader's thread.
        self._questions[asked] = None
        try:
            async with self._turn_to_read:
                if asked in self._questions:
                    group = [
                        asked,
                        *islice((q for q in self._questions if q is not asked), MOST - 1),
                    ]
                    await self.reader._execute(_answer, self.reader, group)  # type: ignore[no-untyped-call]
                    for each in group:
                        self._questions.pop(each, None)
        finally:
            self._questions.pop(asked, None)
        if asked.error:
            raise asked.error
        return asked.found

    async def _write(self, sql: str, values: Values = ()) -> Found:
        return self.writer._conn.execute(sql, values).fetchall()

    async def _computed(self, compute: Callable[[], T]) -> T:
        return compute()

    async def _write_alone(self, sql: str, values: Values = ()) -> Found:
        return await self._shielded(self._in_turn(lambda: self._write(sql, values)))

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        # Run the work whole or not at all, to its end even if the caller is cancelled.
        asked = _Asked(work)
        self._waiting.append(asked)
        return await self._shielded(self._done(asked))

    async def _emptied_log(self) -> bool:
        # Move the whole log into the file; False if somebody still reads it.
        return await self._shielded(self._in_turn(self._empty_log))

    async def _empty_log(self) -> bool:
        # On the connection that has the file open: another file may have its name by now, and would
        # claim the log. Writers wait meanwhile, so it waits only briefly for readers.
        await self._write(f"PRAGMA busy_timeout = {GLANCE}")
        try:
            ((busy, _, _),) = await self._write("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self._write(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
        return not busy

    async def _vacuumed(self) -> None:
        # Rewrite the whole file, unless it is large.
        await self._shielded(self._in_turn(self._vacuum))

    async def _vacuum(self) -> None:
        ((pages,),) = await self._write("PRAGMA page_count")
        ((size,),) = await self._write("PRAGMA page_size")
        if pages * size > REWRITTEN:
            return
        # In memory: there may be no folder for temporary files, and none of this belongs in one.
        await self._write("PRAGMA temp_store = MEMORY")
        try:
            await self._write("VACUUM")
        except sqlite3.Error as error:
            log.warning("file not rewritten (%s); unused parts stay", error)
        finally:
            await self._write("PRAGMA temp_store = DEFAULT")

    def _log_lost(self) -> None:
        saving = asyncio.create_task(self._save_log())
        self._writing.add(saving)
        saving.add_done_callback(self._writing.discard)

    async def _save_log(self) -> None:
        # Write what only the lost log holds to the database itself: it is still open here.
        busy = 1
        async with self._turn_to_write:
            with suppress(sqlite3.Error):
                ((busy, _, _),) = await self._at_once(
                    lambda: self._write("PRAGMA wal_checkpoint(TRUNCATE)"), look=False
                )
        self._in_place.say_log_lost(saved=not busy)

    async def _done(self, asked: "_Asked") -> Any:
        # In its turn, with everything that came meanwhile: the file is written and synced once.
        before = self._waits_in_vain
        async with self._turn_to_write:
            if asked.done:
                return asked.done[0]
            if asked in self._waiting:
                self._waiting.remove(asked)
            with self._writing_in_turn(before):
                if self._waiting and not asked.alone:
                    others, self._waiting = self._waiting[: MOST - 1], self._waiting[MOST - 1 :]
                    await self._do_together([asked, *others])
                if not asked.done:
                    return await self._at_once(lambda: self._in_one_transaction(asked.work))
                return asked.done[0]

    async def _do_together(self, group: "Sequence[_Asked]") -> None:
        async def work() -> list[Any]:
            return [await each.work() for each in group]

        try:
            done = await self._at_once(lambda: self._in_one_transaction(work))
        except Exception as error:
            if isinstance(error, sqlite3.OperationalError) and is_held(error):
                raise
            # Each finds out for itself whether it caused the error.
            log.debug("group failed; running its work one by one: %s", error)
            for each in group:
                each.alone = True
        else:
            for each, found in zip(group, done, strict=True):
                each.done = (found,)

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        before = self._waits_in_vain
        async with self._turn_to_write:
            with self._writing_in_turn(before):
                return await self._at_once(work)

    @contextmanager
    def _writing_in_turn(self, before: int) -> Iterator[None]:
        # While no other writes, with trouble put into words. If another program holds the file one
        # waits for it. Those who come meanwhile are refused together with that one: one after
        # another, each would wait as long.
        if self._waits_in_vain != before:
            raise StoreTrouble(f"{WRITING} {NEXT}")
        with FILE_TROUBLES.for_player(WRITING), self._counting_waits():
            self._check_open()
            yield

    async def _at_once(self, work: Callable[[], Awaitable[T]], *, look: bool = True) -> T:
        # All of the work in one go of the database's thread, which the driver offers for single
        # statements only: each round trip costs more than a statement. There it is looked whether
        # the file is in place: on the event loop each look waits for threads that draw.
        async def done() -> T:
            self._at_work.set(True)
            if look:
                self._in_place.look()
                self._in_place.check(WRITING)
            return await work()

        run = partial(copy_context().run, _run, done)
        return cast(T, await self.writer._execute(run))  # type: ignore[no-untyped-call]

    @contextmanager
    def _counting_waits(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            self._waits_in_vain += is_held(error)
            raise

    async def _in_one_transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        await self._write("BEGIN IMMEDIATE")
        try:
            done = await work()
            await self._write("COMMIT")
        except BaseException:
            # SQLite has rolled back itself after some errors, such as a full disk.
            if self.writer.in_transaction:
                await self._write("ROLLBACK")
            raise
        return done


@dataclass(eq=False, slots=True)
class _Asked:
    """A transaction that waits for its turn, then its result if it was done with others. `alone`:
    something went wrong in its group."""

    work: Callable[[], Awaitable[Any]]
    done: tuple[Any, ...] = ()
    alone: bool = False


@dataclass(eq=False, slots=True)
class _Question:
    """A statement that reads, and what it has found, or why it has not."""

    sql: str
    values: Values
    found: Found = ()
    error: Exception | None = None


def _answer(reader: aiosqlite.Connection, group: Sequence[_Question]) -> None:
    for each in group:
        try:
            each.found = reader._conn.execute(each.sql, each.values).fetchall()
        except Exception as error:
            each.error = error


def _run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it in this thread, where it can wait for nothing but the database."""
    running = work()
    try:
        running.send(None)
    except StopIteration as end:
        return cast(T, end.value)
    running.close()
    raise RuntimeError("a transaction waits for something besides its database")


def prepare(path: Path) -> None:
    """Make the file and its folder if missing, turn the WAL on, and migrate."""
    path.parent.mkdir(parents=True, exist_ok=True)
    make_private(path)
    with closing(connect(path)) as connection:
        _keep_a_log(connection)
        update(connection, path)
        check_writable(connection)


def update(
    connection: sqlite3.Connection, path: Path, after_statement: Callable[[], object] = lambda: None
) -> tuple[list[Migration], Path | None]:
    """Bring a file up to date; returns the steps done and the backup of its old state.

    A backup of the old state is the way back. An update that fails changes nothing, so its backup
    is deleted.
    """
    kept: list[Path] = []

    def keep() -> None:
        if not (before := version(connection)):
            log.info(NEW, path)
            return
        kept.append(free_name(path, f"schema-{before}-before-update"))
        copy_database(path, kept[0])
        log.warning(KEPT, path, before, kept[0])

    try:
        done = migrate(connection, path, before_first=keep, after_statement=after_statement)
    except BaseException:
        for copy in kept:
            copy.unlink(missing_ok=True)
        raise
    return done, kept[0] if kept else None


def _keep_a_log(connection: sqlite3.Connection) -> None:
    # Switch to WAL. Of programs that start at once SQLite refuses all but one without waiting.
    last = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_held(error) or time.monotonic() > last:
                raise
        time.sleep(0.02)


class _Connection(aiosqlite.Connection):
    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # Programs that end without closing it leave answered writes on the disk.
        self._thread.daemon = True


async def _connection(path: Path) -> aiosqlite.Connection:
    opening = partial(sqlite3.connect, path, isolation_level=None, timeout=BUSY_SECONDS)
    connection = await _Connection(opening)
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    # Its first statement takes the log, which nobody else takes away from then on.
    await connection.execute_fetchall("SELECT count(*) FROM sqlite_schema")
    # Deleted data is overwritten: nobody finds it in the free parts of the file.
    await connection.execute_fetchall("PRAGMA secure_delete = ON")
    return connection
