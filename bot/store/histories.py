"""What several matches tell of somebody, read at once, and positions kept of long ones."""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence

from bot.model.events import Recorded
from bot.model.records import MatchId, MatchSummary
from bot.model.refusals import BrokenMatch
from bot.store.database import Database, Found
from bot.store.lists import SUMMARY
from bot.store.rows import recorded_from, summary_from

log = logging.getLogger(__name__)

HISTORIES = """SELECT events.match_id, events.seq, kind, payload, at
FROM json_each(?1) AS wanted
    CROSS JOIN matches ON matches.id = wanted.value/*::bigint*/
    CROSS JOIN events ON events.match_id = matches.id
WHERE kind <> 'played' OR events.seq > matches.seq - ?2
/*ORDER BY wanted.key, events.seq*/"""

ABSENCES, DEPARTURES, INVOLVEMENTS = (
    f"""{SUMMARY}
FROM {table} CROSS JOIN matches ON matches.id = {table}.match_id
WHERE {table}.person = ? ORDER BY {table}.match_id DESC LIMIT ?"""
    for table in ("absences", "departures", "involvements")
)
POSITIONS = "SELECT seq, position FROM positions WHERE match_id = ? AND rules = ?"
SAVE_POSITIONS = """INSERT INTO positions (match_id, seq, rules, position)
SELECT ?1/*::bigint*/, (value ->> 0)/*::integer*/, ?2/*::text*/, (value ->> 1)/*::json*/
FROM json_each(?3) WHERE TRUE
ON CONFLICT (match_id, seq) DO UPDATE SET rules = excluded.rules, position = excluded.position"""


class HistoryTables(Database):
    """The events of several matches, without the moves of long ago."""

    async def histories(
        self, matches: Sequence[MatchId], last: int
    ) -> dict[MatchId, list[Recorded]]:
        found = await self._read(HISTORIES, (json.dumps(matches), last))
        return await asyncio.to_thread(_by_match, found)

    async def absences(self, person: int, limit: int) -> list[MatchSummary]:
        return [summary_from(*each) for each in await self._read(ABSENCES, (person, limit))]

    async def departures(self, person: int, limit: int) -> list[MatchSummary]:
        return [summary_from(*each) for each in await self._read(DEPARTURES, (person, limit))]

    async def involvements(self, person: int, limit: int) -> list[MatchSummary]:
        return [summary_from(*each) for each in await self._read(INVOLVEMENTS, (person, limit))]


def _by_match(found: Found) -> dict[MatchId, list[Recorded]]:
    histories: dict[MatchId, list[Recorded]] = {}
    broken: set[MatchId] = set()
    for match, *columns in found:
        try:
            histories.setdefault(match, []).append(recorded_from(match, *columns))
        except BrokenMatch as error:
            log.warning("match %s: unreadable; left out of profiles: %s", match, error)
            broken.add(match)
    return {match: events for match, events in histories.items() if match not in broken}


class PositionTable(Database):
    """The positions that were kept of each match, by the event they stood after."""

    async def positions(self, match: MatchId, rules: str) -> dict[int, str]:
        return dict(await self._read(POSITIONS, (match, rules)))  # type: ignore[arg-type]

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[int, str]
    ) -> None:
        rows = json.dumps(list(positions.items()))
        await self._write_alone(SAVE_POSITIONS, (match, rules, rows))
