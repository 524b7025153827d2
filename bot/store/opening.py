"""Opening what the matches are kept in, whatever it is."""

from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from bot.matches.refusals import StoreTrouble
from bot.matches.store import Store

Kept: TypeAlias = Path | str
"""A file, or the address of a PostgreSQL database."""

MISSING = "PostgreSQL needs one more package: pip install 'bumpbot[postgres]'."


def require_postgres() -> ModuleType:
    """What is done with a PostgreSQL database. Raises StoreTrouble where its package is missing."""
    try:
        from bot.store.postgres import maintenance
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreTrouble(MISSING) from error
    return maintenance


async def open_store(kept: Kept) -> Store:
    """Open the file or database, made if missing, brought up to date. A file that another process
    works on is refused. Raises StoreTrouble."""
    if isinstance(kept, Path):
        from bot.store.sqlite import SqliteStore

        return await SqliteStore.open_alone(kept)
    require_postgres()
    from bot.store.postgres import PostgresStore

    return await PostgresStore.open(kept)
