"""The real bot for as long as a process lives, and interactions that nobody could have made.

It stands at a simulated Discord that runs in real time and forgets what is old, so that the ten
thousandth input is as fast as the first. An interaction is handed to discord.py as its gateway
does; only what handles it is waited for, not whatever it leads to.
"""

import asyncio
import logging
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from bot.model.records import GuildId
from tests.fuzz.target import check

PEOPLE = ("ada", "grace", "linus", "manager")
REST = 200
"""Interactions after which what they have led to is waited for, and what is old forgotten."""

KEEP = 20
"""Messages of the channel that are kept."""


class Faults(logging.Handler):
    """Notes what the bot or its library logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.found.append(f"{record.getMessage()}: {error!r}")


@dataclass
class Forge:
    """The bot's world, and how many interactions it has had."""

    env: Any
    guild: GuildId
    channel: Any
    people: list[Any]
    folder: Path
    faults: Faults = field(default_factory=Faults)
    count: int = 0

    @property
    def board(self) -> Any:
        """The newest message that everybody sees."""
        messages = self.env.backend.messages[self.channel.id].values()
        return [each for each in messages if not each.is_ephemeral][-1]

    async def send(self, who: int, kind: int, data: dict[str, Any], message: Any = None) -> Any:
        """What became of an interaction of that person, as Discord notes it."""
        from simcord import interactions
        from simcord.backend import serializers

        backend, person = self.env.backend, self.people[who % len(self.people)]
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=self.channel.id,
            guild_id=self.guild,
            user_id=person.id,
            data=data,
        )
        if message is not None:
            payload["message"] = dict(serializers.message_payload(backend, message))
            record.source_message_id = message.id
        self.faults.found.clear()
        await self._handled(payload)
        self.count += 1
        if self.count % REST == 0:
            await self._rest()
        check(not self.faults.found, self.faults.found)
        return record

    async def _handled(self, payload: dict[str, Any]) -> None:
        """Hand an interaction to discord.py, until all that handles it is done."""
        with self.env._bot_scope():
            self.env.bot._connection.parsers["INTERACTION_CREATE"](payload)
        while handlers := _handlers():
            await asyncio.wait(handlers)

    async def _rest(self) -> None:
        """Let the posts come to an end, and forget what is old."""
        from bot.table.memory import forget

        await self.env.bot.service.queue.finish()
        backend = self.env.backend
        for messages in backend.messages.values():
            # They would crowd the boards out.
            for old in [each for each in messages.values() if each.is_ephemeral][:-KEEP]:
                del messages[old.id]
        forget(backend, 2 * KEEP)
        for known in list(backend.interactions.values())[:-KEEP]:
            del backend.interactions[known.id]
            del backend.interaction_tokens[known.token]
        for view in list(self.env.bot._connection._view_store._synced_message_views.values()):
            view.stop()


@cache
def runner() -> asyncio.Runner:
    """The loop on which the bot lives for as long as the process does."""
    return asyncio.Runner()


@cache
def forge() -> Forge:
    """A server with people in it, a challenge, a match of Clump and one of Bi-Pod."""
    return runner().run(_made())


async def _made() -> Forge:
    from bot.front.client import Bumpbot
    from bot.store.sqlite import SqliteStore
    from bot.table.env import TableEnv

    folder = Path(tempfile.mkdtemp(prefix="bumpbot-fuzz-"))
    env = TableEnv(Bumpbot(partial(SqliteStore.open, folder / "matches.sqlite3")))
    guild = env.create_guild()
    channel = guild.create_text_channel("games")
    people = [guild.add_member(env.create_user(name.title())) for name in PEOPLE]
    await env.start()
    made = Forge(env, GuildId(guild.id), channel, people, folder)
    for game in ("clump", "bipod"):
        await people[0].slash(channel, f"challenge {game}", opponent=people[1], first="me")
        await _posted(made)
        accept = made.board.components[0]["components"][0]["custom_id"]
        await made.send(1, 3, {"custom_id": accept, "component_type": 2}, made.board)
        await _posted(made)
    await people[0].slash(channel, "challenge bounce", opponent=people[1])
    await _posted(made)
    for name in ("bot", "discord"):
        logging.getLogger(name).addHandler(made.faults)
    return made


def _handlers() -> list[asyncio.Task[Any]]:
    from bot.front.discord.private_api import handlers

    return handlers()


async def _posted(made: Forge) -> None:
    """Wait until everything that was asked for is done and posted."""
    from discord.utils import utcnow

    posts = made.env.bot.service.posts
    while _handlers() or await posts.pending(utcnow()):  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0.01)


def close() -> None:
    """Close the bot: the threads of its database would keep the process from ending."""
    if not forge.cache_info().currsize:
        return
    made = forge()
    for name in ("bot", "discord"):
        logging.getLogger(name).removeHandler(made.faults)
    runner().run(made.env.bot.close())
    shutil.rmtree(made.folder)
    # Tests of one module may be dealt out in parts, each of which closes it.
    forge.cache_clear()
