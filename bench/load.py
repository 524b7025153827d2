"""The whole bot under load: turns per CPU second without Discord, and a constant rate of turns.

First every part of a turn but the network: the move decided, written, put into words, drawn as it
is posted (the board, and a chain close up) and marked as delivered, over many matches of Bump with
the real store on disk. Then an open loop over a simulated Discord in this process: a `/move` is
typed every 1/rate seconds whether or not the one before has been answered, and its time counts from
when it should have been typed.

    python -m bench.load [--turns N] [--rate R] [--seconds S] [--profile FILE]
"""

import asyncio
import cProfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, cast

from discord.utils import utcnow

from bench.filling import ADA, GRACE, TURNS, begun, random_texts, stored
from bench.front import World, move_options, simulated
from bench.timing import Table, asked, share
from bot.front.board import pictures
from bot.front.board.preferences import posted_view
from bot.front.discord.lanes import TURNS as LANE
from bot.front.text.posts import post_content
from bot.model.commands import Play
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import ChannelId, MatchId, MessageId, PersonId, Post
from bot.service.build import Service
from bot.service.matches import Matches
from bot.service.personal.preferences import Preferences
from bot.store.sqlite import SqliteStore

AT_ONCE = 8
"""Matches that go on side by side without Discord."""


@dataclass
class Board:
    """A match in a channel, and the moves that are still to be made in it."""

    match: MatchId
    channel: ChannelId
    players: tuple[int, int]
    texts: list[str]
    made: int = 0
    typed: list[float] = field(default_factory=list)

    def next_move(self) -> tuple[int, str]:
        """Who moves, and what."""
        self.made += 1
        return self.players[(self.made - 1) % 2], self.texts[self.made - 1]


async def begin(
    matches: Matches, people: tuple[Person, Person], place: tuple[int, int], seed: int
) -> Board:
    number = await begun(matches, people, place)
    players = (people[0].id, people[1].id)
    return Board(number, ChannelId(place[0]), players, random_texts(seed))


# Without Discord


@contextmanager
def profiled(file: str) -> Iterator[None]:
    """Write a profile to that file, if one is named."""
    profiler = cProfile.Profile()
    if file:
        profiler.enable()
    yield
    if file:
        profiler.disable()
        profiler.dump_stats(file)


async def without_discord(store: SqliteStore, turns: int, profile: str) -> None:
    """Turns per CPU second of everything but Discord and its library."""
    service = Service(store, clock=utcnow, chance=Random(1))
    count = -(-turns // TURNS)
    boards = [await begin(service.matches, (ADA, GRACE), (n, 70), n) for n in range(count)]
    # Posts pending from the beginnings would be read again with every turn. Of each match only the
    # first post is named: the next waits for it.
    while posts := await waiting(service):
        for post in posts:
            await service.posts.delivered(post, ChannelId(70), MessageId(post.id))
    await pictures.warm_up()
    began, cpu = time.perf_counter(), time.process_time()
    with profiled(profile):
        for first in range(0, count, AT_ONCE):
            side_by_side = (played(service, each) for each in boards[first : first + AT_ONCE])
            await asyncio.gather(*side_by_side)
    used, wall = time.process_time() - cpu, time.perf_counter() - began
    made = count * TURNS
    heads = ("turns", "a CPU second", "a second", "CPU ms each", "of it drawing")
    table = Table("without Discord", *heads)
    table.row("", made, made / used, made / wall, used / made * 1000, drawing() / made * 1000)
    print()


async def played(service: Service, board: Board) -> None:
    """All turns of a match, each posted."""
    for _ in range(TURNS):
        who, text = board.next_move()
        match = await service.matches.do(board.match, Play(PersonId(who), text))
        for post in [p for p in await waiting(service) if p.match == board.match]:
            post_content(post, match)
            await draw(match)
            await service.posts.delivered(post, board.channel, MessageId(post.id))


async def waiting(service: Service) -> list[Post]:
    return await service.posts.pending(utcnow() + timedelta(seconds=1), 1000)


async def draw(match: Match) -> None:
    """The pictures of a turn's post, as servers have them unless they chose otherwise: the board,
    and a close-up of a chain."""
    view, turn = posted_view(Preferences()), match.plies[-1]
    await pictures.board_file(match, view)
    if pictures.has_chain(turn.effects):
        await pictures.close_file(match, turn, view)


def drawing() -> float:
    """CPU seconds of the threads in which boards of channels have been drawn so far."""
    threads = [each for each in threading.enumerate() if each.name.startswith(LANE.name)]
    clocks = (time.pthread_getcpuclockid(each.ident) for each in threads if each.ident)
    return sum(map(time.clock_gettime, clocks))


# Over a simulated Discord


async def over_discord(rate: float, seconds: float) -> None:
    """Type moves at that rate for that long, and print how long each waited."""
    async with simulated() as world:
        # simcord keeps everything that was ever sent, which the garbage collector scans again and
        # again; Discord's side of it is no work of the bot's.
        world.env.backend.transcript = cast(list[Any], deque(maxlen=1000))
        await measured(world, rate, seconds)


async def measured(world: World, rate: float, seconds: float) -> None:
    watch, guild = world.watch, world.guild
    # Enough matches side by side that each is played no more than every four seconds or so.
    count = max(-(-int(rate * seconds) // TURNS), int(rate * 4))
    boards = []
    for number in range(count):
        channel = guild.create_text_channel(f"table-{number}")
        people, place = world.people(number), (channel.id, guild.id)
        boards.append(await begin(world.client.matches, people, place, number))
    await asyncio.gather(*(watch.come(board.channel) for board in boards))
    await asyncio.sleep(2)
    watch.posted.clear()
    cpu, began = time.process_time(), time.perf_counter()
    typed = await typing(world, boards, rate, seconds)
    await asyncio.sleep(5)
    used, wall = time.process_time() - cpu, time.perf_counter() - began
    answered = [watch.acknowledged[i] - at for i, at in typed if i in watch.acknowledged]
    posted = [
        after - at
        for board in boards
        for at, after in zip(board.typed, watch.posted.get(board.channel, ()), strict=False)
    ]
    print(f"over a simulated Discord: {len(typed)} turns at {rate:g}/s for {seconds:g} s")
    print(f"CPU {used / wall:.2f} of a core, {len(typed) / used:.1f} turns a CPU second")
    table = Table("", "of all", "p50 ms", "p99 ms", "most ms", form=",.0f")
    for name, taken in (("acknowledged", answered), ("posted", posted)):
        shares = (share(part, taken) * 1000 for part in (0.5, 0.99, 1))
        table.row(name, f"{len(taken) / len(typed):.1%}", *shares)


async def typing(
    world: World, boards: list[Board], rate: float, seconds: float
) -> list[tuple[int, float]]:
    """Type a move in every match in turn: each one's interaction and due time."""
    typed = []
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        board = boards[number % len(boards)]
        who, text = board.next_move()
        options = move_options(board.match, text, preview=False)
        interaction = world.type(board.channel, who, "move", *options)
        board.typed.append(due)
        typed.append((interaction.id, due))
    return typed


async def main(turns: int, rate: float, seconds: float, profile: str) -> None:
    """Both tables; either is left out if its size is 0."""
    if turns:
        async with stored() as store:
            await without_discord(store, turns, profile)
    if rate:
        await over_discord(rate, seconds)


if __name__ == "__main__":
    words = asked(__doc__, turns=1000, rate=50.0, seconds=15.0, profile="")
    asyncio.run(main(words.turns, words.rate, words.seconds, words.profile))
