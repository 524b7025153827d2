"""Work done by several processes from the same instant on, and empty databases of either kind, each
named by an address that a process can be given."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from bench.timing import SPAWN
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests import postgres

SQLITE, POSTGRES = "SQLite", "PostgreSQL"

AnyStore = SqliteStore | PostgresStore


def is_server(address: str) -> bool:
    """Whether the address names a PostgreSQL server, not a file."""
    return address.startswith("postgresql://")


@asynccontextmanager
async def empty(kind: str, folder: Path, server: str) -> AsyncIterator[str]:
    """The address of a new database of that kind, up to date; gone in the end."""
    if kind == SQLITE:
        path = folder / f"{uuid4().hex}.sqlite3"
        await (await SqliteStore.open(path)).close()
        yield str(path)
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        return
    async with postgres.schema(server) as address:
        await (await PostgresStore.open(address)).close()
        yield address


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[AnyStore]:
    if is_server(address):
        store: AnyStore = await PostgresStore.open(address)
    else:
        store = await SqliteStore.open(Path(address))
    try:
        yield store
    finally:
        await store.close()


T = TypeVar("T")


@dataclass
class Measured:
    """What a process, or all of them, did between two instants: seconds of each piece of work."""

    began: float
    ended: float = 0.0
    taken: list[float] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.taken) / (self.ended - self.began)


class Stopwatch:
    """Measures one process, from the instant at which all begin."""

    def __init__(self, parent: Connection) -> None:
        self._parent = parent
        self.measured = Measured(0)

    async def begin(self) -> None:
        """Everything is prepared: wait for the others."""
        self._parent.send("ready")
        await asyncio.to_thread(self._parent.recv)
        self.measured = Measured(time.perf_counter(), cpu=-time.process_time())

    async def timed(self, work: Awaitable[T]) -> T:
        """Do the work, and note how long it took."""
        began = time.perf_counter()
        done = await work
        self.measured.taken.append(time.perf_counter() - began)
        return done

    def end(self) -> None:
        self.measured.ended = time.perf_counter()
        self.measured.cpu += time.process_time()


def _child(parent: Connection, work: Callable[..., Any], values: Sequence[Any]) -> None:
    watch = Stopwatch(parent)
    asyncio.run(work(watch, *values))
    parent.send(watch.measured)


def together(work: Callable[..., Any], values: Sequence[Sequence[Any]]) -> Measured:
    """Run `work(stopwatch, *values)` in one process for each of the values."""
    pipes, running = [], []
    for each in values:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_child, args=(theirs, work, each), daemon=True)
        process.start()
        theirs.close()
        pipes.append(ours)
        running.append(process)
    for pipe in pipes:
        pipe.recv()
    for pipe in pipes:
        pipe.send("begin")
    found: list[Measured] = [pipe.recv() for pipe in pipes]
    for process in running:
        process.join()
    return Measured(
        min(each.began for each in found),
        max(each.ended for each in found),
        [one for each in found for one in each.taken],
        sum(each.cpu for each in found),
    )
