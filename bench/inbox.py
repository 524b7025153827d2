"""How long `/games` takes, to its acknowledgement and to the page with nine boards, beside the
naive way: every open match of the person opened, and its whole board drawn.

One person plays matches of all games in one channel of a simulated Discord in this process
(simcord, real discord.py), with the real store on disk; it is their turn in all. `opened` is the
first look after a start, when no match has been opened yet. The network is not in it.

    python -m bench.inbox [--rounds N]
"""

import argparse
import asyncio
import logging
import time
from itertools import cycle, islice
from random import Random
from typing import Any

from simcord.env import Env

from bench.front import Watch, at, simulated, type_command
from bot.catalog import catalog
from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.model.commands import Accept, Play
from bot.model.events import Person
from renderers import View

OPEN, TURNS = (1, 9, 10, 100), 20
"""Open matches of the person, and turns made in each."""


class PageWatch(Watch):
    """Notes the answers that follow an acknowledgement, too."""

    def note(self, request: Any) -> None:
        """Note when a request was made."""
        super().note(request)
        parts = request.path.strip("/").split("/")
        if request.method == "POST" and parts[0] == "webhooks":
            self.redrawn[parts[2]] = time.perf_counter()
            self.waiting(parts[2]).set()


async def main(rounds: int) -> None:
    logging.getLogger("bot").setLevel(logging.ERROR)
    print(f"{'/games, ms':<12}{'':>10}{'acknowledged':>16}{'shown':>18}{'naive':>10}")
    print(f"{'open':<12}{'':>10}{'p50':>8}{'p99':>8}{'p50':>10}{'p99':>8}{'p50':>10}")
    for count in OPEN:
        async with simulated() as (env, client):
            await measure(env, client, count, rounds)


async def measure(env: Env, client: Bumpbot, count: int, rounds: int) -> None:
    guild = env.create_guild("Bench")
    channel = guild.create_text_channel("games")
    host, guest = (guild.add_member(env.create_user(name)) for name in ("ada", "grace"))
    people = Person(host.id, "Ada"), Person(guest.id, "Grace")
    await fill(client, people, (channel.id, guild.id), count)
    watch = PageWatch(env)
    first, again, naive = [], [], []
    for _ in range(rounds):
        client.matches._folded._kept.clear()
        first.append(await games(env, client, watch, channel.id, host.id))
        again.append(await games(env, client, watch, channel.id, host.id))
    for _ in range(max(1, rounds // 10)):
        client.matches._folded._kept.clear()
        naive.append((0.0, await drawn_all(client, host.id)))
    show(count, "opened", first, naive)
    show(count, "again", again)


def show(
    count: int,
    what: str,
    taken: list[tuple[float, float]],
    naive: list[tuple[float, float]] | None = None,
) -> None:
    (ack50, ack99), (shown50, shown99) = at(0, taken), at(1, taken)
    beside = f"{at(1, naive)[0]:>10.1f}" if naive else ""
    print(f"{count:<12}{what:>10}{ack50:>8.1f}{ack99:>8.1f}{shown50:>10.1f}{shown99:>8.1f}{beside}")


async def fill(
    client: Bumpbot, people: tuple[Person, Person], place: tuple[int, int], count: int
) -> None:
    """So many matches in which it is the first person's turn."""
    chance, (host, guest) = Random(1), people
    for key in islice(cycle(catalog()), count):
        match = await client.matches.challenge(
            game=key,
            options={},
            host=host,
            invited=(guest,),
            channel=place[0],
            guild=place[1],
            first="host",
        )
        match = await client.matches.do(match.id, Accept(guest))
        while match.turn_person and (len(match.plies) < TURNS or match.turn_person != host):
            move = chance.choice(list(match.rules.moves(match.position)))
            if match.rules.outcome(match.rules.play(match.position, move).position):
                continue
            text = match.rules.format(match.position, move)
            match = await client.matches.do(match.id, Play(match.turn_person.id, text))


async def games(
    env: Env, client: Bumpbot, watch: PageWatch, channel: int, who: int
) -> tuple[float, float]:
    """Seconds from a `/games` to its acknowledgement, and to the page with its boards."""
    began = time.perf_counter()
    record = type_command(env, client, channel, who, "games")
    async with asyncio.timeout(60):
        await watch.waiting(record.token).wait()
    return watch.acknowledged[record.id] - began, watch.redrawn[record.token] - began


async def drawn_all(client: Bumpbot, who: int) -> float:
    """Seconds for the whole boards of all open matches of the person."""
    began = time.perf_counter()
    for row in await client.matches.of_person(who):
        await pictures.board_file(await client.matches.match(row.match), View())
    return time.perf_counter() - began


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=30)
    asyncio.run(main(words.parse_args().rounds))
