"""How fast the store writes and reads, and what a hundred thousand stored matches cost.

The seed is fixed; the disk is that of the temporary folder (`TMPDIR` moves it).

    python -m bench.store
"""

import asyncio
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.timing import apart, resident
from bot.catalog import entry
from bot.model import turns
from bot.model.decide.challenge import challenge_event
from bot.model.events import Event, Person, Played, Started
from bot.model.fold import fold, record_events
from bot.model.fold.positions import positions_to_keep, rules_version
from bot.model.post_kinds import PostKind
from bot.model.projection import posts_for, summary_of
from bot.model.records import MatchId, MatchSummary, Post
from bot.service.build import build_service
from bot.service.matches import WEEK
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ADA, GRACE = Person(1, "Ada"), Person(2, "Grace")
APPENDS = 1000
PLIES = 1000
STORED = 100_000
SEED = 7

MATCH = """INSERT INTO matches
    (id, seq, game, status, channel, guild, people, turn, deadline, due, updated)
VALUES (?, ?, 'bump', ?, ?, ?, ?, ?, ?, ?, ?)"""
EVENT = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, ?, ?, ?, ?)"
POST = """INSERT INTO outbox (match_id, seq, kind, channel, message) VALUES (?, ?, 'turn', ?, ?)"""


def long_game(plies: int) -> list[Event]:
    """A game of Bump of that many moves, by players who do not mind where it leads."""
    game = entry("bump").game
    dice = random.Random(SEED)
    while True:
        position, texts = game.start({}), list[str]()
        while game.outcome(position) is None and len(texts) < plies:
            move = dice.choice(list(game.moves(position)))
            texts.append(game.format(position, move))
            position = game.play(position, move).position
        if len(texts) == plies:
            break
    asked = challenge_event("bump", {}, ADA, (GRACE,), 7, 70, "host", WEEK, NOW)
    moves = (Played(1 + ply % 2, text) for ply, text in enumerate(texts))
    return [asked, Started((ADA, GRACE), {}), *moves]


def summary(events: list[Event]) -> Callable[[MatchId], tuple[MatchSummary, list[Post]]]:
    """What is written beside the events of a new match."""

    def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
        match = fold(record_events(events, 0, NOW), number)
        return summary_of(match), posts_for(None, match, events)

    return summarize


