"""How fast the store writes and reads, and what a hundred thousand stored matches cost.

The seed is fixed; the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.store [--matches N]
"""

import asyncio
import gc
import random
import sqlite3
import time
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.filling import (
    NOW,
    SEED,
    append_move,
    filled,
    insert_history,
    insert_match,
    random_game,
    summary,
)
from bench.timing import Table, apart, asked, awaited, resident, scratch, share
from bot.catalog import entry
from bot.model import turns
from bot.model.decide.challenge import challenge_event
from bot.model.events import Person, Played, Started
from bot.model.fold import fold, record_events
from bot.model.fold.positions import positions_to_keep, rules_version
from bot.service.build import Service
from bot.service.matches import WEEK
from bot.store.rows import time_text
from bot.store.sqlite import SqliteStore

APPENDS = 1000
PLIES = 1000


async def appends(path: Path) -> None:
    """Print how fast moves are written with their posts, each on the disk before the next."""
    table = Table("append a move", "a second", "p50 ms", "p99 ms", form=",.2f")
    store = await SqliteStore.open(path)

    async def play(moves: int, taken: list[float]) -> None:
        opening = random_game(SEED, 1)
        row = await store.summary(await store.create(opening, NOW, summary(opening)))
        for _ in range(moves):
            began = time.perf_counter()
            row = await append_move(store, row, NOW)
            taken.append(time.perf_counter() - began)

    for matches in (1, 20):
        taken: list[float] = []
        games = [play(APPENDS // matches, taken) for _ in range(matches)]
        (whole,) = await awaited(lambda games=games: asyncio.gather(*games))  # type: ignore[misc]
        table.row(f"in {matches} matches at once", APPENDS / whole, *figures(taken))
    await store.close()


def figures(taken: list[float]) -> list[float]:
    """The median and the slowest hundredth, in milliseconds."""
    return [share(part, taken) * 1000 for part in (0.5, 0.99)]


async def reading(path: Path) -> None:
    """Print what a long match takes from the disk, as after a restart: all replayed, and behind
    positions."""
    store = await SqliteStore.open(path)
    events = random_game(SEED, PLIES)
    number = await store.create(events, NOW, summary(events))
    rules = entry("bump").game
    whole = fold(await store.events(number), number)
    recorded = record_events(events, 0, NOW)
    # As the bot does at its start: a look through all that is loaded takes longer than a match.
    gc.collect()
    gc.freeze()

    async def opened(seq: int, *, behind: bool) -> None:
        turns._resolved.clear()
        kept = await store.positions(number, rules_version(rules)) if behind else {}
        fold((await store.events(number))[:seq], number, kept)

    table = Table(f"open a match of {PLIES} moves (CPU)", "p50 ms", "p99 ms", form=",.2f")
    for name, seq in (("the newest", len(events)), ("half way", len(events) // 2)):
        kept = {at: text for at, text in positions_to_keep(whole, {}).items() if at <= seq}
        await store.save_positions(number, rules_version(rules), kept)
        assert fold(recorded[:seq], number, kept) == fold(recorded[:seq], number)
        for how, behind in (("all replayed", False), ("behind kept positions", True)):
            work = partial(opened, seq, behind=behind)
            taken = await awaited(work, 11, time.process_time)
            table.row(f"{name}, {how}", *figures(taken))
    await store.close()


def fill(path: Path, count: int) -> None:
    """Matches of ten events each, a hundred of them running."""
    dice = random.Random(SEED)
    with filled(path) as connection:
        for number in range(1, count + 1):
            put(connection, number, dice, running=number % max(1, count // 100) == 0)


def put(connection: sqlite3.Connection, number: int, dice: random.Random, *, running: bool) -> None:
    """One stored match between two of 5,000 people in one of 500 channels."""
    at = NOW + timedelta(minutes=number)
    people = Person(dice.randrange(1, 5000), "Somebody"), Person(5000, "Somebody else")
    row: dict[str, object] = {"id": number, "seq": 10, "channel": dice.randrange(500)}
    row["updated"] = time_text(at)
    if running:
        row |= {"turn": people[0].id, "deadline": time_text(at), "due": time_text(at)}
    else:
        row["status"] = "ended"
    insert_match(connection, (people[0].id, people[1].id), row)
    asked = challenge_event("bump", {}, people[0], (people[1],), 7, 70, "host", WEEK, NOW)
    insert_history(connection, number, [asked, Started(people, {}), *[Played(1, "pass")] * 8], at)


class Found(NamedTuple):
    """What a bot does first with a big store: seconds, and megabytes."""

    ready: float
    people: list[float]
    channels: list[float]
    memory: float
    grown: float


async def _starting(path: Path) -> Found:
    at_rest = resident()
    began = time.perf_counter()
    store = await SqliteStore.open(path)
    matches = Service(store, clock=lambda: NOW, chance=random.Random(SEED)).matches
    await store.pending(NOW)
    await store.upcoming(NOW)
    ready = time.perf_counter() - began
    people, channels = iter(range(1, 200)), iter(range(200))
    of_people = await awaited(lambda: matches.of_person(next(people)), 199)
    of_channels = await awaited(lambda: matches.of_channel(next(channels)), 200)
    memory = resident()
    await store.close()
    return Found(ready, of_people, of_channels, memory, memory - at_rest)


def starting(path: Path) -> Found:
    """The start of a bot, measured in this process."""
    return asyncio.run(_starting(path))


def big(path: Path, count: int) -> None:
    """Print what a store of many matches costs a fresh process that opens it."""
    fill(path, count)
    found = apart(starting, path)
    print(f"\n{count:,} stored matches: {path.stat().st_size / 1e6:,.0f} MB")
    print(f"start with them (open, outbox, clock): {found.ready * 1000:.1f} ms")
    print(f"memory of that process: {found.memory:.0f} MB, {found.grown:.1f} of it the store's")
    table = Table("list open matches", "p50 ms", "p99 ms", form=",.2f")
    table.row("of a person", *figures(found.people))
    table.row("of a channel", *figures(found.channels))


def main(count: int) -> None:
    for bench in (appends, reading):
        with scratch() as path:
            asyncio.run(bench(path))
    with scratch() as path:
        big(path, count)


if __name__ == "__main__":
    main(asked(__doc__, matches=100_000).matches)
