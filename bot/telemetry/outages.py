"""Outages of what the bot needs: Discord, and the database.

Code that sees a request, a shard or a call of the store fail notes it here. An outage is logged in
one line when it begins, one every few minutes while it lasts, and one when it is over; a new reason
is another line. Other log lines about such errors are written at DEBUG only until it is over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from time import monotonic

import aiohttp

log = logging.getLogger(__name__)

REMIND = 300.0
"""Seconds between two lines about an outage that lasts."""

CALM = 10.0
"""Seconds without trouble after which it is over: an intermittent failure is one outage."""

PATIENCE = 5.0
"""Seconds to wait for the number of pending posts."""


@dataclass(frozen=True, slots=True)
class Words:
    """The lines of an outage: its reason when it begins, its duration and reason while it lasts,
    its duration when it is over."""

    begins: str
    lasts: str
    over: str
    level: int = logging.ERROR


@dataclass(slots=True)
class _Spell:
    began: float
    reminded_at: float
    last: float
    reasons: set[str] = field(default_factory=set)
    gathered: int = 0
    back: float | None = None
    waiting: int | None = None


class Outage:
    """Whether something that the bot needs works, and what the log says about it.

    It has several ways, such as reading and writing, with the result of their last tries. It is
    over once all of them work.
    """

    def __init__(self, words: Words, now: Callable[[], float] = monotonic) -> None:
        self.failing: set[str] = set()
        self._count_waiting: Callable[[], Awaitable[int]] | None = None
        self._words, self._now = words, now
        self._spell: _Spell | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._counting: asyncio.Task[None] | None = None

    @property
    def is_known(self) -> bool:
        """Whether its beginning was logged, and not yet its end."""
        return self._spell is not None

    def count_by(self, count_waiting: Callable[[], Awaitable[int]] | None) -> None:
        """Ask there how many posts are pending when it is over."""
        self._count_waiting = count_waiting

    def forget(self) -> None:
        """Start over, as if everything worked."""
        self.failing.clear()
        self._spell = None
        if self._ending is not None:
            self._ending.cancel()
        self._ending = None

    def note_failing(self, way: str) -> None:
        """A way does not work just now, which may be nothing: this begins no outage."""
        self.failing.add(way)
        if spell := self._spell:
            spell.back = None

    def failed(self, way: str, why: object, reason: str) -> None:
        """A way failed. `why` is for people, `reason` is the same for similar failures."""
        self.note_failing(way)
        now = self._now()
        if self._spell is None:
            self._spell = _Spell(now, now, now)
        spell, spell.last = self._spell, now
        level, begins, lasts = self._words.level, self._words.begins, self._words.lasts
        if reason not in spell.reasons:
            spell.reasons.add(reason)
            log.log(level, begins, why)
        elif now - spell.reminded_at >= REMIND:
            spell.reminded_at = now
            log.log(level, lasts, length(now - spell.began), why)

    def gathers(self) -> bool:
        """Whether it lasts, so that one more line about it need not be written."""
        if self._spell:
            self._spell.gathered += 1
        return self._spell is not None

    def worked(self, way: str) -> None:
        """A way was tried, and works. Called on the event loop."""
        was_failing = way in self.failing
        self.failing.discard(way)
        if (spell := self._spell) is None:
            return
        if was_failing or not (self.failing or spell.back):
            # With the first way that works: posts may go before the others do.
            self._counting = asyncio.create_task(self._count(spell), context=Context())
        if self.failing:
            return
        if spell.back is None:
            spell.back = self._now()
        if self._ending is None:
            self._end_later()

    def _end_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(CALM, self._end, context=Context())

    def _end(self) -> None:
        # Log that it is over, unless there was trouble within the last seconds.
        self._ending, spell = None, self._spell
        if spell is None or spell.back is None or self.failing:
            return
        if self._now() - max(spell.last, spell.back) < CALM:
            self._end_later()
            return
        self._spell = None
        waited = {None: "", 1: "; 1 post waited"}.get(
            spell.waiting, f"; {spell.waiting} posts waited"
        )
        over = self._words.over
        log.warning(over, length(spell.back - spell.began), waited, spell.gathered)

    async def _count(self, spell: _Spell) -> None:
        if self._count_waiting is None:
            return
        with suppress(Exception):
            async with asyncio.timeout(PATIENCE):
                spell.waiting = max(spell.waiting or 0, await self._count_waiting())


def length(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 120:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


OVER = "was away for %s%s. Lines about it at DEBUG only: %s"

DISCORD = Outage(
    Words(
        "Discord can't be reached, or fails (%s). Posts wait and are tried again, and nothing is "
        "lost. If it goes on, check that this machine is online, and see https://discordstatus.com",
        "Discord can't be reached, or fails, for %s by now (%s). Posts wait and are tried again",
        f"Discord answers again; it {OVER}",
        logging.WARNING,
    )
)
"""Its ways: the requests, and each shard."""

DATABASE = Outage(
    Words(
        "the database fails: %s. Players are told that nothing was saved, posts wait, and all is "
        "tried again; what was acknowledged is safe",
        "the database fails for %s by now: %s. It is tried again",
        f"the database works again; it {OVER}",
    )
)
"""Its ways: `reading` and `writing`."""


LOST = (
    *(aiohttp.ClientConnectionError, aiohttp.ClientPayloadError),
    *(aiohttp.WSServerHandshakeError, ConnectionError, TimeoutError),
)
BY_NAME = frozenset({"ConnectionClosed", "DiscordServerError", "GatewayNotFound"})
"""discord.py's own errors, which this part of the bot does not import."""