def spread(seconds: list[float]) -> str:
    """The median and the slowest hundredth, in milliseconds."""
    ordered = sorted(seconds)
    p99 = ordered[int(len(ordered) * 0.99)]
    return f"p50 {statistics.median(ordered) * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms"


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Seconds that the work takes."""
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


async def appends(path: Path) -> Iterator[tuple[str, str]]:
    """One move after another, each with its post, each on the disk before the next."""
    store = await SqliteStore.open(path)
    opening = long_game(1)
    number = await store.create(opening, NOW, summary(opening))
    standing = await store.summary(number)

    async def append(after: int) -> None:
        seq = after + 1
        changed = replace(standing, seq=seq)
        said = [Post(number, seq, PostKind.TURN)]
        before = replace(standing, seq=after)
        await store.append(before, [Played(1, "03,05-1")], NOW, changed, said)

    taken = [
        await timed(lambda after=after: append(after))  # type: ignore[misc]
        for after in range(3, 3 + APPENDS)
    ]
    together = await timed(lambda: many(store))
    await store.close()
    return iter(
        [
            ("append a move, one at a time", f"{APPENDS / sum(taken):,.0f}/s, {spread(taken)}"),
            ("append, 20 matches at once", f"{APPENDS / together:,.0f}/s"),
        ]
    )


async def many(store: SqliteStore) -> None:
    """As many moves as before, over 20 matches at once."""
    opening = long_game(1)

    async def one() -> None:
        number = await store.create(opening, NOW, summary(opening))
        standing = await store.summary(number)
        for seq in range(4, 4 + APPENDS // 20):
            said = [Post(number, seq, PostKind.TURN)]
            changed = replace(standing, seq=seq)
            before = replace(standing, seq=seq - 1)
            await store.append(before, [Played(1, "03,05-1")], NOW, changed, said)

    await asyncio.gather(*(one() for _ in range(20)))


async def reading(path: Path) -> Iterator[tuple[str, str]]:
    """A long match opened from the disk as after a restart: all replayed, and behind positions."""
    store = await SqliteStore.open(path)
    events = long_game(PLIES)
    number = await store.create(events, NOW, summary(events))
    rules = entry("bump").game
    whole = fold(await store.events(number), number)
    recorded = record_events(events, 0, NOW)

    async def opened(seq: int, *, behind: bool) -> None:
        turns._resolved.clear()
        kept = await store.positions(number, rules_version(rules)) if behind else {}
        fold((await store.events(number))[:seq], number, kept)

    async def both(seq: int) -> tuple[str, str]:
        kept = {at: text for at, text in positions_to_keep(whole, {}).items() if at <= seq}
        await store.save_positions(number, rules_version(rules), kept)
        assert fold(recorded[:seq], number, kept) == fold(recorded[:seq], number)
        plain = [await cpu(lambda: opened(seq, behind=False)) for _ in range(11)]
        behind = [await cpu(lambda: opened(seq, behind=True)) for _ in range(11)]
        return spread(plain), spread(behind)

    latest, earlier = await both(len(events)), await both(len(events) // 2)
    await store.close()
    return iter(
        [
            (f"open a match of {PLIES} moves, all replayed (CPU)", latest[0]),
            ("the same behind kept positions (CPU)", latest[1]),
            (f"as it stood after {PLIES // 2} moves, all replayed (CPU)", earlier[0]),
            ("the same behind kept positions (CPU)", earlier[1]),
        ]
    )


async def cpu(work: Callable[[], Awaitable[object]]) -> float:
    """CPU seconds of all threads that the work takes."""
    began = time.process_time()
    await work()
    return time.process_time() - began


def fill(path: Path) -> None:
    """100,000 matches of ten events each, a hundred of them running, written directly."""
    prepare(path)
    dice = random.Random(SEED)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for number in range(1, STORED + 1):
            put(connection, number, dice)
        connection.execute("COMMIT")


def put(connection: sqlite3.Connection, number: int, dice: random.Random) -> None:
    """One stored match between two of 5,000 people in one of 500 channels."""
    at = (NOW + timedelta(minutes=number)).isoformat(timespec="microseconds")
    people = [Person(dice.randrange(1, 5000), "Somebody"), Person(5000, "Somebody else")]
    seated = json.dumps([{"id": p.id, "name": p.name} for p in people])
    running = number % (STORED // 100) == 0
    channel, deadline = dice.randrange(500), at if running else None
    status, turn = ("running", people[0].id) if running else ("ended", None)
    connection.execute(
        MATCH, (number, 10, status, channel, 70, seated, turn, deadline, deadline, at)
    )
    asked = challenge_event("bump", {}, people[0], (people[1],), channel, 70, "host", WEEK, NOW)
    events = [asked, Started(tuple(people), {}), *[Played(1, "pass")] * 8]
    connection.executemany(
        EVENT, [(number, s, e.kind, e.payload(), at) for s, e in enumerate(events, 1)]
    )
    connection.executemany(POST, [(number, seq, channel, seq) for seq in range(2, 11)])


async def starting(path: Path) -> None:
    """What a bot does first with a big store; prints figures as JSON."""
    at_rest = resident()
    began = time.perf_counter()
    store = await SqliteStore.open(path)
    matches = build_service(store, clock=lambda: NOW, chance=random.Random(SEED)).matches
    await store.pending(NOW)
    await store.upcoming(NOW)
    ready = time.perf_counter() - began
    lists = [
        await timed(lambda person=person: matches.of_person(person))  # type: ignore[misc]
        for person in range(1, 200)
    ]
    channels = [
        await timed(lambda channel=channel: matches.of_channel(channel))  # type: ignore[misc]
        for channel in range(200)
    ]
    memory = resident()
    await store.close()
    figures = {"ready": ready, "lists": lists, "channels": channels}
    print(json.dumps({**figures, "memory": memory, "grown": memory - at_rest}))


def big(path: Path) -> Iterator[tuple[str, str]]:
    """A store of 100,000 matches, opened by a fresh process."""
    fill(path)
    yield "size of 100,000 stored matches", f"{path.stat().st_size / 1e6:,.0f} MB"
    figures = apart("bench.store", "--starting", path)
    yield "start with them (open, outbox, clock)", f"{figures['ready'] * 1000:.1f} ms"
    yield (
        "memory of that process (RSS)",
        f"{figures['memory']:.0f} MB, {figures['grown']:.1f} MB of it the store's",
    )
    yield "list a person's open matches", spread(figures["lists"])
    yield "list a channel's open matches", spread(figures["channels"])


def main() -> None:
    """Run everything in a temporary folder and print the table."""
    if sys.argv[1:2] == ["--starting"]:
        asyncio.run(starting(Path(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory() as folder:
        figures = [
            *asyncio.run(appends(Path(folder) / "appends")),
            *asyncio.run(reading(Path(folder) / "reading")),
            *big(Path(folder) / "big"),
        ]
    width = max(len(what) for what, _ in figures)
    for what, figure in figures:
        print(f"{what:<{width}}  {figure}")


if __name__ == "__main__":
    main()
