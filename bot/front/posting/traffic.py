"""How many posts of a channel are on their way, and how many pictures of all wait in memory.

Discord takes five messages in five seconds in a channel, and may say at any time that it wants none
for minutes; discord.py waits with the message in hand. So few messages of one channel are made at a
time, and the others wait before their pictures are drawn.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

IN_CHANNEL = 2  # Messages of a channel on their way: while one is sent the next is drawn.

# Messages of all channels on their way, each with a picture of some 30 kB: as many as 150
# channels can hold that answer slowly.
IN_ALL = 300


class Traffic:
    """Lets so many messages go at a time, those of a channel in the order in which they come."""

    def __init__(self) -> None:
        self._channels: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._all = asyncio.Semaphore(IN_ALL)

    @asynccontextmanager
    async def turn(self, channel: int) -> AsyncIterator[None]:
        """Wait until a message of the channel may be made."""
        own = self._channels.get(channel)
        if own is None:
            own = self._channels[channel] = asyncio.Semaphore(IN_CHANNEL)
        async with own, self._all:
            yield
