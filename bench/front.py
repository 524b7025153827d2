"""How long one `/move` takes, from the interaction to its acknowledgement and to the finished post,
and one press in the picker, to its acknowledgement and to the new picture.

Twenty matches of Bump are played at once by forty people against a simulated Discord in this
process (simcord, real discord.py), with the real store on disk. The network is not included.

    python -m bench.front [--rounds N]
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

from simcord import interactions
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.env import Env

from bench.filling import begun
from bench.timing import Table, asked, middle_and_slowest, scratch
from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.games.core import Effect
from bot.model.events import Person
from bot.model.records import ChannelId, MatchId
from bot.store.sqlite import SqliteStore

MATCHES = 20

Taken = tuple[float, float]
"""Seconds to the acknowledgement, and to the visible result."""

Typed = dict[str, Any]
"""An option of a command."""


class Seats(NamedTuple):
    """A match in a channel, with the chance that chooses its moves."""

    channel: ChannelId
    match: MatchId
    chance: Random


class Fast(Env):
    """simcord without its waiting: everything runs in real time, and several act at once."""

    def _begin_operation(self, label: str) -> None:
        pass

    def _end_operation(self) -> None:
        pass


class Watch:
    """When each interaction was acknowledged and its answer drawn, and each post made."""

    def __init__(self, env: Env) -> None:
        self.acknowledged: dict[int, float] = {}
        self.posted: dict[int, list[float]] = {}
        self.redrawn: dict[str, float] = {}
        self._waiting: dict[int | str, asyncio.Event] = {}
        watch = self

        class Noting(list):  # type: ignore[type-arg]
            def append(self, request: Any) -> None:
                watch.note(request)

        env.backend.http_requests = Noting(env.backend.http_requests)

    def note(self, request: Any) -> None:
        now, parts = time.perf_counter(), request.path.strip("/").split("/")
        if parts[0] == "interactions":
            self.acknowledged[int(parts[1])] = now
        elif request.method == "POST" and parts[0] == "channels" and parts[2] == "messages":
            channel = int(parts[1])
            self.posted.setdefault(channel, []).append(now)
            self.waiting(channel).set()
        elif parts[0] == "webhooks":
            self.redrawn[parts[2]] = now
            self.waiting(parts[2]).set()

    def waiting(self, key: int | str) -> asyncio.Event:
        """The event that is set when a post is made in the channel, or an answer shown, of that
        token."""
        return self._waiting.setdefault(key, asyncio.Event())

    async def come(self, key: int | str) -> None:
        async with asyncio.timeout(60):
            await self.waiting(key).wait()


@asynccontextmanager
async def simulated() -> AsyncIterator["World"]:
    """The bot running on a simulated Discord, its store in a temporary folder, its log silent."""
    logging.getLogger("bot").setLevel(logging.ERROR)
    with scratch() as path:

        async def pause(wake: asyncio.Event, seconds: float | None) -> None:
            await env.external_wait(wake.wait(), reason="an idle worker")

        client = Bumpbot(partial(SqliteStore.open, path), pause=pause)
        env = Fast(client, settle_timeout=60)
        # Before simcord counts how long the bot takes to become idle.
        await pictures.warm_up()
        await env.start()
        try:
            with env.time_context():
                # Its clock stands still, and a post as old as the bot is looked for in the channel.
                await env.advance_time(1)
                yield World(env, client)
        finally:
            await client.close()
            await env.shutdown()


class World:
    """The bot over a simulated Discord with one server, and when what happened there."""

    def __init__(self, env: Fast, client: Bumpbot) -> None:
        self.env, self.client, self.watch = env, client, Watch(env)
        self.guild: Any = env.create_guild("Bench")

    async def seated_tables(self) -> list[Seats]:
        """Channels with a match each that has just begun."""
        return [await self.seats(number) for number in range(MATCHES)]

    async def seats(self, number: int) -> Seats:
        """One of these channels."""
        channel = self.guild.create_text_channel(f"table-{number}")
        host, guest = self.people(number)
        where = (channel.id, self.guild.id)
        options = {"reserve": [0, 0]}
        match = await begun(self.client.matches, (host, guest), where, options=options)
        # The challenge, then the first board.
        while len(self.watch.posted.get(channel.id, ())) < 2:
            self.watch.waiting(channel.id).clear()
            await self.watch.come(channel.id)
        return Seats(channel.id, match, Random(number))

    def people(self, number: int) -> tuple[Person, Person]:
        """Two new members of the server."""
        users = [self.env.create_user(f"p{number}{who}") for who in "ab"]
        host, guest = map(self.guild.add_member, users)
        return Person(host.id, host.name), Person(guest.id, guest.name)

    async def together(self, tables: list[Seats]) -> list[Taken]:
        """A move at every table, all typed at the same instant."""
        planned = []
        for channel, number, chance in tables:
            match = await self.client.matches.match(number)
            assert match.turn_person is not None
            text = match.rules.format(match.position, pick(match.rules, match.position, chance))
            planned.append((channel, number, match.turn_person.id, text))
        taken = await asyncio.gather(*(self._move(*each) for each in planned))
        # Work after a post, such as removing the old buttons, belongs to no move's time.
        await asyncio.sleep(0.1)
        return taken

    async def _move(self, channel: ChannelId, number: int, who: int, text: str) -> Taken:
        # Seconds from a `/move` to its acknowledgement, and to the board standing in the channel.
        self.watch.waiting(channel).clear()
        began = time.perf_counter()
        typed = self.type(channel, who, "move", *move_options(number, text, preview=False))
        await self.watch.come(channel)
        return self.watch.acknowledged[typed.id] - began, self.watch.posted[channel][-1] - began

    def type(self, channel: ChannelId, who: int, name: str, *options: Typed) -> Any:
        """Type a command; the interaction, as simcord keeps it."""
        command = {"id": str(self.client.command_ids[name]), "name": name, "type": 1}
        data = {**command, "options": list(options)}
        record, payload = self._interaction(2, channel, who, data)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def _interaction(self, kind: int, channel: ChannelId, who: int, data: Typed) -> tuple[Any, Any]:
        return interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel,
            guild_id=self.guild.id,
            user_id=who,
            data=data,
        )

    async def _answered(self, record: Any, began: float) -> Taken:
        await self.watch.come(record.token)
        redrawn = self.watch.redrawn[record.token]
        return self.watch.acknowledged[record.id] - began, redrawn - began

    async def presses(self, tables: list[Seats]) -> list[Taken]:
        """Move, a piece, what comes next, and Cancel at every table; seconds of the two between."""
        boards = [self.newest(channel, private=False) for channel, _, _ in tables]
        await asyncio.gather(*(self.press(board, "move:", 0) for board in boards))
        taken = []
        for kind, place in (("pick:", 1), ("pick:", 0)):
            shown = [self.newest(channel, private=True) for channel, _, _ in tables]
            taken += await asyncio.gather(*(self.press(each, kind, place) for each in shown))
        shown = [self.newest(channel, private=True) for channel, _, _ in tables]
        await asyncio.gather(*(self.press(each, "do:", -1) for each in shown))
        return taken

    def newest(self, channel: ChannelId, *, private: bool) -> Any:
        """The newest message of the channel, for everybody or for one person."""
        messages = self.env.backend.messages[channel].values()
        return [m for m in messages if m.is_ephemeral == private][-1]

    async def press(self, message: Any, kind: str, place: int) -> Taken:
        """Seconds from a press to its acknowledgement, and to the new picture."""
        parts = list(walk_components(message.components))
        part = [each for each in parts if each.get("custom_id", "").startswith(kind)][place]
        data = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if "options" in part:
            data["values"] = [part["options"][0]["value"]]
        board = self.newest(message.channel_id, private=False)
        shown = (each.get("content", "") for each in walk_components(board.components))
        who = int("".join([board.content, *shown]).partition("<@")[2].partition(">")[0])
        record, payload = self._interaction(3, message.channel_id, who, data)
        payload["message"] = dict(serializers.message_payload(self.env.backend, message))
        record.source_message_id = message.id
        began = time.perf_counter()
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return await self._answered(record, began)


def move_options(number: int, text: str, *, preview: bool) -> tuple[Typed, ...]:
    """The options of `/move` with this text."""
    return (
        {"name": "move", "type": 3, "value": text},
        {"name": "preview", "type": 5, "value": preview},
        {"name": "match", "type": 4, "value": number},
    )


async def main(rounds: int) -> None:
    async with simulated() as world:
        tables = await world.seated_tables()
        await measure("/move, ms", "posted", world.together, tables, rounds)
        await measure("a press, ms", "redrawn", world.presses, tables, rounds)


async def measure(
    title: str,
    then: str,
    work: Callable[[list[Seats]], Awaitable[list[Taken]]],
    tables: list[Seats],
    rounds: int,
) -> None:
    """Print what the work takes at one table, and at all at once."""
    table = Table(title, *heads(then))
    for name, some in (("one alone", tables[:1]), (f"{MATCHES} at once", tables)):
        table.row(name, *figures([each for _ in range(rounds) for each in await work(some)]))


def heads(then: str) -> list[str]:
    """The columns of a table of interactions."""
    return [f"{what} {part}" for what in ("acknowledged", then) for part in ("p50", "p99")]


def figures(taken: list[Taken]) -> list[float]:
    """Its figures: the medians and the 99th percentiles of both times, in milliseconds."""
    return [part for each in zip(*taken, strict=True) for part in middle_and_slowest(each)]


def pick(rules: Any, position: Any, chance: Random) -> Any:
    """A legal move, rather one with a chain in it, that does not end the match."""
    moves = list(rules.moves(position))
    tried = [chance.choice(moves) for _ in range(6)]
    effects: Callable[[Any], list[Effect]] = lambda m: rules.play(position, m).effects  # noqa: E731
    safe = [m for m in tried if not rules.outcome(rules.play(position, m).position)]
    return max(safe, key=lambda m: len(effects(m)))


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, rounds=5).rounds))
