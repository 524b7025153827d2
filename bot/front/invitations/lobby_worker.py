"""Lists of open challenges that stand in channels, and the worker that keeps them up to date.

The store says which of them are stale, and goes on saying so over restarts. Edits notify nobody.
"""

import logging
from datetime import datetime, timedelta

import discord
from discord.utils import utcnow

from bot.front.discord import permissions
from bot.front.discord.context import Client, Interaction, PrivateReply
from bot.front.discord.home import here
from bot.front.invitations.lobby_panel import lobby_post
from bot.model.invitations import LobbyPost
from bot.model.records import DueKind
from bot.service.queue import DueSource

log = logging.getLogger(__name__)

# How long a list is left alone behind an edit: all that changes meanwhile is one more.
CALM = timedelta(seconds=10)

# How long a list is left alone that Discord does not let the bot edit.
REST = timedelta(hours=1)

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
    before = await client.service.lobbies.lobby(channel)
    view = await lobby_post(client, channel, guild)
    message = await client.get_partial_messageable(channel).send(
        view=view, nonce=f"lobby.{interaction.id}"[:25]
    )
    await client.service.lobbies.save_lobby(LobbyPost(channel, guild, message.id))
    # What has happened since the list was made.
    client.service.queue.wake()
    if before:
        await _delete(client, before)


async def _delete(client: Client, post: LobbyPost) -> None:
    try:
        place = client.get_partial_messageable(post.channel)
        await place.get_partial_message(post.message).delete()
    except discord.HTTPException as error:
        log.info("channel %s: old lobby post not deleted: %s", post.channel, error)


class LobbyWorker(DueSource[LobbyPost]):
    """Edits the lists that do not show what has happened since."""

    kind = DueKind.LOBBY
    most = 1

    def __init__(self, client: Client) -> None:
        self._client = client

    async def due(self, now: datetime, limit: int) -> list[LobbyPost]:
        return await self._client.service.lobbies.stale_lobbies()

    def key(self, item: LobbyPost) -> int:
        return item.message

    def about(self, item: LobbyPost) -> dict[str, object]:
        return {"channel": item.channel}

    async def do(self, item: LobbyPost) -> datetime | None:
        lobbies = self._client.service.lobbies
        place = self._client.get_partial_messageable(item.channel)
        view = await lobby_post(self._client, item.channel, item.guild)
        nobody = discord.AllowedMentions.none()
        try:
            message = place.get_partial_message(item.message)
            await message.edit(view=view, allowed_mentions=nobody)
        except discord.NotFound:
            log.info("channel %s: lobby post is gone", item.channel)
            await lobbies.drop_lobby(item)
        except discord.HTTPException as error:
            log.warning("channel %s: lobby post not edited: %s", item.channel, error)
            return utcnow() + REST
        else:
            await lobbies.lobby_shown(item)
        return utcnow() + CALM
