"""The cost of notices while 100,000 turns wait, and 500 of them are one person's.

The seed is fixed; the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.notices

`idle` is all that the clock asks when nothing is due; `walking` is the same question to a table
without the index. `one person` reads, plans and writes what is due to a person with 500 turns.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.filling import filled, insert_match, stored
from bench.timing import Table, asked, middle
from bot.model.records import DueKind
from bot.service.notices import NoticeBook
from bot.store.rows import time_text

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
ADA, OWN, OTHERS = 1, 500, 100_000
ROUNDS = 30
EVENTS = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT id, 9, 'played', '{}', updated FROM matches WHERE turn = ?"""
WALKING = "SELECT min(next_at || '') FROM notices"


def fill(path: Path) -> None:
    """All turns were called to; those of others have nothing due for days."""
    over, began = time_text(NOW + timedelta(days=7)), time_text(NOW)
    with filled(path) as connection:
        for n in range(OWN + OTHERS):
            turn = ADA if n < OWN else 2 + n % 5000
            row: dict[str, object] = {"seq": 9, "channel": n % 500, "turn": turn, "turn_seq": 9}
            row["turn_known"] = 1
            row |= {"deadline": over, "due": over, "updated": began}
            insert_match(connection, (2, 3), row)
        connection.execute(EVENTS, (ADA,))
    with filled(path) as connection:
        later = time_text(NOW + timedelta(days=2))
        connection.execute("UPDATE notices SET next_at = ?", (later,))


async def main() -> None:
    async with stored(fill) as store:
        book = NoticeBook(store, lambda: NOW, lambda: None)

        async def one_person() -> None:
            await store.replan(ADA, NOW)
            await book.do(ADA)

        async def walking() -> None:
            await store.reader.execute_fetchall(WALKING)

        table = Table("100,500 turns wait", "ms", form=",.2f")
        table.row("idle", await middle(lambda: store.due(DueKind.PERSON, NOW, 20), ROUNDS))
        table.row("walking", await middle(walking, ROUNDS))
        table.row("one person", await middle(one_person, ROUNDS))


if __name__ == "__main__":
    asked(__doc__)
    asyncio.run(main())
