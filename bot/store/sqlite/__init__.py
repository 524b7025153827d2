"""Matches in one SQLite file."""

from bot.store.sqlite.connection import SqliteFile
from bot.store.tables import Tables


class SqliteStore(Tables, SqliteFile):
    """A Store in one SQLite file."""

    async def wipe(self, *, rewrite: bool = False) -> bool:
        """Empty the write-ahead log, which holds old versions of pages. Deleted data in the file
        itself is overwritten at once; what SQLite left in the unused parts of pages is removed when
        the file is rewritten."""
        if rewrite:
            await self._vacuumed()
        return await self._emptied_log()


__all__ = ["SqliteStore"]
