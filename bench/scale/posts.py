"""Posts taken on and marked as delivered by one, two and four processes, without Discord."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import asyncpg

from bench.filling import SEED, random_game, summary
from bench.scale.processes import AnyStore, Measured, Stopwatch, opened, together
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, MatchSummary, Post
from bot.service.queue import AT_ONCE

POSTS_OF_MATCH = 5
PAUSE = 0.005
"""Seconds that a process waits after finding only what others have taken on."""

LEFT = "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL"

BARE = """DROP TABLE IF EXISTS bare_posts;
CREATE TABLE bare_posts (id bigint PRIMARY KEY, retry_at timestamptz, message bigint);
CREATE INDEX bare_waiting ON bare_posts (id) WHERE retry_at IS NOT NULL"""
WAITING = "INSERT INTO bare_posts SELECT n, now(), NULL FROM generate_series(1, $1) AS n"
CLAIM = """SELECT id FROM bare_posts WHERE retry_at IS NOT NULL
ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"""
MARK = "UPDATE bare_posts SET retry_at = NULL, message = id WHERE id = $1"
LANES = 8
"""Connections of each process in the naive way."""


async def waiting(address: str, posts: int) -> None:
    """Matches with that many pending posts: the outbox of a bot that was down."""
    events, now = random_game(SEED)[: POSTS_OF_MATCH + 1], datetime.now(UTC)

    def summarize(number: MatchId) -> tuple[MatchSummary, Sequence[Post]]:
        said = [Post(number, seq, PostKind.TURN) for seq in range(2, POSTS_OF_MATCH + 2)]
        return summary(events)(number)[0], said

    async with opened(address) as store:
        for _ in range(posts // POSTS_OF_MATCH):
            await store.create(events, now, summarize)


def delivered(address: str, processes: int, posts: int) -> Measured:
    """All pending posts, each taken on by one process and delivered by it, in order."""
    found = together(_deliver, [(address,)] * processes)
    assert len(found.taken) == posts, "a post was delivered twice, or never"
    return found


async def bare(address: str, processes: int, posts: int) -> Measured:
    """Posts locked one by one and marked in the same transaction, by asyncpg."""
    connection = await asyncpg.connect(address)
    await connection.execute(BARE)
    await connection.execute(WAITING, posts)
    await connection.close()
    found = together(_bare, [(address,)] * processes)
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
        post, post.match, post.id, at=soon, has_buttons=True, outdates=PostKind.TURN.outdates
    )


async def _bare(watch: Stopwatch, address: str) -> None:
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
