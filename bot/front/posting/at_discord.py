"""Work that is done at Discord, and waits while the bot may ask nothing of it."""

from abc import ABC
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord

from bot.front.discord.context import Client
from bot.service.queue import DueSource

T = TypeVar("T")


class AtDiscord(DueSource[T], ABC):
    """One kind of such work."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """Not before requests may be made; never where Discord does not take the token."""
        if at is None or self._client.requests.is_refused:
            return None
        held = self._client.requests.invalid.seconds_held()
        return max(at, now + timedelta(seconds=held)) if held else at

    async def post_silently(self, channel: int, **message: Any) -> int:
        """Make a message that calls nobody. Its number; raises what Discord answers."""
        place: Any = self._client.get_partial_messageable(channel)
        message |= {"allowed_mentions": discord.AllowedMentions.none(), "silent": True}
        sent: discord.Message = await place.send(**message)
        return sent.id
