"""The worker that lets time pass in the matches. It sleeps until there is something to do."""

import asyncio
import logging

from discord.utils import utcnow

from bot.front.context import Client
from bot.telemetry.correlation import correlated

log = logging.getLogger(__name__)

AFTER_TROUBLE = 60.0
"""Seconds until another try when something went wrong."""


class Scheduler:
    """Runs reminders, expiries and the robot's moves when they are due."""

    def __init__(self, client: Client) -> None:
        self.wake = asyncio.Event()
        self._client = client

    async def run(self) -> None:
        """Do what is due and sleep until the next, for ever."""
        await self._client.wait_until_ready()
        while True:
            self.wake.clear()
            await self._client.pause(self.wake, await self._tick())

    @correlated("clock")
    async def _tick(self) -> float | None:
        """Do what is due; the seconds until more is, None when nothing will be."""
        try:
            due = await self._client.matches.tick()
        except Exception:
            log.exception("scheduler tick failed; retrying")
            return AFTER_TROUBLE
        return None if due is None else max(0.0, (due - utcnow()).total_seconds())