OTHERS = frozenset({"HeldBack", "TokenRefused"})
"""Requests that the bot itself does not make."""

APART = (aiohttp.ClientSSLError, aiohttp.ClientConnectorDNSError)
"""Errors on this side of the network, each with its own remedy."""


def is_lost(error: BaseException) -> bool:
    """Whether the connection to Discord is lost, or Discord itself fails."""
    name = type(error).__name__
    return name in BY_NAME or (isinstance(error, LOST) and name not in OTHERS)


def way_of(shard: int) -> str:
    """The name of a shard among the ways to Discord."""
    return f"shard {shard}"


def discord_failed(way: str, error: BaseException) -> None:
    """Note that a request or a shard failed with that error; other errors are ignored."""
    if is_lost(error):
        kind = type(error).__name__ if isinstance(error, APART) else "no way"
        DISCORD.failed(way, error, str(getattr(error, "status", kind)))


GATHERED = range(logging.INFO, logging.CRITICAL)

ALWAYS_WRITTEN = {"always_written": True}
"""For `extra` of a line that says more than that there is an outage."""


class Gathering(logging.Filter):
    """Lowers log lines about a lasting outage to DEBUG.

    The errors of the store are those `raised_by_store`, and no special kind of them: those mean
    something else than that the store fails.
    """

    def __init__(self, raised_by_store: tuple[type[BaseException], ...]) -> None:
        super().__init__()
        self._raised_by_store = raised_by_store
        for outage in (DATABASE, DISCORD):
            outage.forget()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno not in GATHERED or hasattr(record, *ALWAYS_WRITTEN):
            return True
        outages = (self._outage_of(error, record) for error in errors_in(record))
        outage = next((each for each in outages if each), None)
        if outage is None or record.name == log.name or not outage.gathers():
            return True
        record.levelno, record.levelname = logging.DEBUG, "DEBUG"
        return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)

    def _outage_of(self, error: BaseException, record: logging.LogRecord) -> Outage | None:
        if type(error) in self._raised_by_store:
            return DATABASE
        if type(error) is TimeoutError and not record.name.startswith("discord."):
            # The bot's own patience has ended: requests have time-outs of another kind.
            return None
        return DISCORD if is_lost(error) else None


def errors_in(record: logging.LogRecord) -> list[BaseException]:
    """The errors of a log record."""
    values = record.args if isinstance(record.args, tuple) else ()
    raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    return [each for each in (raised, *values) if isinstance(each, BaseException)]
