"""A PostgreSQL database as it stood at one moment."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.database import Read
from bot.store.moving.end import OLDER
from bot.store.postgres.connection import connected
from bot.store.postgres.dialect import translated
from bot.store.postgres.errors import without_password
from bot.store.postgres.migrator import checked_version, schema_steps


@asynccontextmanager
async def server_reader(address: str) -> AsyncIterator[Read]:
    """What reads the database. Raises StoreTrouble for one that this version does not know."""
    async with connected(address) as connection:
        found, newest = await checked_version(connection, address), schema_steps()[-1].number
        if found != newest:
            name = without_password(address)
            raise StoreTrouble(OLDER.format(name=name, found=found, newest=newest))
        async with connection.transaction(isolation="repeatable_read", readonly=True):

            async def read(sql: str, *values: Any) -> Sequence[Sequence[Any]]:
                words, bind = translated(sql)
                return [tuple(row) for row in await connection.fetch(words, *bind(values))]

            yield read
