"""Finds the message that a post has made before, in the channels where it may stand.

Every message ends with the number of its post in small print. Words can be alike; by that number,
and by the address in its buttons, a message is known for the one that a post has made.
"""

import logging
from datetime import datetime, timedelta

import discord
from discord.utils import utcnow

from bot.front.discord.context import Client
from bot.front.posting.outgoing import Outgoing, is_of_post
from bot.front.ui.away import AnswerPlace

log = logging.getLogger(__name__)

# How far Discord's clock and ours may be apart, and how late a lost request may still arrive.
CLOCKS_APART = timedelta(minutes=1)


class EarlierMessages:
    """Looks for the messages of posts. `clear` holds when one was looked for in vain, by id."""

    def __init__(self, client: Client) -> None:
        self.clear: dict[int, datetime] = {}
        self._client = client

    async def find(self, outgoing: Outgoing) -> discord.Message | None:
        """The message that the post has made before, where the bot may look: where it goes now,
        and in the channel, where it may have gone before its match had a thread."""
        began, is_clear = utcnow(), True
        home = outgoing.match.channel
        if isinstance(outgoing.place, AnswerPlace):
            return None
        places: list[discord.abc.Messageable] = [outgoing.place]
        if not outgoing.post.direct and outgoing.place.id != home:
            places.append(self._client.get_partial_messageable(home))
        for place in places:
            try:
                found = await self._find_in(place, outgoing)
            except discord.Forbidden as error:
                log.info("earlier post not looked for: %s", error)
                is_clear = False
                continue
            except discord.NotFound:
                continue
            if found is not None:
                return found
        if is_clear:
            self.clear[outgoing.post.id] = began
        return None

    async def _find_in(
        self, place: discord.abc.Messageable, outgoing: Outgoing
    ) -> discord.Message | None:
        after = (outgoing.post.clear_at or outgoing.written) - CLOCKS_APART
        # Page by page back to that time, however much was said since.
        async for message in place.history(limit=None, after=after, oldest_first=False):
            if message.author == self._client.user and is_of_post(message, outgoing):
                return message
        return None
