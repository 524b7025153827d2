"""The shape of a PostgreSQL database, and bringing it up to date.

Migrations only go forward. Each runs in one transaction together with the record of it; processes
that start together wait for each other.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import asyncpg

from bot.matches.refusals import StoreTrouble
from bot.store.migration import Migration, read_migrations

LOCK = 1112886608
"""The number of the lock that whoever migrates holds: "BUMP"."""

RECORDS = """CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL
)"""
RECORD = "INSERT INTO migrations (number, name, applied) VALUES ($1, $2, now())"
HAS_RECORDS = "SELECT to_regclass('migrations') IS NOT NULL"
VERSION = "SELECT coalesce(max(number), 0) FROM migrations"
IS_EMPTY = """SELECT NOT EXISTS (
    SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace
)"""


@cache
def migrations() -> tuple[Migration, ...]:
    """The migrations that this version brings along, in order."""
    return read_migrations(files("bot.store.postgres") / "migrations")


async def migrate(
    address: str, after_step: Callable[[Migration], object] = lambda _: None
) -> list[Migration]:
    """Bring the database up to date; returns what was done. Raises StoreTrouble for a foreign one.

    A step that fails is rolled back whole, and so is its record; steps before it stay.
    """
    connection = await asyncpg.connect(address)
    done = []
    try:
        for step in migrations():
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                if await _check(connection) < step.number:
                    await _run(connection, step)
                    done.append(step)
                    after_step(step)
    finally:
        await connection.close()
    return done


async def version(connection: Any) -> int:
    """The number of the newest migration the database has; 0 for one without any."""
    if not await connection.fetchval(HAS_RECORDS):
        return 0
    number: int = await connection.fetchval(VERSION)
    return number


async def _check(connection: Any) -> int:
    """The version. Refuses a database that is not ours or that a newer version made."""
    found, newest = await version(connection), max(step.number for step in migrations())
    if found > newest:
        raise StoreTrouble(
            f"A newer version of Bumpbot made this database (schema {found}; this version knows "
            f"{newest}). Update Bumpbot."
        )
    if not found and not await connection.fetchval(IS_EMPTY):
        raise StoreTrouble(
            "There are another program's tables in this database. Name an empty one, or an empty "
            "schema of it."
        )
    return found


async def _run(connection: Any, step: Migration) -> None:
    await connection.execute(RECORDS)
    await connection.execute(step.sql)
    await connection.execute(RECORD, step.number, step.name)
