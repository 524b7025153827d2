"""The cost of a very large database: `migrate`, `doctor` and `backup`, and a profile in it.

The database is made in the temporary folder (`TMPDIR` moves it), 6 kB a match. CPU seconds; for a
profile milliseconds of wall time, the median of 21, next to the naive way, all matches of the
person, which is tried once.

    python -m bench.million [--matches N]
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import groupby
from pathlib import Path

from bench.filling import GAMES, NOW, TURNS, at_one_go, random_rows
from bench.timing import Table, asked, middle, scratch, timed
from bot.model.events import Recorded
from bot.model.fold import fold
from bot.model.profiles.profile import Profile, profile_of
from bot.model.records import MatchId
from bot.service.build import NOBODY
from bot.service.profiles import ProfileBook
from bot.store.rows import recorded_from, time_text
from bot.store.sqlite import SqliteStore
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
    """That many matches, one in a hundred running, in the former schema."""
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


FEW = 25
"""Ended matches of a person whose other challenges nobody accepted."""

# The games of the database are of other people, and have no end.
RENAME = """UPDATE events SET payload = replace(payload, '"id":1,', '"id":' || ?1 || ',')
WHERE seq = 2 AND match_id IN (SELECT match_id FROM seats WHERE person = ?1)"""
END = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT id, ?2, 'ended', '{"winners":[1],"reason":"resigned"}', updated FROM matches
WHERE status = 'ended' AND id IN (SELECT match_id FROM seats WHERE person = ?1)"""
COUNT = "UPDATE matches SET seq = ?2 WHERE id IN (SELECT match_id FROM seats WHERE person = ?1)"
EXPIRE = """UPDATE matches SET status = 'expired'
WHERE status = 'ended' AND id IN (SELECT match_id FROM seats WHERE person = ?1)
    AND id > (SELECT match_id FROM seats WHERE person = ?1 AND status = 'ended'
        ORDER BY match_id LIMIT 1 OFFSET ?2)"""
ALL = """SELECT events.match_id, events.seq, kind, payload, at
FROM seats CROSS JOIN events ON events.match_id = seats.match_id
WHERE person = ? AND status IN ('running', 'ended') ORDER BY 1, 2"""


def furnish(path: Path) -> None:
    """Give two people ends to their games."""
    with closing(connect(path)) as connection:
        for person in (BUSY, CALM):
            connection.execute(RENAME, (person,))
            connection.execute(END, (person, TURNS + 3))
            connection.execute(COUNT, (person, TURNS + 3))


def naive(path: Path, person: int) -> Profile:
    with closing(connect(path, readonly=True)) as connection:
        rows = connection.execute(ALL, (person,)).fetchall()
    histories = groupby(rows, lambda row: MatchId(row[0]))
    return profile_of(person, [_recorded(match, list(each)) for match, each in histories])


def _recorded(match: MatchId, rows: list[tuple[int, int, str, str, str]]) -> list[Recorded]:
    return [recorded_from(match, *columns) for _, *columns in rows]  # type: ignore[arg-type]


async def measure(table: Table, path: Path, who: str, person: int) -> None:
    """Print what the person's profile costs, read both ways."""
    store = await SqliteStore.open(path)
    book = ProfileBook(store, store, NOBODY)
    found = await book.profile(person)
    taken = await middle(lambda: book.profile(person))
    await store.close()
    (spent,) = timed(lambda: naive(path, person))
    table.row(who, found.ended, taken, naive(path, person).ended, spent * 1000)


def profiles(path: Path) -> None:
    """Print what profiles cost."""
    furnish(path)
    table = Table("profile", "ended", "ms", "ended", "naive ms")
    asyncio.run(measure(table, path, "1,000 ended", CALM))
    asyncio.run(measure(table, path, "50,000 ended", BUSY))
    with closing(connect(path)) as connection:
        connection.execute(EXPIRE, (BUSY, FEW - 1))
    who = f"{FEW} ended long ago, 50,000 expired since"
    asyncio.run(measure(table, path, who, BUSY))


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
        profiles(path)


if __name__ == "__main__":
    main(asked(__doc__, matches=20_000).matches)
