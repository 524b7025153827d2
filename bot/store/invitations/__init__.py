"""What is kept about invitations, in the same SQLite file."""

from bot.store.invitations.blocks import SqliteBlocks
from bot.store.invitations.lobbies import SqliteLobbies
from bot.store.invitations.standing_challenges import SqliteStandingChallenges


class SqliteInvitations(SqliteBlocks, SqliteStandingChallenges, SqliteLobbies):
    """Blocks, standing challenges and lobbies."""
