"""Servers, and what this process can know of them.

A process gets events of the servers of its own shards. A server of another shard is unknown to it,
unlike a server without the bot: there it acts as if everything were allowed, and Discord refuses
what is not. Only what has to be known before is asked for.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

import discord

from bot.front.clock import utcnow
from bot.front.discord.context import DROPPED, Client
from bot.model.records import ChannelId, GuildId

log = logging.getLogger(__name__)

# How long it is cached whether the bot is a member of a server of another process.
KEPT = {True: timedelta(hours=1), False: timedelta(minutes=10)}

MANY = 10_000  # Most cached servers of other processes.


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or thread of a server, and the channel that a thread is in."""

    place: discord.abc.GuildChannel | discord.Thread
    parent: discord.abc.GuildChannel | None
    me: discord.Member

    @property
    def forum(self) -> discord.ForumChannel | None:
        return self.parent if isinstance(self.parent, discord.ForumChannel) else None

    def permissions_for(self, member: discord.Member) -> discord.Permissions:
        """What the member may do there: in a thread what its channel allows."""
        return (self.parent or self.place).permissions_for(member)


async def guild_of(client: Client, guild: GuildId) -> discord.Guild | None:
    """The server, None if the bot is no member. For a server of another process Discord is asked,
    whose answer has roles and no channels. Raises discord.HTTPException."""
    if not client.is_elsewhere(guild):
        return client.get_guild(guild)
    try:
        return await client.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return None


async def is_member(client: Client, guild: GuildId) -> bool:
    """Whether the bot is a member of the server; True if Discord does not say."""
    if not client.is_elsewhere(guild):
        return client.get_guild(guild) is not None
    now = utcnow()
    known = client.memberships.get(guild)
    if known and known[1] > now:
        return known[0]
    try:
        found = await guild_of(client, guild) is not None
    except (discord.DiscordException, *DROPPED) as error:
        log.info("server %s: own membership not read: %s", guild, error)
        return True
    if len(client.memberships) >= MANY:
        client.memberships.clear()
    client.memberships[guild] = found, now + KEPT[found]
    return found


async def spot_of(client: Client, guild: GuildId | None, channel: ChannelId) -> Spot | None:
    """That channel or thread, as the bot sees it now; None if it sees none, or Discord does not
    say."""
    if guild is None or not client.is_elsewhere(guild):
        return known_spot(client, channel)
    try:
        server = await guild_of(client, guild)
        return await _fetched(client, server, channel) if server else None
    except (discord.DiscordException, *DROPPED) as error:
        log.info("channel %s of server %s: not visible: %s", channel, guild, error)
        return None


def known_spot(client: Client, channel: ChannelId) -> Spot | None:
    """The same, from what this process knows."""
    place = client.get_channel(channel)
    if not isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return None
    parent = place.parent if isinstance(place, discord.Thread) else None
    if isinstance(place, discord.Thread) and parent is None:
        return None
    return Spot(place, parent, place.guild.me)


async def _fetched(client: Client, guild: discord.Guild, channel: ChannelId) -> Spot | None:
    assert client.user is not None
    place = await guild.fetch_channel(channel)
    parent = None
    if isinstance(place, discord.Thread):
        above = await guild.fetch_channel(place.parent_id)
        parent = None if isinstance(above, discord.Thread) else above
    return Spot(place, parent, await guild.fetch_member(client.user.id))
