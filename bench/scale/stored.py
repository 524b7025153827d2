"""Questions to a thousand and to a million stored matches, through the store."""

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import asyncpg
from tqdm import tqdm

from bench.filling import GAMES, SEED, TURNS, append_move, random_rows
from bench.scale.processes import AnyStore, is_server, opened
from bench.timing import resident
from bot.model.match import OPEN
from bot.model.records import ChannelId, DueKind, GuildId, MatchId, PersonId, Status
from bot.service.build import Service
from bot.store.rows import time_text
from bot.store.sqlite.migrator import connect

PROBE = 900_001
"""The person, channel and server in question: 20 matches, every other one runs."""

PROBED = 20
EVENTS = 4
"""Of a match that has ended; one that runs has 25 turns."""

RUNNING = range(7, 10**9, 100)
"""The numbers of matches that run."""

STEP = 20_000
TIMES = 31
OPENINGS = 9

# One match in a hundred runs. Each person, channel and server has as many matches in a large
# database as in a small one.
NUMBERS = """WITH RECURSIVE numbers(n) AS (
    SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last}
), made AS (
    SELECT n, n % {gap} = 0 AS probed,
        CASE WHEN n % {gap} = 0 THEN n / {gap} % 2 = 0 ELSE n % 100 = 7 END AS running FROM numbers
), placed AS (
    SELECT n, running, probed, CASE WHEN probed THEN {probe} ELSE 1000 + n % {gap} END AS person,
        CASE WHEN probed THEN {probe} ELSE n % {gap} END AS channel FROM made
)
"""
MATCHES = """INSERT INTO matches (id, seq, game, status, channel, guild, people, turn, due, updated,
    clock_since, turn_seq)
{numbers}SELECT n, CASE WHEN running THEN {turn} ELSE {events} END, 'bump',
    CASE WHEN running THEN 'running' ELSE 'ended' END, channel, channel,
    CAST('[{{"id":' || person || ',"name":"Ada"}},{{"id":' || (2000000 + n % {gap})
        || ',"name":"Grace"}}]' AS {json}),
    CASE WHEN running THEN person END,
    CASE WHEN running THEN CASE WHEN probed THEN {now} ELSE {later} END END, {now},
    CASE WHEN running THEN {now} END, CASE WHEN running THEN {turn} END
FROM placed"""
RECORDED = """INSERT INTO events (match_id, seq, kind, payload, at)
{numbers}SELECT n, seq, kind, payload, {now}
FROM placed JOIN games ON game = n % {games} AND (running OR seq <= {events})"""
POSTS = """INSERT INTO outbox (match_id, seq, kind, channel, message, retry_at)
{numbers}SELECT n, {events}, 'turn', CASE WHEN NOT (probed AND running) THEN channel END,
    CASE WHEN NOT (probed AND running) THEN n END, CASE WHEN probed AND running THEN {now} END
FROM placed"""
SEATS = """INSERT INTO seats (person, match_id, channel, status)
{numbers}SELECT person, n, channel, CASE WHEN running THEN 'running' ELSE 'ended' END FROM placed
UNION ALL SELECT 2000000 + n % {gap}, n, channel,
    CASE WHEN running THEN 'running' ELSE 'ended' END FROM placed"""
NOTICES = """INSERT INTO notices (match_id, seq, person, began, next_at)
{numbers}SELECT n, {turn}, person, {now}, {later} FROM placed WHERE running"""
LAST = "UPDATE match_numbers SET last = {count}"


async def fill(address: str, count: int) -> None:
    """That many matches, with a progress bar."""
    steps = tqdm(range(1, count + 1, STEP), desc=f"fill with {count:,} matches", leave=False)
    if is_server(address):
        await _fill_server(address, count, steps)
    else:
        _fill_file(Path(address), count, steps)


def _words(first: int, count: int, *, server: bool) -> dict[str, object]:
    cast = "timestamptz" if server else ""
    now = datetime.now(UTC) - timedelta(hours=1)
    values: dict[str, object] = {
        "first": first,
        "last": min(first + STEP - 1, count),
        "gap": count // PROBED,
        "probe": PROBE,
        "events": EVENTS,
        "turn": TURNS + 2,
        "games": GAMES,
        "count": count,
        "json": "jsonb" if server else "text",
        "now": f"{cast} '{time_text(now)}'",
        "later": f"{cast} '{time_text(now + timedelta(days=7))}'",
    }
    return {**values, "numbers": NUMBERS.format(**values)}


