"""What is kept about invitations."""

from bot.store.invitations.blocks import BlockTable
from bot.store.invitations.lobbies import LobbyTable
from bot.store.invitations.standing_challenges import StandingChallengeTable


class InvitationTables(BlockTable, StandingChallengeTable, LobbyTable):
    """Blocks, standing challenges and lobbies."""
