"""What the doctor wants to know of a PostgreSQL database beside its soundness."""

import asyncpg

from bot.store.maintenance import SPOTS, Overview, PlayedAt, ProcessShards
from bot.store.postgres.errors import SERVER_TROUBLES
from bot.store.postgres.migrator import PATIENCE, checked_version, schema_steps

SIZE = """SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""
PROCESSES = """SELECT first_shard, last_shard, shard_count FROM processes
WHERE alive_until > clock_timestamp() ORDER BY first_shard"""


async def overview_of_server(address: str) -> Overview:
    """How large it is, where its running matches are, and who is at work. Raises StoreTrouble."""
    with SERVER_TROUBLES.for_operator(address):
        connection = await asyncpg.connect(address, timeout=PATIENCE)
        try:
            size, now = await connection.fetchval(SIZE), await connection.fetchval("SELECT now()")
            if await checked_version(connection, address) < schema_steps()[-1].number:
                return Overview(size, (), now)
            spots = tuple(PlayedAt(*row[:3]) for row in await connection.fetch(SPOTS))
            processes = tuple(ProcessShards(*row) for row in await connection.fetch(PROCESSES))
            return Overview(size, spots, now, processes)
        finally:
            await connection.close(timeout=PATIENCE)
