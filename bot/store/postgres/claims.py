"""What this process has taken on, so that no other does it too.

A process says every few seconds that it is alive. What a process had taken on that is silent for
longer than `LEASE` is anybody's again: that is how long a crash can hold anything up.
"""

import asyncio
import logging
from contextlib import suppress

from bot.matches.refusals import StoreTrouble
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.statements.claims import ALIVE, BURY, LEAVE, REGISTER

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between two words."""


class Claims(PostgresDatabase):
    """This process among those at work on the database."""

    process = 0
    """The number of this process, while it counts as alive."""

    _beating: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Begin to count as alive, and go on to."""
        await self._beat()
        self._beating = asyncio.create_task(self._go_on_beating())

    async def leave(self) -> None:
        """Give back at once all that was taken on."""
        if self._beating is None:
            return
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        with suppress(StoreTrouble):
            await self._write_alone(LEAVE, (self.process,))

    async def _go_on_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except StoreTrouble as error:
                log.warning("this process could not say that it is alive: %s", error)

    async def _beat(self) -> None:
        """Say that this process is alive; under a new number, where it was taken for dead."""
        if not await self._write_alone(ALIVE, (self.process,)):
            ((self.process,),) = await self._write_alone(REGISTER)
        await self._write_alone(BURY)
