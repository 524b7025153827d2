"""Who follows which match, and private notes, in the same SQLite file."""

from bot.store.following.followers import SqliteFollowing
from bot.store.following.private_notes import SqlitePrivateNotes

__all__ = ["SqliteFollowing", "SqlitePrivateNotes"]
