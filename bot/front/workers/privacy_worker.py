"""The worker that deletes what is about people, and what belongs to servers without the bot."""

import asyncio
import logging
from collections.abc import Iterable

import discord
from discord.utils import utcnow

from bot.front.context import DROPPED, Client
from bot.front.pages.privacy_panel import DONE

log = logging.getLogger(__name__)

AFTER_TROUBLE = 60.0
"""Seconds until another try when something went wrong."""

CALM = 5.0
"""Seconds between two looks at what other processes may have been asked."""


class PrivacyWorker:
    """Goes on with what is to be deleted, one short transaction after the other."""

    def __init__(self, client: Client) -> None:
        self.wake = asyncio.Event()
        self._client = client
        self._looked = 0.0
        client.matches.on_privacy = self.wake.set
        client.matches.privacy.on_deleted = self._tell

    def look(self) -> None:
        """Another process may have been asked for something; that is looked at now and then."""
        now = asyncio.get_running_loop().time()
        if now - self._looked > CALM:
            self._looked = now
            self.wake.set()

    async def run(self) -> None:
        """Delete what is to be deleted and sleep until there is more, for ever."""
        await self._client.wait_until_ready()
        while True:
            self.wake.clear()
            await self._client.pause(self.wake, await self._tick())

    async def _tick(self) -> float | None:
        """One step; the seconds until the next, None when there will be none."""
        matches = self._client.matches
        try:
            times = [await matches.privacy.tick(), await matches.servers.tick()]
            self._client.leaving = await matches.privacy.under_way()
        except Exception:
            log.exception("cannot read pending deletions; retrying")
            return AFTER_TROUBLE
        due = min((at for at in times if at), default=None)
        return None if due is None else max(0.0, (due - utcnow()).total_seconds())

    async def note_servers(self, present: Iterable[discord.Guild]) -> None:
        """These servers have the bot, and of those of this process's shards no others do. One that
        has an outage is among them."""
        client = self._client
        guilds = {guild.id for guild in present}
        try:
            await client.matches.servers.seen(guilds, lambda each: not client.is_elsewhere(each))
        except Exception:
            # The next start, or the next server that comes or goes, makes up for it.
            log.exception("the servers could not be noted")
        self.wake.set()

    async def _tell(self, person: int) -> None:
        """Tell somebody that all is deleted; who can't be reached is not told."""
        try:
            channel = await self._client.create_dm(discord.Object(person))
            await channel.send(DONE)
        except (discord.HTTPException, *DROPPED) as error:
            log.info("somebody could not be told that their data is deleted: %s", error)
