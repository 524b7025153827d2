"""The cost of a calendar change for a person with 500 running matches.

All their deadlines are computed again, among 20,000 running matches of others. The seed is fixed;
the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.calendars

`one by one` is the naive way for comparison: each match read, computed on the event loop and
written separately. `stall` is the longest time in a round that the event loop did nothing else, the
median of all rounds.
"""

import asyncio
import random
import statistics
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from pathlib import Path

from bench.filling import SEED, filled, insert_match, stored
from bench.timing import Table, asked, awaited, stalls
from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.running import deadline
from bot.model.records import MovedDeadline
from bot.service.personal.calendars import CalendarBook
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
ADA, OWN, OTHERS = 1, 500, 20_000
ROUNDS = 15
BERLIN = Calendar("Europe/Berlin", Sleep(clock_time(22), clock_time(7)), frozenset({5, 6}))


def fill(path: Path) -> None:
    """That many running matches, those of one person spread among the others."""
    dice = random.Random(SEED)
    turns = [ADA] * OWN + [2 + n % 5000 for n in range(OTHERS)]
    dice.shuffle(turns)
    with filled(path) as connection:
        for turn in turns:
            since = NOW - timedelta(minutes=dice.randrange(5 * 24 * 60))
            budget = timedelta(days=dice.choice((7, 10, 14)))
            over, began = time_text(since + budget), time_text(since)
            row: dict[str, object] = {"seq": 9, "channel": dice.randrange(500), "turn": turn}
            row |= {"deadline": over, "due": over, "updated": began, "clock_since": began}
            row["clock_budget"] = budget // timedelta(microseconds=1)
            insert_match(connection, (turn, 0), row)


async def one_by_one(store: SqliteStore, book: CalendarBook) -> None:
    """The naive way: a read, a computation and a transaction for each match."""
    history = await book.history(ADA)
    for match, seq, since, budget, *_ in await store.clocks_of(ADA):
        await store.summary(match)
        over = deadline(since, budget, history)
        await store.move_deadlines([MovedDeadline(match, seq, over, over)])


async def row(
    table: Table, what: str, work: Callable[[], Awaitable[object]], rounds: int = ROUNDS
) -> None:
    """The median and the slowest of some rounds, and the stall."""
    spent, longest = list[float](), list[float]()
    for _ in range(rounds):
        async with stalls() as late:
            spent += await awaited(work)
        longest.append(max(late))
    figures = (statistics.median(spent), max(spent), statistics.median(longest))
    table.row(what, *(figure * 1000 for figure in figures))


async def main() -> None:
    async with stored(fill) as store:
        book = CalendarBook(store, lambda: NOW, lambda: None)
        await book.change_hours(ADA, lambda _: BERLIN)
        table = Table("500 of 20,500 matches", "p50 ms", "slowest ms", "stall ms")
        await row(table, "read their clocks", lambda: store.clocks_of(ADA))
        await row(table, "change the calendar, all of it", lambda: book.set_automatic(ADA, True))
        await row(table, "deadlines recomputed, together", lambda: book.recompute(ADA))
        await row(table, "deadlines recomputed, one by one", lambda: one_by_one(store, book), 3)


if __name__ == "__main__":
    asked(__doc__)
    asyncio.run(main())
