"""Reads a database of whatever kind as it stood at one moment."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.model.events import Recorded
from bot.model.records import MatchId
from bot.model.refusals import NoSuchMatch, StoreTrouble
from bot.store.database import Read
from bot.store.matches import EVENTS
from bot.store.moving.end import OLDER
from bot.store.opening import Kept, require_postgres
from bot.store.rows import recorded_from
from bot.store.sqlite.copying import must_exist
from bot.store.sqlite.errors import FILE_TROUBLES
from bot.store.sqlite.migrator import check, connect, migrations, version


@asynccontextmanager
async def file_reader(path: Path) -> AsyncIterator[Read]:
    """What reads the file. Raises StoreTrouble for one that this version does not know."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        if (found := version(connection)) != (newest := migrations()[-1].number):
            raise StoreTrouble(OLDER.format(name=path, found=found, newest=newest))
        connection.execute("BEGIN")

        async def read(sql: str, *values: Any) -> Sequence[Sequence[Any]]:
            return connection.execute(sql, values).fetchall()

        yield read


def open_snapshot(kept: Kept) -> AbstractAsyncContextManager[Read]:
    """What reads the database, also while a bot is at work on it. Raises StoreTrouble."""
    if isinstance(kept, Path):
        return file_reader(kept)
    require_postgres()
    from bot.store.auditing.postgres import server_reader

    return server_reader(kept)


async def events_in(kept: Kept, match: MatchId) -> list[Recorded]:
    """The events of a match. Raises NoSuchMatch, StoreTrouble, and BrokenMatch."""
    async with open_snapshot(kept) as read:
        found = await read(EVENTS, match)
    if not found:
        raise NoSuchMatch(f"There is no match {match} in this database.")
    return [recorded_from(match, *row) for row in found]
