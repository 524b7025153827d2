"""Work at Discord: it waits while the bot may send no requests."""

import logging
from abc import ABC
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord

from bot.front.discord.context import DROPPED, Client
from bot.model.records import ChannelId, MessageId
from bot.service.queue import DueSource

log = logging.getLogger(__name__)

T = TypeVar("T")

# How far Discord's clock and ours may be apart, and how late a lost request may still arrive.
CLOCKS_APART = timedelta(minutes=1)


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

    async def post_silently(self, channel: ChannelId, **message: Any) -> MessageId:
        """Make a message that calls nobody. Returns its number; raises what Discord answers."""
        place = self._client.get_partial_messageable(channel)
        return MessageId((await place.send(**message, silent=True)).id)


async def edit_silently(
    client: Client, channel: ChannelId, message: MessageId, **changes: Any
) -> Any:
    """Change a message so that it calls nobody. Returns it; raises what Discord answers."""
    post: Any = client.get_partial_messageable(channel).get_partial_message(message)
    return await post.edit(**changes, allowed_mentions=discord.AllowedMentions.none())


async def leave_note(
    client: Client, channel: ChannelId, message: MessageId | None, note: str
) -> None:
    """Replace a post that no longer exists by a note, without its buttons, as far as Discord
    allows."""
    if message is None:
        return
    try:
        await edit_silently(client, channel, message, content=note, view=None)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("channel %s: earlier post not edited: %s", channel, error)
