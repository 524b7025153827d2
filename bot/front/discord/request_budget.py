"""The share of each process in the bot's 50 requests a second to Discord.

Discord counts the requests of a bot, from all processes together. So each process takes slots in
advance, as many as it is likely to need in a moment, and asks when they have come. Answers to
interactions are not counted. If nothing is shared, discord.py's own rate limiting is enough.

All requests pass here, so this also notices a refused bot token, and counts invalid requests:
Discord ignores an address with ten thousand of those in ten minutes.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context

import aiohttp
import discord

from bot.front.discord import private_api
from bot.model.ports import Processes
from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)

NAME = "requests"

# Seconds between two requests: Discord takes 50 a second, and slots are used a little late.
INTERVAL = 1 / 45

MOST = 5  # Slots taken at once: few enough that no second has more than 50 requests in it.

# Seconds that a request waits for the database; then it is sent, and Discord says if it is one too
# many.
PATIENCE = 2.0

UNAUTHORIZED = 401  # Discord's status for a refused token.

# What Discord does not count: answers to interactions.
UNCOUNTED = ("/interactions/", "/webhooks/")

TOKEN_REFUSED = (
    "Discord does not take the bot's token, so the bot stops. Nothing is lost: what could not be "
    "posted is posted after the next start. Copy a new token from "
    "https://discord.com/developers/applications (your application, Bot, Reset Token) into "
    "DISCORD_TOKEN, then start the bot again."
)

ASK_AGAIN = 3.0  # Seconds after which a refused token is tried again.

FLUKE = (
    "Discord did not take the bot's token in one request, and takes it in the next one: what it "
    "refused is tried again"
)
NOT_ANSWERED = "whether Discord takes the bot's token is not known yet: %s"

# The path for that try: it is answered for any valid token.
OWN_ACCOUNT = "/users/@me"

WINDOW = 600.0  # Seconds in which Discord counts invalid requests.

# Invalid requests in the window at which this process stops: four of them on one address stay well
# below Discord's 10,000.
MOST_INVALID = 2000

LAST_INVALID = 2400  # The same for answers to interactions.

HOLDING = (
    "Discord found %s requests of this process invalid within ten minutes (status 401, 403 or "
    "429), and would shut its address out at 10000 for a while. Nothing but answers to people is "
    "sent until half of them are ten minutes old. Nothing is lost. Look above for what is refused "
    "so often, and give the bot the permissions it lacks"
)

Now = Callable[[], float]
"""A clock in seconds that is never set back."""

Params = aiohttp.TraceRequestStartParams | aiohttp.TraceRequestEndParams


class HeldBack(aiohttp.ClientOSError):
    """A request that was not made; it may be made in that many `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"requests to Discord are held back for {seconds:.0f} seconds")
        self.seconds = seconds


class TokenRefused(HeldBack):
    """A request that is not made because Discord refuses the bot's token."""

    def __init__(self) -> None:
        super().__init__(float("inf"))


class InvalidRequests:
    """The requests that Discord found invalid, and whether they have become too many."""

    def __init__(self, now: Now = time.monotonic) -> None:
        self._now = now
        # After the last nothing is sent any more, except what is on its way already.
        self._times: deque[float] = deque(maxlen=2 * LAST_INVALID)
        self._is_holding = False

    def __len__(self) -> int:
        while self._times and self._times[0] <= self._now() - WINDOW:
            self._times.popleft()
        return len(self._times)

    def note(self) -> None:
        self._times.append(self._now())
        if len(self) >= MOST_INVALID and not self._is_holding:
            self._is_holding = True
            log.critical(HOLDING, len(self))

    def seconds_held(self) -> float:
        """In how many seconds requests may be made again; 0 if now."""
        over = len(self) - MOST_INVALID // 2
        if not self._is_holding:
            return 0.0
        if over <= 0:
            self._is_holding = False
            log.warning("requests resumed; Discord found %s invalid in ten minutes", len(self))
            return 0.0
        return self._times[over - 1] + WINDOW - self._now()


class RequestBudget:
    """Delays requests until all processes that it is `shared` with may make them together.

    `on_refused` is called once when Discord refuses the bot's token; from then on no request is
    made with it. One refusal may be a fluke, so it is confirmed by one more request, which raises
    what Discord answers; if no confirmation is possible, a refusal has no consequences.
    """

    def __init__(
        self,
        now: Now = time.monotonic,
        *,
        on_refused: Callable[[], None] = lambda: None,
        ask_again: Callable[[], Awaitable[object]] | None = None,
        can_ask: Callable[[], bool] = lambda: True,
        shared: Callable[[], Processes | None] = lambda: None,
    ) -> None:
        self.invalid = InvalidRequests(now)
        self.is_refused = False
        self._on_refused, self._ask_again, self._can_ask = on_refused, ask_again, can_ask
        self._shared, self._is_alone = shared, False
        self._confirming: asyncio.Task[bool] | None = None
        self._suspecting: asyncio.Task[bool] | None = None
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._serving: asyncio.Task[None] | None = None
        self._recent: deque[float] = deque(maxlen=MOST)
        self._left, self._until = 0, 0.0

    def trace(self) -> aiohttp.TraceConfig:
        """Hooks for aiohttp that wait before a request, and look at the answers."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._on_start)
        config.on_request_end.append(self._on_end)
        return config

    @property
    def invalid_requests(self) -> int:
        return len(self.invalid)

    def refuse_token(self) -> None:
        """Discord refuses the bot's token: report it once, and send no more requests with it."""
        if self.is_refused:
            return
        self.is_refused = True
        log.critical(TOKEN_REFUSED)
        self._on_refused()

    async def confirm_refusal(self) -> bool:
        """Whether Discord refuses the bot's token, after it has done so once: tried again for all
        callers. No other request is made with it meanwhile."""
        if self.is_refused or self._ask_again is None or not self._can_ask():
            return self.is_refused
        if self._confirming is None:
            work = self._confirmed(self._ask_again)
            self._confirming = asyncio.create_task(work, context=Context())
        return await asyncio.shield(self._confirming)

    async def _confirmed(self, ask_again: Callable[[], Awaitable[object]]) -> bool:
        try:
            await asyncio.sleep(ASK_AGAIN)
            await ask_again()
            log.warning(FLUKE)
        except discord.HTTPException as error:
            if error.status == UNAUTHORIZED:
                self.refuse_token()
            else:
                log.warning(NOT_ANSWERED, error)
        except (aiohttp.ClientError, OSError) as error:
            log.warning(NOT_ANSWERED, error)
        finally:
            self._confirming = None
        return self.is_refused

    async def wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._recent.append(loop.time())
        if self._is_alone or self._shared() is None:
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        if self._serving is None or self._serving.done():
            # It serves all waiting requests, and is no part of what the first of them is about.
            self._serving = loop.create_task(self._serve(), context=Context())
        await turn

    async def _on_start(
        self, _: object, __: object, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(params):
            if self._confirming and not params.url.path.endswith(OWN_ACCOUNT):
                await asyncio.wait([self._confirming])
            self._require_open()
            await self.wait()
            # It may have been noticed meanwhile.
            self._require_open()
        elif is_to_discord(params) and len(self.invalid) >= LAST_INVALID:
            # An answer reacts to what Discord has just sent, has its own token and is hardly ever
            # invalid, so people get theirs while everything else waits. If that were wrong, answers
            # would get the address blocked.
            raise HeldBack(max(1.0, self.invalid.seconds_held()))

    def _require_open(self) -> None:
        if self.is_refused:
            raise TokenRefused
        if seconds := self.invalid.seconds_held():
            raise HeldBack(seconds)

    async def _on_end(self, _: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        headers = params.response.headers
        if is_to_discord(params) and is_invalid(params.response):
            self.invalid.note()
        if is_counted(params) and params.response.status == UNAUTHORIZED:
            # The caller hears of its refusal meanwhile.
            self._suspecting = asyncio.create_task(self.confirm_refusal(), context=Context())
        is_global = params.response.status == 429 and "X-RateLimit-Global" in headers
        if not is_global or not is_counted(params):
            return
        self._left = 0
        if (processes := self._shared()) is None:
            return
        log.warning("too many requests of all processes together")
        try:
            await processes.put_off(NAME, float(headers.get("Retry-After", 1)))
        except (StoreTrouble, ValueError) as error:
            log.warning("other processes not notified: %s", error)

    async def _serve(self) -> None:
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
        # Take slots; returns in how many seconds they come. Errors delay no request.
        if self._is_alone or (processes := self._shared()) is None:
            return 0.0
        try:
            async with asyncio.timeout(PATIENCE):
                wait = await processes.reserve(NAME, count, INTERVAL)
        except (StoreTrouble, TimeoutError) as error:
            log.warning("request budget not shared: %s", error)
            return 0.0
        if wait is None:
            self._is_alone = True
        return wait or 0.0

    def _let_go(self) -> None:
        turn = self._waiting.popleft()
        if not turn.done():
            turn.set_result(None)


def is_to_discord(params: Params) -> bool:
    """Whether that request is to Discord's API, and not for a file."""
    return str(params.url).startswith(private_api.api())


def is_counted(params: Params) -> bool:
    path = str(params.url).removeprefix(private_api.api())
    return is_to_discord(params) and not path.startswith(UNCOUNTED)


def is_invalid(response: aiohttp.ClientResponse) -> bool:
    if response.status == 429:
        # Others have used up the shared limit; that is nobody's fault.
        return response.headers.get("X-RateLimit-Scope") != "shared"
    return response.status in (UNAUTHORIZED, 403)
