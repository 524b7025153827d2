"""What a very large database costs: `migrate`, `doctor` and `backup`.

The database is made in the temporary folder (`TMPDIR` moves it), 6 kB a match. CPU seconds.

    python -m bench.million [--matches N]
"""

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from bench.filling import GAMES, NOW, TURNS, at_one_go, random_rows
from bench.timing import Table, asked, scratch, timed
from bot.model.fold import fold
from bot.store.rows import time_text
from bot.store.sqlite.maintenance import backup, doctor
from bot.store.sqlite.migrator import connect, migrate, migrations

BEFORE = 4
"""The schema that is migrated from."""

BUSY, CALM = 500_001, 500_002
"""Two channels, and two people: with 50,000 ended matches and with 1,000."""

MATCHES = """WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
    WHERE n < :count)
INSERT INTO matches (seq, game, status, channel, guild, people, turn, deadline, due, updated)
SELECT :seq, 'bump', iif(n % 100 = 0, 'running', 'ended'),
    CASE WHEN n % 100 = 0 THEN iif(n <= 4000, 500001 + n / 100 % 2, n % 5000)
         WHEN n <= :busy THEN 500001 WHEN n <= :busy + 1000 THEN 500002 ELSE n % 5000 END,
    70,
    json_array(
        json_object('id', CASE WHEN n % 100 = 0 THEN iif(n <= 4000, 500001 + n / 100 % 2, n % 50000)
                               WHEN n <= :busy THEN 500001 WHEN n <= :busy + 1000 THEN 500002
                               ELSE n % 50000 END, 'name', 'Ada'),
        json_object('id', 60000 + n % 40000, 'name', 'Grace')),
    iif(n % 100 = 0, n % 50000, NULL), NULL, NULL, :at
FROM numbers"""
EVENTS = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT matches.id, games.seq, games.kind, games.payload, :at
FROM matches CROSS JOIN games ON games.game = matches.id % :games
ORDER BY matches.id, games.seq"""
SEATS = """INSERT INTO seats (person, match_id)
SELECT json_extract(each.value, '$.id'), matches.id
FROM matches CROSS JOIN json_each(people) AS each"""
POSTS = """INSERT INTO outbox (match_id, seq, kind, channel, message)
SELECT match_id, seq, 'turn', 7, match_id FROM events WHERE kind = 'played'"""


def fill(path: Path, count: int) -> None:
    """So many matches, one in a hundred running, as the schema before had them."""
    busy = min(50_000, count // 2)
    values = {"count": count, "seq": TURNS + 2, "at": time_text(NOW), "busy": busy, "games": GAMES}
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, path, migrations()[:BEFORE])
        connection.execute("CREATE TEMP TABLE games (game, seq, kind, payload)")
        connection.execute("CREATE INDEX temp.by_game ON games (game, seq)")
        connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", random_rows())
        with at_one_go(connection):
            for sql in (MATCHES, SEATS, EVENTS, POSTS):
                connection.execute(sql, values)


def row(table: Table, what: str, work: Callable[[], object]) -> None:
    cpu = time.process_time()
    (wall,) = timed(work)
    table.row(what, time.process_time() - cpu, wall)


def main(count: int) -> None:
    with scratch() as path:
        stepped = path.with_name("stepped")
        table = Table(f"{count:,} matches", "CPU s", "s")
        row(table, "fill", lambda: fill(path, count))
        with closing(connect(path)) as connection:
            row(table, "migrate", partial(migrate, connection, path))
        row(table, "backup, in steps", lambda: backup(path, stepped))
        stepped.unlink()
        row(table, "doctor", lambda: doctor(path, fold))
        print(f"{path.stat().st_size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main(asked(__doc__, matches=100_000).matches)
