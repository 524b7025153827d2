"""Where a person uses the bot: a channel, or the thread of a match in it."""

import logging
from dataclasses import dataclass

import discord

from bot.front import ids
from bot.front.discord.context import Client, Interaction
from bot.model.match import Match
from bot.model.places import where
from bot.model.records import ChannelId, MatchId
from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Here:
    """The channel that matches here belong to, and the match whose thread it is, if it is one."""

    channel: ChannelId
    match: MatchId | None = None


async def here(interaction: Interaction) -> Here:
    """Where the person uses the bot. A thread without a match counts as a channel."""
    if isinstance(interaction.channel, discord.Thread):
        client = interaction.client
        place = await client.service.places.of_thread(ChannelId(interaction.channel.id))
        if place is not None:
            return Here((await client.matches.summary(place.match)).channel, place.match)
    return Here(ids.channel(interaction))


def lasting_channel(interaction: Interaction) -> ChannelId:
    """Where long-lived posts go that are asked for here: a thread ends one day, its channel stays;
    a forum's channel takes no posts but its own."""
    place = interaction.channel
    if isinstance(place, discord.Thread) and not isinstance(place.parent, discord.ForumChannel):
        return ChannelId(place.parent_id)
    return ids.channel(interaction)


async def known_channel(client: Client, match: Match) -> ChannelId:
    """The channel whose permissions decide who may see and manage the match.

    The forum post in which a match was asked for is archived when nobody writes there, and then the
    bot does not know it; the match's own post next to it has the same permissions. For a server of
    another process Discord is asked, which knows it.
    """
    is_elsewhere = match.guild is not None and client.is_elsewhere(match.guild)
    if is_elsewhere or client.get_channel(match.channel) is not None:
        return match.channel
    try:
        return where(await client.service.places.of(match.id), match.channel)
    except StoreTrouble as error:
        log.info("match %s: place not read: %s", match.id, error)
        return match.channel
