"""Discord's typing indicator, while the bot thinks about its move for a while."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client
from bot.front.ui.answers_only import answers_only
from bot.games.core import PlayerError
from bot.model.match import Match
from bot.model.places import where

log = logging.getLogger(__name__)

SHORT = 1.0
"""Seconds of thought that nobody needs to see."""

AGAIN = 8.0
"""Seconds after which it is sent again; Discord shows it for ten."""


@asynccontextmanager
async def typing_for(client: Client, match: Match) -> AsyncIterator[None]:
    """The indicator in the match's place until the end of the block, if that takes long enough."""
    typing = asyncio.create_task(_type(client, match))
    try:
        yield
    finally:
        typing.cancel()


async def _type(client: Client, match: Match) -> None:
    # It is a courtesy: if it fails, the match goes on.
    await asyncio.sleep(SHORT)
    try:
        place = await client.service.places.of(match.id)
        channel = where(place, match.channel)
        if await answers_only(client, match) or permissions.missing_permissions(client, channel):
            return
        while True:
            await client.get_partial_messageable(channel).typing()
            await asyncio.sleep(AGAIN)
    except (discord.DiscordException, *DROPPED, PlayerError) as error:
        log.debug("match %s: no typing shown: %s", match.id, error)
