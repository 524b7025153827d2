"""Processes on one database wake each other when there may be something to do.

A notification goes out after the transaction, many changes in one. It is only ever a hint: what
is to be done is in the tables, and each process looks there by itself now and then.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any

import asyncpg

from bot.store.postgres.claims import Claims
from bot.store.postgres.errors import TROUBLES, describe_error

log = logging.getLogger(__name__)

GATHERED = 0.02
"""Seconds in which all changes are one notification."""

POLL = 15.0
"""Seconds between two looks of a process that nobody wakes."""

CHANNEL = "SELECT 'bumpbot_' || current_schema()"


class Wakeups(Claims):
    """Tells the other processes of changes, and calls `on_change` after theirs."""

    _channel = ""
    _listening: asyncio.Task[None] | None = None
    _telling: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Begin to listen, too."""
        await super().enter()
        ((self._channel,),) = await self._read(CHANNEL)
        self._listening = asyncio.create_task(self._listen())

    async def leave(self) -> None:
        """Tell what is still to be told, and listen no more."""
        for task in filter(None, (self._listening, self._telling)):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await super().leave()
        if self._channel:
            await self._tell_others()

    def changed(self) -> None:
        """Something was written that others may have to see to."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_soon())

    async def _tell_soon(self) -> None:
        await asyncio.sleep(GATHERED)
        await self._tell_others()

    async def _tell_others(self) -> None:
        with suppress(*TROUBLES):
            await self._fetch("SELECT pg_notify($1, $2)", [self._channel, str(self.process)])

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_while_connected()
            except TROUBLES as error:
                log.info("not listening to other processes: %s", describe_error(error))
            await asyncio.sleep(1)

    async def _listen_while_connected(self) -> None:
        connection = await asyncpg.connect(self.address)
        try:
            await connection.add_listener(self._channel, self._heard)
            while not connection.is_closed():
                self.on_change()
                await asyncio.sleep(POLL)
        finally:
            await connection.close(timeout=1)

    def _heard(self, _: Any, __: int, ___: str, process: Any) -> None:
        if process != str(self.process):
            self.on_change()
