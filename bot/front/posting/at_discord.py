"""Work at Discord, such as posts that belong to no match: it waits while the bot may send no
requests.

A post is recorded before it is made, so that after a crash the channel is searched for it. Discord
also recognizes a repeated send by its nonce.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord
from discord.utils import utcnow

from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.refusals import is_refusal, is_unauthorized, may_be_about_file
from bot.service.queue import REST, DueSource

log = logging.getLogger(__name__)

T = TypeVar("T")
R = TypeVar("R")

# How far Discord's clock and ours may be apart, and how late a lost request may still arrive.
CLOCKS_APART = timedelta(minutes=1)

# Discord's code for an unknown channel.
NO_CHANNEL = 10003

REFUSED = timedelta(hours=1)
"""How long a post is left alone if Discord does not let the bot make or edit it."""


class AtDiscord(DueSource[T], ABC):
    """One kind of such work."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """Not before requests may be made; never if Discord refuses the token."""
        if at is None or self._client.requests.is_refused:
            return None
        held = self._client.requests.invalid.seconds_held()
        return max(at, now + timedelta(seconds=held)) if held else at

    async def post_silently(self, channel: int, **message: Any) -> int:
        """Make a message that calls nobody. Returns its number; raises what Discord answers."""
        place = self._client.get_partial_messageable(channel)
        return (await place.send(**message, silent=True)).id

    async def made_before(
        self, channel: int, since: datetime, fits: Callable[[discord.Message], bool]
    ) -> int | None:
        """The bot's first matching message in a channel since then, by number: the post that was
        made before it could be recorded. None also if the bot may not look."""
        place = self._client.get_partial_messageable(channel)
        after = since - CLOCKS_APART
        try:
            async for message in place.history(limit=None, after=after, oldest_first=True):
                if message.author == self._client.user and fits(message):
                    return message.id
        except discord.Forbidden as error:
            log.info("channel %s: earlier post not looked for: %s", channel, error)
        return None


class ChannelPosts(AtDiscord[T]):
    """Makes and changes such posts. Lost ones are tried again a little later."""

    # Few of the requests that all posts share, so that no turn waits for more.
    most = 2

    # Seconds after which one is given up for now: a channel that Discord answers slowly, or not at
    # all, delays no other.
    patience = 30.0

    @abstractmethod
    async def refused(self, item: T, error: discord.HTTPException) -> None:
        """Record the outcome of a post that Discord refuses."""

    async def attempt(self, item: T, work: Coroutine[Any, Any, None]) -> datetime | None:
        """Do the work. Returns until when the item is left alone, None if it need not be."""
        try:
            async with asyncio.timeout(self.patience):
                await work
        except discord.HTTPException as error:
            if is_unauthorized(error) or not is_refusal(error):
                return self._lost(item, error)
            log.info("%s: post refused %s: %s", self.kind, self.about(item), error)
            await self.refused(item, error)
        except DROPPED as error:
            return self._lost(item, error)
        return None

    async def with_pictures(
        self, channel: int, pictured: Callable[[], Awaitable[R]], plain: Callable[[], Awaitable[R]]
    ) -> R:
        """Done with pictures, or in characters if Discord refuses them."""
        if permissions.may_attach(self._client, channel):
            try:
                return await pictured()
            except discord.HTTPException as error:
                if not may_be_about_file(error):
                    raise
                log.info("channel %s: posted without picture: %s", channel, error)
        return await plain()

    def _lost(self, item: T, error: Exception) -> datetime:
        log.info("%s: not posted %s; retrying in %s: %s", self.kind, self.about(item), REST, error)
        return utcnow() + REST


async def edit_silently(client: Client, channel: int, message: int, **changes: Any) -> Any:
    """Change a message so that it calls nobody. Returns it; raises what Discord answers."""
    post: Any = client.get_partial_messageable(channel).get_partial_message(message)
    return await post.edit(**changes, allowed_mentions=discord.AllowedMentions.none())


async def leave_note(client: Client, channel: int, message: int | None, note: str) -> None:
    """Replace a post that no longer exists by a note, without its buttons, as far as Discord
    allows."""
    if message is None:
        return
    try:
        await edit_silently(client, channel, message, content=note, view=None)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("channel %s: earlier post not edited: %s", channel, error)
