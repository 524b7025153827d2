"""The throughput of one machine with one, two and four processes, on SQLite and on PostgreSQL.

Turns through the service (the match read and checked against its summary, the move decided by the
rules, written with its post), plain appends, posts taken on and marked as delivered, questions to a
thousand and to many more stored matches, and memory. For comparison the naive ways, by asyncpg on
bare tables. Eight matches are played in parallel in each process. Discord is not included. The
PostgreSQL is that of the tests with its usual settings, on the disk of the temporary folder
(`TMPDIR` moves it). CPU is that of our processes, not of the server, for each piece of work. Turns
and posts are measured twice, and the better is printed.

    python -m bench.scale [--turns N] [--matches N]
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from tqdm import tqdm

from bench.scale import processes as done
from bench.scale import stored
from bench.scale.processes import POSTGRES, SQLITE, Measured, empty
from bench.timing import Table, apart, asked, middle_and_slowest, scratch
from tests import postgres

PROCESSES = (1, 2, 4)
ROUNDS = 2
NAIVE = f"{POSTGRES}, bare"
CLAIMED, LOCKED = "a post claimed, delivered", "a row locked, marked"


async def machine(server: str) -> None:
    connection = await asyncpg.connect(server)
    version = connection.get_server_version()
    synced = await connection.fetchval("SHOW fsync")
    await connection.close()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} cores, PostgreSQL {version.major}.{version.minor}, fsync {synced}")
    print(f"load before: {load}\n", flush=True)


@dataclass(frozen=True)
class Row:
    """A line of the first table: what is measured, on what, by how many processes."""

    what: str
    kind: str
    processes: int
    measure: Callable[[str, int], Awaitable[Measured]]

    async def measured(self, folder: Path, server: str) -> Measured:
        kind = SQLITE if self.kind == SQLITE else POSTGRES
        async with empty(kind, folder, server) as address:
            return await self.measure(address, self.processes)

    def figures(self, found: Measured) -> list[float | str]:
        halves, cpu = middle_and_slowest(found.taken), found.cpu / len(found.taken) * 1000
        return [self.kind, self.processes, found.rate, *halves, cpu]


def rows(count: int) -> Iterator[Row]:
    """What is measured. A file knows no claims: two processes would do everything twice."""

    async def turn(address: str, processes: int) -> Measured:
        return done.through_service(address, processes, count)

    async def single(address: str, processes: int) -> Measured:
        return done.appended(address, processes, count // 2, at_once=1)

    async def append(address: str, processes: int) -> Measured:
        return done.appended(address, processes, count)

    async def bare(address: str, processes: int) -> Measured:
        return await done.bare_turns(address, processes, count)

    async def deliver(address: str, processes: int) -> Measured:
        await done.waiting(address, count)
        return done.delivered(address, processes, count)

    async def lock(address: str, processes: int) -> Measured:
        return await done.bare_posts(address, processes, count)

    for kind in (SQLITE, POSTGRES):
        yield Row("a move appended, one at a time", kind, 1, single)
    for what, each in (("a turn through the service", turn), ("a move appended", append)):
        for kind in (SQLITE, POSTGRES):
            yield from (Row(what, kind, number, each) for number in PROCESSES)
    yield from (Row("event + post committed", NAIVE, number, bare) for number in PROCESSES)
    yield Row(CLAIMED, SQLITE, 1, deliver)
    # Each next to its naive way: what else the machine does changes from minute to minute.
    for number in PROCESSES:
        yield Row(CLAIMED, POSTGRES, number, deliver)
        yield Row(LOCKED, NAIVE, number, lock)


async def working(folder: Path, server: str, count: int) -> None:
    """The first table: all of it twice, and the better of both."""
    best: dict[int, Measured] = {}
    every = list(enumerate(rows(count)))
    for number, each in tqdm(every * ROUNDS, desc="turns and posts", leave=False):
        found = await each.measured(folder, server)
        best[number] = max(best.get(number, found), found, key=lambda one: one.rate)
    heads = ("store", "processes", "a second", "p50 ms", "p99 ms", "CPU ms")
    table = Table("", *heads, form=",.2f", first=32)
    for number, each in every:
        table.row(each.what, *each.figures(best[number]))
    rates = {(each.what, each.kind, each.processes): best[number].rate for number, each in every}
    for number in PROCESSES:
        share = rates[CLAIMED, POSTGRES, number] / rates[LOCKED, NAIVE, number]
        print(f"{number} processes: posts are claimed at {share:.0%} of the rate of bare rows")


async def storing(folder: Path, server: str, few: int, many: int) -> None:
    for kind in (SQLITE, POSTGRES):
        async with empty(kind, folder, server) as small, empty(kind, folder, server) as large:
            await stored.fill(small, few)
            began = time.perf_counter()
            await stored.fill(large, many)
            print(f"\n{kind}, filled in {time.perf_counter() - began:.0f} s")
            heads = (f"{few:,}", f"{many:,}", "ratio")
            table = Table("stored matches, ms", *heads, form=",.2f")
            for name, one, other in await stored.compared(small, large):
                table.row(name, one * 1000, other * 1000, other / one)
            running = many // 100
            counts = (min(100, running), running)
            table = Table("open matches touched", "before", *(f"{each:,}" for each in counts))
            found = apart(stored.touched, large, counts)
            table.row("memory of a process (RSS), MB", *found)


async def main(count: int, many: int) -> None:
    """All tables, in a temporary folder."""
    with scratch("server") as path, postgres.server(path) as running:
        folder, server = path.parent, running.get_uri()
        await machine(server)
        await working(folder, server, count)
        await storing(folder, server, 1000, many)


if __name__ == "__main__":
    words = asked(__doc__, turns=500, matches=10_000)
    asyncio.run(main(words.turns, words.matches))
