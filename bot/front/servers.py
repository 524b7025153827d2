"""What the bot hears at Discord of the servers that have it."""

import logging
from collections.abc import Iterable

import discord

from bot.front.discord.context import Client

log = logging.getLogger(__name__)


async def note_servers(client: Client, present: Iterable[discord.Guild]) -> None:
    """These servers have the bot, and of those of this process's shards no others do. One that
    has an outage is among them."""
    guilds = {guild.id for guild in present}
    try:
        await client.service.servers.seen(guilds, lambda each: not client.is_elsewhere(each))
    except Exception:
        # The next start, or the next server that comes or goes, makes up for it.
        log.exception("servers not stored")
    client.service.queue.wake()
