"""How much there is to do, counted for whoever runs the bot."""

from datetime import datetime
from typing import NamedTuple, Protocol

from bot.model.records import Status


class WaitingPosts(NamedTuple):
    """How many posts wait to be made, how many of them because they were refused, and since when
    the oldest of the others does."""

    waiting: int
    refused: int
    since: datetime | None


class Workload(Protocol):
    """What a store can count at any size."""

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        """How many matches are open, by game and status."""

    async def waiting_posts(self) -> WaitingPosts:
        """How many posts wait, in all matches."""
