"""A bot of its own process that is killed between writing what happened and saying it.

Arguments: the database, the time, then one step and its numbers: `accept GUEST` or `play WHO MOVE`
in match 1, or `challenge CHANNEL GUILD HOST GUEST`. `play WHO MOVE ROBOT` is
against the robot, and `answer ROBOT` its answer.
"""

import asyncio
import os
import random
import signal
import sys
from datetime import datetime
from pathlib import Path

from bot.model.commands import Accept, Play
from bot.model.events import Person
from bot.model.records import ChannelId, GuildId, MatchId, PersonId
from bot.service.build import NOBODY, Service
from bot.store.sqlite import SqliteStore


def die() -> None:
    """What `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


class Killed(asyncio.Event):
    """The service sets it the moment its transaction is on disk."""

    def set(self) -> None:
        die()


async def main(database: str, now: str, step: str, *words: str) -> None:
    store = await SqliteStore.open(Path(database))
    robot = (
        Person(PersonId(int(words[-1])), "Bumpbot")
        if step == "answer" or len(words) == 3
        else NOBODY
    )

    def clock() -> datetime:
        return datetime.fromisoformat(now)

    service = Service(store, clock=clock, chance=random.Random(1), robot=robot, woken=Killed())
    if step == "challenge":
        channel, guild, host, guest = map(int, words)
        await service.matches.challenge(
            game="bump",
            options={"reserve": [0, 0]},
            host=Person(PersonId(host), "Ada"),
            invited=(Person(PersonId(guest), "Grace"),),
            channel=ChannelId(channel),
            guild=GuildId(guild),
            first="host",
        )
    elif step == "accept":
        await service.matches.do(MatchId(1), Accept(Person(PersonId(int(words[0])), "Grace")))
    elif step == "answer":
        await service.queue.tick()
    else:
        await service.matches.do(MatchId(1), Play(PersonId(int(words[0])), words[1]))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
