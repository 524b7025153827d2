"""What a profile costs in a very large database, beside the naive way: all matches of the person.

The database is made in the temporary folder (`TMPDIR` moves it), 6 kB a match. Milliseconds of wall
time, the middle of 21; the naive way is tried once.

    python -m bench.profiles [--matches N]
"""

import asyncio
from contextlib import closing
from itertools import groupby
from pathlib import Path

from bench.filling import TURNS
from bench.million import BUSY, CALM, fill
from bench.timing import Table, asked, middle, scratch, timed
from bot.model.events import Recorded
from bot.model.profiles.profile import Profile, profile_of
from bot.model.records import MatchId
from bot.service.build import NOBODY
from bot.service.profiles import ProfileBook
from bot.store.rows import recorded_from
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect, migrate

FEW = 25
"""Matches that have ended of somebody whose other challenges nobody took up."""

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


def furnish(path: Path, count: int) -> None:
    """The database: two people with ends to their games."""
    fill(path, count)
    with closing(connect(path)) as connection:
        migrate(connection, path)
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


def main(count: int) -> None:
    with scratch() as path:
        furnish(path, count)
        size = f"{count:,} matches, {path.stat().st_size / 1e6:,.0f} MB"
        table = Table(size, "ended", "ms", "ended", "naive ms")
        asyncio.run(measure(table, path, "1,000 ended", CALM))
        asyncio.run(measure(table, path, "50,000 ended", BUSY))
        with closing(connect(path)) as connection:
            connection.execute(EXPIRE, (BUSY, FEW - 1))
        who = f"{FEW} ended long ago, 50,000 expired since"
        asyncio.run(measure(table, path, who, BUSY))


if __name__ == "__main__":
    main(asked(__doc__, matches=100_000).matches)
