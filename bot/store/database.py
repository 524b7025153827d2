"""A database as the tables of the store use it: statements in, rows out, whole transactions.

The statements are written for SQLite. PostgreSQL's own versions are next to its connection, keyed
by the statement that they replace, so that the handling of rows is written once.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from bot.model.ports import ignore
from bot.model.records import Changing, DueKind, MatchId
from bot.model.refusals import StoreTrouble
from bot.store.rows import Rows, column_of, time_text
from bot.store.schema import DUE, KEPT, READ, condition

READING = "The matches can't be read just now."
WRITING = "That could not be saved, so nothing has changed."
NEXT = "Try again in a moment; if it goes on, tell the person who runs the bot."
NEW = (
    "%s: a new, empty database. If there should be matches in it, stop the bot and look at "
    "BUMPBOT_DATABASE"
)
OUTDATED = (
    "The bot was updated, and this part of it was not, so nothing has changed. Trying again will "
    "not help: tell the person who runs the bot."
)
CLOSING = "The bot is shutting down just now. Try again in a moment."

D = TypeVar("D", bound="Database")
P = ParamSpec("P")
T = TypeVar("T")
Found = Sequence[Iterable[Any]]
"""Rows, each a sequence of columns. Times are text that sorts, lists and objects JSON."""

Read = Callable[..., Awaitable[Sequence[Sequence[Any]]]]
"""The rows that a statement of SQLite finds, given the statement and its values. Raises
StoreTrouble."""

Values = Sequence[Any] | dict[str, Any]


def in_one_transaction(
    work: Callable[Concatenate[D, P], Awaitable[T]],
) -> Callable[Concatenate[D, P], Coroutine[Any, Any, T]]:
    """Decorates a method that is done whole or not at all: see `Database._transaction`."""

    @wraps(work)
    async def done(self: D, /, *values: P.args, **named: P.kwargs) -> T:
        return await self._transaction(lambda: work(self, *values, **named))

    return done


class Database(ABC):
    """An open database. `_read` and `_write` take a statement of SQLite and its values."""

    IS_TAKEN: ClassVar[type[Exception]]
    """What a write raises if a row with the same key exists."""

    def __init__(self) -> None:
        self._on_change: Callable[[], None] = ignore
        self._closed, self._outdated = False, ""
        self._writing: set[asyncio.Task[Any]] = set()

    def listen(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    @abstractmethod
    async def _read(self, sql: str, values: Values = ()) -> Found:
        """The rows that a statement finds, outside of any transaction. Raises StoreTrouble."""

    async def _due(self, kind: DueKind, sql: str, *values: Any) -> Found:
        # The due rows that a statement finds. Of several processes each gets what no other has, and
        # takes it on.
        return await self._read(sql, values)

    async def _all_of(self, rows: Rows[T], sql: str, values: Values = ()) -> list[T]:
        return [rows.of(*each) for each in await self._read(sql, values)]

    async def _value(self, sql: str, values: Values = ()) -> Any:
        # The value in the one column of the first row that a statement finds; None without one.
        return next((value for (value,) in await self._read(sql, values)), None)

    async def find(self, kind: type[T], /, **having: Any) -> list[T]:
        table, rows = KEPT[kind]
        return await self._all_of(rows, table.find(*_conditions(rows, having)), _given(having))

    async def find_one(self, kind: type[T], /, **having: Any) -> T | None:
        return next(iter(await self.find(kind, **having)), None)

    async def put(self, value: object) -> None:
        table, rows = KEPT[type(value)]
        values = rows.values(value)
        if table.touches:
            await self._transaction(lambda: self._touching(value, table.put, values))
        else:
            await self._write_alone(table.put, values)

    async def _touching(self, value: Any, sql: str, values: Values) -> Found:
        await self._touch([value.match])
        return await self._write(sql, values)

    async def add(self, value: object) -> bool:
        table, rows = KEPT[type(value)]
        # Sent again it would find what it has added.
        added = self._transaction(lambda: self._write(table.add_new, rows.values(value)))
        return bool(await added)

    async def drop(self, kind: type[T], /, **having: Any) -> list[T]:
        table, rows = KEPT[kind]
        sql, values = table.take(*_conditions(rows, having)), _given(having)
        # Sent again it would find nothing.
        return [
            rows.of(*each) for each in await self._transaction(lambda: self._write(sql, values))
        ]

    async def save_next(self, value: Changing) -> bool:
        table, rows = KEPT[type(value)]
        sql = table.change_next if value.changes > 1 else table.put_next
        return bool(await self._write_alone(sql, rows.values(value)))

    async def due(self, kind: DueKind, now: datetime, limit: int = 50) -> list[Any]:
        found = await self._due(kind, DUE[kind], time_text(now), limit)
        return [READ[kind](*each) for each in found]

    @abstractmethod
    async def _write(self, sql: str, values: Values = ()) -> Found:
        """Run a statement inside the running transaction."""

    async def _write_all(self, statements: Sequence[str], values: dict[str, Any]) -> None:
        # Run statements one after another inside the running transaction. Each takes those of the
        # values that it names.
        for sql in statements:
            await self._write(sql, values)

    async def _computed(self, compute: Callable[[], T]) -> T:
        # Slow work inside the running transaction, which waits for nothing but the database and
        # this.
        return await asyncio.to_thread(compute)

    @abstractmethod
    async def _write_alone(self, sql: str, values: Values = ()) -> Found:
        """Run a statement in its own transaction. Raises StoreTrouble."""

    @abstractmethod
    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run the work whole or not at all, to its end even if the caller is cancelled.

        The database may ask to run it again: it must change nothing but the database. Raises
        StoreTrouble.
        """

    async def _grouped(self, matches: Collection[MatchId], work: Callable[[], Awaitable[T]]) -> T:
        """As `_transaction`, holding these matches. It may be joined with work on other matches
        that comes meanwhile."""

        async def holding() -> T:
            await self._hold(matches)
            return await work()

        return await self._transaction(holding)

    async def _hold(self, matches: Iterable[MatchId]) -> None:
        # Nobody else changes these matches until the running transaction ends. First in every
        # transaction that depends on the state of a match and writes with it.
        return  # Those who write to a file take turns anyway.

    async def _touch(self, matches: Iterable[MatchId]) -> None:
        # As `_hold`, if something changes that affects the consequences of their next events: a
        # writer that has just begun those reads it again.
        await self._hold(matches)

    # Notifies other processes; there are none unless they share a server.

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        return None

    async def put_off(self, budget: str, seconds: float) -> None:
        return

    async def claim(self, budget: str, seconds: float) -> bool:
        return True

    async def hold_shards(self, first: int, last: int, count: int) -> int | None:
        return None

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        # It is done. A caller that was cancelled meanwhile does not ask what it raised.
        self._writing.discard(task)
        if not task.cancelled():
            task.exception()

    async def _written(self) -> None:
        # No new work from now on; work in progress is finished.
        self._closed = True
        await asyncio.gather(*self._writing, return_exceptions=True)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreTrouble(CLOSING)
        if self._outdated:
            raise StoreTrouble(self._outdated)


