"""The whole bot under load: turns per CPU second without Discord, and turns that keep coming.

First every part of a turn but the network: the move decided, written, told, drawn and marked as
delivered, over many matches of Bump with the real store on disk. Then an open loop over a simulated
Discord in this process: a `/move` is typed every 1/rate seconds whether or not the one before has
been answered, and its time counts from when it should have been typed.

    python -m bench.load [--turns N] [--rate R] [--seconds S] [--profile FILE]
"""

import argparse
import asyncio
import cProfile
import logging
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, cast

from discord.utils import utcnow

from bench.front import Fast, Watch, simulated, type_move
from bench.million import random_game
from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.front.text.posts import post_content
from bot.model.commands import Accept, Play
from bot.model.events import Person, Played
from bot.model.records import MatchId
from bot.service.build import Service, build_service
from bot.service.matches import Matches
from bot.store.sqlite import SqliteStore
from renderers import View, draw

TURNS_OF_GAME = 25
AT_ONCE = 8
"""Matches that go on side by side without Discord."""


@dataclass
class Table:
    """A match in a channel, and the moves that are still to be made in it."""

    match: MatchId
    channel: int
    players: tuple[int, int]
    texts: list[str]
    made: int = 0
    typed: list[float] = field(default_factory=list)

    def next_move(self) -> tuple[int, str]:
        """Who moves, and what."""
        self.made += 1
        return self.players[(self.made - 1) % 2], self.texts[self.made - 1]


def game_texts(seed: int) -> list[str]:
    """The moves of a random game."""
    return [each.text for each in random_game(seed) if isinstance(each, Played)]


async def begin(matches: Matches, ada: Person, grace: Person, channel: int, seed: int) -> Table:
    """A match that has just begun."""
    asked = await matches.challenge(
        game="bump", options={}, host=ada, invited=(grace,), channel=channel, guild=70, first="host"
    )
    await matches.do(asked.id, Accept(grace))
    return Table(asked.id, channel, (ada.id, grace.id), game_texts(seed))


# Without Discord


