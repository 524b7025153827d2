"""A simulated Discord server with four people, and the real bot on a real database in it."""

import asyncio
import logging
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord import results
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.env import Env

import bot.catalog
import bot.front.commands
import renderers
from bot.front.client import ONE, Bumpbot, OpenStore, Shards
from bot.front.discord.context import PrivateReply
from bot.front.discord.layouts import words_of
from bot.games.core import PlayerError
from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import CalendarChange, GuildId, MatchId, MessageId
from bot.service.queue import Pause
from bot.store.sqlite import SqliteStore
from bot.table.env import told_payload, whole_payload
from bot.telemetry import outages
from renderers.drawing import gallery
from tests.front import heap, meadow, snapshot
from tests.helpers.thinking import InThreads
from tests.store.memory import Connection, MemoryStore, empty_database

PATIENCE = 180.0
"""Seconds until a bot that does not come to rest fails its test: no slow machine needs so many."""

KEEPING = discord.Permissions(manage_messages=True, manage_guild=True)
"""What managers of the server may do."""

EDITED_FLAGS = discord.MessageFlags(components_v2=True).value
"""The flags of a message that an edit may set."""

GLANCE = 0.001
"""Seconds between two looks at the bot's tasks, of which one is about to rest unheard."""


@pytest.fixture(scope="package", autouse=True)
def _small_games_are_on_offer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The catalog with two small games more."""
    folder = tmp_path_factory.mktemp("games")
    for file in bot.catalog._folder().iterdir():
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    _forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.catalog, "_folder", lambda: folder)
        for small in (heap, meadow):
            (folder / f"{small.GAME.key}.toml").write_text(small.DATA, encoding="utf-8")
            patch.setitem(sys.modules, f"bot.games.{small.GAME.key}", small)
            patch.setitem(sys.modules, f"renderers.{small.GAME.key}", small)
        yield
    _forget()


@pytest.fixture(scope="package", autouse=True)
def _the_bot_is_told_of_no_files_that_are_laid_out() -> Iterator[None]:
    """As by Discord. The tests see them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serializers, "message_payload", told_payload)
        patch.setattr(results, "serializers", SimpleNamespace(message_payload=whole_payload))
        yield


@pytest.fixture(scope="package", autouse=True)
def _each_picture_is_drawn_once() -> Iterator[None]:
    """By the real renderers, for all worlds."""
    with pytest.MonkeyPatch.context() as patch:
        drawings = ((renderers, "_png"), (renderers, "_close_up"), (gallery, "thumbnail_picture"))
        for owner, name in drawings:
            patch.setattr(owner, name, cache(getattr(owner, name)))
        yield


def _forget() -> None:
    bot.catalog.catalog.cache_clear()
    bot.front.commands.commands.cache_clear()
    KNOWN.clear()


@pytest.fixture(autouse=True)
def _snapshots(request: pytest.FixtureRequest) -> Iterator[None]:
    with snapshot.looking(request.path, request.node.name):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test that has passed has looked at all of its block."""
    yield
    snapshot.end()


def patience(holder: dict[str, Env]) -> Pause:
    """Declares idle workers to simcord, which else waits for them to end."""
    busy: dict[asyncio.Task[Any], asyncio.Task[Any]] = {}

    async def wait(wake: asyncio.Event, seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()

    async def pause(wake: asyncio.Event, seconds: float | None) -> None:
        worker = asyncio.current_task()
        assert worker is not None
        if worker in busy:
            busy.pop(worker).cancel()
        await holder["env"].external_wait(wait(wake, seconds), reason="an idle worker")
        # simcord looks again when a task ends, so one ends when the worker rests.
        busy[worker] = asyncio.create_task(asyncio.wait([worker]))

    return pause


class PatientEnv(Env):
    """simcord's server, which waits for a slow machine, and not a moment longer than it must."""

    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109
        """Wait until the bot is at rest. simcord gives up on a bot that starts after five seconds,
        whatever the server was made with."""
        await super()._settle_internal(timeout=PATIENCE, **(how | {"idle": GLANCE}))


