"""What this process has taken on, so that no other does it too.

A process reports every few seconds that it is alive. If it is silent for longer than its lease, any
other may take over its work: that is the longest delay after a crash.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Self

import asyncpg

from bot.model.refusals import StoreTrouble
from bot.store.database import OUTDATED, WRITING, Found
from bot.store.postgres.connection import PostgresDatabase
from bot.store.postgres.dialect import translated
from bot.store.postgres.errors import SERVER_TROUBLES, TROUBLES, describe_server_error
from bot.store.postgres.migrator import PATIENCE, VERSION, schema_steps
from bot.store.postgres.statements import ALIVE, BURY, LEAVE, REGISTER, SAME_SHARDS

log = logging.getLogger(__name__)

NEWER_SCHEMA = (
    "a newer version of Bumpbot has changed the database (schema %s; this version knows %s): this "
    "process reads and writes nothing any more; stop it, and start the newer version"
)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two heartbeats, after the last of which a process counts as alive, and
    between two looks of a process that nobody wakes.

    Four heartbeats may be lost before a process counts as dead. The database's clock counts, so
    that those of the machines may differ.
    """

    beat: float = 10.0
    lease: float = 45.0
    poll: float = 15.0


class Claims(PostgresDatabase):
    """This process among those that use the database."""

    process = 0
    """The number of this process, while it counts as alive."""

    pace = Pace()
    _beating: asyncio.Task[None] | None = None
    _shards: tuple[int | None, int | None, int | None] = (None, None, None)

    def __init__(self, address: str, pool: "asyncpg.Pool") -> None:
        super().__init__(address, pool)
        self._speaking = asyncio.Lock()

    @classmethod
    async def open(
        cls, address: str, pace: Pace | None = None, *, copies: Path | None = None
    ) -> Self:
        """Open the database, bring it up to date and send the first heartbeat."""
        store = await super().open(address, copies=copies)
        store.pace = pace or Pace()
        try:
            with SERVER_TROUBLES.for_operator(address):
                await store._enter()
        except BaseException:
            await store.close()
            raise
        return store

    async def _enter(self) -> None:
        await self._beat()
        self._beating = asyncio.create_task(self._go_on_beating())

    async def _leave(self) -> None:
        await stop_task(self._beating)
        if self.process:
            with suppress(*TROUBLES):
                await self._asked(LEAVE, self.process)
            self.process = 0

    async def hold_shards(self, first: int, last: int, count: int) -> int:
        self._shards = first, last, count
        await self._tried(self._beat, WRITING)
        ((others,),) = await self._read(SAME_SHARDS, (first, last, count, self.process))
        return int(others)

    async def _take_on(self, sql: str, *values: Any, for_good: bool = False) -> Found:
        """Take on for this process what the statement finds: while the process lives, or else for a
        lease. Its number and the lease are appended to the values."""
        text, bind = translated(sql)
        lease = () if for_good else (self.pace.lease,)

        async def take() -> Found:
            try:
                return await self._fetch(text, bind((*values, self.process, *lease)))
            except asyncpg.ForeignKeyViolationError:
                # It counted as dead: nothing it had taken on is its own any more.
                await self._beat()
                return await self._fetch(text, bind((*values, self.process, *lease)))

        return await self._shielded(self._tried(take, WRITING))

    async def _go_on_beating(self) -> None:
        while True:
            await asyncio.sleep(self.pace.beat)
            try:
                # Tried again with the next heartbeat, not in between: a server that does not answer
                # must not silence this process for several of them.
                async with asyncio.timeout(self.pace.beat):
                    await self._check_schema()
                    await self._beat()
            except StoreTrouble:
                return
            except TROUBLES as error:
                log.info("heartbeat failed: %s", describe_server_error(error))

    async def _check_schema(self) -> None:
        # Nothing is read or written any more once a newer version has changed the schema. What this
        # process had taken on is then anybody's. Raises StoreTrouble.
        ((found,),) = await self._fetch(VERSION, [])
        if found <= schema_steps()[-1].number:
            return
        self._outdated = OUTDATED
        log.critical(NEWER_SCHEMA, found, schema_steps()[-1].number)
        if self.process:
            await self._asked(LEAVE, self.process)
            self.process = 0
        self._check_open()

    async def _beat(self) -> None:
        """Report that this process is alive; under a new number, if it counted as dead."""
        async with self._speaking:
            if not await self._asked(ALIVE, self.pace.lease, *self._shards, self.process):
                if self.process:
                    log.warning("process %s: lease expired; registering again", self.process)
                ((self.process,),) = await self._asked(REGISTER, self.pace.lease, *self._shards)
            await self._asked(BURY)

    async def _asked(self, sql: str, *values: Any) -> Found:
        text, bind = translated(sql)
        return await self._fetch(text, bind(values))


