"""Which database an address names: a server's, or a file's."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from bot.store.moving import sqlite
from bot.store.moving.end import Source, Target

T = TypeVar("T")


def source(address: Path | str) -> AbstractAsyncContextManager[Source]:
    """The database to be copied. Raises StoreTrouble."""
    if isinstance(address, Path):
        return _at_once(sqlite.source_file(address))
    from bot.store.moving import postgres

    return postgres.source_at(address)


def target(address: Path | str) -> AbstractAsyncContextManager[Target]:
    """The database to copy to. Raises StoreTrouble."""
    if isinstance(address, Path):
        return _at_once(sqlite.target_file(address))
    from bot.store.moving import postgres

    return postgres.target_at(address)


@asynccontextmanager
async def _at_once(opened: AbstractContextManager[T]) -> AsyncIterator[T]:
    with opened as end:
        yield end
