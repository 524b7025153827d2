"""Lists of matches: a statement for each kind of question, each led by an index; histories of
several matches; and the results of those that have ended."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Unpack

from bot.model.events import Recorded
from bot.model.match import OPEN
from bot.model.ports import AskedMatches, PlayedCounts, PlayedMatches
from bot.model.records import MatchId, MatchSummary, PersonId, Seq, Status
from bot.model.refusals import BrokenMatch
from bot.model.results import LOST, SHARED, WON, Feat, Feats, MatchEnd, MatchResult, Tally
from bot.store.consequences import KEEP_RESULTS, end_values
from bot.store.database import Database, Found, in_one_transaction
from bot.store.rows import SUMMARIES, recorded_from, summary_from
from bot.store.schema import RESULTS

SUMMARY = f"SELECT {SUMMARIES.of_table('matches')}"
IS_OPEN = "{table}.status IN ('invited', 'running')"
"""The exact condition of the partial indexes: only then SQLite sees that they apply."""

ENDED = frozenset({Status.ENDED})
"""The matches that profiles are read from, by their own partial index."""


INVITED = frozenset({Status.INVITED})
"""The matches that lobbies are read from, by their own partial index."""


@cache
def listing(*, person: bool, channel: bool, guild: bool, statuses: frozenset[Status] | None) -> str:
    """The newest matches that match what is given: `person`, `channel`, `guild`, then `limit`."""
    is_open = statuses is not None and statuses <= frozenset(OPEN)
    # CROSS JOIN keeps the seats outside: their order by match is the order of the list. INDEXED BY:
    # otherwise SQLite prefers the key of the seats, and walks through all that has ended.
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
    """The statuses as a condition: none if all of them are asked for."""
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

    async def summaries(self, **asked: Unpack[AskedMatches]) -> list[MatchSummary]:
        of = {name: asked.get(name) for name in ("person", "channel", "guild")}
        given = {name: value is not None for name, value in of.items()}
        sql = listing(**given, statuses=wanted_statuses(asked.get("statuses")))
        found = await self._read(sql, {**of, "limit": asked.get("limit", 100)})
        return [summary_from(*each) for each in found]

    async def played(
        self,
        person: PersonId,
        most: PlayedCounts,
        choose: Callable[[PlayedMatches], Sequence[MatchId]],
        last: int,
    ) -> tuple[PlayedMatches, dict[MatchId, list[Recorded]]]:
        found = PlayedMatches(
            *await asyncio.gather(
                self.summaries(person=person, statuses=[Status.ENDED], limit=most.ended),
                self.summaries(person=person, statuses=[Status.RUNNING], limit=most.running),
                self._all_of(SUMMARIES, ABSENCES, (person, most.beside)),
                self._all_of(SUMMARIES, DEPARTURES, (person, most.beside)),
            )
        )
        chosen = choose(found)
        return found, await self.histories(chosen, last) if chosen else {}

    async def involvements(self, person: PersonId, limit: int) -> list[MatchSummary]:
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
    """The stored positions of each match, by the event they followed."""

    async def positions(self, match: MatchId, rules: str) -> dict[Seq, str]:
        return dict(await self._read(POSITIONS, (match, rules)))  # type: ignore[arg-type]

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[Seq, str]
    ) -> None:
        rows = json.dumps(list(positions.items()))
        await self._write_alone(SAVE_POSITIONS, (match, rules, rows))


IN_COMPETITION = f"""SELECT {", ".join(f"results.{column}" for column in RESULTS.columns)}
FROM matches JOIN results ON results.match_id = matches.id
WHERE matches.competition = ?"""
BY_GAME = """SELECT game, points, count(*) FROM results WHERE person = ?
GROUP BY game, points"""
BY_OPPONENT = f"""SELECT opponent, sum(CASE WHEN points = {WON} THEN 1 ELSE 0 END),
    sum(CASE WHEN points = {SHARED} THEN 1 ELSE 0 END),
    sum(CASE WHEN points = {LOST} THEN 1 ELSE 0 END)
FROM results WHERE person = ? AND game = ? AND opponent IS NOT NULL
GROUP BY opponent ORDER BY count(*) DESC, opponent LIMIT ?"""
AGAINST = """SELECT points, count(*), max(match_id) FROM results
WHERE person = ? AND game = ? AND opponent = ? GROUP BY points"""
LONGEST_CHAIN = """SELECT match_id, chain FROM results
WHERE person = ? AND game = ? AND chain > 0 ORDER BY chain DESC, match_id LIMIT 1"""
MOST_CAPTURES = """SELECT match_id, captures FROM results
WHERE person = ? AND game = ? AND captures > 0 ORDER BY captures DESC, match_id LIMIT 1"""

# Written by a migration: one more than the newest match that may have ended before.
OLDER = f"""{SUMMARY} FROM matches
WHERE status = 'ended' AND id < (SELECT value FROM counters WHERE name = 'older_results')
ORDER BY id DESC LIMIT 1"""
LESS = """UPDATE counters SET value = ?1/*::bigint*/
WHERE name = 'older_results' AND value > ?1/*::bigint*/"""
SAME = "SELECT id FROM matches WHERE id = ? AND edition = ?"


class ResultTables(Database):
    """Results, written with the end of their match, or later in the background for older ones."""

    async def results_in(self, competition: int) -> list[MatchResult]:
        found = await self._all_of(RESULTS, IN_COMPETITION, (competition,))
        return sorted(found, key=lambda each: (each.match, each.seat))

    async def by_game(self, person: PersonId) -> dict[str, Tally]:
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for game, points, count in await self._read(BY_GAME, (person,)):
            found[game][points] = count
        return {game: _tally(counts) for game, counts in sorted(found.items())}

    async def by_opponent(
        self, person: PersonId, game: str, limit: int
    ) -> list[tuple[PersonId, Tally]]:
        found = await self._read(BY_OPPONENT, (person, game, limit))
        return [(opponent, Tally(*map(int, counts))) for opponent, *counts in found]

    async def against(
        self, person: PersonId, game: str, opponent: PersonId
    ) -> tuple[Tally, MatchId | None]:
        found = [tuple(each) for each in await self._read(AGAINST, (person, game, opponent))]
        counts = {points: count for points, count, _ in found}
        newest = max((match for *_, match in found), default=None)
        return _tally(counts), None if newest is None else MatchId(newest)

    async def feats(self, person: PersonId, game: str) -> Feats:
        values = (person, game)
        chain, captures = await asyncio.gather(
            self._read(LONGEST_CHAIN, values), self._read(MOST_CAPTURES, values)
        )
        return Feats(_feat(chain), _feat(captures))

    async def next_older(self) -> MatchSummary | None:
        for each in await self._read(OLDER):
            return summary_from(*each)
        await self._write_alone(LESS, (0,))
        return None

    @in_one_transaction
    async def keep_older(self, match: MatchSummary, results: Sequence[MatchResult]) -> bool:
        values = end_values(MatchEnd(tuple(results)), match.updated)
        await self._hold([match.match])
        if not await self._write(SAME, (match.match, match.edition)):
            return False
        await self._write(KEEP_RESULTS, {"id": match.match, "results": values["results"]})
        await self._write(LESS, (match.match,))
        return True


def _tally(counts: Mapping[int, int]) -> Tally:
    return Tally(*(counts.get(points, 0) for points in (WON, SHARED, LOST)))


def _feat(found: Iterable[Iterable[Any]]) -> Feat | None:
    return next((Feat(MatchId(match), amount) for match, amount in found), None)
