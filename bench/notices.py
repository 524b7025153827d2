"""What telling people costs while 100,000 turns wait, and 500 of them are one person's.

The seed is fixed; the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.notices

`idle` is all that the clock asks when nothing is due; `walking` is the same question to a table
without the index. `one person` reads, plans and writes what is due to somebody with 500 turns.
"""

import asyncio
import json
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.timing import middle
from bot.service.notices import NoticeBook
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
ADA, OWN, OTHERS = 1, 500, 100_000
ROUNDS = 30
MATCH = """INSERT INTO matches
    (seq, game, status, channel, people, turn, deadline, due, updated, turn_seq, turn_known)
VALUES (9, 'bump', 'running', ?, ?, ?, ?, ?, ?, 9, 1)"""
EVENTS = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT id, 9, 'played', '{}', updated FROM matches WHERE turn = ?"""
WALKING = "SELECT min(next_at || '') FROM notices"


def fill(path: Path) -> None:
    """All turns were called to; those of others have nothing due for days."""
    prepare(path)
    over, began = time_text(NOW + timedelta(days=7)), time_text(NOW)
    people = json.dumps([{"id": 2, "name": "Ada"}, {"id": 3, "name": "Grace"}])
    with closing(connect(path)) as connection:
        connection.execute("BEGIN")
        rows = (
            (n % 500, people, ADA if n < OWN else 2 + n % 5000, over, over, began)
            for n in range(OWN + OTHERS)
        )
        connection.executemany(MATCH, rows)
        connection.execute(EVENTS, (ADA,))
        later = time_text(NOW + timedelta(days=2))
        connection.execute("UPDATE notices SET next_at = ?", (later,))
        connection.execute("COMMIT")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notices.sqlite3"
        fill(path)
        store = await SqliteStore.open(path)
        book = NoticeBook(store, lambda: NOW, lambda: None)

        async def one_person() -> None:
            await store.plan_anew(ADA, NOW)
            await book.do(ADA)

        async def walking() -> None:
            await store.reader.execute_fetchall(WALKING)

        rows = (
            ("idle", await middle(lambda: book.due(NOW, 20), ROUNDS)),
            ("walking", await middle(walking, ROUNDS)),
            ("one person", await middle(one_person, ROUNDS)),
        )
        await store.close()
    print(f"{'ms':>12}  what")
    for name, took in rows:
        print(f"{took:12.2f}  {name}")


if __name__ == "__main__":
    asyncio.run(main())
