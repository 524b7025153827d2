"""The cost of exporting and deleting the data of a person with 10,000 matches.

Besides theirs there are as many matches of others. The disk is that of the temporary folder
(`TMPDIR` moves it).

    python -m bench.privacy [--matches N]

`naive` reads all events to find those that name the person, as one would without the tables that
find them, and changes nothing. `stall` is the longest time that the event loop did nothing else,
`write` the longest that another write had to wait for its turn.
"""

import asyncio
import random
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.filling import filled, insert_history, insert_match, stored
from bench.timing import Table, asked, awaited, beside, stalls, timed
from bot.model.events import Accepted, Challenged, Person, Played, Started
from bot.model.records import MatchId
from bot.service.build import Service
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
MOVES = 40
HEADS = ("took s", "stall ms", "write ms")
ADA = Person(770_000_000_000_000_001, "Ada")
VISITS = """INSERT INTO visits (person, match_id, seq)
SELECT json_extract(people, '$[0].id'), id, 3 FROM matches"""
NAIVE = "SELECT count(*) FROM events WHERE payload LIKE ?"


def fill(path: Path, count: int) -> None:
    """That many matches of hers and as many of others, without playing them."""
    moves = [Played(n % 2 + 1, f"0{n % 9},1{n % 9}", 10**9) for n in range(MOVES)]
    with filled(path) as connection:
        for number in range(1, 2 * count + 1):
            one = ADA if number % 2 else Person(10**17 + number, "Grace")
            two = Person(2 * 10**17 + number, "Linus")
            asked = Challenged("bump", {}, one, (two,), 7, 70, "host", 7, expires=NOW)
            events = [asked, Accepted(two), Started((one, two), {}), *moves]
            row = {"id": number, "seq": len(events), "status": "ended", "updated": time_text(NOW)}
            insert_match(connection, (one.id, two.id), row)
            insert_history(connection, number, events, NOW)
        connection.execute(VISITS)


async def keep_writing(store: SqliteStore, taken: list[float]) -> None:
    """Note how long another write takes, again and again."""
    while True:
        taken += await awaited(lambda: store.visit(5, MatchId(2), 3, NOW))
        await asyncio.sleep(0.005)


async def main(count: int) -> None:
    async with stored(lambda path: fill(path, count)) as store:
        await measure(store, Table(f"{count:,} matches", *HEADS, form=",.2f"))


async def measure(store: SqliteStore, table: Table) -> None:
    with closing(connect(store.path)) as connection:
        (took,) = timed(lambda: connection.execute(NAIVE, (f"%{ADA.id}%",)).fetchone())
    table.row("naive", took)
    clock = [NOW]
    service = Service(store, clock=lambda: clock[0], chance=random.Random(1))
    for name, work in (("export", _export), ("delete", _delete)):
        written: list[float] = []
        began = time.perf_counter()
        async with beside(keep_writing(store, written)), stalls() as late:
            done = await work(service, clock)
            took = time.perf_counter() - began
        table.row(name + done, took, max(late) * 1e3, max(written) * 1e3)


async def _export(service: Service, _: list[datetime]) -> str:
    files = await service.privacy.export(ADA.id)
    sizes = ", ".join(f"{len(each.content) / 2**20:.1f}" for each in files)
    return f", {len(files)} files ({sizes} MB)"


async def _delete(service: Service, clock: list[datetime]) -> str:
    await service.privacy.request_deletion(ADA.id)
    # What is done at once, and after the minute that everything has to wait.
    await service.queue.tick()
    clock[0] += timedelta(minutes=2)
    await service.queue.tick()
    return ""


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, matches=3_000).matches))
