"""What the person who runs the bot decides: whom it does not serve, and what it announces."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Protocol

from bot.model.places import LivingPosts
from bot.model.records import ChannelId, GuildId, Keeping


class Excluded(StrEnum):
    """What can be excluded. The values are stored."""

    PERSON = "person"
    SERVER = "server"


class Exclusion(NamedTuple):
    """The person or server with the number `owner` is not served, for that `reason`, which they
    are told."""

    scope: Excluded
    owner: int
    reason: str
    since: datetime


class Announcement(NamedTuple):
    """What all servers in which matches run are told once. There is only number 1, the newest."""

    number: int
    text: str
    at: datetime


class OwnerDecisions(Keeping, LivingPosts, Protocol):
    """Where it is kept."""

    async def channels_in_use(self) -> Sequence[tuple[GuildId, ChannelId]]:
        """Each server in which matches run, and the channel of the newest of them."""