async def without_discord(folder: Path, turns: int, profile: str | None) -> None:
    """Turns per CPU second of everything but Discord and its library."""
    store = await SqliteStore.open(folder / "alone.sqlite3")
    service = build_service(store, clock=utcnow, chance=Random(1))
    ada, grace = Person(1, "Ada"), Person(2, "Grace")
    count = -(-turns // TURNS_OF_GAME)
    tables = [await begin(service.matches, ada, grace, number, number) for number in range(count)]
    await pictures.warm_up()
    profiler = cProfile.Profile() if profile else None
    if profiler:
        profiler.enable()
    began, cpu = time.perf_counter(), time.process_time()
    drawing = 0.0
    for first in range(0, count, AT_ONCE):
        together = tables[first : first + AT_ONCE]
        drawing += sum(await asyncio.gather(*(played(service, table) for table in together)))
    used, wall = time.process_time() - cpu, time.perf_counter() - began
    if profiler and profile:
        profiler.disable()
        profiler.dump_stats(profile)
    made = count * TURNS_OF_GAME
    print(
        f"without Discord: {made} turns, {made / used:.1f} a CPU second, {made / wall:.1f} a second"
    )
    per_turn, per_picture = used / made * 1000, drawing / made * 1000
    print(f"a turn: {per_turn:.1f} ms of CPU, {per_picture:.1f} ms of it the picture\n")
    await store.close()


async def played(service: Service, table: Table) -> float:
    """All turns of a match, each posted; CPU seconds of the pictures."""
    drawing = 0.0
    for _ in range(TURNS_OF_GAME):
        who, text = table.next_move()
        match = await service.matches.do(table.match, Play(who, text))
        waiting = await service.posts.pending(utcnow() + timedelta(seconds=1), 1000)
        for post in [p for p in waiting if p.match == table.match]:
            post_content(post, match)
            drawing += await drawn(match)
            await service.posts.delivered(post, table.channel, post.id)
    return drawing


async def drawn(match: Any) -> float:
    """Draw the board in a thread; the CPU seconds of that thread."""
    spent = 0.0

    def work() -> None:
        nonlocal spent
        began = time.thread_time()
        effects = match.plies[-1].effects if match.plies else ()
        names = pictures.plain_names(match)
        draw(match.game, match.position, effects, view=View(), names=names)
        spent = time.thread_time() - began

    await asyncio.to_thread(work)
    pictures.alt_text(match)
    return spent


# Over a simulated Discord


class Posts(Watch):
    """All posts of each channel in the order they were made, not only the newest."""

    def __init__(self, env: Fast) -> None:
        self.made: dict[int, list[float]] = {}
        super().__init__(env)

    def note(self, request: Any) -> None:
        """Note when a request was made."""
        super().note(request)
        parts = request.path.strip("/").split("/")
        if request.method == "POST" and parts[0] == "channels" and parts[2] == "messages":
            self.made.setdefault(int(parts[1]), []).append(time.perf_counter())


async def over_discord(rate: float, seconds: float) -> None:
    """Type moves at that rate for so long, and print how long each waited."""
    async with simulated() as (env, client):
        # simcord keeps everything that was ever said, which the garbage collector looks through
        # again and again; Discord's side of it is no work of the bot's.
        env.backend.transcript = cast(list[Any], deque(maxlen=1000))
        await measured(env, client, rate, seconds)


async def measured(env: Fast, client: Bumpbot, rate: float, seconds: float) -> None:
    watch = Posts(env)
    guild = env.create_guild("Load")
    count = -(-int(rate * seconds) // TURNS_OF_GAME)
    # Enough matches side by side that each is played no more than every four seconds or so.
    side_by_side = max(count, int(rate * 4))
    tables = []
    for number in range(side_by_side):
        channel = guild.create_text_channel(f"table-{number}")
        members = [guild.add_member(env.create_user(f"p{number}{who}")) for who in "ab"]
        ada, grace = (Person(member.id, member.name) for member in members)
        tables.append(await begin(client.matches, ada, grace, channel.id, number))
    await asyncio.gather(*(watch.waiting(table.channel).wait() for table in tables))
    await asyncio.sleep(2)
    before = {table.channel: len(watch.made[table.channel]) for table in tables}
    cpu, began = time.process_time(), time.perf_counter()
    typed = await typing(env, client, tables, rate, seconds)
    await asyncio.sleep(5)
    used, wall = time.process_time() - cpu, time.perf_counter() - began
    answered = [watch.acknowledged[i] - at for i, at, _ in typed if i in watch.acknowledged]
    posted = [
        after - at
        for table in tables
        for at, after in zip(
            table.typed, watch.made[table.channel][before[table.channel] :], strict=False
        )
    ]
    print(f"over a simulated Discord: {len(typed)} turns at {rate:g}/s for {seconds:g} s")
    print(f"CPU {used / wall:.2f} of a core, {len(typed) / used:.1f} turns a CPU second")
    for name, taken in (("acknowledged", answered), ("posted", posted)):
        print(f"{name:<14}{len(taken):>7} of {len(typed)}   {spread(taken)}")


def spread(seconds: list[float]) -> str:
    """The median, the slowest hundredth and the slowest, in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, most {ordered[-1] * 1000:.0f} ms"


async def typing(
    env: Fast, client: Bumpbot, tables: list[Table], rate: float, seconds: float
) -> list[tuple[int, float, int]]:
    """Type a move at every table in turn: each one's interaction, due time and channel."""
    typed = []
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        table = tables[number % len(tables)]
        who, text = table.next_move()
        interaction = type_move(env, client, table.channel, who, table.match, text)
        table.typed.append(due)
        typed.append((interaction.id, due, table.channel))
    return typed


async def main(turns: int, rate: float, seconds: float, profile: str | None) -> None:
    """Both tables, in a temporary folder."""
    logging.getLogger("bot").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        if turns:
            await without_discord(Path(folder), turns, profile)
        if rate:
            await over_discord(rate, seconds)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--turns", type=int, default=1000, help="without Discord; 0 for none")
    words.add_argument("--rate", type=float, default=50, help="turns a second; 0 for none")
    words.add_argument("--seconds", type=float, default=180)
    words.add_argument("--profile", metavar="FILE", help="of the turns without Discord")
    asked = words.parse_args()
    asyncio.run(main(asked.turns, asked.rate, asked.seconds, asked.profile))
