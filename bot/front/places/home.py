"""Where somebody is talking: a channel, or the thread of a match in it."""

import logging
from dataclasses import dataclass

import discord

from bot.front.context import Client, Interaction
from bot.matches.places.place import where
from bot.matches.records import MatchId
from bot.matches.refusals import StoreTrouble

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Here:
    """The channel that matches here belong to, and the match whose thread it is, if it is one."""

    channel: int
    match: MatchId | None = None


async def here(interaction: Interaction) -> Here:
    """Where the person is talking. A thread that no match was given counts as a channel."""
    if isinstance(interaction.channel, discord.Thread):
        matches = interaction.client.matches
        place = await matches.places.of_thread(interaction.channel.id)
        if place is not None:
            return Here((await matches.summary(place.match)).channel, place.match)
    return Here(interaction.channel_id or 0)


async def place_of_match(client: Client, match: MatchId, channel: int) -> int:
    """The channel or thread in which the match is posted now; the channel when the store fails."""
    try:
        return where(await client.matches.places.of(match), channel)
    except StoreTrouble as error:
        log.info("match %s: its place could not be read: %s", match, error)
        return channel
