"""What is done to a PostgreSQL server beside the store."""

from typing import Any

import asyncpg

from bot.model.records import Status
from bot.store.postgres import PostgresStore
from tests.store.contract import new_match, play


async def filled(address: str) -> None:
    store = await PostgresStore.open(address)
    try:
        match = await new_match(store, says=["challenge"])
        await play(store, match, 1, says="turn")
        await new_match(store, status=Status.ENDED)
    finally:
        await store.close()


async def run(address: str, sql: str) -> Any:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetch(sql)
    finally:
        await connection.close()
