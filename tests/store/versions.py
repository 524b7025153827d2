"""What earlier versions left behind, and never changes: a database for each engine, and the
messages with buttons that stood in the channels.

`version-0.1`, with version 0.1 in the room of `bot.table.env`: Ada and Grace played three turns
of each game, matches 1 to 5. Then Grace chose piece 17 in match 1, Ada prepared two answers in
match 2, and one in match 3 that does not fit what Grace played there. Ada unset "Always confirm"
and set large text for the server. Linus challenged Grace: match 6.

`schema-18`: what `tests.store.moving.filled` left of six matches of Bump (ended, running, in a
thread, in a stretch, with a request to replace somebody), five turns of each other game, a
challenge to somebody, one that was declined, a match of three, and an offer of a draw; copied to
the server by the version of the time.

`version-0.2`, as it stood before its house was made lighter, in a server of six people with the
channels `games` and `side`; copied to the server by the same version. `matches` of its
messages names its matches, some of them by what is asked in them; whatever bears buttons was
pressed along the way, so that nearly every kind of message is there.
"""

import json
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from bench.filling import NOW, SEED, TURNS, random_game
from bot.store.rows import time_text
from bot.store.sqlite.migrator import connect, migrate, migrations

FILES = Path(__file__).parent.parent / "store" / "files"
VERSIONS = ("version-0.1", "schema-18", "version-0.2")
ON_SERVERS = ("schema-18", "version-0.2")
WITH_MESSAGES = ("version-0.1", "version-0.2")


def copy_file(version: str, path: Path) -> Path:
    path.write_bytes(_part(version, "matches.db"))
    return path


def dump(version: str, schema: str) -> str:
    """Statements that make a schema of a server as the version had it."""
    return _part(version, "server.sql").decode().replace("bumpbot_old", schema)


def messages(version: str) -> dict[str, Any]:
    """What stood in the channels: `messages`, each with the `person` who alone saw it, and `forms`;
    the `threads`, and the channels for `direct` messages; after how many `seconds`."""
    found: dict[str, Any] = json.loads(_part(version, "messages.json"))
    return found


def _part(version: str, name: str) -> bytes:
    with ZipFile(FILES / f"{version}.zip") as kept:
        return kept.read(name)


FIRST = 4
"""The schema of the first version."""

MATCHES = """WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
    WHERE n < :count),
placed AS (SELECT n % 100 = 0 AS runs, iif(n <= :count / 2, 500001, n) AS person FROM numbers)
INSERT INTO matches (seq, game, status, channel, guild, people, turn, updated)
SELECT :seq, 'bump', iif(runs, 'running', 'ended'), person, 70,
    json_array(json_object('id', person, 'name', 'Ada'), json_object('id', 6, 'name', 'Grace')),
    iif(runs, person, NULL), :at
FROM placed"""
EVENTS = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT id, game.seq, kind, payload, :at FROM matches CROSS JOIN game ORDER BY id, game.seq"""
SEATS = """INSERT INTO seats (person, match_id)
SELECT json_extract(each.value, '$.id'), matches.id
FROM matches CROSS JOIN json_each(people) AS each"""
POSTS = """INSERT INTO outbox (match_id, seq, kind, channel, message)
SELECT match_id, seq, 'turn', 7, match_id FROM events WHERE kind = 'played'"""


def fill_first(path: Path, count: int) -> None:
    """A file of the first version with that many matches, one in a hundred running, half of them of
    one person in one channel."""
    game = [(n, each.kind, each.payload()) for n, each in enumerate(random_game(SEED), 1)]
    values = {"count": count, "seq": TURNS + 2, "at": time_text(NOW)}
    with closing(connect(path)) as connection:
        migrate(connection, path, migrations()[:FIRST])
        connection.execute("CREATE TEMP TABLE game (seq, kind, payload)")
        connection.executemany("INSERT INTO game VALUES (?, ?, ?)", game)
        connection.execute("BEGIN")
        for sql in (MATCHES, SEATS, EVENTS, POSTS):
            connection.execute(sql, values)
        connection.execute("COMMIT")
