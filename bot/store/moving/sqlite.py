"""A file as one end of a move. It is locked, so that no bot writes to it meanwhile."""

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import MOVING, require_up_to_date
from bot.store.moving.copying import BATCH, OTHER_VERSION, End, Row, Target, refuse_rows
from bot.store.schema import MOVED, NUMBERED, Table
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.copying import must_exist
from bot.store.sqlite.file import FILE_TROUBLES, FileLock, is_held
from bot.store.sqlite.migrator import IS_MOVING, check, connect, migrations, transaction, version

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
LAST_NUMBER = """SELECT max(
    coalesce((SELECT max(id) FROM {table}), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0)
)"""
COUNTED = "SELECT sql FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'"


class SqliteEnd(End):
    """A file, locked."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.name = str(path)
        self._connection = connection

    async def count(self, table: Table) -> int:
        (count,) = self._connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
        return int(count)

    async def rows(self, table: Table, skip: int = 0) -> AsyncGenerator[list[Row], None]:
        found = self._connection.execute(
            f"SELECT {', '.join(table.columns)} FROM {table.name} "
            f"ORDER BY {', '.join(table.key)} LIMIT -1 OFFSET ?",
            (skip,),
        )
        while batch := found.fetchmany(BATCH):
            yield batch

    async def last_numbers(self) -> dict[str, int]:
        found = (
            (table, self._connection.execute(LAST_NUMBER.format(table=table)).fetchone())
            for table in NUMBERED
        )
        return {table: last for table, (last,) in found}


class SqliteTarget(SqliteEnd, Target):
    """The target of a move."""

    is_resumed = False

    async def write(self, table: Table, rows: Sequence[Row], faults: Sequence[str] = ()) -> None:
        columns = ", ".join(table.columns)
        places = ", ".join("?" * len(table.columns))
        with transaction(self._connection):
            self._connection.executemany(
                f"INSERT INTO {table.name} ({columns}) VALUES ({places})", rows
            )
            self._connection.executemany(
                f"INSERT INTO {MOVING} (fault) VALUES (?)", [(fault,) for fault in faults]
            )

    async def faults(self) -> list[str]:
        sql = f"SELECT fault FROM {MOVING} ORDER BY rowid"
        return [fault for (fault,) in self._connection.execute(sql)]

    async def clear(self) -> None:
        with transaction(self._connection):
            for table in reversed(MOVED):
                self._connection.execute(f"DELETE FROM {table.name}")
            self._connection.execute(f"DELETE FROM {MOVING}")

    async def finish(self, last_numbers: Mapping[str, int]) -> None:
        """Make it a database like any other."""
        with transaction(self._connection):
            for table, last in last_numbers.items():
                if self._connection.execute(COUNTED, (table,)).fetchone():
                    self._set_last(table, last)
            self._connection.execute(f"DROP TABLE {MOVING}")

    def begin(self) -> None:
        """Mark it as half copied, or continue an earlier copy."""
        if self._connection.execute(IS_MOVING).fetchone():
            self.is_resumed = True
            if version(self._connection) != migrations()[-1].number:
                raise StoreTrouble(OTHER_VERSION.format(name=self.name))
            return
        refuse_any_rows(self._connection, self.name)
        self._connection.execute(f"CREATE TABLE {MOVING} (fault TEXT NOT NULL)")

    def _set_last(self, table: str, last: int) -> None:
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self._connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, last))


@asynccontextmanager
async def source_file(path: Path) -> AsyncIterator[SqliteEnd]:
    """The source of a move. Raises StoreTrouble if the bot has it open."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), FileLock(path), _alone(path) as connection:
        check(connection, path)
        require_up_to_date(version(connection), migrations(), path)
        connection.execute("BEGIN")
        yield SqliteEnd(path, connection)
        connection.execute("ROLLBACK")


@asynccontextmanager
async def target_file(path: Path) -> AsyncIterator[SqliteTarget]:
    """A new file, an empty one, or one that is half copied already. Raises StoreTrouble."""
    with FILE_TROUBLES.for_operator(path), FileLock(path):
        if not _is_begun(path):
            prepare(path)
        with _alone(path) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            end = SqliteTarget(path, connection)
            end.begin()
            yield end


def refuse_any_rows(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file that is not empty."""
    there = {table for (table,) in connection.execute(TABLES)}
    for table in (table.name for table in MOVED if table.name in there):
        if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise refuse_rows(name, table)


def _is_begun(path: Path) -> bool:
    # Whether the file is half copied; any other content is refused.
    if not path.exists():
        return False
    with closing(connect(path)) as connection:
        if connection.execute(IS_MOVING).fetchone():
            return True
        check(connection, path)
        refuse_any_rows(connection, str(path))
    return False


@contextmanager
def _alone(path: Path) -> Iterator[sqlite3.Connection]:
    # A connection while which nobody else has the file open, not even to read.
    with closing(connect(path)) as connection:
        try:
            # In this mode a lock that was taken once is kept to the end.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if is_held(error):
                raise StoreTrouble(f"{path} is in use. Stop the bot first.") from error
            raise
        yield connection
