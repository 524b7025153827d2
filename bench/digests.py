"""The cost of digests: appends with and without one, by turns in the same run, on both stores; and
how long it takes to digest matches that are older than digests, and to compare all of them.

Milliseconds of wall time and CPU of our process for an append; seconds for all matches, which have
twelve events, or 27 of one that runs.

    python -m bench.digests [--turns N] [--matches N]
"""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.filling import SEED, append_move, random_game, summary
from bench.scale.processes import POSTGRES, SQLITE, AnyStore, empty, opened
from bench.scale.stored import fill
from bench.timing import Table, asked, scratch, share
from bot.service.results.digests import AT_ONCE
from bot.store.auditing import open_snapshot
from bot.store.maintenance import MATCHES, disagreement_of
from bot.store.matches import EVENTS
from tests import postgres

ROUNDS = 20
UNDIGESTED = "INSERT INTO counters (name, value) SELECT 'undigested', max(id) + 1 FROM matches"


async def _appends(table: Table, kind: str, store: AnyStore, turns: int) -> None:
    opening = random_game(SEED)[:2]
    now = datetime.now(UTC)
    digested = await store.summary(await store.create(opening, now, summary(opening)))
    plain = replace(
        await store.summary(await store.create(opening, now, summary(opening))), digest=None
    )
    rows = {"without a digest": plain, "with a digest": digested}
    walls: dict[str, list[float]] = {name: [] for name in rows}
    cpus = dict.fromkeys(rows, 0.0)
    for _ in range(ROUNDS):
        for name in rows:
            for _ in range(turns // ROUNDS):
                began, used = time.perf_counter(), time.process_time()
                rows[name] = await append_move(store, rows[name], now)
                walls[name].append(time.perf_counter() - began)
                cpus[name] += time.process_time() - used
    for name, taken in walls.items():
        table.row(f"an append {name}, {kind}", share(0.5, taken) * 1e3, cpus[name] / turns * 1e3)


async def _older(table: Table, kind: str, address: str, count: int) -> None:
    await fill(address, count)
    async with opened(address) as store:
        writing: Any = store
        await writing._write_alone(UNDIGESTED)
        began, used = time.perf_counter(), time.process_time()
        while found := await store.undigested(AT_ONCE):
            await store.digest(found, found[-1])
        taken = time.perf_counter() - began, time.process_time() - used
    table.row(f"{count:,} matches digested, {kind}", *taken)
    began, used = time.perf_counter(), time.process_time()
    assert not await _disagreeing(Path(address) if kind == SQLITE else address)
    taken = time.perf_counter() - began, time.process_time() - used
    table.row(f"{count:,} matches compared, {kind}", *taken)


async def _disagreeing(kept: Path | str) -> list[str]:
    async with open_snapshot(kept) as read:
        matches = await read(MATCHES)
        found = [disagreement_of(row, await read(EVENTS, row[0])) for row in matches]
    return [each for each in found if each]


async def measure(folder: Path, server: str, turns: int, matches: int) -> None:
    table = Table("milliseconds", "wall", "CPU", form=",.3f")
    for kind in (SQLITE, POSTGRES):
        async with empty(kind, folder, server) as address, opened(address) as store:
            await _appends(table, kind, store, turns)
    print()
    table = Table("seconds", "wall", "CPU")
    for kind in (SQLITE, POSTGRES):
        async with empty(kind, folder, server) as address:
            await _older(table, kind, address, matches)


def main() -> None:
    words = asked(__doc__, turns=2000, matches=100_000)
    with scratch("server") as path, postgres.server(path) as server:
        asyncio.run(measure(path.parent, server.get_uri(), words.turns, words.matches))


if __name__ == "__main__":
    main()
