"""How the puzzles of the day of a thousand servers go out, and what turns of matches notice of it.

First when they are planned, as requests in the fullest second and minute after the hour. Then the
worst that can happen: the bot was away at that hour, so that all are due at once, while moves are
typed one after another at one table, against a simulated Discord in this process (simcord, real
discord.py) with the real store on disk. The network is not in it: there each post takes longer, and
no more of them are under way.

    python -m bench.daily [--servers N] [--moves N]
"""

import asyncio
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from discord.utils import utcnow
from simcord.env import Env

from bench.front import Seats, Taken, Watch, figures, heads, seats, simulated, together
from bench.timing import Table, asked
from bot.front.client import Bumpbot
from bot.model.exercises.daily import Daily, next_due

CHANNELS = 200
"""In which the posts of all servers are made: to the bot each row is a server of its own."""

PLIES = 30
"""Moves at a table before another is taken."""


def plan(servers: int) -> None:
    now = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    # As Discord numbers servers: by the time at which they were made.
    guilds = [(1_700_000_000_000 + n * 86_413_177) << 22 for n in range(servers)]
    offsets = [(next_due(guild, 13, now, "") - now).total_seconds() for guild in guilds]
    table = Table("planned for 13:00", "requests", "fullest second", "fullest minute")
    fullest = (max(Counter(int(at / span) for at in offsets).values()) for span in (1, 60))
    table.row(f"{servers} servers", servers, *fullest)


async def main(servers: int, moves: int) -> None:
    plan(servers)
    async with simulated() as (env, client):
        await measure(env, client, servers, moves)


async def measure(env: Env, client: Bumpbot, servers: int, moves: int) -> None:
    watch = Watch(env)
    guild: Any = env.create_guild("Bench")
    channels = [guild.create_text_channel(f"c{n}").id for n in range(CHANNELS)]
    tables = [await seats(guild, client, watch, n) for n in range(1 + 2 * moves // PLIES)]
    quiet = await typed_in_turn(env, client, watch, tables, moves)
    began = time.perf_counter()
    await _all_due(client, channels, servers)
    busy = await typed_in_turn(env, client, watch, tables, moves)
    while _posts(watch, channels) < servers:  # noqa: ASYNC110 - the watch knows single channels
        await asyncio.sleep(0.05)
    took = time.perf_counter() - began
    table = Table("/move, ms", *heads("posted"))
    table.row("alone", *figures(quiet))
    table.row(f"while {servers} puzzles go out", *figures(busy))
    table = Table("all due at once", "posted", "seconds", "a second", "while moving")
    table.row("puzzles of the day", _posts(watch, channels), took, servers / took, len(busy))


async def typed_in_turn(
    env: Env, client: Bumpbot, watch: Watch, tables: list[Seats], count: int
) -> list[Taken]:
    """Moves one after another, each at the table at which the fewest were made."""
    taken = []
    for number in range(count):
        taken += await together(env, client, watch, [tables[number % len(tables)]])
    return taken


async def _all_due(client: Bumpbot, channels: list[int], servers: int) -> None:
    now = utcnow()
    for number in range(servers):
        guild, channel = 1000 + number, channels[number % CHANNELS]
        due = now - timedelta(minutes=1)
        daily = Daily(guild, channel, due.hour, "bump", due=due, changes=1)
        assert await client.store.save_daily(daily)
    client.service.queue.wake()


def _posts(watch: Watch, channels: list[int]) -> int:
    return sum(len(watch.posted.get(each, ())) for each in channels)


if __name__ == "__main__":
    given = asked(__doc__, servers=1000, moves=40)
    asyncio.run(main(given.servers, given.moves))
