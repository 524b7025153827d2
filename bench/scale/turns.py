"""Turns of one, two and four processes: through the service, as plain appends, and bare."""

import asyncio
import random
from datetime import UTC, datetime

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
from bench.scale.processes import AnyStore, Measured, Stopwatch, opened, together
from bot.model.commands import Play
from bot.model.events import Played
from bot.model.records import MatchId
from bot.service.build import Service

AT_ONCE = 8
"""Matches that are played in parallel in each process."""

GAMES = 5
"""Different games that are played again and again."""

BARE = """CREATE TABLE bare_events (match_id bigint, seq integer, kind text, payload jsonb,
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


def appended(address: str, processes: int, turns: int, at_once: int = AT_ONCE) -> Measured:
    """Moves written with their posts, and nothing else."""
    shares = _shares(address, processes, turns)
    return together(_append, [(*each, at_once) for each in shares])


async def bare(address: str, processes: int, turns: int) -> Measured:
    """An event and a post inserted and committed by asyncpg: no store can beat this by much."""
    connection = await asyncpg.connect(address)
    await connection.execute("DROP TABLE IF EXISTS bare_events, bare_outbox")
    await connection.execute(BARE)
    await connection.close()
    return together(_bare, _shares(address, processes, turns))


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
        await asyncio.gather(*(play() for _ in range(AT_ONCE)))
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


async def _bare(watch: Stopwatch, address: str, number: int, turns: int) -> None:
    pool = await asyncpg.create_pool(address, min_size=AT_ONCE, max_size=AT_ONCE)
    payload = Played(1, "03,05-1").payload()

    async def commit(match: int, seq: int) -> None:
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute(EVENT, match, seq, payload)
            await connection.execute(POST, match, seq)

    async def play(lane: int) -> None:
        for seq in range(turns // AT_ONCE):
            await watch.timed(commit(number * AT_ONCE + lane, seq))

    await watch.begin()
    await asyncio.gather(*(play(lane) for lane in range(AT_ONCE)))
    watch.end()
    await pool.close()
