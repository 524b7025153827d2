"""Somebody's inbox: their open matches, those of a place and those that are over."""

from dataclasses import dataclass

from bot.model.inbox.pages import LAST_PAGE, PAGE, InboxPage, Kind, counted_page, order, waiting_for
from bot.model.match import OPEN
from bot.model.ports import EventLog
from bot.model.records import MatchSummary, Status

MOST = 500
"""Open matches that are read at most, of a person or of a channel."""


@dataclass(frozen=True, slots=True, eq=False)
class InboxBook:
    """What the inbox shows, asked for anew each time: nothing of it is stored."""

    _store: EventLog

    async def waiting(self, person: int) -> list[MatchSummary]:
        """The matches that wait for the person: for them alone first, then by deadline."""
        return waiting_for(await self._open_of(person), person)

    async def page(self, person: int, kind: Kind, number: int, channel: int) -> InboxPage:
        """A page of the person's inbox, as they see it in a channel."""
        mine = await self._open_of(person)
        waiting = waiting_for(mine, person)
        if kind is Kind.FINISHED:
            return await self._finished(person, number, len(waiting))
        if kind is Kind.HERE:
            mine = await self._store.summaries(channel=channel, statuses=OPEN, limit=MOST)
        rows = waiting if kind is Kind.WAITING else sorted(mine, key=lambda r: order(r, person))
        return counted_page(kind, rows, number, len(waiting))

    async def _open_of(self, person: int) -> list[MatchSummary]:
        return await self._store.summaries(person=person, statuses=OPEN, limit=MOST)

    async def _finished(self, person: int, number: int, waiting: int) -> InboxPage:
        # A page of the matches that are over, the newest first. They are not counted: there may be
        # any number of them.
        number = min(number, LAST_PAGE)
        end = (number + 1) * PAGE
        rows = await self._store.summaries(person=person, statuses=[Status.ENDED], limit=end + 1)
        shown, more = tuple(rows[number * PAGE : end]), len(rows) > end and number < LAST_PAGE
        return InboxPage(Kind.FINISHED, number, shown, None, more, waiting)
