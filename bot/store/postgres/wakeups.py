"""Processes on one database wake each other when there may be something to do.

A notification goes out after the transaction, many changes in one. It is only ever a hint: what
is to be done is in the tables, and each process looks there by itself now and then.
"""

import asyncio
import logging
from contextlib import suppress
from time import monotonic
from typing import Any

import asyncpg

from bot.store.postgres.claims import Claims, stop_task
from bot.store.postgres.errors import TROUBLES, describe_server_error
from bot.store.postgres.migrator import PATIENCE

log = logging.getLogger(__name__)

GATHERED = 0.02
"""Seconds in which all changes are one notification."""

AFTER_LOSS = 1.0
"""Seconds before listening is tried again."""

CHANNEL = "SELECT 'bumpbot_' || current_schema()"


class Wakeups(Claims):
    """Tells the other processes of changes, and who listens of theirs."""

    _channel = ""
    _listening: asyncio.Task[None] | None = None
    _telling: asyncio.Task[None] | None = None
    _is_lost = False
    _looked_at = float("-inf")

    def __init__(self, address: str, pool: "asyncpg.Pool") -> None:
        super().__init__(address, pool)
        self._news = asyncio.Event()

    async def _enter(self) -> None:
        """Begin to listen and to tell, too."""
        await super()._enter()
        ((self._channel,),) = await self._fetch(CHANNEL, [])
        self._listening = asyncio.create_task(self._listen())
        self._telling = asyncio.create_task(self._keep_telling())

    async def _leave(self) -> None:
        """Listen no more, and tell that what was taken on is free."""
        await stop_task(self._listening)
        await stop_task(self._telling)
        was_open = bool(self.process)
        await super()._leave()
        if was_open:
            await self._tell_others()

    def changed(self) -> None:
        """Something was written that others may have to see to."""
        self._news.set()

    async def _keep_telling(self) -> None:
        while True:
            await self._news.wait()
            await asyncio.sleep(GATHERED)
            # Cleared first: what is written while this is told is told once more.
            self._news.clear()
            await self._tell_others()

    async def _tell_others(self) -> None:
        with suppress(*TROUBLES):
            await self._fetch("SELECT pg_notify($1, $2)", [self._channel, str(self.process)])

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_while_connected()
            except TROUBLES as error:
                self._note_lost(error)
            await asyncio.sleep(AFTER_LOSS)
            # What nobody tells it, it sees by itself; but a server that is away is not asked for
            # all that there may be to do with each try to listen.
            if monotonic() - self._looked_at >= self.pace.poll:
                self._look()

    def _look(self) -> None:
        self._looked_at = monotonic()
        self._on_change()

    def _note_lost(self, error: Exception) -> None:
        level = logging.DEBUG if self._is_lost else logging.INFO
        reason = describe_server_error(error)
        log.log(level, "the database is lost, and the bot tries on to reach it: %s", reason)
        self._is_lost = True

    def _note_back(self) -> None:
        if self._is_lost:
            log.info("the database is back, and the bot goes on")
        self._is_lost = False

    async def _listen_while_connected(self) -> None:
        connection = await asyncpg.connect(self.address, timeout=PATIENCE)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(self._channel, self._heard)
            self._note_back()
            while not lost.is_set():
                self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.pace.poll):
                        await lost.wait()
        finally:
            with suppress(*TROUBLES):
                await connection.close(timeout=1)

    def _heard(self, _: Any, __: int, ___: str, process: Any) -> None:
        if process != str(self.process):
            self._on_change()
