"""What a very large database costs: its lists, `migrate`, `doctor` and `backup`.

The database is made in the temporary folder (`TMPDIR` moves it), 6 kB a match. CPU seconds.

    python -m bench.million [--matches N]
"""

import argparse
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from bench.store import NOW, SEED
from bot.catalog import entry
from bot.model.decide.challenge import challenge_event
from bot.model.events import Event, Person, Played, Started
from bot.model.fold import fold
from bot.model.match import OPEN
from bot.service.matches import WEEK
from bot.store.lists import listing
from bot.store.rows import time_text
from bot.store.sqlite.maintenance import backup, doctor
from bot.store.sqlite.migrator import connect, migrate, migrations

TURNS = 25
GAMES = 100
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
POSTS = """INSERT INTO outbox (match_id, seq, kind, channel, message)
SELECT match_id, seq, 'turn', 7, match_id FROM events WHERE kind = 'played'"""


def random_game(seed: int) -> list[Event]:
    """A game of Bump between players who do not mind where it leads, not yet at its end."""
    game = entry("bump").game
    dice = random.Random(seed)
    while True:
        position, texts = game.start({}), list[str]()
        while game.outcome(position) is None and len(texts) < TURNS:
            move = dice.choice(list(game.moves(position)))
            texts.append(game.format(position, move))
            position = game.play(position, move).position
        if len(texts) == TURNS and game.outcome(position) is None:
            break
    ada, grace = Person(1, "Ada"), Person(2, "Grace")
    asked = challenge_event("bump", {}, ada, (grace,), 7, 70, "host", WEEK, NOW)
    moves = (Played(1 + ply % 2, text) for ply, text in enumerate(texts))
    return [asked, Started((ada, grace), {}), *moves]


def fill(path: Path, count: int) -> None:
    """So many matches, one in a hundred running, as the schema before had them."""
    games = [
        (number, seq, each.kind, each.payload())
        for number in range(GAMES)
        for seq, each in enumerate(random_game(SEED + number), 1)
    ]
    at = time_text(NOW)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, path, migrations()[:BEFORE])
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMP TABLE games (game, seq, kind, payload)")
        connection.execute("CREATE INDEX temp.by_game ON games (game, seq)")
        connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", games)
        busy = min(50_000, count // 2)
        values = {"count": count, "seq": TURNS + 2, "at": at, "busy": busy, "games": GAMES}
        for sql in (MATCHES, EVENTS, POSTS):
            connection.execute("BEGIN")
            connection.execute(sql, values)
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def lists(connection: sqlite3.Connection) -> dict[str, list[float]]:
    """Microseconds of each list where 50,000 matches have ended, and where 1,000 have."""
    found = {}
    for what, statuses in (("open", frozenset(OPEN)), ("all", None)):
        for who in ("person", "channel"):
            sql = listing(
                person=who == "person", channel=who == "channel", guild=False, statuses=statuses
            )
            named = {"limit": 100, "statuses": statuses and json.dumps([*statuses])}
            found[f"{what} matches of a {who}"] = [
                microseconds(connection, sql, named | {who: number}) for number in (BUSY, CALM)
            ]
    return found


def microseconds(connection: sqlite3.Connection, sql: str, values: Mapping[str, object]) -> float:
    """The CPU time of one list, the middle of 21."""
    taken = []
    for _ in range(21):
        began = time.process_time()
        connection.execute(sql, values).fetchall()
        taken.append(time.process_time() - began)
    return sorted(taken)[10] * 1e6


def took(what: str, work: Callable[[], object]) -> None:
    """Do it, and print what it took."""
    began, cpu = time.perf_counter(), time.process_time()
    work()
    wall, used = time.perf_counter() - began, time.process_time() - cpu
    print(f"{what:<44}{used:>10.1f} s CPU{wall:>10.1f} s", flush=True)


def main(count: int) -> None:
    """Fill a database in a temporary folder and print the tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scale.sqlite3"
        took(f"fill with {count:,} matches", lambda: fill(path, count))
        print(f"{path.stat().st_size / 1e6:,.0f} MB\n")
        with closing(connect(path)) as connection:
            took("migrate", lambda: migrate(connection, path))
            figures = lists(connection)
        took("backup, in steps", lambda: backup(path, Path(folder) / "stepped"))
        (Path(folder) / "stepped").unlink()
        took("doctor", lambda: doctor(path, fold))
    print(f"\n{'':<28}{'50,000 ended, us':>18}{'1,000 ended, us':>18}{'ratio':>8}")
    for name, (busy, calm) in figures.items():
        print(f"{name:<28}{busy:>18,.0f}{calm:>18,.0f}{busy / calm:>8.1f}")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=100_000)
    main(words.parse_args().matches)