@dataclass
class World:
    """A server with a channel and people in it."""

    env: Env
    connection: sqlite3.Connection
    guild: Any
    channel: Any
    ada: Any
    grace: Any
    linus: Any
    manager: Any
    make: Callable[..., Bumpbot]
    patch: pytest.MonkeyPatch
    """What is changed in the program until the end of the test."""

    log: pytest.LogCaptureFixture

    @property
    def client(self) -> Bumpbot:
        client = self.env.bot
        assert isinstance(client, Bumpbot)
        return client

    def sql(self, statement: str, *values: object) -> list[Any]:
        """What is found by a statement beside the bot's own, or written by it."""
        return self.connection.execute(statement, values).fetchall()

    @property
    def everything(self) -> str:
        return "\n".join(self.connection.iterdump())

    @property
    def robot(self) -> Any:
        """The bot itself, as people pick it in a command."""
        return simcord.UserHandle(self.env, self.env.backend.bot_user)

    @property
    def last(self) -> discord.Message:
        """The newest message that everybody in the channel sees."""
        return self.public()[-1]

    @property
    def words(self) -> str:
        """What it says."""
        return words_of(self.last)

    def public(self, channel: Any = None) -> list[discord.Message]:
        """What everybody sees in the channel, oldest first, without Discord's own lines about
        threads."""
        shown = [m for m in (channel or self.channel).history() if not m.flags.ephemeral]
        return [m for m in shown if m.type is not discord.MessageType.thread_created]

    def private_texts(self) -> list[str]:
        messages = self.env.backend.messages[self.channel.id].values()
        return [m.content for m in messages if m.is_ephemeral]

    def pings(self) -> list[list[int]]:
        """Who was pinged by each message that was sent to a channel, in order.

        On the way it makes sure that no message whatever, public or private, pings by its text, and
        that no edit sends flags along which can't be edited.
        """
        sent = []
        for request in self.env.http_requests:
            body = request.json if isinstance(request.json, dict) else {}
            message = body.get("data") or body
            if request.method == "PATCH" and "/messages/" in request.path:
                assert (message.get("flags") or 0) & ~EDITED_FLAGS == 0, message
            laid_out = discord.MessageFlags._from_value(message.get("flags") or 0).components_v2
            if not message.get("content") and not laid_out:
                continue
            allowed = message["allowed_mentions"]
            assert not allowed.get("parse"), allowed
            assert not allowed.get("roles"), allowed
            if request.method == "POST" and request.path.endswith("/messages"):
                sent.append([int(user) for user in allowed.get("users", [])])
        return sent

    async def challenge(self, game: str, *invited: Any, **options: Any) -> str:
        """What Ada is answered when she challenges those people."""
        named = {f"opponent{n}".removesuffix("1"): who for n, who in enumerate(invited, 1)}
        return await self.ask(self.ada, f"challenge {game}", **named, **options)

    async def begin(self, game: str, **options: Any) -> None:
        """A match of a game between Ada, who begins, and Grace, with its usual options for those
        that are not given."""
        await self.challenge(game, **{"opponent": self.grace, "first": "me"} | options)
        await self.grace.click(self.last, label="Accept")

    async def start(self, **options: Any) -> None:
        """A match of the small game between Ada, who begins, and Grace."""
        await self.begin("heap", **{"size": "small"} | options)

    async def begin_three(self, *others: Any, game: str = "urchins", **options: Any) -> None:
        """A match between Ada, who begins, and two others."""
        await self.challenge(game, *others, **{"first": "me"} | options)
        challenge = self.last
        for who in others:
            await who.click(challenge, label="Accept")

    async def match(self, number: int = 1) -> Match:
        return await self.client.matches.match(MatchId(number))

    def shown(self, message: Any) -> discord.Message:
        return next(each for each in self.public() if each.id == message.id)

    async def resign(self, who: Any, **given: Any) -> Any:
        asked = await who.slash(self.channel, "resign", **given)
        return await who.click(asked.response, label="Yes, resign")

    async def spend_no_vacation(self) -> None:
        """Ada and Grace lose on time rather than have vacation spent."""
        for person in (self.ada, self.grace):
            await self.keep(person, Calendar(automatic_vacation=False))

    async def keep(self, who: Any, calendar: Calendar) -> None:
        """The first calendar of somebody, from now on."""
        history = (Segment(self.env.now(), calendar),)
        await self.client.store.save_calendars(CalendarChange(who.id, history, ()))

    async def server_wishes(self, **wish: Any) -> None:
        """What holds in the server from now on, and nothing else that it has said."""
        await self.client.store.change_preferences("guild", self.guild.id, lambda _: wish)

    async def wishes(self, who: Any, **wish: Any) -> None:
        """The same for a person."""
        await self.client.store.change_preferences("person", who.id, lambda _: wish)

    async def ask(self, who: Any, command: str, **options: Any) -> str:
        """What a command in the channel answers."""
        return said(await who.slash(self.channel, command, **options))

    async def tap(self, who: Any, label: str, message: Any = None) -> str:
        """What a button answers, of the newest message unless said."""
        return said(await who.click(message or self.last, label=label))

    async def move(self, who: Any, text: str, *, channel: Any = None, **options: Any) -> Any:
        """Type a move, and confirm it if it can be played."""
        asked = await who.slash(channel or self.channel, "move", move=text, **options)
        return await self.confirm(who, asked)

    async def confirm(self, who: Any, asked: Any) -> Any:
        if "Confirm" in labels(asked.response):
            return await who.click(asked.response, label="Confirm")
        return asked

    async def call_off(self, number: int) -> None:
        """A manager ends a match, or takes a challenge back."""
        asked = await self.manager.slash(self.channel, "calloff", match=number)
        await self.manager.click(asked.response, label="Yes, end it")

    async def offer_draw(self, who: Any, **given: Any) -> Any:
        asked = await who.slash(self.channel, "draw", **given)
        return await who.click(asked.response, label="Yes, offer a draw")

    async def form(self, who: Any, board: Any = None) -> Any:
        """The form in which a move is typed, as the Move button leads to it."""
        picker = await who.click(board or self.last, label="Move")
        return await who.click(picker.response, label="Type it…")

    async def restart(self, **made: Any) -> None:
        await self.client.store.close()
        await self.env.restart_bot(self.make(**made))

    async def press(self, who: Any, message: Any, custom_id: str) -> None:
        """A click without waiting for what follows: others may click meanwhile."""
        self._emit(who, 3, {"custom_id": custom_id, "component_type": 2}, message.id)

    async def press_twice(self, who: Any, message: Any, ending: str) -> None:
        """Two clicks at once on the button whose custom id ends so."""
        rows = (row["components"] for row in message.components)
        (button,) = [b["custom_id"] for row in rows for b in row if b["custom_id"].endswith(ending)]
        with self.env.time_context():
            await self.press(who, message, button)
            await self.press(who, message, button)
        await self.env.settle()

    async def send(
        self, who: Any, kind: int, data: dict[str, Any], message: MessageId | None = None
    ) -> list[str]:
        """What is said privately to an interaction as Discord would never let anybody make it."""
        before = len(self.private_texts())
        self._emit(who, kind, data, message)
        await self.env.settle()
        return self.private_texts()[before:]

    def _emit(self, who: Any, kind: int, data: dict[str, Any], message: MessageId | None) -> None:
        from simcord import interactions
        from simcord.backend import serializers

        record, payload = interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=who.id,
            data=data,
        )
        if message is not None:
            stored = self.env.backend.get_message(self.channel.id, message)
            payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
            record.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)

    async def forge(self, who: Any, custom_id: str) -> str:
        """What is said privately to the person who presses a button with that custom id, which the
        newest message is made to have."""
        stored = self.env.backend.get_message(self.channel.id, self.last.id)
        stored.components[0]["components"][0]["custom_id"] = custom_id
        pressed = {"custom_id": custom_id, "component_type": 2}
        return "\n".join(await self.send(who, 3, pressed, MessageId(self.last.id)))


