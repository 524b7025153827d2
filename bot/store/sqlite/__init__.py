"""Matches in one SQLite file."""

from bot.store.sqlite.connection import SqliteFile
from bot.store.tables import Tables


class SqliteStore(Tables, SqliteFile):
    """A Store in one SQLite file."""


__all__ = ["SqliteStore"]
