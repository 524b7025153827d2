"""What one machine gives with one, two and four processes, on SQLite and on PostgreSQL.

Turns through the service (the match read and checked against its row, the move decided by the
rules, written with its post), plain appends, posts taken on and marked as delivered, questions to
a thousand and to a million stored matches, and memory. Beside them the naive ways, by asyncpg on
bare tables. Eight matches go on side by side in each process. Discord is not in it. The PostgreSQL
is that of the tests with its usual settings, on the disk of the temporary folder (`TMPDIR` moves
it). CPU is that of our processes, not of the server, for each piece of work.

    python -m bench.scale [--small]
"""

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

import asyncpg

from bench.scale import memory, posts, stored, turns
from bench.scale.databases import POSTGRES, SQLITE, empty
from bench.scale.processes import Measured
from tests import postgres

PROCESSES = (1, 2, 4)
KINDS = (SQLITE, POSTGRES)
NAIVE = f"{POSTGRES}, bare"


async def machine(server: str) -> None:
    """What the figures were measured on."""
    connection = await asyncpg.connect(server)
    version = connection.get_server_version()
    synced = await connection.fetchval("SHOW fsync")
    await connection.close()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} cores, PostgreSQL {version.major}.{version.minor}, fsync {synced}")
    print(f"load before: {load}\n", flush=True)


def row(what: str, kind: str, processes: int, found: Measured) -> None:
    """A line of the first table."""
    cpu = found.cpu / len(found.taken) * 1000
    print(
        f"{what:<32}{kind:<18}{processes:>9}{found.rate:>10,.0f}{found.spread():>18}{cpu:>10.2f}",
        flush=True,
    )


def heads() -> None:
    """The heads of the first table."""
    print(f"{'':<32}{'':<18}{'processes':>9}{'a second':>10}{'p50 / p99 ms':>18}{'CPU ms':>10}")


async def writing(folder: Path, server: str, count: int) -> None:
    """Turns and appends."""
    through, append, single = "a turn through the service", "a move appended", "one at a time"
    for kind in KINDS:
        for number in PROCESSES:
            async with empty(kind, folder, server) as address:
                row(through, kind, number, turns.through_service(address, number, count))
    for kind in KINDS:
        async with empty(kind, folder, server) as address:
            row(f"{append}, {single}", kind, 1, turns.appended(address, 1, count, at_once=1))
        for number in PROCESSES:
            async with empty(kind, folder, server) as address:
                row(append, kind, number, turns.appended(address, number, 2 * count))
    for number in PROCESSES:
        async with empty(POSTGRES, folder, server) as address:
            row(
                "event + post committed",
                NAIVE,
                number,
                await turns.bare(address, number, 2 * count),
            )


async def posting(folder: Path, server: str, count: int) -> None:
    """Posts. A file knows no claims: two processes would say everything twice."""
    for kind in KINDS:
        for number in PROCESSES if kind == POSTGRES else (1,):
            async with empty(kind, folder, server) as address:
                await posts.waiting(address, count)
                row(
                    "a post claimed, delivered",
                    kind,
                    number,
                    posts.delivered(address, number, count),
                )
    for number in PROCESSES:
        async with empty(POSTGRES, folder, server) as address:
            row("a row locked, marked", NAIVE, number, await posts.bare(address, number, count))


async def storing(folder: Path, server: str, few: int, many: int) -> None:
    """Lists and memory."""
    for kind in KINDS:
        async with (
            empty(kind, folder, server) as small,
            empty(kind, folder, server) as large,
        ):
            await stored.fill(small, few)
            began = time.perf_counter()
            await stored.fill(large, many)
            print(f"\n{kind}, filled in {time.perf_counter() - began:.0f} s: stored matches, ms")
            print(f"{'':<38}{few:>12,}{many:>12,}{'ratio':>8}")
            for name, one, other in await stored.compared(small, large):
                print(f"{name:<38}{one * 1000:>12.2f}{other * 1000:>12.2f}{other / one:>8.2f}")
            counts = (100, many // 100)
            found = memory.touched(large, counts)
            heads = ("before", *(f"{each:,}" for each in counts))
            print(f"{'open matches touched':<38}" + "".join(f"{each:>12}" for each in heads))
            print(
                f"{'memory of a process (RSS), MB':<38}"
                + "".join(f"{each:>12.0f}" for each in found),
                flush=True,
            )


async def main(*, small: bool) -> None:
    """All tables, in a temporary folder."""
    count, many = (400, 20_000) if small else (2000, 1_000_000)
    with tempfile.TemporaryDirectory() as name, postgres.server(Path(name) / "server") as server:
        folder = Path(name)
        await machine(server)
        heads()
        await writing(folder, server, count)
        await posting(folder, server, count)
        await storing(folder, server, 1000, many)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--small", action="store_true", help="a quick look")
    asyncio.run(main(small=words.parse_args().small))
