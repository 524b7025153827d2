"""The fake Discord itself: its people and servers, its addresses, and its faults."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from bot.model.records import ChannelId, GuildId, PersonId
from tests.discord.fake.faults import Faults, middleware
from tests.discord.fake.gateway import Gateway, Session
from tests.discord.fake.records import (
    COMMAND,
    DIRECT,
    TEXT,
    Channel,
    Guild,
    Interaction,
    Message,
    User,
    Version,
    command_data,
    interaction_body,
    message_body,
    now_text,
    snowflake,
)


class FakeDiscord:
    """Servers, people and the bot among them, behind a real address on this machine."""

    def __init__(self, seed: int = 1) -> None:
        self.bot = User(snowflake(), "Bumpbot", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.direct: dict[int, Channel] = {}
        self.messages: list[Message] = []
        """Every message that ever stood, in the order they came."""

        self.nonces: dict[tuple[int, str], Message] = {}
        self.keeps_nonces = True
        """Whether a repeated nonce is known again, as for some minutes it is."""

        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int | None, list[dict[str, Any]]] = {}
        self.application: dict[str, Any] = {"integration_types_config": {"0": {}, "1": {}}}
        """What its owner has set of the application."""

        self.emojis: dict[int, str] = {}
        """Those of the application: their names, each once."""

        self.registered = 0
        """How often the commands were written."""

        self.files: dict[str, bytes] = {}
        self.requests: Counter[str] = Counter()
        self.unknown: set[str] = set()
        """What was asked for that the fake can't do."""

        self.counted: list[float] = []
        """When each request came that counts towards Discord's 50 a second."""

        self.faults = Faults(random.Random(seed))
        self.gateway = Gateway(self.bot, self.guilds)
        self.shards = 1
        self.base = ""
        self.changed = asyncio.Event()
        """Set again on every change that somebody may wait for."""

        self._watch: set[asyncio.Task[None]] = set()

    # People and places

    def person(self, name: str) -> User:
        user = User(snowflake(), name)
        self.users[user.id] = user
        return user

    def guild(self, name: str, channels: int = 1) -> Guild:
        """A new server with channels. One after another they fall to one shard after another."""
        identity = (snowflake() >> 22) + len(self.guilds)
        while identity % self.shards != len(self.guilds) % self.shards:
            identity += 1
        guild = Guild(identity << 22, name)
        self.guilds[guild.id] = guild
        for number in range(channels):
            self.add_channel(Channel(snowflake(), TEXT, f"table-{number + 1}", GuildId(guild.id)))
        return guild

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            self.guilds[channel.guild].channels[channel.id] = channel
        return channel

    def direct_with(self, user: User) -> Channel:
        if user.id not in self.direct:
            made = Channel(snowflake(), DIRECT, user.name, person=user)
            self.direct[user.id] = self.add_channel(made)
        return self.direct[user.id]

    # Messages

    def say(self, channel: Channel, author: User, sent: dict[str, Any]) -> Message:
        """A new message in a channel, or the one that had the same nonce."""
        nonce = str(sent["nonce"]) if sent.get("nonce") and sent.get("enforce_nonce") else None
        if nonce and self.keeps_nonces and (channel.id, nonce) in self.nonces:
            self.requests["nonce seen before"] += 1
            return self.nonces[channel.id, nonce]
        identity = snowflake()
        message = Message(
            identity, ChannelId(channel.id), message_body(identity, channel, author, sent)
        )
        allowed = (sent.get("allowed_mentions") or {}).get("users", ())
        pinged = tuple(PersonId(int(each)) for each in allowed)
        shown = tuple(each for each in pinged if f"<@{each}>" in message.content)
        message.versions.append(Version(0, message.content, shown))
        channel.messages[identity] = message
        self.messages.append(message)
        if nonce:
            self.nonces[channel.id, nonce] = message
        self.note_change()
        return message

    def edit(self, message: Message, sent: dict[str, Any]) -> None:
        kept = ("content", "components", "attachments", "flags")
        message.body |= {key: sent[key] for key in kept if sent.get(key) is not None}
        if "components" in sent and sent["components"] is None:
            message.body["components"] = []
        message.body["edited_timestamp"] = now_text()
        message.versions.append(Version(len(message.versions), message.content))
        self.note_change()

    def note_change(self) -> None:
        """Wake whoever waits for something to have changed."""
        self.changed.set()
        self.changed = asyncio.Event()

    # Interactions

    def new_interaction(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: dict[str, Any],
        message: Message | None = None,
    ) -> Interaction:
        """An interaction that nobody has been told of yet."""
        identity, token = snowflake(), secrets.token_hex(16)
        made = {"id": str(identity), "token": token, "type": kind, "data": data}
        body = interaction_body(made, self.bot, user, channel, message)
        found = Interaction(identity, token, kind, user, channel, body)
        if message is not None:
            found.original = message
        self.interactions[found.token] = found
        return found

    async def deliver(self, interaction: Interaction) -> None:
        """Tell the process of that shard, and notice when it goes."""
        told = self.gateway.serving(interaction.channel.guild)
        for session in told:
            await session.dispatch("INTERACTION_CREATE", interaction.body)
        task = asyncio.create_task(self._watch_over(interaction, told))
        self._watch.add(task)
        task.add_done_callback(self._watch.discard)

    async def _watch_over(self, interaction: Interaction, told: list[Session]) -> None:
        """Note an interaction as lost once every process that got it has gone."""
        while not (interaction.done.is_set() or interaction.lost.is_set()):
            if not any(each in self.gateway.live for each in told):
                interaction.lost.set()
                return
            await asyncio.sleep(0.05)

    def command_id(self, name: str) -> str:
        offered = [each for of in self.commands.values() for each in of]
        return next((str(each["id"]) for each in offered if each["name"] == name), "1")

    def command(
        self, user: User, channel: Channel, path: str, *, kind: int = COMMAND, **options: Any
    ) -> Interaction:
        """A slash command that somebody types, such as `challenge bump`."""
        members = self.guilds[channel.guild].members if channel.guild else {}
        for each in (user, *options.values()):
            if isinstance(each, User) and channel.guild:
                members[each.id] = each
        focused = options.pop("focused", "")
        name = path.split()[0]
        data = command_data(self.command_id(name), path, options, members, focused)
        return self.new_interaction(kind, user, channel, data)


@asynccontextmanager
async def running(fake: FakeDiscord) -> AsyncIterator[FakeDiscord]:
    """The fake at an address on this machine, until the end of the block."""
    from tests.discord.fake.rest import routes

    application = web.Application(middlewares=[middleware(fake.faults)], client_max_size=64 << 20)
    application.add_routes(routes(fake))
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    fake.base = f"http://127.0.0.1:{port}"
    fake.gateway.address = f"ws://127.0.0.1:{port}/gateway"
    try:
        yield fake
    finally:
        for task in list(fake._watch):
            task.cancel()
        await runner.cleanup()
