"""Matches and their events: the log of what happened, and the summary of each match."""

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from bot.model.clock.changes import History
from bot.model.events import Event, Recorded
from bot.model.invitations import StandingTerm
from bot.model.places import MANY, Place
from bot.model.ports import Appended, ClockAfter, ForPosts, Stored
from bot.model.records import (
    CalendarChange,
    GuildId,
    MatchId,
    MatchSummary,
    PersonId,
    Post,
    Seq,
    Status,
)
from bot.model.refusals import NoSuchMatch, RewrittenMatch, StaleMatch
from bot.model.results import MatchEnd
from bot.store.consequences import (
    BEGIN_TURN,
    END_TURN,
    INVOLVE,
    KEEP_RESULTS,
    LASTING,
    LEAVE_SEATS,
    SETTLE_SOON,
    TAKE_SEATS,
    Written,
    end_values,
    written,
)
from bot.store.database import Found, in_one_transaction
from bot.store.digests import DIGEST, NO_DIGEST, DigestTables
from bot.store.invitations import StandingChallengeTable
from bot.store.lists import SUMMARY
from bot.store.notices import TURN, TURN_NOTICES
from bot.store.personal.preferences import CalendarTable, PreferenceTable, history_from
from bot.store.places import LivingPostTable
from bot.store.rows import (
    SUMMARIES,
    Rows,
    recorded_from,
    summary_columns,
    summary_from,
    time_text,
)
from bot.store.schema import PLACES, STRETCHES

# The number is known before the row exists, as the first events name it. The largest number in use
# would be given again once its match is deleted.
NEXT_ID = "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'matches'"
CREATE = f"""INSERT INTO matches ({SUMMARIES.listed})
VALUES ({", ".join(f":{column}" for column in SUMMARIES.columns)})"""


def _advance(without: Collection[str] = ()) -> str:
    columns = [c for c in SUMMARIES.columns if c not in {"id", "edition", "sealed", *without}]
    return f"""UPDATE matches SET {", ".join(f"{column} = :{column}" for column in columns)}
WHERE id = :id AND seq = :after AND edition = :edition
RETURNING id"""


ADVANCE = _advance()
# SQLite rewrites every index whose columns are named, even if they do not change.
ADVANCE_TURN = _advance(without=LASTING)
HAS_PREMOVES = """SELECT 1 FROM premoves
WHERE person = :turn AND match_id = :id AND at_once = 1 LIMIT 1"""
ARRANGE = """INSERT INTO arrangements (name, match_id) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET match_id = excluded.match_id
WHERE arrangements.match_id IS NULL RETURNING name"""
EVENTS = "SELECT seq, kind, payload, at, digest FROM events WHERE match_id = ? ORDER BY seq"
OF_MATCH = f"{SUMMARY} FROM matches WHERE id = ?"
WITH_CALENDARS = f"""{SUMMARY}, calendars.since, calendars.calendar
FROM matches LEFT JOIN calendars ON calendars.person = matches.turn
WHERE matches.id = ? ORDER BY calendars.since"""
# The conditions of their partial index; more are not counted.
RUNNING_THERE = f"""(SELECT count(*) FROM (
        SELECT 1 FROM matches AS beside
        WHERE beside.channel = matches.channel AND beside.status IN ('invited', 'running')
            AND beside.status = 'running' LIMIT {MANY + 1}
    ) AS each)"""
FOR_POSTS = f"""{SUMMARY}, {PLACES.of_table("places")}, {STRETCHES.of_table("stretches")}, {TURN},
    {RUNNING_THERE}, calendars.since, calendars.calendar
FROM matches
    LEFT JOIN calendars ON calendars.person = matches.turn
    LEFT JOIN places ON places.match_id = matches.id
    LEFT JOIN stretches ON stretches.match_id = matches.id
    LEFT JOIN notices ON notices.match_id = matches.id
    LEFT JOIN visits ON visits.person = notices.person AND visits.match_id = notices.match_id
WHERE matches.id = ? ORDER BY calendars.since"""

BEGUN_IN = f"""{SUMMARY} FROM matches
WHERE guild = ? AND id > ? AND status IN ('running', 'ended') ORDER BY id LIMIT ?"""

OPEN_MATCHES = """SELECT game, status, count(*) FROM matches INDEXED BY matches_open_games
WHERE status IN ('invited', 'running') GROUP BY game, status"""


OVERTAKEN = (
    "Somebody was faster: match {match} has gone on meanwhile. Look at its newest board, then try "
    "again."
)

LONG = 100
"""Events that are read on the event loop; more are read in a thread."""


def _mend() -> str:
    # Due at once: whoever attends to it finds out when it really is.
    kept = {"id", "edition", "due", "digest", "sealed"}
    columns = [column for column in SUMMARIES.columns if column not in kept]
    return f"""UPDATE matches SET {", ".join(f"{column} = :{column}" for column in columns)},
    due = CASE WHEN :due/*::timestamptz*/ IS NULL THEN NULL ELSE :updated/*::timestamptz*/ END
WHERE id = :id AND edition = :edition
    AND :seq = (SELECT max(events.seq) FROM events WHERE match_id = :id)
RETURNING id"""


MEND = _mend()
DROP_RESULTS = "DELETE FROM results WHERE match_id = :id"
DROP_POSITIONS = "DELETE FROM positions WHERE match_id = :id"
MENDING = {
    "results": (DROP_RESULTS, KEEP_RESULTS),
    "contest": (SETTLE_SOON,),
    "positions": (DROP_POSITIONS,),
    "people named in it": (INVOLVE,),
}
"""What is written, besides row and seats, where one of these differs from what the events say."""


