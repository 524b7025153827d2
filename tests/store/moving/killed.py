"""A copy that kills itself, without warning, in the middle of its so many-th transaction.

Run as `python -m tests.store.moving.killed SOURCE TARGET POINT`; at 0 it is the last one, with
which the target becomes a database like any other.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.settings import Settings
from bot.store.moving import move, postgres, sqlite
from bot.store.sqlite import migrator

PLAIN = migrator.transaction


class Dying:
    """Counts what is written, and dies in the middle of it."""

    def __init__(self, point: int) -> None:
        self.left = point
        self.is_now = False

    def in_front_of(self, work: Callable[..., Awaitable[None]], *, last: bool = False) -> Any:
        """The work, with the kill in the middle of it once its turn has come."""

        async def dying(*values: Any) -> None:
            self.left -= 1
            self.is_now = last or self.left == 0
            task = asyncio.ensure_future(work(*values))
            # The statements are on their way to the server, and no COMMIT follows.
            await asyncio.sleep(0)
            if self.is_now:
                os.kill(os.getpid(), signal.SIGKILL)
            await task

        return dying

    @contextmanager
    def transaction(self, connection: sqlite3.Connection) -> Iterator[None]:
        """A transaction of a file, with the kill in front of its COMMIT."""
        with PLAIN(connection):
            yield
            if self.is_now:
                os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    source, target, point = sys.argv[1:]
    dying = Dying(int(point))
    kind: Any = postgres.PostgresTarget if "://" in target else sqlite.SqliteTarget
    kind.write = dying.in_front_of(kind.write)
    if point == "0":
        kind.finish = dying.in_front_of(kind.finish, last=True)
    modules: tuple[Any, ...] = (sqlite, postgres)
    for module in modules:
        module.BATCH = 3
    modules[0].transaction = dying.transaction
    ends = [Settings(database=each).database for each in (source, target)]
    asyncio.run(move(*ends))
