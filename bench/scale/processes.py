"""Turns and posts of one, two and four processes, without Discord: through the service, as plain
appends, and the naive ways. All processes begin at the same instant, on an empty database of either
kind, named by an address that a process can be given."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import asyncpg

from bench.filling import (
    ADA,
    GRACE,
    SEED,
    TURNS,
    append_move,
    begun,
    random_game,
    random_texts,
    summary,
)
from bench.timing import SPAWN
from bot.model.commands import Play
from bot.model.events import Played
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, MatchId, MatchSummary, MessageId, Post, Seat, Seq
from bot.service.build import Service
from bot.service.queue import AT_ONCE
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests import postgres

SQLITE, POSTGRES = "SQLite", "PostgreSQL"

AnyStore = SqliteStore | PostgresStore


def is_server(address: str) -> bool:
    """Whether the address names a PostgreSQL server, not a file."""
    return address.startswith("postgresql://")


@asynccontextmanager
async def empty(kind: str, folder: Path, server: str) -> AsyncIterator[str]:
    """The address of a new database of that kind, up to date; gone in the end."""
    if kind == SQLITE:
        path = folder / f"{uuid4().hex}.sqlite3"
        await (await SqliteStore.open(path)).close()
        yield str(path)
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        return
    async with postgres.schema(server) as address:
        await (await PostgresStore.open(address)).close()
        yield address


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[AnyStore]:
    if is_server(address):
        store: AnyStore = await PostgresStore.open(address)
    else:
        store = await SqliteStore.open(Path(address))
    try:
        yield store
    finally:
        await store.close()


T = TypeVar("T")


@dataclass
class Measured:
    """What a process, or all of them, did between two instants: seconds of each piece of work."""

    began: float
    ended: float = 0.0
    taken: list[float] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.taken) / (self.ended - self.began)


class Stopwatch:
    """Measures one process, from the instant at which all begin."""

    def __init__(self, parent: Connection) -> None:
        self._parent = parent
        self.measured = Measured(0)

    async def begin(self) -> None:
        """Everything is prepared: wait for the others."""
        self._parent.send("ready")
        await asyncio.to_thread(self._parent.recv)
        self.measured = Measured(time.perf_counter(), cpu=-time.process_time())

    async def timed(self, work: Awaitable[T]) -> T:
        """Do the work, and note how long it took."""
        began = time.perf_counter()
        done = await work
        self.measured.taken.append(time.perf_counter() - began)
        return done

    def end(self) -> None:
        self.measured.ended = time.perf_counter()
        self.measured.cpu += time.process_time()


def _child(parent: Connection, work: Callable[..., Any], values: Sequence[Any]) -> None:
    watch = Stopwatch(parent)
    asyncio.run(work(watch, *values))
    parent.send(watch.measured)


def together(work: Callable[..., Any], values: Sequence[Sequence[Any]]) -> Measured:
    """Run `work(stopwatch, *values)` in one process for each of the values."""
    pipes, running = [], []
    for each in values:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_child, args=(theirs, work, each), daemon=True)
        process.start()
        theirs.close()
        pipes.append(ours)
        running.append(process)
    for pipe in pipes:
        pipe.recv()
    for pipe in pipes:
        pipe.send("begin")
    found: list[Measured] = [pipe.recv() for pipe in pipes]
    for process in running:
        process.join()
    return Measured(
        min(each.began for each in found),
        max(each.ended for each in found),
        [one for each in found for one in each.taken],
        sum(each.cpu for each in found),
    )


# Turns

LANES = 8
"""Matches that are played in parallel in each process, and connections in the naive way."""

GAMES = 5
"""Different games that are played again and again."""

BARE_TURNS = """DROP TABLE IF EXISTS bare_events, bare_outbox;
CREATE TABLE bare_events (match_id bigint, seq integer, kind text, payload jsonb,
    at timestamptz, PRIMARY KEY (match_id, seq));