async def stop_task(task: asyncio.Task[None] | None) -> None:
    """Cancel the task, if there is one, and wait for its end."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


GATHERED = 0.02
"""Seconds in which all changes are gathered in one notification."""

AFTER_LOSS = 1.0
"""Seconds before listening is tried again."""

CHANNEL = "SELECT 'bumpbot_' || current_schema()"


class Wakeups(Claims):
    """Notifies the other processes of changes, and listens for theirs.

    A notification is sent after the transaction, many changes in one. It is only ever a hint: the
    work itself is in the tables, and each process looks there now and then anyway.
    """

    _channel = ""
    _listening: asyncio.Task[None] | None = None
    _telling: asyncio.Task[None] | None = None
    _is_lost = False
    _looked_at = float("-inf")

    def __init__(self, address: str, pool: "asyncpg.Pool") -> None:
        super().__init__(address, pool)
        self._news = asyncio.Event()

    async def _enter(self) -> None:
        """Begin to listen and to notify, too."""
        await super()._enter()
        ((self._channel,),) = await self._fetch(CHANNEL, [])
        self._listening = asyncio.create_task(self._listen())
        self._telling = asyncio.create_task(self._keep_telling())

    async def _leave(self) -> None:
        """Stop listening, and announce that what was taken on is free."""
        await stop_task(self._listening)
        await stop_task(self._telling)
        was_open = bool(self.process)
        await super()._leave()
        if was_open:
            await self._tell_others()

    def changed(self) -> None:
        """Something was written that others may have to handle."""
        self._news.set()

    async def _keep_telling(self) -> None:
        while True:
            await self._news.wait()
            await asyncio.sleep(GATHERED)
            # Cleared first: what is written while this is sent is sent again.
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
            # Unnotified changes are found by the regular looks; but a server that is away is not
            # asked for all due work with each try to listen.
            if monotonic() - self._looked_at >= self.pace.poll:
                self._look()

    def _look(self) -> None:
        self._looked_at = monotonic()
        self._on_change()

    def _note_lost(self, error: Exception) -> None:
        level = logging.DEBUG if self._is_lost else logging.INFO
        reason = describe_server_error(error)
        log.log(level, "database lost; reconnecting: %s", reason)
        self._is_lost = True

    def _note_back(self) -> None:
        if self._is_lost:
            log.info("database is back")
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


LENGTH = "?2::float8 * interval '1 second'"

TAKE = f"""INSERT INTO budgets AS held (name, next_at)
VALUES (?1, clock_timestamp() + {LENGTH})
ON CONFLICT (name) DO UPDATE SET next_at ="""
# An unused budget does not accumulate slots: it has one free slot.
RESERVE = f"""{TAKE} greatest(held.next_at, clock_timestamp()) + {LENGTH}
RETURNING extract(epoch FROM next_at - {LENGTH} - clock_timestamp())::float8"""
PUT_OFF = f"{TAKE} greatest(held.next_at, clock_timestamp() + {LENGTH})"
CLAIM = f"""{TAKE} clock_timestamp() + {LENGTH}
WHERE held.next_at <= clock_timestamp() RETURNING 1"""


class SharedBudgets(PostgresDatabase):
    """Rates shared by all processes on one database, by the clock of the database.

    A budget is stored as the time of its next free slot. A caller takes all the slots it wants at
    once and waits for the first, so that the database is not asked more often than that.
    """

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        ((seconds,),) = await self._write_alone(RESERVE, (budget, count * interval))
        return max(0.0, float(seconds))

    async def put_off(self, budget: str, seconds: float) -> None:
        await self._write_alone(PUT_OFF, (budget, seconds))

    async def claim(self, budget: str, seconds: float) -> bool:
        return bool(await self._write_alone(CLAIM, (budget, seconds)))
