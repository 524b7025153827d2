"""Outages of what the bot needs: Discord, and the database.

An outage is told in one line when it begins, one every few minutes while it lasts, and one when it
is over. What is said about it meanwhile is gathered: it stands in the log at DEBUG only. A reason
that was not told of before is another error, and is told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from time import monotonic

log = logging.getLogger(__name__)

REMIND = 300.0
"""Seconds between two lines about an outage that lasts."""

CALM = 10.0
"""Seconds without trouble after which it is over: what comes and goes is one outage."""

PATIENCE = 5.0
"""Seconds in which it has to be known how many posts wait."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of an outage: with why it begins, for how long it lasts and why, and after how
    long it is over."""

    begins: str
    lasts: str
    over: str
    level: int = logging.ERROR


@dataclass(slots=True)
class _Spell:
    began: float
    said_at: float
    last: float
    reasons: set[str]
    gathered: int = 0
    back: float | None = None
    waiting: int | None = None


class Outage:
    """Whether something that the bot needs works, and what has been said about it.

    It has several ways, such as reading and writing, by their last tries. It is over once all of
    them work.
    """

    def __init__(self, words: Words, now: Callable[[], float] = monotonic) -> None:
        self.failing: dict[str, str] = {}
        self._count_waiting: Callable[[], Awaitable[int]] | None = None
        self._words, self._now = words, now
        self._spell: _Spell | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._counting: asyncio.Task[None] | None = None

    @property
    def is_known(self) -> bool:
        """Whether its beginning was told, and not yet its end."""
        return self._spell is not None

    def count_by(self, count_waiting: Callable[[], Awaitable[int]] | None) -> None:
        """Ask there how many posts wait when it is over."""
        self._count_waiting = count_waiting

    def forget(self) -> None:
        """Begin anew, as if nothing had been said yet."""
        self.failing.clear()
        self._spell = None
        if self._ending is not None:
            self._ending.cancel()
        self._ending = None

    def failed(self, way: str, why: str = "") -> None:
        """A way was tried in vain."""
        self.failing[way] = why
        if spell := self._spell:
            spell.back = None

    def worked(self, way: str) -> None:
        """A way was tried, and works. Called on the event loop."""
        was_failing = self.failing.pop(way, None) is not None
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

    def begin(self, reason: str, why: object, *, is_told: bool = False) -> None:
        """It was noticed first just now; in the log that is told unless it `is_told` already."""
        now = self._now()
        self._spell = _Spell(now, now, now, {reason})
        if not is_told:
            level, begins = self._words.level, self._words.begins
            log.log(level, begins, why)

    def gathers(self, reason: str | None, why: object) -> bool:
        """Whether a line is one more about the outage that lasts; None gives no reason of its
        own. Says now and then that it lasts."""
        if (spell := self._spell) is None:
            return False
        spell.last = self._now()
        if reason is not None and reason not in spell.reasons:
            spell.reasons.add(reason)
            return False
        spell.gathered += 1
        if spell.last - spell.said_at >= REMIND:
            spell.said_at = spell.last
            level, lasts = self._words.level, self._words.lasts
            log.log(level, lasts, length(spell.last - spell.began), why)
        return True

    def _end_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(CALM, self._end, context=Context())

    def _end(self) -> None:
        """Say that it is over, unless there was trouble within the last seconds."""
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
    """A time in words."""
    whole = max(1, round(seconds))
    if whole < 120:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


OVER = "was away for %s%s. More that was said about it (%s) is written at DEBUG only"

DISCORD = Outage(
    Words(
        "Discord can't be reached, or fails (%s). Posts wait and are tried again, and nothing is "
        "lost. If it goes on, look whether this machine is online, and https://discordstatus.com",
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
