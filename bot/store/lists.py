"""Lists of matches: a statement for each kind of question, each led by an index, and what several
matches tell of somebody."""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache

from bot.model.events import Recorded
from bot.model.match import OPEN
from bot.model.records import MatchId, MatchSummary, Status
from bot.model.refusals import BrokenMatch
from bot.store.database import Database, Found
from bot.store.rows import SUMMARIES, recorded_from, summary_from

SUMMARY = f"SELECT {SUMMARIES.of_table('matches')}"
IS_OPEN = "{table}.status IN ('invited', 'running')"
"""Word for word the condition of the partial indexes: only so does SQLite see that they serve."""

ENDED = frozenset({Status.ENDED})
"""What profiles are read off, by a partial index of its own."""


INVITED = frozenset({Status.INVITED})
"""What lobbies are read off, by a partial index of its own."""


@cache
def listing(*, person: bool, channel: bool, guild: bool, statuses: frozenset[Status] | None) -> str:
    """The newest matches that fit what is given: `person`, `channel`, `guild`, then `limit`."""
    is_open = statuses is not None and statuses <= frozenset(OPEN)
    # CROSS JOIN keeps the seats outside: their order by match is the order of the list.
    # INDEXED BY: else SQLite prefers the key of the seats, and walks through all that has ended.
    index = _index(is_open=is_open, is_ended=statuses == ENDED and not channel)
    seats = f"seats {index}CROSS JOIN matches"
    only_invited = channel and not person and statuses == INVITED
    matches = f"matches {'INDEXED BY matches_open_challenges' * only_invited}".rstrip()
    source = f"{seats} ON matches.id = seats.match_id" if person else matches
    table, number = ("seats", "match_id") if person else ("matches", "id")
    conditions = [f"{table}.person = :person"] if person else []
    if channel:
        conditions.append(f"{table}.channel = :channel")
    if guild:
        # The channel leads already; one server has it.
        conditions.append("+matches.guild = :guild" if channel else "matches.guild = :guild")
    conditions += _of_statuses(table, statuses)
    return (
        f"{SUMMARY}\nFROM {source}\nWHERE {' AND '.join(conditions) or 'true'}\n"
        f"ORDER BY {table}.{number} DESC LIMIT :limit"
    )


def _index(*, is_open: bool, is_ended: bool) -> str:
    if is_open:
        return "INDEXED BY seats_open "
    return "INDEXED BY seats_ended " if is_ended else ""


def _of_statuses(table: str, statuses: frozenset[Status] | None) -> list[str]:
    if statuses is None:
        return []
    if statuses == ENDED:
        return [f"{table}.status = 'ended'"]
    if not statuses:
        return ["false"]
    opened = IS_OPEN.format(table=table)
    if statuses == INVITED:
        return [opened, f"{table}.status = 'invited'"]
    names = ", ".join(f"'{each}'" for each in sorted(statuses))
    wanted = f"{table}.status IN ({names})"
    if statuses == frozenset(OPEN):
        return [opened]
    return [opened, wanted] if statuses < frozenset(OPEN) else [wanted]


def wanted_statuses(statuses: Sequence[Status] | None) -> frozenset[Status] | None:
    """The statuses as one question: asked for all of them, nothing is asked."""
    asked = None if statuses is None else frozenset(statuses)
    return None if asked == frozenset(Status) else asked


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
