"""The time by which the bot goes: this machine's, or Discord's where that differs by seconds.

Each answer of Discord has a date. What it says is kept against a clock that nobody sets, so the
bot knows Discord's time from then on, whatever becomes of this machine's: a clock that is wrong, or
set while the bot runs, moves no deadline, delays no retry, and hides no post that is looked for
after a crash among messages, which have Discord's times.

A proxy may leave the dates out, or give its own. But what Discord has just made, a press or a
message, has the time of that in its id, and it is at least as late now.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from statistics import median

from bot.telemetry.metrics import CLOCK_AHEAD

log = logging.getLogger(__name__)

LATE = timedelta(seconds=5)
"""How far two clocks may be apart: deadlines and interactions are not exact to the second."""

ANSWERS = 9
"""The last answers whose dates count, by their median: one that is odd changes nothing."""

FRESH = 3600.0
"""Seconds for which an id counts: in a day the clock that nobody sets may lose some seconds."""

HALF = 0.5
"""Seconds by which a date is too early on average: it has none of the second's parts."""

WRONG = (
    "this machine's clock is %.0f seconds %s Discord's, so the bot goes by Discord's; let the "
    "system set it by the network (timedatectl set-ntp true)"
)
RIGHT = "this machine's clock agrees with Discord's again"


def system_time() -> datetime:
    """The time by this machine's clock, in UTC."""
    return datetime.now(UTC)


def _unset() -> float:
    # Seconds by a clock that nobody sets, and that goes on while the machine sleeps, if it can.
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class DiscordClock:
    """Discord's time, from the dates of its answers."""

    def __init__(
        self,
        system: Callable[[], datetime] = lambda: system_time(),
        unset: Callable[[], float] = _unset,
    ) -> None:
        self._system, self._unset = system, unset
        self._starts: deque[float] = deque(maxlen=ANSWERS)
        self._earliest: deque[tuple[float, float]] = deque(maxlen=ANSWERS)
        self._has_answered = False
        self._is_wrong = False

    def note(self, date: str | None) -> None:
        """An answer with that date, as HTTP writes it, has just come."""
        self._has_answered = True
        try:
            there = parsedate_to_datetime(date or "").timestamp()
        except (ValueError, TypeError, OverflowError):
            return
        self._starts.append(there + HALF - self._unset())
        self._report()

    def note_made(self, made: datetime) -> None:
        """Something that was made then by Discord's clock, as its id says, has just come.

        It counts only once Discord has answered: at a simulated one, such as the local table, ids
        say nothing about any clock.
        """
        if self._has_answered:
            self._earliest.append((made.timestamp() - self._unset(), self._unset()))
            self._report()

    @property
    def ahead(self) -> timedelta | None:
        """How far this machine's clock is ahead of Discord's; None if Discord was not heard. It may
        be further ahead as long as only ids are known."""
        if not self._is_known:
            return None
        now = self._system()
        return now - self._there(now)

    def now(self) -> datetime:
        """The time by this machine's clock, unless it is wrong: then by Discord's."""
        return self.corrected(self._system())

    def corrected(self, now: datetime) -> datetime:
        """The same, given the time by this machine's clock."""
        there = self._there(now)
        return now if abs(now - there) < LATE else there

    @property
    def _is_known(self) -> bool:
        return bool(self._starts or self._earliest)

    def _there(self, now: datetime) -> datetime:
        # Discord's time by the dates, or else by this machine's clock; the ids say when it is
        # later.
        unset = self._unset()
        start = median(self._starts) if self._starts else now.timestamp() - unset
        earliest = (start for start, at in self._earliest if unset - at < FRESH)
        latest = max(earliest, default=start)
        return (
            now if not self._is_known else datetime.fromtimestamp(max(start, latest) + unset, UTC)
        )

    def _report(self) -> None:
        ahead = self.ahead or timedelta(0)
        CLOCK_AHEAD.set(ahead.total_seconds())
        was_wrong, self._is_wrong = self._is_wrong, abs(ahead) >= LATE
        if self._is_wrong and not was_wrong:
            way = "ahead of" if ahead > timedelta(0) else "behind"
            log.warning(WRONG, abs(ahead).total_seconds(), way)
        elif was_wrong and not self._is_wrong:
            log.info(RIGHT)


CLOCK = DiscordClock()
"""The clock of this process."""
