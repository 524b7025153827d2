"""How long one `/move` takes, from the interaction to its acknowledgement and to the finished post,
and one press in the picker, to its acknowledgement and to the new picture.

Twenty matches of Bump are played at once by forty people against a simulated Discord in this
process (simcord, real discord.py), with the real store on disk. The network is not in it.

    python -m bench.front [--rounds N]
"""

import argparse
import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from simcord import interactions
from simcord.backend import serializers
from simcord.env import Env

from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.games.core import Effect
from bot.model.commands import Accept
from bot.model.events import Person
from bot.model.records import MatchId
from bot.store.sqlite import SqliteStore

MATCHES = 20


class Fast(Env):
    """simcord without its waiting: everything runs in real time, and several act at once."""

    def _begin_operation(self, label: str) -> None:
        pass

    def _end_operation(self) -> None:
        pass


class Watch:
    """When each interaction was acknowledged and each post made, by match."""

    def __init__(self, env: Env) -> None:
        self.acknowledged: dict[int, float] = {}
        self.posted: dict[int, float] = {}
        self.redrawn: dict[str, float] = {}
        self._waiting: dict[int | str, asyncio.Event] = {}
        self._log(env)

    def _log(self, env: Env) -> None:
        requests: list[Any] = env.backend.http_requests
        watch = self

        class Noting(list):  # type: ignore[type-arg]
            def append(self, request: Any) -> None:
                watch.note(request)

        env.backend.http_requests = Noting(requests)

    def note(self, request: Any) -> None:
        """Note when a request was made."""
        parts = request.path.strip("/").split("/")
        if parts[0] == "interactions":
            self.acknowledged[int(parts[1])] = time.perf_counter()
        elif request.method == "POST" and parts[0] == "channels" and parts[2] == "messages":
            channel = int(parts[1])
            self.posted[channel] = time.perf_counter()
            self.waiting(channel).set()
        elif request.method == "PATCH" and parts[0] == "webhooks":
            self.redrawn[parts[2]] = time.perf_counter()
            self.waiting(parts[2]).set()

    def waiting(self, key: int | str) -> asyncio.Event:
        """What is set when a post is made in the channel, or an answer changed, of that token."""
        return self._waiting.setdefault(key, asyncio.Event())


