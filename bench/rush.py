"""How work that is due all at once goes out, and how much turns of matches elsewhere are delayed.

First the puzzles of the day of many servers as they are planned: requests in the fullest
second and minute after the hour. Then the worst cases, while moves are typed one after another at
tables elsewhere: the bot was down at that hour, so that all those puzzles are due at once; and
everybody's matches of a season begin in one channel, posted as its server says. All of it against a
simulated Discord in this process (simcord, real discord.py) with the real store on disk. Neither
the network nor Discord's limits are included: there each post takes longer, fewer of them run at
once, and a channel takes one message a second.

    python -m bench.rush [--servers N] [--people N] [--moves N]
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from discord.utils import utcnow

from bench.front import Seats, Taken, World, figures, heads, simulated
from bench.timing import Table, asked
from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import FixtureTerms, League, Member
from bot.model.competitions.divisions import division_sizes
from bot.model.exercises.daily import Daily, next_due
from bot.model.places import Mode
from bot.model.records import MatchSummary

CHANNELS = 200
"""Channels in which the puzzles of all servers are posted: to the bot each row is a separate
server."""

PLIES = 30
"""Moves at a table before another is taken."""

SIZE = 5
"""People of a division, who meet each other twice."""

Row = tuple[str, int, int, float, float]
"""What went out: the posts, the requests for them, the seconds, and the requests a second."""


def plan(servers: int) -> None:
    now = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    # As Discord numbers servers: by the time at which they were made.
    guilds = [(1_700_000_000_000 + n * 86_413_177) << 22 for n in range(servers)]
    offsets = [(next_due(guild, 13, now, "") - now).total_seconds() for guild in guilds]
    table = Table("planned for 13:00", "requests", "fullest second", "fullest minute")
    fullest = (max(Counter(int(at / span) for at in offsets).values()) for span in (1, 60))
    table.row(f"{servers} servers", servers, *fullest)


async def measure(
    world: World,
    what: str,
    moves: int,
    begin: Callable[[], Awaitable[object]],
    stand: Callable[[], Awaitable[int]],
    table: Table,
) -> Row:
    """Print what moves take alone and while it goes out; and how long until all `stand`."""
    watch = world.watch
    tables = [await world.seats(number) for number in range(1 + 2 * moves // PLIES)]
    quiet = await typed_in_turn(world, tables, moves)
    requests, began = watch.requests, time.perf_counter()
    await begin()
    world.client.service.queue.wake()
    busy = await typed_in_turn(world, tables, moves)
    while not (posts := await stand()):  # noqa: ASYNC110 - the watch knows single channels
        await asyncio.sleep(0.1)
    took, asked_for = time.perf_counter() - began, watch.requests - requests
    table.row(f"{what}: alone", *figures(quiet))
    table.row(f"{what}: meanwhile", *figures(busy))
    return what, posts, asked_for, took, asked_for / took


async def typed_in_turn(world: World, tables: list[Seats], count: int) -> list[Taken]:
    """Moves one after another, each at the table at which the fewest were made."""
    taken = []
    for number in range(count):
        taken += await world.together([tables[number % len(tables)]])
    return taken


async def puzzles(world: World, servers: int, moves: int, table: Table) -> Row:
    channels = [world.guild.create_text_channel(f"c{n}").id for n in range(CHANNELS)]

    async def begin() -> None:
        due = utcnow() - timedelta(minutes=1)
        for number in range(servers):
            channel = channels[number % CHANNELS]
            daily = Daily(1000 + number, channel, due.hour, "bump", due=due, changes=1)
            assert await world.client.store.save_next(daily)

    async def stand() -> int:
        posts = sum(len(world.watch.posted.get(each, ())) for each in channels)
        return posts if posts >= servers else 0

    return await measure(world, f"{servers} puzzles", moves, begin, stand, table)


async def season(world: World, way: Mode, people: int, moves: int, table: Table) -> Row:
    store, channel = world.client.store, world.guild.create_text_channel("league").id
    members = [world.guild.add_member(world.env.create_user(f"m{n}")) for n in range(people)]
    matches = sum(each * (each - 1) for each in division_sizes(people, SIZE))
    await store.change_preferences("guild", world.guild.id, lambda _: {"posting": way.value})

    async def begin() -> None:
        now, terms = utcnow(), FixtureTerms("bump", {}, days_a_move(3))
        begins = now - timedelta(minutes=1)
        league = League(*(0, world.guild.id, channel, "Bench", terms, 4, SIZE, None), begins=begins)
        number = await store.found_league(league)
        for each in members:
            await store.sign_up(Member(number, each.id, each.name, now))

    async def stand() -> int:
        rows = await store.find(MatchSummary, competition=1)
        boards = [await world.client.service.posts.last_board(each.match) for each in rows]
        return len(rows) if len(rows) >= matches and all(boards) else 0

    return await measure(world, f"season of {people}, {way}", moves, begin, stand, table)


async def main(servers: int, people: int, moves: int) -> None:
    plan(servers)
    table, rows = Table("/move, ms", *heads("posted")), list[Row]()
    async with simulated() as world:
        rows.append(await puzzles(world, servers, moves, table))
    for way in (Mode.POSTS, Mode.AUTO):
        async with simulated() as world:
            rows.append(await season(world, way, people, moves, table))
    table = Table("all at once", "posts", "requests", "seconds", "requests a second")
    for row in rows:
        table.row(*row)


if __name__ == "__main__":
    given = asked(__doc__, servers=200, people=20, moves=20)
    asyncio.run(main(given.servers, given.people, given.moves))
