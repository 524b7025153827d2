"""What is done to a PostgreSQL server beside the store."""

from typing import Any

import asyncpg

from bot.model.records import Status
from bot.store.postgres import PostgresStore
from tests.helpers.stores import opened
from tests.store.contract import new_match, play


async def filled(address: str) -> None:
    async with opened(PostgresStore.open(address)) as store:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await new_match(store, status=Status.ENDED)


async def run(address: str, sql: str) -> Any:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetch(sql)
    finally:
        await connection.close()
