"""What the database holds, read past the bot."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from bot.model.fold import fold
from bot.model.records import MatchId
from bot.store.rows import recorded_from

Rows = list[tuple[Any, ...]]
Plies = dict[int, list[tuple[int, str]]]
"""The moves of every match, as person and text."""

EVENTS = (
    "SELECT match_id, seq, kind, CAST(payload AS text), {at} FROM events ORDER BY match_id, seq"
)
OVER = "SELECT id FROM matches WHERE status = 'ended'"
WAITING = "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL"
DELIVERED = "SELECT id FROM outbox WHERE message IS NOT NULL ORDER BY id"
GIVEN_UP = "SELECT id FROM outbox WHERE message IS NULL AND retry_at IS NULL ORDER BY id"


async def rows(database: str, statement: str) -> Rows:
    """What a statement finds, in a file or in a PostgreSQL database."""
    if "://" not in database:
        return await asyncio.to_thread(_rows_of_file, database, statement)
    connection = await asyncpg.connect(database)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()


def _rows_of_file(database: str, statement: str) -> Rows:
    # No file is made where there is none.
    address = f"{Path(database).absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=60)) as connection:
        return connection.execute(statement).fetchall()


async def undelivered(database: str) -> int:
    ((count,),) = await rows(database, WAITING)
    return int(count)


async def delivered(database: str) -> list[int]:
    return [int(post) for (post,) in await rows(database, DELIVERED)]


async def given_up(database: str) -> list[int]:
    """The posts that were never said and never will be."""
    return [int(post) for (post,) in await rows(database, GIVEN_UP)]


async def plies_of(database: str) -> Plies:
    """The moves of every match, which is played through on the way."""
    at = "at" if "://" not in database else "to_json(at) #>> '{}'"
    events: dict[int, list[Any]] = {}
    for match, seq, kind, payload, time in await rows(database, EVENTS.format(at=at)):
        text = json.dumps(json.loads(payload))
        events.setdefault(match, []).append(recorded_from(match, seq, kind, text, time))
    folded = [fold(recorded, MatchId(match)) for match, recorded in events.items()]
    return {
        match.id: [(match.person(ply.seat).id, ply.text) for ply in match.plies] for match in folded
    }


async def all_is_said(database: str) -> None:
    """Wait until no post waits to be said. Another process says them, so it is asked again."""
    while await undelivered(database):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
