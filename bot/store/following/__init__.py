"""Who follows which match, and private notes."""

from bot.store.following.followers import FollowingTables
from bot.store.following.private_notes import PrivateNoteTable

__all__ = ["FollowingTables", "PrivateNoteTable"]
