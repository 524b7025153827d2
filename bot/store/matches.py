"""Matches and their events: the log of what happened, and the row of each match beside it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime

from bot.matches.events import Event, Recorded
from bot.matches.invitations.records import StandingTerm
from bot.matches.records import CalendarChange, MatchId, MatchSummary, Post, Status
from bot.matches.refusals import NoSuchMatch, RewrittenMatch, StaleMatch
from bot.store.database import Found
from bot.store.invitations.standing_challenges import StandingChallengeTable
from bot.store.lists import SUMMARY, listing, wanted_statuses
from bot.store.personal.calendars import CalendarTable
from bot.store.rows import (
    SUMMARIES,
    recorded_from,
    summary_columns,
    summary_from,
    time_from,
    time_text,
)

NEXT_ID = "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'matches'"
CREATE = f"""INSERT INTO matches ({SUMMARIES.listed})
VALUES ({", ".join(f":{column}" for column in SUMMARIES.columns)})"""
ADVANCED = [column for column in SUMMARIES.columns if column not in {"id", "edition"}]
ADVANCE = f"""UPDATE matches SET {", ".join(f"{column} = :{column}" for column in ADVANCED)}
WHERE id = :id AND seq = :after AND edition = :edition
RETURNING id"""
# All rows of one statement travel as one JSON array: one hop to the database's thread.
RECORD = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT ?1, ?2 + key + 1, value ->> 0, value ->> 1, ?3 FROM json_each(?4) ORDER BY key"""
POST = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) ORDER BY key"""

EVENTS = "SELECT seq, kind, payload, at FROM events WHERE match_id = ? ORDER BY seq"
OF_MATCH = f"{SUMMARY} FROM matches WHERE id = ?"

OPEN_MATCHES = """SELECT game, status, count(*) FROM matches INDEXED BY matches_open_games
WHERE status IN ('invited', 'running') GROUP BY game, status"""

DUE = "SELECT id FROM matches WHERE due <= ? ORDER BY due, id LIMIT ?"
NEXT_DUE = "SELECT min(due) FROM matches WHERE due IS NOT NULL"


OVERTAKEN = (
    "Somebody was faster: match {match} has gone on meanwhile. Look at its newest board, then try "
    "again."
)

LONG = 100
"""Events that are read on the event loop; more are read in a thread."""


class MatchTables(CalendarTable, StandingChallengeTable):
    """Events and summaries, each change in one transaction."""

    async def create(
        self,
        events: Sequence[Event],
        at: datetime,
        summarize: Callable[[MatchId], tuple[MatchSummary, Sequence[Post]]],
        standing: StandingTerm | None = None,
    ) -> MatchId:
        async def work() -> MatchId:
            ((number,),) = await self._write(NEXT_ID)
            summary, posts = summarize(MatchId(number))
            await self._write(CREATE, summary_columns(summary))
            await self._record(MatchId(number), 0, events, at, posts)
            if standing:
                await self._save_standing(summary, standing)
            return MatchId(number)

        return await self._transaction(work)

    async def append(
        self,
        match: MatchId,
        after: int,
        events: Sequence[Event],
        at: datetime,
        summary: MatchSummary,
        posts: Sequence[Post],
        calendars: CalendarChange | None = None,
    ) -> None:
        async def work() -> None:
            if calendars:
                await self._hold_calendars(calendars.person)
            if not await self._write(ADVANCE, {**summary_columns(summary), "after": after}):
                raise overtaken(await self.summary(match), after)
            await self._record(match, after, events, at, posts)
            if calendars:
                await self._save_calendars(calendars)

        await self._transaction(work)

    async def events(self, match: MatchId) -> list[Recorded]:
        found = await self._read(EVENTS, (match,))
        if not found:
            raise _no_such(match)
        if len(found) <= LONG:
            return _recorded(match, found)
        return await asyncio.to_thread(_recorded, match, found)

    async def summary(self, match: MatchId) -> MatchSummary:
        found = await self._read(OF_MATCH, (match,))
        if not found:
            raise _no_such(match)
        return summary_from(*found[0])

    async def summaries(
        self,
        *,
        person: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int = 100,
    ) -> list[MatchSummary]:
        asked = wanted_statuses(statuses)
        sql = listing(
            person=person is not None,
            channel=channel is not None,
            guild=guild is not None,
            statuses=asked,
        )
        wanted = {"person": person, "channel": channel, "guild": guild, "limit": limit}
        return [summary_from(*each) for each in await self._read(sql, wanted)]

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        """How many matches are open, by game and status."""
        found = await self._read(OPEN_MATCHES)
        return {(game, Status(status)): count for game, status, count in found}

    async def due(self, now: datetime, limit: int = 50) -> list[MatchId]:
        return [MatchId(number) for (number,) in await self._due(DUE, time_text(now), limit)]

    async def next_due(self) -> datetime | None:
        ((at,),) = await self._read(NEXT_DUE)
        return time_from(at)

    async def _record(
        self,
        match: MatchId,
        after: int,
        events: Sequence[Event],
        at: datetime,
        posts: Sequence[Post],
    ) -> None:
        recorded = json.dumps([(each.kind, each.payload()) for each in events])
        try:
            await self._write(RECORD, (match, after, time_text(at), recorded))
        except self.IS_TAKEN as error:
            raise stale(match) from error
        if posts:
            said = [(post.seq, post.kind, time_text(at + post.delay)) for post in posts]
            await self._write(POST, (match, json.dumps(said)))


def _recorded(match: MatchId, found: Found) -> list[Recorded]:
    return [recorded_from(match, *each) for each in found]


def _no_such(match: MatchId) -> NoSuchMatch:
    return NoSuchMatch(f"There is no match {match}, or none any more.")


def stale(match: MatchId) -> StaleMatch:
    """The refusal of what was decided on an older state of the match."""
    return StaleMatch(OVERTAKEN.format(match=match))


def overtaken(found: MatchSummary, after: int) -> StaleMatch:
    """The same, of what was to follow the event `after` of a match that is found in that state."""
    kind = RewrittenMatch if found.seq == after else StaleMatch
    return kind(OVERTAKEN.format(match=found.match))