def _conditions(rows: Rows[Any], having: Mapping[str, Any]) -> list[str]:
    return [condition(rows.column(name), value) for name, value in having.items()]


def _given(having: Mapping[str, Any]) -> list[Any]:
    return [
        json.dumps(value) if isinstance(value, list) else column_of(value)
        for value in having.values()
        if value is not None and not isinstance(value, bool)
    ]


@dataclass(frozen=True, slots=True)
class Troubles:
    """What one kind of database raises, and how it is described.

    `failures` come while players are served, `openings` also while a database is opened or
    maintained. `describe` says what went wrong and what to do about it, `name` which database it
    is; neither shows a password.
    """

    failures: tuple[type[Exception], ...]
    openings: tuple[type[Exception], ...]
    describe: Callable[[BaseException], str]
    name: Callable[[Any], str] = str

    @contextmanager
    def for_player(self, sentence: str | Callable[[], str]) -> Iterator[None]:
        """Turn a failure into StoreTrouble for the player, with the failure as its cause.

        The sentence may depend on what happens meanwhile.
        """
        try:
            yield
        except self.failures as error:
            message = sentence if isinstance(sentence, str) else sentence()
            raise StoreTrouble(f"{message} {NEXT}") from error

    @contextmanager
    def for_operator(self, place: object) -> Iterator[None]:
        """Turn an error while opening or maintaining a database into StoreTrouble that names it."""
        try:
            yield
        except self.openings as error:
            # The error for a malformed address may quote its password.
            cause = None if isinstance(error, ValueError) else error
            raise StoreTrouble(f"{self.name(place)}: {self.describe(error)}") from cause
