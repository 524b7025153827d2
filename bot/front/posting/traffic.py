"""What posts wait for: others of their channel, room for their pictures, a place that refuses.

Discord takes five messages in five seconds in a channel, and may say at any time that it wants none
for minutes; discord.py then waits with the message in memory. So few messages of one channel are
made at a time, and the others wait before their pictures are drawn.
"""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.model.records import ChannelId

IN_CHANNEL = 2  # Messages of a channel on their way: while one is sent the next is drawn.

# Messages of all channels on their way, each with a picture of some 30 kB: as many as 150 slow
# channels can hold.
IN_ALL = 300

# How long a place is assumed to refuse the next post. That follows at once; later the refused one
# is tried again before it.
SHUT_FOR = timedelta(minutes=1)


class Traffic:
    """Lets a limited number of messages go at a time, those of a channel in the order in which they
    come."""

    def __init__(self) -> None:
        self._channels: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._all = asyncio.Semaphore(IN_ALL)

    @asynccontextmanager
    async def turn(self, channel: ChannelId) -> AsyncIterator[None]:
        """Wait until a message of the channel may be made."""
        own = self._channels.get(channel)
        if own is None:
            own = self._channels[channel] = asyncio.Semaphore(IN_CHANNEL)
        async with own, self._all:
            yield


class Shut(NamedTuple):
    """The number of the post that was refused at `since`, why, and when it is tried again."""

    post: int
    error: discord.HTTPException
    since: datetime
    again: datetime


class ShutPlaces:
    """What was refused lately, by key: within one, posts keep their order."""

    def __init__(self) -> None:
        self._shut: dict[Hashable, Shut] = {}

    def before(self, key: Hashable, post: int, now: datetime) -> Shut | None:
        """A post that was just refused and goes before that post."""
        shut = self._shut.get(key)
        if shut is None or shut.post >= post or now >= shut.since + SHUT_FOR:
            return None
        return shut

    def note(self, key: Hashable, shut: Shut) -> None:
        """Record a refused post. Old refusals are forgotten."""
        kept = {at: old for at, old in self._shut.items() if shut.since < old.since + SHUT_FOR}
        self._shut = kept | {key: shut}

    def forget(self, key: Hashable) -> None:
        self._shut.pop(key, None)
