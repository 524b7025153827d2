"""What the bot says at Discord of what is deleted, and hears there of servers."""

import logging
from collections.abc import Iterable

import discord

from bot.front.discord.context import DROPPED, Client
from bot.front.pages.privacy_panel import DONE

log = logging.getLogger(__name__)


async def note_servers(client: Client, present: Iterable[discord.Guild]) -> None:
    """These servers have the bot, and of those of this process's shards no others do. One that
    has an outage is among them."""
    guilds = {guild.id for guild in present}
    try:
        await client.matches.servers.seen(guilds, lambda each: not client.is_elsewhere(each))
    except Exception:
        # The next start, or the next server that comes or goes, makes up for it.
        log.exception("the servers could not be noted")
    client.matches.queue.wake()


async def tell_deleted(client: Client, person: int) -> None:
    """Tell somebody that all is deleted; who can't be reached is not told."""
    try:
        channel = await client.create_dm(discord.Object(person))
        await channel.send(DONE)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("somebody could not be told that their data is deleted: %s", error)
