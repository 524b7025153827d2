"""A person's inbox: their open matches, those of a place and those that are over, in pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.model.match import OPEN
from bot.model.ports import EventLog
from bot.model.records import ChannelId, MatchSummary, PersonId, Status

PAGE = 9
"""Matches on a page: as many boards as make a square."""

LAST_PAGE = 99
"""The last page of matches that are not counted: older ones are found by their numbers."""


class Kind(StrEnum):
    """Which matches a person wants to see."""

    WAITING = "waiting"
    MINE = "mine"
    HERE = "here"
    FINISHED = "finished"


class InboxPage(NamedTuple):
    """A page, counted from 0. `total` is the number of matches of the kind, None if they are not
    counted; `more` says whether a page follows. `waiting` is how many wait for the person."""

    kind: Kind
    number: int
    rows: tuple[MatchSummary, ...]
    total: int | None
    more: bool
    waiting: int

    @property
    def first(self) -> int:
        """The number of the first match on the page; the first of all is 1."""
        return self.number * PAGE + 1

    @property
    def pages(self) -> int | None:
        return None if self.total is None else max(1, -(-self.total // PAGE))


def is_awaited(row: MatchSummary, person: PersonId) -> bool:
    return person in row.awaited


def is_alone(row: MatchSummary, person: PersonId) -> bool:
    return row.awaited == (person,)


def order(row: MatchSummary, person: PersonId) -> tuple[bool, bool, bool, bool, float, int]:
    """Sort key of a person's inbox: what waits for them alone, for them among others, their other
    matches, those of others; within each, the earliest deadline first."""
    deadline = row.deadline.timestamp() if row.deadline else 0.0
    mine = person in {each.id for each in row.people}
    alone, waits = is_alone(row, person), is_awaited(row, person)
    return not alone, not waits, not mine, row.deadline is None, deadline, row.match


def waiting_for(rows: Sequence[MatchSummary], person: PersonId) -> list[MatchSummary]:
    """Those of a person's matches that wait for them, in the order of the inbox."""
    waiting = (row for row in rows if is_awaited(row, person))
    return sorted(waiting, key=lambda row: order(row, person))


def next_after(waiting: Sequence[MatchSummary], match: int) -> MatchSummary | None:
    """The match after the current one, or the first if the current one no longer waits; after the
    last comes the first. None if no other waits."""
    numbers = [row.match for row in waiting]
    place = numbers.index(match) + 1 if match in numbers else 0  # type: ignore[arg-type]
    ahead = (*waiting[place:], *waiting[:place])
    return next((row for row in ahead if row.match != match), None)


def counted_page(kind: Kind, rows: Sequence[MatchSummary], number: int, waiting: int) -> InboxPage:
    """A page of matches that are all known; the last page if that number is too high."""
    last = max(0, len(rows) - 1) // PAGE
    number = min(number, last)
    shown = tuple(rows[number * PAGE : (number + 1) * PAGE])
    return InboxPage(kind, number, shown, len(rows), number < last, waiting)


MOST = 500
"""Most open matches that are read of a person or of a channel."""


@dataclass(frozen=True, slots=True, eq=False)
class InboxBook:
    """What the inbox shows. It is computed on every request; nothing is stored."""

    _store: EventLog

    async def waiting(self, person: PersonId) -> list[MatchSummary]:
        """The matches that wait for the person: for them alone first, then by deadline."""
        return waiting_for(await self._open_of(person), person)

    async def page(
        self, person: PersonId, kind: Kind, number: int, channel: ChannelId
    ) -> InboxPage:
        """A page of the person's inbox, as they see it in a channel."""
        mine = await self._open_of(person)
        waiting = waiting_for(mine, person)
        if kind is Kind.FINISHED:
            return await self._finished(person, number, len(waiting))
        if kind is Kind.HERE:
            mine = await self._store.summaries(channel=channel, statuses=OPEN, limit=MOST)
        rows = waiting if kind is Kind.WAITING else sorted(mine, key=lambda r: order(r, person))
        return counted_page(kind, rows, number, len(waiting))

    async def _open_of(self, person: PersonId) -> list[MatchSummary]:
        return await self._store.summaries(person=person, statuses=OPEN, limit=MOST)

    async def _finished(self, person: PersonId, number: int, waiting: int) -> InboxPage:
        # A page of the matches that are over, newest first. They are not counted: there may be any
        # number of them.
        number = min(number, LAST_PAGE)
        end = (number + 1) * PAGE
        rows = await self._store.summaries(person=person, statuses=[Status.ENDED], limit=end + 1)
        shown, more = tuple(rows[number * PAGE : end]), len(rows) > end and number < LAST_PAGE
        return InboxPage(Kind.FINISHED, number, shown, None, more, waiting)
