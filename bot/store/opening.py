"""Opens the database of the matches, of any kind."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from bot.model.ports import Store
from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each further try to reach a server that may be just starting."""

PASSING = ("08", "57")
"""The first characters of PostgreSQL's codes for a lost connection, and for a server that stops or
starts."""

Kept = Path | str
"""A file, or the address of a PostgreSQL database."""

MISSING = "PostgreSQL needs one more package: pip install 'bumpbot[postgres]'."


def require_postgres() -> ModuleType:
    """The operations on a PostgreSQL database. Raises StoreTrouble if its package is missing."""
    try:
        from bot.store.postgres import maintenance
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreTrouble(MISSING) from error
    return maintenance


async def open_store(kept: Kept, copies: Path | None = None) -> Store:
    """Open the file or database, made if missing, brought up to date. A file that another process
    uses is refused. Raises StoreTrouble.

    Before an update the old state is copied: a file next to itself, a database to the folder
    `copies`, if there is one.
    """
    if isinstance(kept, Path):
        from bot.store.sqlite import SqliteStore

        return await SqliteStore.open_alone(kept)
    require_postgres()
    from bot.store.postgres import PostgresStore

    return await PostgresStore.open(kept, copies=copies)


async def open_patiently(
    kept: Kept, waits: Sequence[float] = WAITS, *, copies: Path | None = None
) -> Store:
    """Open it, and wait for a server that is away for a moment: after a power cut it starts along
    with the bot. Raises StoreTrouble."""
    for wait in waits:
        try:
            return await open_store(kept, copies)
        except StoreTrouble as error:
            if isinstance(kept, Path) or not _may_pass(error.__cause__):
                raise
            log.warning("%s; retrying in %g s", str(error), wait)
        await asyncio.sleep(wait)
    return await open_store(kept, copies)


def _may_pass(cause: BaseException | None) -> bool:
    code = str(getattr(cause, "sqlstate", None) or "")
    return isinstance(cause, OSError | TimeoutError) or code.startswith(PASSING)
