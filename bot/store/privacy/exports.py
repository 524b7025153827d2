"""All that is stored about one person, as it is handed out to them."""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.matches.privacy.records import ExportedEvent, Rows
from bot.matches.records import MatchId
from bot.store.database import Database
from bot.store.privacy.columns import OWN

EVENTS_OF = """SELECT match_id, seq, kind, at, payload FROM json_each(?1) AS wanted
    CROSS JOIN events ON match_id = wanted.value ORDER BY match_id, seq"""
STRETCHES_OF = """SELECT stretches.match_id, began, due_at, ended
FROM seats CROSS JOIN stretches ON stretches.match_id = seats.match_id
WHERE seats.person = ?1 AND stretches.person = ?1 ORDER BY stretches.match_id"""
TRACES_OF = {
    "absences": "SELECT match_id FROM absences WHERE person = ?1 ORDER BY match_id",
    "departures": "SELECT match_id FROM departures WHERE person = ?1 ORDER BY match_id",
    "involvements": "SELECT match_id FROM involvements WHERE person = ?1 ORDER BY match_id",
}
REQUEST_OF = "SELECT asked_at FROM deletions WHERE person = ?1"


class ExportTables(Database):
    """Reads, never writes."""

    async def rows_about(self, person: int) -> Rows:
        found = {}
        for own in OWN:
            rows = await self._read(own.select, (person,))
            found[own.table] = [dict(zip(own.shown, each, strict=True)) for each in rows]
        stretches = await self._read(STRETCHES_OF, (person,))
        columns = ("match_id", "began", "due_at", "ended")
        found["stretches"] = [dict(zip(columns, each, strict=True)) for each in stretches]
        for table, sql in TRACES_OF.items():
            found[table] = [{"match_id": match} for (match,) in await self._read(sql, (person,))]
        asked = await self._read(REQUEST_OF, (person,))
        found["deletions"] = [{"asked_at": at} for (at,) in asked]
        return found

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        return [
            ExportedEvent(MatchId(match), seq, kind, datetime.fromisoformat(at), payload)
            for match, seq, kind, at, payload in await self._read(EVENTS_OF, (json.dumps(matches),))
        ]
