"""What the owner of the bot has decided, at Discord: servers that it leaves, and announcements."""

import asyncio
import logging
from datetime import timedelta

import discord

from bot.front.discord.context import DROPPED, Client
from bot.front.living import Body, Content, LivingPost, Showing
from bot.games.core import PlayerError
from bot.model.places import LivingKind, PostState
from bot.model.privacy.owner import Excluded

log = logging.getLogger(__name__)

ANNOUNCED = "**From the person who runs this bot**\n{text}"


class AnnouncementPost(LivingPost):
    """An announcement in one server: posted once, silently, and not changed later."""

    kind = LivingKind.ANNOUNCEMENT

    async def show(self, state: PostState) -> Showing | None:
        found = await self._client.service.owner.announcement()
        if found is None:
            return None
        text = ANNOUNCED.format(text=found.text)

        async def draw(_: bool) -> Body:
            return {"content": text}

        return Showing(found.at.isoformat(), apart=Content(draw, text=text))

    async def refused(self, state: PostState, code: int, why: str) -> PostState | None:
        """Given up: it would come too late."""
        return None


async def heed_owner(client: Client, every: timedelta) -> None:
    """Look for what the owner has decided, and do it, forever."""
    while True:
        try:
            await heed_once(client)
        except (PlayerError, discord.HTTPException, *DROPPED) as error:
            log.warning("exclusions and announcements not looked at: %s", error)
        await client.pause(asyncio.Event(), every.total_seconds())


async def heed_once(client: Client) -> None:
    """Read whom the owner has excluded, leave excluded servers, begin to announce, and see that the
    clocks of excluded people run."""
    owner = client.service.owner
    if await owner.look():
        client.service.queue.wake()
    for guild in client.guilds:
        if owner.is_excluded(Excluded.SERVER, guild.id):
            log.info("server %s left: it is excluded", guild.id)
            await guild.leave()
    # Last, as a calendar that can't be read must hinder nothing else.
    await owner.heed_clocks()
