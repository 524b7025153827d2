"""Whether the store can be written: by the last tries, and by test writes.

A full disk can still be read. So regular writes are watched, and while nothing is to be written, or
nothing can be, a meaningless row is: an allowance taken for a microsecond.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import monotonic

from bot.front.clock import utcnow
from bot.model.limits import Charge
from bot.model.ports import Store
from bot.model.refusals import DamagedRow, StoreTrouble
from bot.telemetry.outages import DATABASE, Outage

Pause = Callable[[asyncio.Event, float | None], Awaitable[None]]
"""Waits for an event, or that many seconds."""

BETWEEN = 10.0  # Seconds between two test writes.

PATIENCE = 5.0  # Seconds that a caller waits for a test write to end.

# No server has the number 0, and a row of the past is forgotten.
TRY = Charge("guild", 0, timedelta(microseconds=1), timedelta(days=1))

# Calls of the store that always write.
SURE = frozenset({"append", "change_preferences", "create", "delivered", "failed"})

# Calls of the store that write something, or find nothing to write.
WRITES = SURE | {
    *("add", "anonymize", "begin_stretch", "buttons_removed", "delete_matches_of", "digest"),
    *("drop", "settle_again", "undigested"),
    *("drop_post", "end_following", "end_stretch", "finish_deletion", "finish_stretch"),
    *("forget", "forget_server", "keep_older", "mend", "move_deadlines", "mute"),
    *("note_post", "note_servers", "prepare", "put", "put_aside", "put_post", "replan"),
    *("retry_refused", "save_calendars", "save_draft", "save_next", "save_place"),
    *("save_positions", "settle", "sweep_allowances", "take_allowance", "unfollow", "visit"),
    *("announce", "begin_season", "close_league"),
    *("found_league", "look_at_leader", "next_older"),
    *("save_competition", "save_league", "sign_up", "wipe", "withdraw", "write_notices"),
}

# Calls that do nothing if the database has one process.
SHARED = frozenset({"claim", "hold_shards", "put_off", "reserve"})


class WriteWatch:
    """Observes how the calls of a store end. `describe` puts errors in words."""

    def __init__(
        self, describe: Callable[[BaseException], str] = str, outage: Outage = DATABASE
    ) -> None:
        self.trouble: str | None = None
        self.describe, self._outage = describe, outage
        self._failed = asyncio.Event()
        self._tried_at = float("-inf")
        self._trying: asyncio.Task[None] | None = None

    def done(self, call: str) -> None:
        """A call succeeded: something could be read, or certainly was written."""
        if call in SURE:
            self._note_written()
        elif call not in WRITES and call not in SHARED:
            self._outage.worked("reading")

    def failed(self, call: str, error: Exception) -> None:
        if not isinstance(error, StoreTrouble) or isinstance(error, DamagedRow):
            return
        why = self.describe(error)
        if call not in WRITES:
            self._outage.failed("reading", why, reason_of(why))
            return
        self.trouble, self._tried_at = why, monotonic()
        self._outage.failed("writing", why, reason_of(why))
        self._failed.set()

    def _note_written(self) -> None:
        self.trouble, self._tried_at = None, monotonic()
        self._failed.clear()
        self._outage.worked("writing")

    async def try_to_write(self, store: Store) -> None:
        """Find out, unless it is known already. Raises nothing, and waits for a moment only."""
        if self._trying is None or self._trying.done():
            if monotonic() - self._tried_at < BETWEEN:
                return
            self._tried_at = monotonic()
            self._trying = asyncio.create_task(self._try(store))
        await asyncio.wait([self._trying], timeout=PATIENCE)

    async def _try(self, store: Store) -> None:
        try:
            if await store.take_allowance("try to write", [TRY], utcnow()) is None:
                self._note_written()
        except StoreTrouble:
            return  # Counted like every call.

    async def watch(self, pause: Pause, store: Store) -> None:
        """While nothing can be written, find out when it can be again; forever."""
        while True:
            await pause(self._failed, None)
            await pause(asyncio.Event(), BETWEEN)
            await self.try_to_write(store)


def reason_of(why: str) -> str:
    """The same text for failures that differ in what to do, in quotes, or in numbers."""
    return re.sub(r"\d+", "0", re.split(r";| \(", why, maxsplit=1)[0])
