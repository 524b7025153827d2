"""Notes when the bot is there, so that nobody's bank pays for the time it was away."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.clock.changes import History
from bot.model.clock.outages import bank_calendar, outages_of, reported
from bot.model.places import LONG_AGO
from bot.model.ports import People

OF_NO_SERVER = ("guild", 0)
"""Where the reports stand among the stored preferences: there is no server of that number."""


@dataclass(eq=False)
class OutageBook:
    """The outages of the bot; all processes of a database count as one."""

    _store: People
    _clock: Callable[[], datetime]
    _known: History | None = field(default=None, init=False)

    async def report(self) -> None:
        """The bot is there now."""
        now = self._clock()
        stored = await self._store.change_preferences(*OF_NO_SERVER, lambda was: reported(was, now))
        self._known = bank_calendar(outages_of(stored))

    async def calendar(self) -> History:
        """What stops plain banks. The first question to a process is a report, too: nobody may
        move before an outage is known."""
        if self._known is None:
            await self.report()
        return self._known or ()

    async def back_since(self) -> datetime:
        """When the last outage ended; long ago if none is known."""
        now, calendar = self._clock(), await self.calendar()
        ends = (each.end for part in calendar for each in part.calendar.vacations)
        # One in the future is of a clock that was set back.
        return max((end for end in ends if end <= now), default=LONG_AGO)
