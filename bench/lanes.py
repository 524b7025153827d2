"""How lanes keep a busy bot responsive: `python -m bench.lanes`.

Boards of turns during 30 replays: in one pool of threads for everything (the naive way), in lanes
that share the processor evenly, and in the bot's lanes, in which replays give way. Posts of one
channel during 60 that wait for a slow one. The cost of counting private boards in the store.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from discord.utils import utcnow

from bench.filling import stored
from bench.pictures import random_turns
from bench.timing import Table, asked, awaited, share
from bot.catalog import entry
from bot.front.discord import lanes
from bot.front.discord.lanes import PersonalLane
from bot.front.posting.traffic import Traffic
from bot.model.limits import PICTURES, Charge
from bot.service.limits import LimitBook
from renderers import View, animate, draw

PEOPLE = 30
BOARDS = 20
"""Boards that are asked for while the replays are drawn, one after the other."""

SLOW = 60
"""Posts for a channel that answers after `ANSWER` seconds, before one for another channel."""

ANSWER = 0.2
PLACES = 50
"""Most posts at work, in the naive way."""

COUNTED = 200
"""Private boards that are counted."""

Frames = list[tuple[Any, Any]]


def replay(boards: Frames) -> bytes:
    names = {1: "Ada", 2: "Grace"}
    return animate("bump", boards, view=View(), names=names, before_each=lanes.give_way)


def board(boards: Frames) -> bytes:
    return draw("bump", *boards[-1], view=View(), names={1: "Ada", 2: "Grace"})


async def waited(
    film: Callable[[int], Awaitable[Any]], turn: Callable[[], Awaitable[Any]]
) -> list[float]:
    """How long boards take while replays are drawn, and until those are done, in seconds."""
    begun = time.perf_counter()
    films = [asyncio.ensure_future(film(person)) for person in range(PEOPLE)]
    await asyncio.sleep(0.01)
    took = await awaited(turn, BOARDS)
    await asyncio.gather(*films)
    return [share(0.5, took), max(took), time.perf_counter() - begun]


async def beside_replays() -> None:
    """Print how long boards wait for replays."""
    boards = random_turns(entry("bump").game, 4)
    replay(boards), board(boards)
    even = PersonalLane("even", 1, "replays", 3)
    turn = partial(lanes.TURNS.run, board, boards)
    alone = partial(asyncio.to_thread, board, boards)
    heads = ("median s", "worst s", "all replays s")
    table = Table(f"{BOARDS} boards beside {PEOPLE} replays", *heads, form=".3f")
    for name, film, drawn in (
        ("one pool for everything", lambda _: asyncio.to_thread(replay, boards), alone),
        ("lanes side by side", lambda person: even.run_for(person, replay, boards), turn),
        ("lanes that give way", lambda who: lanes.EXTRAS.run_for(who, replay, boards), turn),
    ):
        table.row(name, *await waited(film, drawn))


async def beside_a_slow_channel() -> None:
    """Print how long a post waits behind those of a slow channel, and how many are in memory."""
    places = asyncio.Semaphore(PLACES)

    async def naive(_: int, answer: float, held: list[int]) -> None:
        async with places:
            await sent(answer, held)

    async def by_channel(channel: int, answer: float, held: list[int]) -> None:
        async with traffic.turn(channel):
            await sent(answer, held)

    async def sent(answer: float, held: list[int]) -> None:
        held[0] += 1
        held[1] = max(held)
        # Discord takes the messages of a channel one after the other.
        async with channel if answer else other:
            await asyncio.sleep(answer)
        held[0] -= 1

    traffic, channel, other = Traffic(), asyncio.Lock(), asyncio.Lock()
    heads = ("s", "pictures in memory")
    table = Table(f"a post behind {SLOW} of a slow channel", *heads, form=".3f")
    for name, send in ((f"{PLACES} places for all", naive), ("places by channel", by_channel)):
        held = [0, 0]
        slow = [asyncio.create_task(send(1, ANSWER, held)) for _ in range(SLOW)]
        await asyncio.sleep(0)
        (took,) = await awaited(partial(send, 2, 0.0, held))
        table.row(name, took, held[1])
        await asyncio.gather(*slow)


async def counting() -> None:
    """Print what a private board costs to count."""
    table = Table("counting a private board", "us")
    async with stored() as store:
        book, allowance = LimitBook(store, utcnow, 0), PICTURES.person
        one = Charge("person", 1, allowance.interval, allowance.burst * allowance.interval)
        each = await awaited(lambda: store.take_allowance("pictures", [one], utcnow()), COUNTED)
        some = await awaited(lambda: book.take("pictures", 2, 70), COUNTED)
        for name, taken in (("a write for each", each), (f"{PICTURES.at_once} at once", some)):
            table.row(name, sum(taken) / COUNTED * 1e6)


async def main() -> None:
    await beside_replays()
    await beside_a_slow_channel()
    await counting()


if __name__ == "__main__":
    asked(__doc__)
    asyncio.run(main())