def said(result: simcord.InteractionResult) -> str:
    """Everything an interaction answered, all of it private."""
    answers = [a for a in (result.response, *result.followups) if a is not None]
    private = [a for a in answers if a.ephemeral]
    assert len(private) == len(answers) or result.response is None or not result.response.ephemeral
    return "\n".join(a.content or shown_text(a) for a in private)


def shown_text(message: Any) -> str:
    """The texts of a message that is laid out as a page."""
    parts = walk_components(message.components)
    return "\n".join(part["content"] for part in parts if part["type"] == 10)


def labels(message: Any) -> list[str]:
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [part["label"] for part in walk_components(rows) if part.get("label")]


async def pressed(who: Any, message: Any, *names: str) -> Any:
    """The message after these buttons, by label or choice, were pressed, or lines of its
    menus chosen by their values, one after the other."""
    for name in names:
        if name in labels(message):
            message = (await who.click(message, label=name)).response
            continue
        parts = list(walk_components(message.components))
        if found := [p for p in parts if p.get("custom_id", "").endswith(f":{name}")]:
            message = (await who.click(message, custom_id=found[0]["custom_id"])).response
            continue
        (menu,) = [p for p in parts if name in {each["value"] for each in p.get("options", ())}]
        message = (await who.select(message, [name], custom_id=menu["custom_id"])).response
    return message


