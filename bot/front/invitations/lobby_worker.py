"""Lists of open challenges that stand in channels, and the worker that keeps them up to date.

The store says which of them are stale, and goes on saying so over restarts. Edits notify nobody.
"""

import asyncio
import logging
from datetime import datetime, timedelta

import discord
from discord.utils import utcnow

from bot.front import permissions
from bot.front.context import Client, Interaction, PrivateReply
from bot.front.invitations.lobby_panel import lobby_post
from bot.front.places.home import here
from bot.matches.invitations.records import LobbyPost
from bot.telemetry.correlation import correlated

log = logging.getLogger(__name__)

CALM = 10.0
"""Seconds between two rounds: all that changes meanwhile is one edit."""

REST = timedelta(hours=1)
"""How long a list is left alone that Discord does not let the bot edit."""

AFTER_TROUBLE = timedelta(minutes=1)
"""How long until another try when something else went wrong."""

SERVERS_ONLY = "Such a list stands in a server's channel. `/lobby` alone shows the challenges here."
NOT_A_MANAGER = (
    "Posting the list takes the permission **Manage Messages** or **Manage Channels** in this "
    "channel. `/lobby` alone shows it to you."
)
POSTED = "The list stands in the channel now, and is kept up to date. Delete it to end that."


async def post_lobby(interaction: Interaction) -> None:
    """Post the list of the channel, in the place of an earlier one; asked for in the thread of a
    match, in the channel of that match."""
    channel, guild = (await here(interaction)).channel, interaction.guild_id
    if guild is None:
        raise PrivateReply(SERVERS_ONLY)
    held = permissions.person_permissions(interaction, channel)
    if not (held.manage_messages or held.manage_channels):
        raise PrivateReply(NOT_A_MANAGER)
    permissions.require_member(interaction)
    permissions.require_postable(interaction, channel)
    client = interaction.client
    before = await client.matches.lobbies.lobby(channel)
    view = await lobby_post(client, channel)
    message = await client.get_partial_messageable(channel).send(
        view=view, nonce=f"lobby.{interaction.id}"[:25]
    )
    await client.matches.lobbies.save_lobby(LobbyPost(channel, guild, message.id))
    if before:
        await _delete(client, before)


async def _delete(client: Client, post: LobbyPost) -> None:
    """Take away a list that another has replaced."""
    try:
        place = client.get_partial_messageable(post.channel)
        await place.get_partial_message(post.message).delete()
    except discord.HTTPException as error:
        log.info("channel %s: an old lobby post stays: %s", post.channel, error)


class LobbyWorker:
    """Edits the lists that do not show what has happened since."""

    def __init__(self, client: Client) -> None:
        self.wake = asyncio.Event()
        self._client = client
        self._resting: dict[int, datetime] = {}

    async def run(self) -> None:
        """Keep all lists up to date, for ever."""
        await self._client.wait_until_ready()
        while True:
            self.wake.clear()
            await self._client.pause(self.wake, await self._round())
            await self._client.pause(asyncio.Event(), CALM)

    async def _round(self) -> float | None:
        """Edit what is stale; the seconds until another try, None when there is nothing to do."""
        now = utcnow()
        self._resting = {channel: at for channel, at in self._resting.items() if at > now}
        try:
            for post in await self._client.matches.lobbies.stale_lobbies():
                if post.message not in self._resting:
                    await self._refresh(post)
        except Exception:
            log.exception("the lobby posts could not be read; trying again in a while")
            return AFTER_TROUBLE.total_seconds()
        first = min(self._resting.values(), default=None)
        return None if first is None else max(1.0, (first - now).total_seconds())

    @correlated("lobby")
    async def _refresh(self, post: LobbyPost) -> None:
        """Show in a list what is so now. Its trouble is logged, so that no other waits for it."""
        try:
            await self._edit(post)
        except discord.NotFound:
            log.info("channel %s: the lobby post is gone", post.channel)
            await self._client.matches.lobbies.drop_lobby(post)
        except discord.HTTPException as error:
            log.warning("channel %s: the lobby post stays as it is: %s", post.channel, error)
            self._resting[post.message] = utcnow() + REST
        except Exception:
            log.exception("channel %s: the lobby post could not be made", post.channel)
            self._resting[post.message] = utcnow() + AFTER_TROUBLE

    async def _edit(self, post: LobbyPost) -> None:
        view = await lobby_post(self._client, post.channel)
        place = self._client.get_partial_messageable(post.channel)
        await place.get_partial_message(post.message).edit(
            view=view, allowed_mentions=discord.AllowedMentions.none()
        )
        await self._client.matches.lobbies.lobby_shown(post)
