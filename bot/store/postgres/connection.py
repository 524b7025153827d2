"""A PostgreSQL database: a pool of connections, whole transactions, and times as the store's text.

A lost connection is handled by case: work that was not committed has changed nothing; if the answer
to COMMIT was lost, the server is asked what became of the transaction.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import asyncpg

from bot.model.clock.units import MICROSECOND
from bot.store.database import READING, WRITING, Database, Found, Values
from bot.store.postgres.dialect import translated
from bot.store.postgres.errors import SERVER_TROUBLES, describe_server_error
from bot.store.postgres.migrator import PATIENCE, bring_up_to_date
from bot.store.postgres.statements import NOT_IDEMPOTENT
from bot.store.rows import time_text

log = logging.getLogger(__name__)

T = TypeVar("T")

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""Where PostgreSQL begins to count microseconds."""

UNKNOWN = (
    "The database was lost just as that was saved, so it may be saved or not. "
    "Look at the newest board before you try again."
)

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""Errors of a lost connection, or of a server that stops or starts. The driver reports an invalid
state for a connection that the server has just closed."""

AGAIN = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""Errors of two transactions in conflict: one of them is run again."""

WAITS = (0.1, 0.3, 1.0)
"""Seconds before each further try: as long as a player waits, too."""

CONNECTIONS = 10
"""Most connections of one process, besides the one that listens. A turn holds one for some two
milliseconds, so ten are enough for thousands a second; PostgreSQL by default allows a hundred in
all."""

SESSION = {
    "plan_cache_mode": "force_generic_plan",
    "random_page_cost": "1.1",
    "jit": "off",
    "idle_in_transaction_session_timeout": "60s",
}
"""A statement's plan depends on its shape, not on its values: it is planned once for each
connection, with indexes even while its tables are small, as they grow; and never compiled. The
locks of a machine that vanished in the middle of a transaction, such as that on the numbers of
matches, are released in a minute."""

XACT_ID = "SELECT pg_current_xact_id_if_assigned()::text"
XACT_STATUS = "SELECT pg_xact_status($1::text::xid8)"


class PostgresDatabase(Database):
    """An open database. Each transaction has a connection of the pool to itself."""

    IS_TAKEN = asyncpg.UniqueViolationError

    def __init__(self, address: str, pool: "asyncpg.Pool") -> None:
        super().__init__()
        self.address = address
        self.pool = pool
        self._current: ContextVar[Any] = ContextVar("connection")

    @classmethod
    async def open(cls, address: str, *, copies: Path | None = None) -> Self:
        """Open the database and bring it up to date; before an update it is backed up to the folder
        `copies` if possible. Raises StoreTrouble."""
        with SERVER_TROUBLES.for_operator(address):
            await bring_up_to_date(address, copies)
            pool = await asyncpg.create_pool(
                address,
                min_size=1,
                max_size=CONNECTIONS,
                init=read_times_as_text,
                reset=_nothing_to_reset,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings=SESSION,
            )
        return cls(address, pool)

    async def close(self) -> None:
        await self._written()
        await self._leave()
        await self.pool.close()

    async def _leave(self) -> None:
        """Last statements before the connections are closed."""

    async def _read(self, sql: str, values: Values = ()) -> Found:
        text, bind = translated(sql)
        bound = bind(values)
        if current := self._current.get(None):
            # Inside a transaction: waiting for another connection might never end.
            found: Found = await current.fetch(text, *bound)
            return found
        return await self._tried(lambda: self._fetch(text, bound), READING)

    async def _write(self, sql: str, values: Values = ()) -> Found:
        text, bind = translated(sql)
        found: Found = await self._current.get().fetch(text, *bind(values))
        return found

    async def _write_alone(self, sql: str, values: Values = ()) -> Found:
        """One statement, sent again if its answer was lost: most set a state rather than change it
        by a difference."""
        if sql in NOT_IDEMPOTENT:
            return await self._transaction(lambda: self._write(sql, values))
        text, bind = translated(sql)
        return await self._sent(text, bind(values))

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        return await self._shielded(self._tried(lambda: self._once(work), WRITING))

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Any]:
        """A connection of the pool. An error in returning it undoes nothing."""
        connection = await self.pool.acquire()
        try:
            yield connection
        finally:
            with suppress(*LOST):
                await self.pool.release(connection)

    async def _fetch(
        self, text: str, values: Sequence[Any], unanswered: list[BaseException] | None = None
    ) -> Found:
        """The rows of one statement. `unanswered` records that the answer was lost."""
        async with self._lent() as connection:
            try:
                found: Found = await connection.fetch(text, *values)
            except LOST as error:
                if unanswered is not None:
                    unanswered.append(error)
                raise
            return found

    async def _sent(
        self, text: str, values: Sequence[Any], unanswered: list[BaseException] | None = None
    ) -> Found:
        """A statement that commits by itself, sent again until there is an answer. If none comes it
        may still have been done."""
        lost = [] if unanswered is None else unanswered
        work = partial(self._fetch, text, values, lost)
        return await self._shielded(self._tried(work, lambda: UNKNOWN if lost else WRITING))

    async def _tried(
        self, work: Callable[[], Awaitable[T]], sentence: str | Callable[[], str]
    ) -> T:
        with SERVER_TROUBLES.for_player(sentence):
            for wait in WAITS:
                self._check_open()
                try:
                    return await work()
                except (*AGAIN, *LOST) as error:
                    log.debug("retrying in %s s: %s", wait, describe_server_error(error))
                await asyncio.sleep(wait)
            return await work()

    async def _once(self, work: Callable[[], Awaitable[T]]) -> T:
        """Begin, work, commit. Raises one of LOST only if nothing has changed."""
        async with self._lent() as connection:
            transaction = connection.transaction()
            await transaction.start()
            current = self._current.set(connection)
            try:
                done = await work()
                number = await connection.fetchval(XACT_ID)
            except BaseException:
                with suppress(*LOST):
                    await transaction.rollback()
                raise
            finally:
                self._current.reset(current)
            try:
                await transaction.commit()
                return done
            except LOST:
                # A transaction without a number has written nothing that could be lost.
                if number is None:
                    return done
        if not await self._was_committed(number):
            raise ConnectionResetError("the server was lost before it had saved everything")
        return done

    async def _was_committed(self, number: str) -> bool:
        """The outcome of a transaction whose COMMIT was not answered."""
        while True:
            ((status,),) = await self._tried(lambda: self._fetch(XACT_STATUS, [number]), UNKNOWN)
            if status != "in progress":
                return bool(status == "committed")
            await asyncio.sleep(0.1)


async def _nothing_to_reset(_: Any) -> None:
    """Connections need no reset: nothing is set that outlasts a transaction."""


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Any]:
    """A single connection, for the operator: its errors name the address."""
    with SERVER_TROUBLES.for_operator(address):
        connection = await asyncpg.connect(address)
        try:
            await read_times_as_text(connection)
            yield connection
        finally:
            await connection.close()


async def read_times_as_text(connection: Any) -> None:
    """Times are passed as the text that the store's rows have: UTC, with microseconds."""
    await connection.set_type_codec(
        "timestamptz",
        schema="pg_catalog",
        format="tuple",
        encoder=lambda text: ((datetime.fromisoformat(text) - EPOCH) // MICROSECOND,),
        decoder=lambda since: time_text(EPOCH + since[0] * MICROSECOND),
    )