async def play(world: World, *texts: str) -> None:
    """Moves of Ada and Grace at once, each of whoever is called by the newest board."""
    for text in texts:
        called = f"<@{world.ada.id}>, {snapshot.TO_TURN}" in world.words
        mover = world.ada if called else world.grace
        answer = await world.ask(mover, "move", preview=False, move=text)
        assert "is played" in answer, answer


async def no_store() -> Store:
    """For a bot that is built and never started."""
    raise AssertionError("this bot is never started")


KNOWN: dict[tuple[str, int], dict[str, Any]] = {}
"""The commands as Discord has them from the first world on, with which those after it begin."""


ON_FILE = pytest.mark.parametrize("world", ["file"], indirect=True)
"""For a test in whose world other processes open the database."""


def make_client(
    database: Path, holder: dict[str, Env], guild: GuildId | None = None, shards: Shards = ONE
) -> Bumpbot:
    opening = partial(SqliteStore.open, database)
    return Bumpbot(opening, guild, shards, pause=patience(holder), thinking=InThreads())


@pytest.fixture
async def world(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[World]:
    connection: sqlite3.Connection
    opening: OpenStore
    if hasattr(request, "param"):
        path = request.getfixturevalue("tmp_path") / "matches.sqlite3"
        path.write_bytes(empty_database())
        connection = sqlite3.connect(path, isolation_level=None)
        opening = partial(SqliteStore.open, path)
    else:
        connection = Connection()
        opening = partial(in_memory, connection)
    with closing(connection):
        async with opened(opening, connection, caplog) as made:
            yield made


@pytest.fixture
async def begun(world: World) -> World:
    """The world in which Ada and Grace play a long match of the small game; Ada begins."""
    await world.start(spare=9)
    return world


@pytest.fixture
async def bumps(world: World) -> World:
    """The world in which Ada and Grace play Bump; Ada begins."""
    await world.begin("bump")
    return world


@pytest.fixture
async def short(world: World) -> World:
    """The world in which Ada and Grace play a short match of the small game; Ada begins."""
    await world.start()
    return world


async def in_memory(connection: Connection) -> Store:
    return MemoryStore(connection)


@asynccontextmanager
async def opened(
    open_store: OpenStore,
    connection: sqlite3.Connection,
    log: pytest.LogCaptureFixture,
    host: str = "Ada",
) -> AsyncIterator[World]:
    """The server, with the bot on that store, in which Ada may have another name."""
    holder: dict[str, Env] = {}

    def make(
        guild: GuildId | None = None, shards: Shards = ONE, emojis: timedelta | None = None
    ) -> Bumpbot:
        wait, thinking, chance = patience(holder), InThreads(), random.Random(1)
        return Bumpbot(
            open_store, guild, shards, pause=wait, emojis=emojis, thinking=thinking, chance=chance
        )

    env = holder["env"] = PatientEnv(make(), settle_timeout=PATIENCE)
    env.backend.commands[None] = dict(KNOWN)
    guild = env.create_guild()
    channel = guild.create_text_channel("games")
    ada, grace, linus = (guild.add_member(env.create_user(n)) for n in (host, "Grace", "Linus"))
    role = guild.create_role("keepers", permissions=KEEPING)
    manager = guild.add_member(env.create_user("Margaret"), roles=[role])
    people = {who.id: who.name for who in (ada, grace, linus, manager)}
    snapshot.name({**people, channel.id: "games"})
    patch = pytest.MonkeyPatch()
    try:
        await env.start()
        KNOWN.update(env.backend.commands[None])
        made = World(env, connection, guild, channel, ada, grace, linus, manager, make, patch, log)
        yield made
        made.pings()  # Nothing pings by its text.
    finally:
        patch.undo()
        await env.bot.store.close()  # type: ignore[attr-defined]
        await env.shutdown()
    # What a person was told is no fault of the bot's; anything else fails the test.
    faults = [e for e in env._errors[env._errors_acknowledged :] if not _is_told(e)]
    assert not faults, faults
    assert not env.bot.persistent_views, "discord.py keeps buttons of every message in memory"


def _is_told(error: BaseException) -> bool:
    return isinstance(getattr(error, "original", error), (PlayerError, PrivateReply))


@pytest.fixture(autouse=True)
def _outages_end_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # The simulated server waits for every timer of the bot, in real time.
    monkeypatch.setattr(outages, "CALM", 0.0)
    yield
    for each in (outages.DATABASE, outages.DISCORD):
        each.forget()


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    # Both as they were before behind each test. What is said last holds for what is caught.
    caplog.set_level(logging.ERROR, "discord")
    caplog.set_level(logging.INFO, "bot")
