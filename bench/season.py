"""How the boards of a season that begins go out, and what turns of other matches notice of it.

Everybody's matches begin at once, in one channel, posted as its server says, while moves are typed
one after another at tables elsewhere, against a simulated Discord in this process (simcord, real
discord.py) with the real store on disk. The network is not in it, nor what Discord allows: there a
channel takes one message a second, and that long each board takes.

    python -m bench.season [--people N] [--moves N]
"""

import asyncio
import time
from datetime import timedelta
from typing import Any

from discord.utils import utcnow
from simcord.env import Env

from bench.daily import PLIES, typed_in_turn
from bench.front import Watch, figures, heads, seats, simulated
from bench.timing import Table, asked
from bot.front.client import Bumpbot
from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import FixtureTerms, League, Member
from bot.model.places.place import Mode

SIZE = 5
WAYS = (Mode.POSTS, Mode.AUTO)


async def main(people: int, moves: int) -> None:
    taken = Table("/move, ms", *heads("posted"))
    out = Table("a season begins", "matches", "requests", "seconds", "requests a second")
    for way in WAYS:
        async with simulated() as (env, client):
            await measure(env, client, way, (people, moves), (taken, out))


async def measure(
    env: Env, client: Bumpbot, way: Mode, size: tuple[int, int], shown: tuple[Table, Table]
) -> None:
    watch, (people, moves) = Watch(env), size
    guild: Any = env.create_guild("Bench")
    tables = [await seats(guild, client, watch, n) for n in range(1 + 2 * moves // PLIES)]
    channel = guild.create_text_channel("league").id
    members = [guild.add_member(env.create_user(f"m{n}")) for n in range(people)]
    await client.store.change_preferences("guild", guild.id, lambda _: {"posting": way.value})
    quiet = await typed_in_turn(env, client, watch, tables, moves)
    requests, began = watch.requests, time.perf_counter()
    await _begin(client, (guild.id, channel), [(each.id, each.name) for each in members])
    busy = await typed_in_turn(env, client, watch, tables, moves)
    matches = await _all_posted(client, people // SIZE * SIZE * (SIZE - 1))
    took, asked_for = time.perf_counter() - began, watch.requests - requests
    shown[0].row(f"{way}: alone", *figures(quiet))
    shown[0].row(f"{way}: while a season begins", *figures(busy))
    shown[1].row(f"{way}: {people} people", matches, asked_for, took, asked_for / took)


async def _begin(client: Bumpbot, where: tuple[int, int], people: list[tuple[int, str]]) -> None:
    now, terms = utcnow(), FixtureTerms("bump", {}, days_a_move(3))
    league = League(0, *where, "Bench", terms, 4, SIZE, None, now - timedelta(minutes=1))
    number = await client.store.found_league(league)
    for person, name in people:
        await client.store.sign_up(Member(number, person, name, now))
    client.service.queue.wake()


async def _all_posted(client: Bumpbot, matches: int) -> int:
    """How many matches there are, once they have begun and all of their boards stand."""
    while True:
        rows = await client.store.matches_of_competition(1)
        boards = [await client.service.posts.last_board(each.match) for each in rows]
        if len(rows) >= matches and all(boards):
            return len(rows)
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    given = asked(__doc__, people=40, moves=40)
    asyncio.run(main(given.people, given.moves))
