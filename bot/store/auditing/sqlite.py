"""A file as it stood at one moment."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.moving.end import OLDER
from bot.store.sqlite.copying import must_exist
from bot.store.sqlite.errors import FILE_TROUBLES
from bot.store.sqlite.migrator import check, connect, migrations, version


class FileReader:
    """Reads a file, through one connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def read(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        return self._connection.execute(sql, values).fetchall()


@asynccontextmanager
async def file_reader(path: Path) -> AsyncIterator[FileReader]:
    """What reads the file. Raises StoreTrouble for one that this version does not know."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        if (found := version(connection)) != (newest := migrations()[-1].number):
            raise StoreTrouble(OLDER.format(name=path, found=found, newest=newest))
        connection.execute("BEGIN")
        yield FileReader(connection)
