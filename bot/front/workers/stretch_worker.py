"""Ends fast stretches when the store says that they are due, and leaves their boards in order.

What sums a stretch up is a post like any other, written with the end itself.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from discord.utils import utcnow

from bot.front.context import Client
from bot.front.workers.refusals import is_refusal, is_unauthorized
from bot.matches.match import Match
from bot.matches.records import MatchId, Status
from bot.matches.stretches.stretch import FastStretch, is_news
from bot.telemetry.correlation import correlated

log = logging.getLogger(__name__)

AFTER_TROUBLE = 60.0
"""Seconds of rest when the store or Discord gave trouble."""


class StretchWorker:
    """Ends stretches, side by side. `put_back` makes the board of a match one as usual."""

    def __init__(
        self, client: Client, put_back: Callable[[Match], Awaitable[None]], wake: asyncio.Event
    ) -> None:
        self.busy: dict[MatchId, asyncio.Task[None]] = {}
        self._client = client
        self._put_back = put_back
        self._wake = wake

    async def begin_due(self, now: datetime) -> None:
        """Start to end what the store says is due."""
        for match in await self._client.matches.stretches.due(now):
            if match not in self.busy:
                self.busy[match] = asyncio.create_task(self._attend(match))

    @correlated("stretch", lambda _, match: {"match": match})
    async def _attend(self, match: MatchId) -> None:
        try:
            stretch = await self._client.matches.stretches.of(match)
            if stretch and stretch.due and stretch.due <= utcnow():
                await self._end(stretch, await self._client.matches.match(match))
        except Exception:
            log.exception("match %s: its fast stretch has to wait for its end", match)
            await self._client.pause(asyncio.Event(), AFTER_TROUBLE)
        finally:
            del self.busy[match]
            self._wake.set()

    async def _end(self, stretch: FastStretch, match: Match) -> None:
        if match.status is Status.RUNNING and not is_news(stretch, match):
            # No summary follows that the buttons could go to. Done twice it is the same.
            await self._restore(match)
        await self._client.matches.stretches.end(stretch, match)

    async def _restore(self, match: Match) -> None:
        try:
            await self._put_back(match)
        except Exception as error:
            if not is_refusal(error) or is_unauthorized(error):
                raise
            log.info("match %s: its board stays as it is: %s", match.id, error)