@asynccontextmanager
async def simulated() -> AsyncIterator[tuple[Fast, Bumpbot]]:
    """The bot at work over a simulated Discord, its store in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:

        async def pause(wake: asyncio.Event, seconds: float | None) -> None:
            await env.external_wait(wake.wait(), reason="an idle worker")

        client = Bumpbot(partial(SqliteStore.open, Path(folder) / "bench.sqlite3"), pause=pause)
        env = Fast(client, settle_timeout=60)
        # Before simcord counts how long the bot takes to come to rest.
        await pictures.warm_up()
        await env.start()
        try:
            with env.time_context():
                yield env, client
        finally:
            await client.close()
            await env.shutdown()


async def main(rounds: int) -> None:
    logging.getLogger("bot").setLevel(logging.ERROR)
    async with simulated() as (env, client):
        await measure(env, client, rounds)


async def measure(env: Env, client: Bumpbot, rounds: int) -> None:
    watch = Watch(env)
    guild = env.create_guild("Bench")
    tables = [await table(guild, client, watch, number) for number in range(MATCHES)]
    one, many = [], []
    for _ in range(rounds):
        one += await together(env, client, watch, tables[:1])
    for _ in range(rounds):
        many += await together(env, client, watch, tables)
    pressed_one = [each for _ in range(rounds) for each in await presses(env, watch, tables[:1])]
    pressed_many = [each for _ in range(rounds) for each in await presses(env, watch, tables)]
    show("/move", "posted", [("one match", one), (f"{MATCHES} matches at once", many)])
    crowd = f"{MATCHES} people at once"
    show("a press", "redrawn", [("one person", pressed_one), (crowd, pressed_many)])


def show(what: str, then: str, measured: list[tuple[str, list[tuple[float, float]]]]) -> None:
    print(f"{what:<28}{'acknowledged, ms':>22}{f'{then}, ms':>22}")
    print(f"{'':<28}{'p50':>11}{'p99':>11}{'p50':>11}{'p99':>11}")
    for name, taken in measured:
        columns = (at(which, taken) for which in (0, 1))
        print(f"{name:<28}" + "".join(f"{p50:>11.1f}{p99:>11.1f}" for p50, p99 in columns))


def at(which: int, taken: list[tuple[float, float]]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    ordered = sorted(pair[which] * 1000 for pair in taken)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]


async def table(
    guild: Any, client: Bumpbot, watch: Watch, number: int
) -> tuple[int, MatchId, Random]:
    """A channel with a match in it that has just begun."""
    channel = guild.create_text_channel(f"table-{number}")
    members = [guild.add_member(guild._env.create_user(f"p{number}{who}")) for who in "ab"]
    host, guest = (Person(m.id, m.name) for m in members)
    match = await client.matches.challenge(
        game="bump",
        options={"reserve": [0, 0]},
        host=host,
        invited=(guest,),
        channel=channel.id,
        guild=guild.id,
        first="host",
    )
    watch.waiting(channel.id).clear()
    await client.matches.do(match.id, Accept(guest))
    async with asyncio.timeout(30):
        await watch.waiting(channel.id).wait()
    return channel.id, match.id, Random(number)


async def together(
    env: Env, client: Bumpbot, watch: Watch, tables: list[tuple[int, MatchId, Random]]
) -> list[tuple[float, float]]:
    """A move at every table, all typed at the same instant."""
    planned = []
    for channel, number, chance in tables:
        match = await client.matches.match(number)
        assert match.turn_person is not None
        text = match.rules.format(match.position, pick(match.rules, match.position, chance))
        planned.append((channel, number, match.turn_person.id, text))
    taken = await asyncio.gather(*(move(env, client, watch, *each) for each in planned))
    # What follows a post, such as taking the old buttons off, belongs to no move's time.
    await asyncio.sleep(0.1)
    return taken


async def move(
    env: Env, client: Bumpbot, watch: Watch, channel: int, number: int, who: int, text: str
) -> tuple[float, float]:
    """Seconds from a `/move` to its acknowledgement, and to the board standing in the channel."""
    watch.waiting(channel).clear()
    began = time.perf_counter()
    typed = type_move(env, client, channel, who, number, text)
    async with asyncio.timeout(30):
        await watch.waiting(channel).wait()
    return watch.acknowledged[typed.id] - began, watch.posted[channel] - began


def type_move(env: Env, client: Bumpbot, channel: int, who: int, number: int, text: str) -> Any:
    """Type a move that is played at once."""
    options = (
        {"name": "move", "type": 3, "value": text},
        {"name": "preview", "type": 5, "value": False},
        {"name": "match", "type": 4, "value": number},
    )
    return type_command(env, client, channel, who, "move", *options)


def type_command(
    env: Env, client: Bumpbot, channel: int, who: int, name: str, *options: dict[str, object]
) -> Any:
    """Type a command; the interaction, as simcord keeps it."""
    command = {"id": str(client.command_ids[name]), "name": name, "type": 1}
    record, payload = interactions.base_payload(
        env.backend,
        type=2,
        channel_id=channel,
        guild_id=env.backend.get_channel(channel).guild_id,
        user_id=who,
        data={**command, "options": list(options)},
    )
    env.backend.emit("INTERACTION_CREATE", payload)
    return record


async def presses(
    env: Env, watch: Watch, tables: list[tuple[int, MatchId, Random]]
) -> list[tuple[float, float]]:
    """Move, a piece, a direction and Cancel at every table; seconds of the two in the middle."""
    boards = [newest(env, channel, private=False) for channel, _, _ in tables]
    await asyncio.gather(*(press(env, watch, board, "move:", 0) for board in boards))
    taken = []
    for kind, place in (("pick:", 1), ("pick:", 0)):
        shown = [newest(env, channel, private=True) for channel, _, _ in tables]
        taken += await asyncio.gather(*(press(env, watch, each, kind, place) for each in shown))
    shown = [newest(env, channel, private=True) for channel, _, _ in tables]
    await asyncio.gather(*(press(env, watch, each, "do:", -1) for each in shown))
    return taken


def newest(env: Env, channel: int, *, private: bool) -> Any:
    """The newest message of the channel, for everybody or for one person."""
    messages = env.backend.messages[channel].values()
    return [m for m in messages if m.is_ephemeral == private][-1]


async def press(env: Env, watch: Watch, message: Any, kind: str, place: int) -> tuple[float, float]:
    """Seconds from a press to its acknowledgement, and to the new picture."""
    guild = env.backend.get_channel(message.channel_id).guild_id
    parts = [part for row in message.components for part in row["components"]]
    keys = [p["custom_id"] for p in parts if p["custom_id"].startswith(kind)]
    board = newest(env, message.channel_id, private=False)
    who = int(board.content.partition("<@")[2].partition(">")[0])
    record, payload = interactions.base_payload(
        env.backend,
        type=3,
        channel_id=message.channel_id,
        guild_id=guild,
        user_id=who,
        data={"custom_id": keys[place], "component_type": 2},
    )
    payload["message"] = dict(serializers.message_payload(env.backend, message))
    record.source_message_id = message.id
    began = time.perf_counter()
    env.backend.emit("INTERACTION_CREATE", payload)
    async with asyncio.timeout(30):
        await watch.waiting(record.token).wait()
    return watch.acknowledged[record.id] - began, watch.redrawn[record.token] - began


def pick(rules: Any, position: Any, chance: Random) -> Any:
    """A legal move, rather one with a chain in it, that does not end the match."""
    moves = list(rules.moves(position))
    tried = [chance.choice(moves) for _ in range(6)]
    effects: Callable[[Any], list[Effect]] = lambda m: rules.play(position, m).effects  # noqa: E731
    safe = [m for m in tried if not rules.outcome(rules.play(position, m).position)]
    return max(safe, key=lambda m: len(effects(m)))


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=30)
    asyncio.run(main(words.parse_args().rounds))
