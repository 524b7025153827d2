"""What each trouble does to the bot, and what people are told meanwhile."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from bot.model.records import ChannelId
from tests.discord.fake.faults import Fault, Planned, sends
from tests.discord.fake.gateway import Connection
from tests.discord.fake.records import Channel, User, channel_body
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Table, Try
from tests.faults import verdict
from tests.faults.kinds import Trouble
from tests.faults.people import People
from tests.faults.process import Disk, TalkingBot

MOMENT = 0.1

LOOKS = 30
"""How often it is looked whether a move has had its effect, before the next one is sent."""

ATTEMPTS = 4
"""Moves that are tried while a trouble lasts that may let some of them through."""

CAN_NOT_WRITE = ("can't be written", "can't be opened", "readonly database")
"""What the bot says that finds its file read-only at its start."""


@dataclass
class Troubles:
    """All troubles of a bot. One table is free: nobody else plays at it."""

    fake: FakeDiscord
    bot: TalkingBot
    people: People
    dice: random.Random
    new_table: Callable[[], Table]
    wrong: list[str] = field(default_factory=list)
    """What was found while a trouble lasted."""

    told: int = 0
    """How often a person read that their move could not be saved."""

    def __post_init__(self) -> None:
        self.disk = Disk(self.bot, self.dice)
        self._left = 0
        self._does: dict[Trouble, Callable[[Trouble], Awaitable[None]]] = {
            Trouble.KILL_STUCK: self._kill_stuck,
            Trouble.READ_ONLY_START: self._read_only_start,
            Trouble.DAMAGED_START: self._damaged_start,
            Trouble.KILL: self._kill,
            Trouble.STOP: self._stop,
            **dict.fromkeys((Trouble.CUT, Trouble.RECONNECT, Trouble.INVALID), self._gateway),
            **dict.fromkeys((Trouble.FORBIDDEN, Trouble.UNKNOWN), self._refuse),
        }

    async def happen(self, trouble: Trouble) -> None:
        """Let it happen, and let it be over."""
        self.people.waits["trouble"] = f"until this is over: {trouble}"
        await self._does.get(trouble, self._on_disk)(trouble)
        del self.people.waits["trouble"]

    # The process

    async def _kill(self, _: Trouble) -> None:
        await self.bot.kill()
        await self.bot.start()

    async def _stop(self, trouble: Trouble) -> None:
        status = await self.bot.stop()
        if status != 0:
            self.wrong.append(f"{trouble}: the bot ended with status {status}")
        await self.bot.start()

    async def _kill_stuck(self, _: Trouble) -> None:
        """Killed while a post is on its way of which nobody knows whether it arrives."""
        table, user, offered = await self._at_table()
        faults = self.fake.faults
        faults.plan(Fault.STUCK, in_channel(self.fake, table.channel))

        async def is_stuck() -> bool:
            return not faults.stuck.empty()

        await self._move_until(is_stuck, table, user, offered)
        await faults.stuck.get()
        await self.bot.kill()
        await self.bot.start()

    async def _move_until(
        self, holds: Callable[[], Awaitable[bool]], table: Table, user: User, offered: list[str]
    ) -> None:
        """Send moves until one holds. One may be refused because another had arrived without an
        answer."""
        while True:
            await self.people.insist(table, user, offered)
            for _ in range(LOOKS):
                if await holds():
                    return
                await asyncio.sleep(MOMENT)
            user, offered = await self.people.turn(table)

    # The gateway

    async def _gateway(self, trouble: Trouble) -> None:
        gateway = self.fake.gateway
        act = {
            Trouble.CUT: gateway.cut,
            Trouble.RECONNECT: gateway.ask_to_reconnect,
            Trouble.INVALID: gateway.invalidate,
        }[trouble]
        before = self._connections()
        for session in gateway.live:
            await act(session)
        while not self._connections() - before:  # noqa: ASYNC110 nobody tells
            await asyncio.sleep(MOMENT)

    def _connections(self) -> set[Connection]:
        return {each.connection for each in self.fake.gateway.live if each.connection}

    # Rights

    async def _refuse(self, trouble: Trouble) -> None:
        """Posts in a channel are refused, until the right comes back.

        A post that is refused holds up no later one. So none waits before, of no match of the
        channel, and the right does not come back between two of them.
        """
        table, user, offered = await self._at_table()
        await self._until(table, lambda count, _: count == 0)

        async def is_refused() -> bool:
            return (await verdict.waiting(self.bot.database, ChannelId(table.channel.id)))[1] > 0

        fault = Fault.REFUSED if trouble is Trouble.FORBIDDEN else Fault.UNKNOWN
        planned = Planned(fault, in_channel(self.fake, table.channel), times=-1)
        self.fake.faults.planned.append(planned)
        try:
            await self._move_until(is_refused, table, user, offered)
            await self._until(table, lambda count, refused: count == refused)
        finally:
            self.fake.faults.planned.remove(planned)
        while (await verdict.waiting(self.bot.database, ChannelId(table.channel.id)))[0]:
            await self.give_rights(table.channel)
            await asyncio.sleep(MOMENT)

    async def _until(self, table: Table, holds: Callable[[int, int], bool]) -> None:
        """Wait until it holds of the posts that wait in the channel, and of those refused."""
        while not holds(*await verdict.waiting(self.bot.database, ChannelId(table.channel.id))):  # noqa: ASYNC110
            await asyncio.sleep(MOMENT)

    async def give_rights(self, channel: Channel) -> None:
        """Tell the bot that its rights in a channel may have changed."""
        await self.fake.gateway.tell(channel.guild, "CHANNEL_UPDATE", channel_body(channel))

    # The file

    async def _on_disk(self, trouble: Trouble) -> None:
        table, user, offered = await self._at_table()
        async with self._spoilt(trouble):
            if trouble in SURE:
                await self._require_refused(trouble, table, user, offered)
            else:
                await self._attempt(table, user, offered)

    def _spoilt(self, trouble: Trouble) -> AbstractAsyncContextManager[None]:
        disk = self.disk
        makes: dict[Trouble, Callable[[], AbstractAsyncContextManager[None]]] = {
            Trouble.FULL: disk.full,
            Trouble.FILLING: lambda: disk.full(within=True),
            Trouble.NO_PAGES: disk.no_pages,
            Trouble.READ_ONLY: disk.read_only,
            Trouble.LOCKED: disk.locked,
            Trouble.DAMAGED: disk.damaged,
            Trouble.DELETED: disk.away,
            Trouble.REPLACED: lambda: disk.away(replaced=True),
        }
        return makes[trouble]()

    async def _require_refused(
        self, trouble: Trouble, table: Table, user: User, offered: list[str]
    ) -> None:
        """Nothing can be written: that has to be said, and nothing played."""
        tried = await self.people.insist(table, user, offered)
        self.told += self._note(tried)
        if tried.is_acknowledged or not verdict.says_so(tried):
            self.wrong.append(f"{trouble}: {user.name} was told {tried.interaction.texts}")

    async def _attempt(self, table: Table, user: User, offered: list[str]) -> None:
        """Some moves, of which each is played or refused in words."""
        for _ in range(ATTEMPTS):
            tried = await self.people.insist(table, user, offered)
            if not tried.is_acknowledged:
                self.told += self._note(tried)
                return
            async with sometime(self.people, table) as turn:
                if turn is None:
                    return
                user, offered = turn

    def _note(self, tried: Try) -> bool:
        return verdict.says_so(tried)

    async def _read_only_start(self, trouble: Trouble) -> None:
        await self.bot.kill()
        before = self.bot.log.stat().st_size
        with self.disk.no_rights():
            started = await self.bot._started()
        await self.bot.kill()
        said = self.bot.log.read_bytes()[before:].decode()
        if started or not any(words in said for words in CAN_NOT_WRITE):
            self.wrong.append(f"{trouble}: the bot said {said[-400:]!r}")
        await self.bot.start()

    async def _damaged_start(self, _: Trouble) -> None:
        await self.bot.kill()
        async with self.disk.damaged():
            if await self.bot._started():
                await asyncio.sleep(self.dice.random())
            await self.bot.kill()
        await self.bot.start()

    async def _at_table(self) -> tuple[Table, User, list[str]]:
        """A table that nobody else plays at, with whose turn it is and what they may play."""
        if not self._left:
            self.table, self._left = self.new_table(), MOVES
            await self.people.begin(self.table)
        self._left -= 1
        return self.table, *await self.people.turn(self.table)


MOVES = 4
"""Troubles for which one match is used."""

SURE = frozenset(
    {
        *(Trouble.FULL, Trouble.READ_ONLY, Trouble.LOCKED),
        *(Trouble.DELETED, Trouble.REPLACED),
    }
)
"""Troubles in which nothing can be written."""


def in_channel(fake: FakeDiscord, channel: Channel) -> Callable[[web.Request], bool]:
    """Whether a request makes a message in that channel, or in a thread of it."""

    def is_there(request: web.Request) -> bool:
        if not sends(request):
            return False
        place = fake.channels.get(int(request.path.split("/")[-2]))
        return place is not None and channel.id in (place.id, place.parent)

    return is_there


@asynccontextmanager
async def sometime(people: People, table: Table) -> AsyncIterator[tuple[User, list[str]] | None]:
    """Whose turn it is; None if that can't be known while the trouble lasts."""
    try:
        async with asyncio.timeout(2):
            turn = await people.turn(table)
    except TimeoutError:
        yield None
    else:
        yield turn