async def _fill_server(address: str, count: int, steps: "tqdm[int]") -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("SET session_replication_role = replica")  # No triggers, no checks.
    await connection.execute("SET synchronous_commit = off")
    await connection.execute(
        "CREATE TEMP TABLE games (game int, seq int, kind text, payload jsonb)"
    )
    await connection.copy_records_to_table("games", records=random_rows())
    for first in steps:
        words = _words(first, count, server=True)
        for sql in (MATCHES, SEATS, NOTICES, RECORDED, POSTS):
            await connection.execute(sql.format(**words))
    await connection.execute(LAST.format(count=count))
    # As the server does itself after a while.
    await connection.execute("VACUUM ANALYZE")
    await connection.execute("CHECKPOINT")
    await connection.close()


def _fill_file(path: Path, count: int, steps: "tqdm[int]") -> None:
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMP TABLE games (game, seq, kind, payload)")
        connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", random_rows())
        for first in steps:
            words = _words(first, count, server=False)
            connection.execute("BEGIN")
            for sql in (MATCHES, SEATS, NOTICES, RECORDED, POSTS):
                connection.execute(sql.format(**words))
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def asked(store: AnyStore) -> dict[str, Callable[[], Awaitable[object]]]:
    now = datetime.now(UTC)
    probe = MatchId(PROBED * 2)
    return {
        "open matches of a person": lambda: store.summaries(person=PersonId(PROBE), statuses=OPEN),
        "ended matches of a person": lambda: store.summaries(
            person=PersonId(PROBE), statuses=[Status.ENDED]
        ),
        "open matches of a channel": lambda: store.summaries(
            channel=ChannelId(PROBE), statuses=OPEN
        ),
        "running matches of a server": lambda: store.summaries(
            guild=GuildId(PROBE), statuses=[Status.RUNNING]
        ),
        "the events of a match": lambda: store.events(probe),
        "matches that are due (10)": lambda: store.due(DueKind.MATCH, now),
        "when each kind is next due": lambda: store.upcoming(now),
        "people to be told (none)": lambda: store.due(DueKind.PERSON, now, 50),
        "posts to be delivered (10)": lambda: store.pending(now),
        "a move written": lambda: _append(store, probe),
    }


async def _append(store: AnyStore, match: MatchId) -> None:
    await append_move(store, await store.summary(match), datetime.now(UTC))


async def compared(small: str, large: str) -> list[tuple[str, float, float]]:
    """How long each question takes in both databases, in seconds: the medians of alternating runs.

    Both are opened several times, and the best median of each counts: where the system places the
    threads of a file makes a difference of some 0.04 ms for as long as it is open.
    """
    best: dict[str, tuple[float, float]] = {}
    for _ in range(OPENINGS):
        async with opened(small) as one, opened(large) as other:
            for name, few in asked(one).items():
                found = await _medians(few, asked(other)[name])
                before = best.get(name, found)
                best[name] = min(before[0], found[0]), min(before[1], found[1])
    return [(name, *medians) for name, medians in best.items()]


async def _medians(
    few: Callable[[], Awaitable[object]], many: Callable[[], Awaitable[object]]
) -> tuple[float, float]:
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TIMES):
        for ask, into in zip((few, many), taken, strict=True):
            began = time.perf_counter()
            await ask()
            into.append(time.perf_counter() - began)
    return statistics.median(taken[0]), statistics.median(taken[1])


def touched(address: str, counts: tuple[int, ...]) -> list[float]:
    """Megabytes of a process as heavy as the bot: before, and after it has opened that many
    matches."""
    import bot.front.client  # noqa: F401  # as heavy as the bot is

    return asyncio.run(_touch(address, counts))


async def _touch(address: str, counts: tuple[int, ...]) -> list[float]:
    async with opened(address) as store:
        clock = lambda: datetime.now(UTC)  # noqa: E731
        matches = Service(store, clock=clock, chance=random.Random(SEED)).matches
        megabytes = [resident()]
        for begin, end in pairwise((0, *counts)):
            for number in RUNNING[begin:end]:
                await matches.match(MatchId(number))
            megabytes.append(resident())
    return megabytes
