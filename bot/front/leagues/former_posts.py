"""Posts of leagues that are moved, gone or done with, as managers ask for it."""

from dataclasses import replace
from datetime import timedelta

from discord.utils import utcnow

from bot.front.discord.context import Client
from bot.front.posting.channel_posts import leave_note
from bot.model.competitions.competition import LONG_AGO, League

# One that is to be tried again within this time is just being made.
SOON = timedelta(minutes=2)


async def ask_for_post(client: Client, league: League) -> None:
    """A post that was deleted, or that could not be made, is made anew."""
    now = utcnow()
    if league.message is None and league.shows > now + SOON:
        await client.service.leagues.note_post(replace(league, shows=LONG_AGO))
        client.service.queue.wake()


async def move_post(client: Client, before: League, after: League, note: str) -> None:
    """Leave a note in the place of the post where it stood; it is made anew in the channel in
    which the league is now."""
    unposted = replace(after, message=None, shown=-1, shows=LONG_AGO)
    await client.service.leagues.note_post(unposted)
    client.service.queue.wake()
    await leave_note(client, before.channel, before.message, note)