CREATE TABLE bare_outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, match_id bigint,
    seq integer, kind text, retry_at timestamptz)"""
EVENT = "INSERT INTO bare_events VALUES ($1, $2, 'played', $3, now())"
POST = "INSERT INTO bare_outbox (match_id, seq, kind, retry_at) VALUES ($1, $2, 'turn', now())"


def _shares(address: str, processes: int, turns: int) -> list[tuple[str, int, int]]:
    return [(address, number, turns // processes) for number in range(processes)]


def through_service(address: str, processes: int, turns: int) -> Measured:
    """Moves read with the folded match, decided by the rules and written with their posts."""
    return together(_play, _shares(address, processes, turns))


def appended(address: str, processes: int, turns: int, at_once: int = LANES) -> Measured:
    """Moves written with their posts, and nothing else."""
    shares = _shares(address, processes, turns)
    return together(_append, [(*each, at_once) for each in shares])


async def bare_turns(address: str, processes: int, turns: int) -> Measured:
    """An event and a post inserted and committed by asyncpg: no store can beat this by much."""
    connection = await asyncpg.connect(address)
    await connection.execute(BARE_TURNS)
    await connection.close()
    return together(_commit, _shares(address, processes, turns))


async def _play(watch: Stopwatch, address: str, number: int, turns: int) -> None:
    games = [random_texts(SEED + game) for game in range(GAMES)]
    dice = random.Random(SEED + number)
    async with opened(address) as store:
        matches = Service(store, clock=lambda: datetime.now(UTC), chance=dice).matches
        count = -(-turns // TURNS)
        numbers = [await begun(matches, (ADA, GRACE), (number, 70)) for _ in range(count)]
        waiting = iter(zip(numbers, (games[n % GAMES] for n in range(count)), strict=True))

        async def play() -> None:
            for match, texts in waiting:
                for ply, text in enumerate(texts):
                    mover = (ADA, GRACE)[ply % 2].id
                    await watch.timed(matches.do(match, Play(mover, text)))

        await watch.begin()
        await asyncio.gather(*(play() for _ in range(LANES)))
        watch.end()


async def _append(watch: Stopwatch, address: str, _: int, turns: int, at_once: int) -> None:
    count = -(-turns // TURNS)
    async with opened(address) as store:
        opening = random_game(SEED)[:2]
        now = datetime.now(UTC)
        begun = iter([await store.create(opening, now, summary(opening)) for _ in range(count)])

        async def play() -> None:
            for match in begun:
                await _moves(watch, store, match)

        await watch.begin()
        await asyncio.gather(*(play() for _ in range(at_once)))
        watch.end()


async def _moves(watch: Stopwatch, store: AnyStore, match: MatchId) -> None:
    row = await store.summary(match)
    for _ in range(TURNS):
        row = await watch.timed(append_move(store, row, datetime.now(UTC)))


async def _commit(watch: Stopwatch, address: str, number: int, turns: int) -> None:
    pool = await asyncpg.create_pool(address, min_size=LANES, max_size=LANES)
    payload = Played(Seat(1), "03,05-1").payload()

    async def commit(match: int, seq: Seq) -> None:
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute(EVENT, match, seq, payload)
            await connection.execute(POST, match, seq)

    async def play(lane: int) -> None:
        for seq in range(turns // LANES):
            await watch.timed(commit(number * LANES + lane, Seq(seq)))

    await watch.begin()
    await asyncio.gather(*(play(lane) for lane in range(LANES)))
    watch.end()
    await pool.close()


# Posts

POSTS_OF_MATCH = 5
PAUSE = 0.005
"""Seconds that a process waits after finding only what others have taken on."""

LEFT = "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL"

BARE_POSTS = """DROP TABLE IF EXISTS bare_posts;
CREATE TABLE bare_posts (id bigint PRIMARY KEY, retry_at timestamptz, message bigint);
CREATE INDEX bare_waiting ON bare_posts (id) WHERE retry_at IS NOT NULL"""
WAITING = "INSERT INTO bare_posts SELECT n, now(), NULL FROM generate_series(1, $1) AS n"
CLAIM = """SELECT id FROM bare_posts WHERE retry_at IS NOT NULL
ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"""
MARK = "UPDATE bare_posts SET retry_at = NULL, message = id WHERE id = $1"


async def waiting(address: str, posts: int) -> None:
    """Matches with that many pending posts: the outbox of a bot that was down."""
    events, now = random_game(SEED)[: POSTS_OF_MATCH + 1], datetime.now(UTC)

    def summarize(number: MatchId) -> tuple[MatchSummary, Sequence[Post]]:
        said = [Post(number, Seq(seq), PostKind.TURN) for seq in range(2, POSTS_OF_MATCH + 2)]
        return summary(events)(number)[0], said

    async with opened(address) as store:
        for _ in range(posts // POSTS_OF_MATCH):
            await store.create(events, now, summarize)


def delivered(address: str, processes: int, posts: int) -> Measured:
    """All pending posts, each taken on by one process and delivered by it, in order."""
    found = together(_deliver, [(address,)] * processes)
    assert len(found.taken) == posts, "a post was delivered twice, or never"
    return found


async def bare_posts(address: str, processes: int, posts: int) -> Measured:
    """Posts locked one by one and marked in the same transaction, by asyncpg."""
    connection = await asyncpg.connect(address)
    await connection.execute(BARE_POSTS)
    await connection.execute(WAITING, posts)
    await connection.close()
    found = together(_lock, [(address,)] * processes)
    assert len(found.taken) == posts, "a post was delivered twice, or never"
    return found


async def _deliver(watch: Stopwatch, address: str) -> None:
    async with opened(address) as store:
        later = datetime.now(UTC) + timedelta(minutes=1)
        await watch.begin()
        while True:
            found = await store.pending(later, AT_ONCE)
            await asyncio.gather(*(watch.timed(_mark(store, post)) for post in found))
            if found:
                continue
            ((left,),) = await store._read(LEFT)
            if not left:
                break
            await asyncio.sleep(PAUSE)
        watch.end()


async def _mark(store: AnyStore, post: Post) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    await store.delivered(
        *(post, ChannelId(post.match), MessageId(post.id)),
        at=soon,
        has_buttons=True,
        outdates=PostKind.TURN.outdates,
    )


async def _lock(watch: Stopwatch, address: str) -> None:
    pool = await asyncpg.create_pool(address, min_size=LANES, max_size=LANES)

    async def one() -> bool:
        async with pool.acquire() as connection, connection.transaction():
            number = await connection.fetchval(CLAIM)
            if number is not None:
                await connection.execute(MARK, number)
            return number is not None

    async def work() -> None:
        while await watch.timed(one()):
            pass
        watch.measured.taken.pop()

    await watch.begin()
    await asyncio.gather(*(work() for _ in range(LANES)))
    watch.end()
    await pool.close()
