"""What it takes to hand out and to delete somebody with 10,000 matches.

Beside theirs there are as many matches of others. The disk is that of the temporary folder
(`TMPDIR` moves it).

    python -m bench.privacy

`naive` reads all events there are for those that name the person, as one would without the tables
that find them, and changes nothing. `stall` is the longest time that the event loop did nothing
else, `write` the longest that another write had to wait for its turn.
"""

import asyncio
import random
import tempfile
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.model.events import Accepted, Challenged, Person, Played, Started
from bot.model.records import MatchId
from bot.service.build import Service, build_service
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
OWN, OTHERS, MOVES = 10_000, 10_000, 40
ADA = Person(770_000_000_000_000_001, "Ada")
MATCH = """INSERT INTO matches (id, seq, game, status, channel, guild, people, updated)
VALUES (?, ?, 'bump', 'ended', 7, 70, ?, ?)"""
EVENT = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, ?, ?, ?, ?)"
VISIT = "INSERT INTO visits (person, match_id, seq) VALUES (?, ?, 3)"
POST = """INSERT INTO outbox (match_id, seq, kind, channel, message)
SELECT match_id, seq, 'turn', 7, match_id * 100 + seq FROM events WHERE kind = 'played'"""


def fill(path: Path) -> None:
    """The matches, without playing them."""
    prepare(path)
    at = time_text(NOW)
    with closing(connect(path)) as connection:
        connection.execute("BEGIN")
        for number in range(1, OWN + OTHERS + 1):
            one = ADA if number % 2 else Person(10**17 + number, "Grace")
            two = Person(2 * 10**17 + number, "Linus")
            seated = Started((one, two), {})
            asked = Challenged("bump", {}, one, (two,), 7, 70, "host", 7, expires=NOW)
            moves = [Played(n % 2 + 1, f"0{n % 9},1{n % 9}", 10**9) for n in range(MOVES)]
            events = [asked, Accepted(two), seated, *moves]
            people = f'[{{"id": {one.id}, "name": "{one.name}"}}, {{"id": {two.id}, "name": "x"}}]'
            connection.execute(MATCH, (number, len(events), people, at))
            rows = ((number, seq, e.kind, e.payload(), at) for seq, e in enumerate(events, 1))
            connection.executemany(EVENT, rows)
            connection.execute(VISIT, (one.id, number))
        connection.execute(POST)
        connection.execute("COMMIT")


async def longest_stall(longest: list[float]) -> None:
    """Notes how long the event loop was away at most."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        longest[0] = max(longest[0], time.perf_counter() - began - 0.001)


async def longest_write(store: SqliteStore, longest: list[float]) -> None:
    """Notes how long another write took at most."""
    while True:
        began = time.perf_counter()
        await store.visit(5, MatchId(2), 3, NOW)
        longest[0] = max(longest[0], time.perf_counter() - began)
        await asyncio.sleep(0.005)


async def measured(path: Path) -> None:
    """Hand out, then delete, and print what it took."""
    store = await SqliteStore.open(path)
    clock = [NOW]
    service = build_service(store, clock=lambda: clock[0], chance=random.Random(1))
    for name, work in (("export", _export), ("delete", _delete)):
        stall, write = [0.0], [0.0]
        watching = [
            asyncio.create_task(longest_stall(stall)),
            asyncio.create_task(longest_write(store, write)),
        ]
        began = time.perf_counter()
        said = await work(service, clock)
        took = time.perf_counter() - began
        for each in watching:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each
        print(f"{name:8} {took:8.2f} s {stall[0] * 1e3:8.1f} ms {write[0] * 1e3:8.1f} ms  {said}")
    await store.close()


async def _export(service: Service, _: list[datetime]) -> str:
    files = await service.privacy.export(ADA.id)
    sizes = ", ".join(f"{len(each.content) / 2**20:.1f}" for each in files)
    return f"{len(files)} files ({sizes} MB)"


async def _delete(service: Service, clock: list[datetime]) -> str:
    await service.privacy.request_deletion(ADA.id)
    # What is done at once, and behind the minute that all has to wait for.
    await service.queue.tick()
    clock[0] += timedelta(minutes=2)
    await service.queue.tick()
    return f"{OWN:,} matches"


def naive(path: Path) -> None:
    """Read every event for the person."""
    began = time.perf_counter()
    with closing(connect(path)) as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM events WHERE payload LIKE ?", (f"%{ADA.id}%",)
        ).fetchone()
    print(f"{'naive':8} {time.perf_counter() - began:8.2f} s{'':26}  {count:,} events found")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite3"
        fill(path)
        print(f"{'':8} {'took':>10} {'stall':>11} {'write':>11}")
        naive(path)
        asyncio.run(measured(path))


if __name__ == "__main__":
    main()
