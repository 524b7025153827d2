"""Preferences of people and servers; people's calendars, and the deadlines that follow."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from bot.model.clock.calendar import Calendar
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.records import (
    CalendarChange,
    GuildId,
    MatchId,
    MovedDeadline,
    PersonId,
    RunningClock,
)
from bot.model.refusals import StaleCalendar
from bot.store.consequences import MOVE_NOTICE, notice_values
from bot.store.database import Database, Found
from bot.store.rows import Rows, legible, time_text

Values = dict[str, Any]
Stored = dict[tuple[str, int], Values]
Change = Callable[[Values], Values]

STORED = "SELECT settings FROM preferences WHERE scope = ? AND owner = ?"
STORED_THERE = """SELECT scope, owner, settings FROM preferences
WHERE scope = 'guild' AND owner = ?
    OR scope = 'person' AND owner IN (SELECT value FROM json_each(?))"""
STORED_IN = """SELECT scope, owner, settings FROM preferences
WHERE scope = 'guild' AND owner = (SELECT guild FROM matches WHERE id = ?1)
UNION ALL SELECT scope, owner, settings FROM seats JOIN preferences
    ON preferences.scope IN ('person', 'notices') AND preferences.owner = seats.person
WHERE seats.match_id = ?1"""
# The row exists from now on, and nobody else changes it until the transaction ends.
HOLD = """INSERT INTO preferences (scope, owner, settings) VALUES (?, ?, '{}')
ON CONFLICT (scope, owner) DO UPDATE SET settings = preferences.settings RETURNING settings"""
SET = "UPDATE preferences SET settings = ?3 WHERE scope = ?1 AND owner = ?2"


class PreferenceTable(Database):
    """Preferences by person and by server."""

    async def preferences(self, scope: str, owner: int) -> Values:
        found = await self._read(STORED, (scope, owner))
        return next((preferences_from(settings) for (settings,) in found), {})

    async def preferences_there(
        self, people: Sequence[PersonId], guild: GuildId | None
    ) -> tuple[dict[PersonId, Values], Values]:
        settings = await self._stored(STORED_THERE, (guild, json.dumps(people)))
        own = {PersonId(key[1]): each for key, each in settings.items() if key[0] == "person"}
        return own, next((settings[key] for key in settings if key[0] == "guild"), {})

    async def _preferences_in(self, match: MatchId) -> Stored:
        return await self._stored(STORED_IN, (match,))

    async def _stored(self, sql: str, values: Sequence[Any]) -> Stored:
        found = await self._read(sql, values)
        return {(scope, owner): preferences_from(each) for scope, owner, each in found}

    async def change_preferences(self, scope: str, owner: int, change: Change) -> Values:
        return await self._transaction(lambda: self._change_preferences(scope, owner, change))

    async def _change_preferences(self, scope: str, owner: int, change: Change) -> Values:
        ((before,),) = await self._write(HOLD, (scope, owner))
        after = change(preferences_from(before))
        await self._write(SET, (scope, owner, json.dumps(after)))
        return after


@legible("preferences")
def preferences_from(settings: str) -> Values:
    values = json.loads(settings)
    if not isinstance(values, dict):
        raise TypeError("preferences are an object")
    return values


HISTORY = "SELECT since, calendar FROM calendars WHERE person = ? ORDER BY since"
DROP = "DELETE FROM calendars WHERE person = ?"
SAVE = """INSERT INTO calendars (person, since, calendar)
SELECT ?/*::bigint*/, (value ->> 0)/*::timestamptz*/, (value ->> 1)/*::json*/ FROM json_each(?)"""
# INDEXED BY: no other index is led by the person to move.
CLOCKS = """SELECT id, seq, clock_since, clock_budget, due_otherwise, deadline, updated
FROM matches INDEXED BY matches_by_turn
WHERE turn = ? AND clock_since IS NOT NULL ORDER BY id"""
# CROSS JOIN keeps the list outside: each match of it is found by its number.
MOVE = """UPDATE matches SET deadline = moved.deadline, due = moved.due
FROM (
    SELECT CAST(value ->> 0 AS bigint) AS id, (value ->> 1)/*::integer*/ AS seq,
        (value ->> 2)/*::timestamptz*/ AS deadline, (value ->> 3)/*::timestamptz*/ AS due
    FROM json_each(?)
) AS moved
WHERE matches.id = moved.id AND matches.seq = moved.seq AND matches.clock_since IS NOT NULL
RETURNING matches.id"""
# Deadlines are moved after this. If a crash prevents that, it is found at once that they are wrong.
LOOK = """UPDATE matches INDEXED BY matches_by_turn SET due = updated
WHERE turn = ? AND clock_since IS NOT NULL AND id <> ?"""
# Another calendar has other quiet hours: what is to be planned again is due at once.
REPLAN = """UPDATE notices SET next_at = began
WHERE person = ? AND (called_at IS NOT NULL OR next_at IS NOT NULL)"""
REPLAN_MENTIONS = """UPDATE mentions SET next_at = (SELECT updated FROM matches WHERE id = match_id)
WHERE person = ?"""


RUNNING_CLOCKS = Rows(RunningClock, "a clock")


class CalendarTable(Database):
    """The calendars of people, and the clocks that run by them."""

    async def calendar_history(self, person: PersonId) -> History:
        return history_from(await self._read(HISTORY, (person,)))

    async def save_calendars(self, change: CalendarChange) -> None:
        await self._transaction(lambda: self._save_calendars(change))

    async def clocks_of(self, person: PersonId) -> list[RunningClock]:
        found = await self._read(CLOCKS, (person,))
        return await asyncio.to_thread(lambda: [RUNNING_CLOCKS.of(*each) for each in found])

    async def move_deadlines(self, moved: Sequence[MovedDeadline]) -> None:
        rows = await asyncio.to_thread(_moved_rows, moved)
        notices = {each.match: each.notice for each in moved if each.notice}

        async def work() -> None:
            for (match,) in await self._write(MOVE, (rows,)):
                if notice := notices.get(match):
                    await self._write(MOVE_NOTICE, {"id": match, **notice_values(notice)})

        await self._transaction(work)

    async def _hold_calendars(self, person: PersonId) -> None:
        """Nobody else changes the person's calendars until the running transaction ends.

        Before any match is held. Writers of a file take turns anyway.
        """

    async def _save_calendars(self, change: CalendarChange, besides: int = 0) -> None:
        # The same inside a transaction, which has written a match with its deadline itself. Raises
        # StaleCalendar.
        await self._hold_calendars(change.person)
        if history_from(await self._write(HISTORY, (change.person,))) != change.expected:
            raise StaleCalendar
        rows = [(time_text(since), json.dumps(held.values())) for since, held in change.history]
        await self._write(DROP, (change.person,))
        await self._write(SAVE, (change.person, json.dumps(rows)))
        await self._write(LOOK, (change.person, besides))
        await self._write(REPLAN, (change.person,))
        await self._write(REPLAN_MENTIONS, (change.person,))


@legible("a calendar")
def history_from(found: Found) -> History:
    return tuple(
        Segment(datetime.fromisoformat(since), Calendar.of(json.loads(calendar)))
        for since, calendar in found
    )


def _moved_rows(moved: Sequence[MovedDeadline]) -> str:
    return json.dumps([(m.match, m.seq, time_text(m.deadline), time_text(m.due)) for m in moved])