class MatchTables(
    CalendarTable, PreferenceTable, StandingChallengeTable, LivingPostTable, DigestTables
):
    """Events and summaries, with all that is written with them: each change in one transaction."""

    @in_one_transaction
    async def create(
        self,
        events: Sequence[Event],
        at: datetime,
        summarize: Callable[[MatchId], tuple[MatchSummary, Sequence[Post]]],
        standing: StandingTerm | None = None,
        once: str | None = None,
    ) -> MatchId:
        ((number,),) = await self._write(NEXT_ID)
        summary, posts = summarize(MatchId(number))
        write = written(Appended(None, events, at, summary, posts))
        await self._write(CREATE, write.values)
        await self._record(write)
        if standing:
            await self._save_standing(summary, standing)
        if once and not await self._write(ARRANGE, (once, number)):
            raise StaleMatch(f"There is a match for {once} already.")
        return MatchId(number)

    async def append(
        self,
        appended: Appended,
        calendars: CalendarChange | None = None,
        clock: ClockAfter | None = None,
    ) -> Stored:
        if clock:
            return await self._append_by(clock, appended)
        write = written(appended)
        return Stored(await self._append(write, calendars), write.values["digest"])

    @in_one_transaction
    async def _append_by(self, clock: ClockAfter, appended: Appended) -> Stored:
        history = await self.calendar_history(clock.person)
        write = written(appended._replace(after=clock.row(history)))
        return Stored(await self._gone_on(write), write.values["digest"])

    @in_one_transaction
    async def _append(self, write: Written, calendars: CalendarChange | None) -> bool:
        return await self._gone_on(write, calendars)

    async def _gone_on(self, write: Written, calendars: CalendarChange | None = None) -> bool:
        match, after = write.values["id"], write.values["after"]
        if calendars:
            await self._hold_calendars(calendars.person)
        advance = ADVANCE_TURN if write.lasts else ADVANCE
        if not await self._write(advance, write.values):
            raise overtaken(await self.summary(match), after)
        await self._record(write)
        if calendars:
            await self._save_calendars(calendars, match)
        return bool(await self._write(HAS_PREMOVES, write.values))

    @in_one_transaction
    async def mend(
        self,
        summary: MatchSummary,
        end: MatchEnd | None,
        named: Collection[PersonId],
        differing: Collection[str],
    ) -> bool:
        """Write what follows from the events of a match over what is stored beside them, unless it
        has gone on meanwhile. Returns whether it was written."""
        await self._hold([summary.match])
        ids = list(dict.fromkeys(person.id for person in summary.people))
        values = {
            **summary_columns(summary),
            **(end_values(end, summary.updated) if end else {"results": "[]"}),
            "at": time_text(summary.updated),
            "seats": json.dumps(ids),
            "involved": json.dumps([person for person in named if person not in ids]),
            "known_at": time_text(summary.updated),
        }
        if not await self._write(MEND, values):
            return False
        notice = (BEGIN_TURN,) if summary.turn_seq is not None else (END_TURN,)
        mending = {**MENDING, "the turn's notice": notice}
        statements = [each for name in differing for each in mending.get(name, ())]
        await self._write_all((LEAVE_SEATS, TAKE_SEATS, *statements), values)
        if not {DIGEST, NO_DIGEST}.isdisjoint(differing):
            await self._digest_again([summary.match])
        return True

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

    async def with_calendars(self, match: MatchId) -> tuple[MatchSummary, History]:
        (summary,), history = await self._timed(WITH_CALENDARS, match, SUMMARIES)
        return summary, history

    async def for_posts(self, match: MatchId) -> ForPosts:
        kinds = (SUMMARIES, PLACES, STRETCHES, TURN_NOTICES)
        (found, history), stored = await asyncio.gather(
            self._timed(FOR_POSTS, match, *kinds), self._preferences_in(match)
        )
        summary, place, stretch, turn, running = found
        return ForPosts(summary, history, place or Place(match), stretch, turn, running, stored)

    async def _timed(
        self, sql: str, match: MatchId, *kinds: Rows[Any]
    ) -> tuple[list[Any], History]:
        # What a statement finds of a match, its unconverted columns, and its calendars, a row for
        # each.
        found = [tuple(row) for row in await self._read(sql, (match,))]
        if not found:
            raise _no_such(match)
        values = iter(found[0][:-2])
        read = [kind.joined(islice(values, len(kind.columns))) for kind in kinds]
        return [*read, *values], history_from([row[-2:] for row in found if row[-2]])

    async def begun_in(self, guild: GuildId, after: MatchId, limit: int) -> list[MatchSummary]:
        found = await self._read(BEGUN_IN, (guild, after, limit))
        return [summary_from(*each) for each in found]

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        found = await self._read(OPEN_MATCHES)
        return {(game, Status(status)): count for game, status, count in found}

    async def _record(self, write: Written) -> None:
        try:
            await self._write_all(write.statements, write.values)
        except self.IS_TAKEN as error:
            raise StaleMatch(OVERTAKEN.format(match=write.values["id"])) from error
        if write.lobby is not None:
            await self._lobby_changed(write.lobby)


def _recorded(match: MatchId, found: Found) -> list[Recorded]:
    return [recorded_from(match, *each) for each in found]


def _no_such(match: MatchId) -> NoSuchMatch:
    return NoSuchMatch(f"There is no match {match}, or none any more.")


def overtaken(found: MatchSummary, after: Seq) -> StaleMatch:
    """The refusal of events after event `after` of a match found in another state."""
    kind = RewrittenMatch if found.seq == after else StaleMatch
    return kind(OVERTAKEN.format(match=found.match))
