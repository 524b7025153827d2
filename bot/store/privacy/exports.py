"""All that is stored about one person, as it is handed out to them."""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.model.privacy.records import ExportedEvent, Rows
from bot.model.records import MatchId
from bot.store.database import Database
from bot.store.schema import SHOWN

EVENTS_OF = """SELECT match_id, seq, kind, at, payload FROM json_each(?1) AS wanted
    CROSS JOIN events ON match_id = wanted.value/*::bigint*/ ORDER BY match_id, seq"""
STRETCHES_OF = """SELECT stretches.match_id, began, due_at, ended
FROM seats CROSS JOIN stretches ON stretches.match_id = seats.match_id
WHERE seats.person = ?1 AND stretches.person = ?1 ORDER BY stretches.match_id"""
OF_PERSON = {**{table.name: table.select for table in SHOWN}, "stretches": STRETCHES_OF}


class ExportTables(Database):
    """Reads, never writes."""

    async def rows_about(self, person: int) -> Rows:
        return {
            table.name: [
                dict(zip(table.shown, each, strict=True))
                for each in await self._read(OF_PERSON[table.name], (person,))
            ]
            for table in SHOWN
        }

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        return [
            ExportedEvent(MatchId(match), seq, kind, datetime.fromisoformat(at), payload)
            for match, seq, kind, at, payload in await self._read(EVENTS_OF, (json.dumps(matches),))
        ]
