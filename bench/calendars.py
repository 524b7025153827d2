"""What it costs when somebody with 500 running matches changes their calendar.

All their deadlines are computed anew, beside 20,000 running matches of others. The seed is fixed;
the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.calendars

`one by one` is the naive way beside it: each match read, computed on the event loop and written by
itself. `stall` is the longest time in a round that the event loop did nothing else, the median of
all rounds.
"""

import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from pathlib import Path

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.running import deadline
from bot.model.records import MovedDeadline
from bot.service.personal.calendars import CalendarBook
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
ADA, OWN, OTHERS = 1, 500, 20_000
ROUNDS = 15
REST = 0.001
SEED = 7
BERLIN = Calendar("Europe/Berlin", Sleep(clock_time(22), clock_time(7)), frozenset({5, 6}))
MATCH = """INSERT INTO matches
    (seq, game, status, channel, people, turn, deadline, due, updated, clock_since, clock_budget)
VALUES (9, 'bump', 'running', ?, ?, ?, ?, ?, ?, ?, ?)"""


def fill(path: Path) -> None:
    """So many running matches, those of one person spread among the others."""
    prepare(path)
    dice = random.Random(SEED)
    turns = [ADA] * OWN + [2 + n % 5000 for n in range(OTHERS)]
    dice.shuffle(turns)
    with closing(connect(path)) as connection:
        connection.execute("BEGIN")
        for turn in turns:
            since = NOW - timedelta(minutes=dice.randrange(5 * 24 * 60))
            budget = timedelta(days=dice.choice((7, 10, 14)))
            over, began = time_text(since + budget), time_text(since)
            people = json.dumps([{"id": turn, "name": "Ada"}, {"id": 0, "name": "Grace"}])
            length = budget // timedelta(microseconds=1)
            values = (dice.randrange(500), people, turn, over, over, began, began, length)
            connection.execute(MATCH, values)
        connection.execute("COMMIT")


async def one_by_one(store: SqliteStore, book: CalendarBook) -> None:
    """The naive way: a read, a computation and a transaction for each match."""
    history = await book.history(ADA)
    for match, seq, since, budget, *_ in await store.clocks_of(ADA):
        await store.summary(match)
        over = deadline(since, budget, history)
        await store.move_deadlines([MovedDeadline(match, seq, over, over)])


async def stalls(longest: list[float]) -> None:
    """Note the longest time that the event loop did not come round, beside a rest of 1 ms."""
    last = time.perf_counter()
    while True:
        await asyncio.sleep(REST)
        now = time.perf_counter()
        longest[-1], last = max(longest[-1], now - last - REST), now


async def row(what: str, work: Callable[[], Awaitable[object]], rounds: int = ROUNDS) -> str:
    """The median and the slowest of some rounds, and the stall."""
    spent, longest = list[float](), [0.0]
    watching = asyncio.create_task(stalls(longest))
    for _ in range(rounds):
        longest.append(0.0)
        begun = time.perf_counter()
        await work()
        spent.append(time.perf_counter() - begun)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    figures = (statistics.median(spent), max(spent), statistics.median(longest[1:]))
    return f"{what:<34}" + "".join(f"{figure * 1000:>16.1f}" for figure in figures)


async def measure(path: Path) -> None:
    """Print the table."""
    store = await SqliteStore.open(path)
    book = CalendarBook(store, lambda: NOW, lambda: None)
    await book.change_hours(ADA, lambda _: BERLIN)
    print(f"{'500 of 20,500 matches':<34}{'p50 ms':>16}{'slowest ms':>16}{'stall ms':>16}")
    print(await row("read their clocks", lambda: store.clocks_of(ADA)))
    print(await row("change the calendar, all of it", lambda: book.set_automatic(ADA, True)))
    print(await row("deadlines anew, together", lambda: book.recompute(ADA)))
    print(await row("deadlines anew, one by one", lambda: one_by_one(store, book), 3))
    await store.close()


def main() -> None:
    """Measure in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite3"
        fill(path)
        asyncio.run(measure(path))


if __name__ == "__main__":
    main()
