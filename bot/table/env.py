"""simcord in real time: a simulated Discord on the wall clock, where people act when they like.

simcord stops its clock and waits after every action until the bot is idle, as tests want it. At a
table time passes and two people may act at once. `TableEnv` therefore replaces eight private
members of simcord's `Env`; the docstring of each says what it is to simcord, and
tests/table/test_env.py notices when they change.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import discord
from simcord import ChannelHandle, MemberActor, _dpy_internals
from simcord.backend import serializers
from simcord.backend.models import Interaction
from simcord.components import COMPONENTS_V2_FLAG
from simcord.env import Env

log = logging.getLogger(__name__)

NAMES = ("Ada", "Grace", "Linus")
TOPIC = "Type /challenge bump and pick somebody. Switch between people with “Viewing as”."


# Ids in Discord contain the time they were made. While these are made simcord's clock is stopped at
# a fixed moment, so while their order in `furnish` stays, so do their ids; everything later is made
# on the wall clock and gets ids that were never used before.
@dataclass(frozen=True, slots=True)
class Room:
    """Where the people meet."""

    channel: ChannelHandle
    people: tuple[MemberActor, ...]


def furnish(env: Env) -> Room:
    """Make the server, its channel and its people, before the bot comes online."""
    env.backend.bot_user.name = "Bumpbot"
    users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
    # The first owns the server, so that managers' commands can be tried, too.
    guild = env.create_guild("The table", owner=users[0])
    # The page shows only the channel, so a match in a thread would be out of reach.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel(
        "table", topic=TOPIC, overwrites={guild.default_role: no_threads}
    )
    return Room(channel, tuple(guild.add_member(user) for user in users))


# Discord gives a bot three seconds to answer a person.
PATIENCE = 3.0

# How long closing waits for work that can't be stopped: a picture, even on a slow machine.
CLOSING = 60.0


whole_payload = serializers.message_payload
"""What simcord tells of a message."""


def told_payload(backend: Any, message: Any, **how: Any) -> Any:
    """The same as Discord tells it, which lists no files of a message that is laid out."""
    payload = dict(whole_payload(backend, message, **how))
    return payload | {"attachments": []} if message.flags & COMPONENTS_V2_FLAG else payload


class WallClock:
    """The clock of the room, instead of simcord's, which only tests move. It is never behind the
    time that has passed since it began: that this machine's is set back delays no retry."""

    def __init__(self, wall: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._wall = wall
        self._start = wall() - timedelta(seconds=self.elapsed)

    @property
    def elapsed(self) -> float:
        """The event loop's own seconds, so that timers of both kinds agree."""
        return _dpy_internals.real_monotonic()

    def now(self) -> datetime:
        return max(self._wall(), self._start + timedelta(seconds=self.elapsed))

    def advance(self, seconds: float) -> None:
        """Nobody moves this clock."""


class Ledger(deque[Any]):
    """The newest requests and events between bot and Discord; notifies those who wait for the next.

    simcord appends every request and event to a list that it never shortens. `entries` is how many
    there were, `world` how many of them may have changed anything but messages.
    """

    def __init__(self, keep: int) -> None:
        super().__init__(maxlen=keep)
        self._next = asyncio.Event()
        self.entries = 0
        self.world = 0

    def append(self, entry: Any) -> None:
        """Append and count the entry, and wake everybody who waits for news."""
        super().append(entry)
        self.entries += 1
        self.world += not concerns_messages(entry)
        self._next.set()
        self._next = asyncio.Event()

    async def news(self) -> None:
        """Wait for the next entry."""
        await self._next.wait()


def concerns_messages(entry: Any) -> bool:
    """Whether an event, or a request such as "PATCH /webhooks/1/token", is about messages only."""
    match entry:
        case "HTTP", str(request), *_:
            method, _, path = request.partition(" ")
            place = path.strip("/").split("/")
            # Nothing shows an emoji that was not there before.
            about = place[0] in ("interactions", "webhooks") or place[2:3] in (
                ["messages"],
                ["emojis"],
            )
            return method == "GET" or about
        case _, str(event), *_:
            return event.startswith(("MESSAGE_", "INTERACTION_", "TYPING_"))
    return False


class TableEnv(Env):
    """A simulated Discord in real time. Until `start` its clock is stopped at a fixed moment."""

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=CLOSING)
        self.ledger = Ledger(keep=100)
        self.backend.transcript = cast(list[Any], self.ledger)
        self.backend.http_requests = cast(list[Any], deque(maxlen=100))
        self._asked: ContextVar[Interaction | None] = ContextVar("asked", default=None)

    async def start(self) -> None:
        """Set the clock going and bring the bot online; returns when it is ready."""
        self.backend.clock = cast(Any, WallClock())
        serializers.message_payload = told_payload
        await super().start()
        await self.bot.wait_until_ready()

    def _begin_operation(self, label: str) -> None:
        """simcord refuses an action while another is under way. Here both go on."""

    def _end_operation(self) -> None:
        """The other end of `_begin_operation`."""

    def _capture_errors(self) -> None:
        """simcord hooks the bot's error handlers for tests. Here the bot reports its errors."""

    def _record_error(self, error: BaseException) -> None:
        # simcord keeps uncaught errors, to raise them later. A table logs them.
        log.error("the bot failed in the background", exc_info=error)

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        # simcord calls this with a person's interaction just before the bot gets it.
        self._asked.set(interaction)
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(self, *, dispatch: str | None = None, **_: Any) -> None:
        # simcord waits here until everything is idle. A person waits only for the bot's answer.
        asked = self._asked.get()
        if dispatch == "INTERACTION_CREATE" and asked is not None:
            await self._answer(asked)
        await asyncio.sleep(0)

    async def _answer(self, asked: Interaction) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not asked.responded:
                    await self.ledger.news()
        except TimeoutError:
            log.warning("the bot did not answer within %.0f seconds", PATIENCE)

    def _schedule_timer(
        self,
        record: Any,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        schedule_context: Context | None,
    ) -> None:
        # simcord runs the bot's timers when a test moves the clock. Here the loop runs them.
        def fire() -> None:
            if not record.handle.cancelled():
                record.handle._run()

        self._drop_cancelled_timers()
        assert self._runtime is not None
        record.real_handle = self._runtime.call_at(record.when, fire, context=schedule_context)

    def _drop_cancelled_timers(self) -> None:
        # Drop timers nobody waits for: simcord does so only when it settles.
        live = []
        for record in self._work.callbacks:
            if record.handle is None or not record.handle.cancelled():
                live.append(record)
            elif record.real_handle is not None:
                record.real_handle.cancel()
        self._work.callbacks[:] = live
