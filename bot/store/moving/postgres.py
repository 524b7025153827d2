"""A PostgreSQL database as one end of a move."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import asyncpg

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import MOVING, require_up_to_date
from bot.store.moving.copying import BATCH, OTHER_VERSION, End, Row, Target, refuse_rows
from bot.store.postgres import migrator
from bot.store.postgres.connection import connected
from bot.store.postgres.errors import without_password
from bot.store.rows import ColumnKind
from bot.store.schema import MOVED, NUMBERED, Table

PATIENCE = "SET lock_timeout = '10s'"
"""How long to wait for a lock: those of a killed process are released meanwhile."""

ONE_AT_A_TIME = "SELECT pg_advisory_lock($1, hashtext(current_schema()))"
LAST_NUMBER = """SELECT CASE WHEN is_called THEN last_value ELSE 0 END
FROM {sequence}"""
SEQUENCE = "SELECT pg_get_serial_sequence($1, 'id')"

IN_USE = (
    "{name} is in use (processes of Bumpbot at work on it: {count}). Stop them first; one that "
    "was killed counts as at work for 45 seconds."
)
BUSY = "{name} is in use: another program writes to it or copies it. Stop that first."


class PostgresEnd(End):
    """A database, through one connection."""

    def __init__(self, name: str, connection: Any) -> None:
        self.name = name
        self._connection = connection

    async def count(self, table: Table) -> int:
        count: int = await self._connection.fetchval(f"SELECT count(*) FROM {table.name}")
        return count

    async def rows(self, table: Table, skip: int = 0) -> AsyncGenerator[list[Row], None]:
        # Text sorts by the locale of the database unless told otherwise.
        order = (
            f'{key} COLLATE "C"' if table.columns[key] is ColumnKind.TEXT else key
            for key in table.key
        )
        sql = (
            f"SELECT {', '.join(table.columns)} FROM {table.name} "
            f"ORDER BY {', '.join(order)} OFFSET {skip}"
        )
        is_within = self._connection.is_in_transaction()
        async with nullcontext() if is_within else self._connection.transaction():
            found = await self._connection.cursor(sql)
            while batch := await found.fetch(BATCH):
                yield [tuple(row) for row in batch]

    async def last_numbers(self) -> dict[str, int]:
        numbers = {"matches": await self._connection.fetchval("SELECT last FROM match_numbers")}
        for table in NUMBERED:
            if sequence := await self._connection.fetchval(SEQUENCE, table):
                sql = LAST_NUMBER.format(sequence=sequence)
                numbers[table] = await self._connection.fetchval(sql)
        return numbers


class PostgresTarget(PostgresEnd, Target):
    """The target of a move."""

    is_resumed = False

    async def write(self, table: Table, rows: Sequence[Row], faults: Sequence[str] = ()) -> None:
        async with self._connection.transaction():
            await self._connection.copy_records_to_table(
                table.name, records=rows, columns=tuple(table.columns)
            )
            await self._connection.copy_records_to_table(
                MOVING, records=[(fault,) for fault in faults], columns=["fault"]
            )

    async def faults(self) -> list[str]:
        sql = f"SELECT fault FROM {MOVING} ORDER BY number"
        return [fault for (fault,) in await self._connection.fetch(sql)]

    async def clear(self) -> None:
        names = ", ".join(["positions", MOVING, *(table.name for table in MOVED)])
        await self._connection.execute(f"TRUNCATE {names}")

    async def finish(self, last_numbers: Mapping[str, int]) -> None:
        """Make it a database like any other."""
        async with self._connection.transaction():
            for table, last in last_numbers.items():
                await self._set_last(table, last)
            await self._connection.execute(f"DROP TABLE {MOVING}")
        # The server has yet to learn how large the tables are that were just filled.
        for each in MOVED:
            await self._connection.execute(f"ANALYZE {each.name}")

    async def begin(self) -> None:
        """Mark it as half copied, or go on where an earlier copy ended."""
        self.is_resumed = await self._connection.fetchval(migrator.IS_MOVING)
        if self.is_resumed:
            if (
                await migrator.schema_version(self._connection)
                != migrator.schema_steps()[-1].number
            ):
                raise StoreTrouble(OTHER_VERSION.format(name=self.name))
            return
        async with self._connection.transaction():
            # From here on no process starts there: it would find the mark.
            await self._connection.execute("LOCK TABLE processes IN SHARE MODE")
            await _refuse_processes(self._connection, self.name)
            await _refuse_any_rows(self._connection, self.name)
            await self._connection.execute(
                f"CREATE TABLE {MOVING} (number bigint GENERATED ALWAYS AS IDENTITY, fault text)"
            )

    async def _set_last(self, table: str, last: int) -> None:
        if table == "matches":
            await self._connection.execute("UPDATE match_numbers SET last = $1", last)
        elif last:
            sequence = await self._connection.fetchval(SEQUENCE, table)
            await self._connection.execute("SELECT setval($1::text::regclass, $2)", sequence, last)


@asynccontextmanager
async def source_at(address: str) -> AsyncIterator[PostgresEnd]:
    """The source of a move. Raises StoreTrouble if processes are using it."""
    name = without_password(address)
    async with _unhurried(address) as connection:
        if not (found := await migrator.checked_version(connection, address)):
            raise StoreTrouble(f"{name} is empty. Name a database of Bumpbot's.")
        require_up_to_date(found, migrator.schema_steps(), name)
        async with connection.transaction(isolation="repeatable_read"):
            # Locked before the first read, so that nothing comes between.
            names = ", ".join(["processes", *(table.name for table in MOVED)])
            await _locked(connection, f"LOCK TABLE {names} IN SHARE MODE", name)
            await _refuse_processes(connection, name)
            yield PostgresEnd(name, connection)


@asynccontextmanager
async def target_at(address: str) -> AsyncIterator[PostgresTarget]:
    """An empty database, or one that is half copied already. Raises StoreTrouble."""
    name = without_password(address)
    async with _unhurried(address) as connection:
        await _locked(connection, ONE_AT_A_TIME, name, migrator.LOCK)
        if not await connection.fetchval(migrator.IS_MOVING):
            if await migrator.schema_version(connection):
                await _refuse_any_rows(connection, name)
            await migrator.migrate(address)
        end = PostgresTarget(name, connection)
        await end.begin()
        yield end


@asynccontextmanager
async def _unhurried(address: str) -> AsyncIterator[Any]:
    async with connected(address) as connection:
        await connection.execute(PATIENCE)
        await connection.execute("SET idle_in_transaction_session_timeout = 0")
        yield connection


async def _locked(connection: Any, sql: str, name: str, *values: int) -> None:
    try:
        await connection.execute(sql, *values)
    except asyncpg.LockNotAvailableError as error:
        raise StoreTrouble(BUSY.format(name=name)) from error


async def _refuse_processes(connection: Any, name: str) -> None:
    if count := await connection.fetchval(migrator.ALIVE):
        raise StoreTrouble(IN_USE.format(name=name, count=count))


async def _refuse_any_rows(connection: Any, name: str) -> None:
    for table in MOVED:
        exists = await connection.fetchval("SELECT to_regclass($1)::text", table.name)
        if exists and await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table.name})"):
            raise refuse_rows(name, table.name)
