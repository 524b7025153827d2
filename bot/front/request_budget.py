"""What all processes of the bot together may ask of Discord: a share in 50 requests a second.

Discord counts the requests of a bot, whichever process they come from. So each process takes places
in advance, as many as it is likely to need in a moment, and asks when they have come. Answers to
interactions are not counted. Where nobody shares, discord.py's own care for limits is enough.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import aiohttp
from discord.http import Route

from bot.front.sharding import Reserve
from bot.matches.refusals import StoreTrouble

log = logging.getLogger(__name__)

NAME = "requests"

INTERVAL = 1 / 45
"""Seconds between two requests: Discord takes 50 a second, and places are used a little late."""

MOST = 5
"""Places taken at once: with so few no second has more than 50 requests in it."""

PATIENCE = 2.0
"""Seconds that a request waits for the database; then it goes, and Discord says if it is one too
many."""

UNCOUNTED = ("/interactions/", "/webhooks/")
"""What Discord does not count: answers to interactions."""

PutOff: TypeAlias = Callable[[str, float], Awaitable[None]]
"""Lets nobody have a place of a budget for so many seconds."""

Params: TypeAlias = aiohttp.TraceRequestStartParams | aiohttp.TraceRequestEndParams


class RequestBudget:
    """Holds requests back until all processes together may make them."""

    def __init__(self) -> None:
        self._reserve: Reserve | None = None
        self._put_off: PutOff | None = None
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._serving: asyncio.Task[None] | None = None
        self._recent: deque[float] = deque(maxlen=MOST)
        self._left, self._until = 0, 0.0

    def share(self, reserve: Reserve, put_off: PutOff) -> None:
        """From now on other processes may make requests too."""
        self._reserve, self._put_off = reserve, put_off

    def trace(self) -> aiohttp.TraceConfig:
        """What tells aiohttp to wait before a request, and looks at the answers."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._on_start)
        config.on_request_end.append(self._on_end)
        return config

    async def wait(self) -> None:
        """Wait until one request may be made."""
        loop = asyncio.get_running_loop()
        self._recent.append(loop.time())
        if self._reserve is None:
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        await turn

    async def _on_start(
        self, _: object, __: object, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(params):
            await self.wait()

    async def _on_end(self, _: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        headers = params.response.headers
        is_global = params.response.status == 429 and "X-RateLimit-Global" in headers
        if not is_global or not is_counted(params):
            return
        self._left = 0
        if self._put_off is None:
            return
        log.warning("Discord has had too many requests of all processes together")
        try:
            await self._put_off(NAME, float(headers.get("Retry-After", 1)))
        except (StoreTrouble, ValueError) as error:
            log.warning("the other processes can't be told: %s", error)

    async def _serve(self) -> None:
        """Let those go that wait, place by place."""
        now = asyncio.get_running_loop().time
        while self._waiting:
            if self._left and now() < self._until:
                self._left -= 1
                self._let_go()
                continue
            span = MOST * INTERVAL
            pace = sum(at > now() - span for at in self._recent)
            count = min(MOST, max(len(self._waiting), pace))
            await asyncio.sleep(await self._seconds_until(count))
            self._left, self._until = count, now() + count * INTERVAL

    async def _seconds_until(self, count: int) -> float:
        """Take places; in how many seconds they come. Trouble holds no request back."""
        if self._reserve is None:
            return 0.0
        try:
            async with asyncio.timeout(PATIENCE):
                wait = await self._reserve(NAME, count, INTERVAL)
        except (StoreTrouble, TimeoutError) as error:
            log.warning("requests are not shared out just now: %s", error)
            return 0.0
        if wait is None:
            self._reserve = None
        return wait or 0.0

    def _let_go(self) -> None:
        turn = self._waiting.popleft()
        if not turn.done():
            turn.set_result(None)


def is_counted(params: Params) -> bool:
    """Whether Discord counts that request."""
    address = str(params.url)
    path = address.removeprefix(Route.BASE)
    return path != address and not path.startswith(UNCOUNTED)
