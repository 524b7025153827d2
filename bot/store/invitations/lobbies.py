"""Where the open challenges of channels are listed.

Each change to a challenge is counted in its transaction, as one that the list does not show yet.
"""

from bot.model.invitations import LobbyPost
from bot.store.database import Database

COLUMNS = "channel, guild, message, changes"
LOBBY = f"SELECT {COLUMNS} FROM lobbies WHERE channel = ?"
STALE = f"SELECT {COLUMNS} FROM lobbies WHERE shown <> changes ORDER BY channel"
# What happened while the list was made is not known: it is looked at once more.
# Challenges of the channel that are just being saved on a server don't see the list yet: it waits.
SAVE = """/*WITH others AS MATERIALIZED (SELECT pg_advisory_xact_lock(?1::bigint))*/
INSERT INTO lobbies (channel, guild, message, changes)
SELECT ?1/*::bigint*/, ?2/*::bigint*/, ?3/*::bigint*/, 1 /*FROM others*/ WHERE TRUE
ON CONFLICT (channel) DO UPDATE
SET guild = excluded.guild, message = excluded.message, changes = lobbies.changes + 1"""
CHANGED = "UPDATE lobbies SET changes = changes + 1 WHERE channel = ?"
SHOWN = "UPDATE lobbies SET shown = ? WHERE channel = ? AND message = ?"
DROP = "DELETE FROM lobbies WHERE channel = ? AND message = ?"


class LobbyTable(Database):
    """The messages that list open challenges, one a channel."""

    async def lobby(self, channel: int) -> LobbyPost | None:
        return next((LobbyPost(*each) for each in await self._read(LOBBY, (channel,))), None)

    async def save_lobby(self, post: LobbyPost) -> None:
        await self._write_alone(SAVE, (post.channel, post.guild, post.message))

    async def stale_lobbies(self) -> list[LobbyPost]:
        return [LobbyPost(*each) for each in await self._due(STALE)]

    async def lobby_shown(self, post: LobbyPost) -> None:
        await self._write_alone(SHOWN, (post.changes, post.channel, post.message))

    async def drop_lobby(self, post: LobbyPost) -> None:
        await self._write_alone(DROP, (post.channel, post.message))

    async def _lobby_changed(self, channel: int) -> None:
        # Inside the transaction that changes a challenge of the channel.
        await self._hold_lobby(channel)
        await self._write(CHANGED, (channel,))

    async def _hold_lobby(self, channel: int) -> None:
        """A list that is just being put up there waits for the transaction under way.

        Writers of a file take turns anyway.
        """
