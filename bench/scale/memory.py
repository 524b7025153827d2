"""What a process holds after it has touched so many open matches."""

import asyncio
import random
from datetime import UTC, datetime
from multiprocessing.connection import Connection

from bench.scale.databases import opened
from bench.scale.processes import SPAWN
from bench.scale.stored import RUNNING
from bench.store import SEED
from bench.timing import resident
from bot.model.records import MatchId
from bot.service.build import build_service


def touched(address: str, counts: tuple[int, ...]) -> list[float]:
    """Megabytes of a fresh process that is as heavy as the bot: before, and after each count."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_child, args=(theirs, address, counts))
    process.start()
    found: list[float] = ours.recv()
    process.join()
    return found


def _child(parent: Connection, address: str, counts: tuple[int, ...]) -> None:
    import bot.front.client  # noqa: F401  # as heavy as the bot is

    parent.send(asyncio.run(_touch(address, counts)))


async def _touch(address: str, counts: tuple[int, ...]) -> list[float]:
    async with opened(address) as store:
        matches = build_service(
            store, clock=lambda: datetime.now(UTC), chance=random.Random(SEED)
        ).matches
        megabytes = [resident()]
        done = 0
        for count in counts:
            for number in RUNNING[done:count]:
                await matches.match(MatchId(number))
            done = count
            megabytes.append(resident())
    return megabytes
