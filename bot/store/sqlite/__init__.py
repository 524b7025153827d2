"""Matches in one SQLite file."""

from bot.store.sqlite.connection import SqliteFile
from bot.store.tables import Tables


class SqliteStore(Tables, SqliteFile):
    """A Store in one SQLite file."""

    async def wipe(self, *, rewrite: bool = False) -> bool:
        """Empty the log beside the file, in which pages stand as they were before. What is deleted
        in the file itself is overwritten at once; what SQLite has left of it in the unused part of
        a page, from which it has moved rows, goes where the file is written again."""
        if rewrite:
            await self._vacuumed()
        return await self._emptied_log()


__all__ = ["SqliteStore"]
