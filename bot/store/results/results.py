"""The results of ended matches: a row for each person and match."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.model.records import MatchId, MatchSummary
from bot.model.results import LOST, SHARED, WON, Feat, MatchEnd, MatchResult, Tally
from bot.store.consequences import KEEP_RESULTS, end_values
from bot.store.database import Database
from bot.store.lists import SUMMARY
from bot.store.rows import summary_from
from bot.store.schema import RESULTS

OF_MATCH = f"SELECT {RESULTS.listed} FROM results WHERE match_id = ? ORDER BY seat"
IN_COMPETITION = f"""SELECT {", ".join(f"results.{column}" for column in RESULTS.columns)}
FROM matches JOIN results ON results.match_id = matches.id
WHERE matches.competition = ?"""
BY_GAME = """SELECT game, points, count(*) FROM results WHERE person = ?
GROUP BY game, points"""
BY_OPPONENT = """SELECT opponent, sum(CASE WHEN points = 2 THEN 1 ELSE 0 END),
    sum(CASE WHEN points = 1 THEN 1 ELSE 0 END), sum(CASE WHEN points = 0 THEN 1 ELSE 0 END)
FROM results WHERE person = ? AND game = ? AND opponent IS NOT NULL
GROUP BY opponent ORDER BY count(*) DESC, opponent LIMIT ?"""
AGAINST = """SELECT points, count(*) FROM results
WHERE person = ? AND game = ? AND opponent = ? GROUP BY points"""
LAST_AGAINST = """SELECT match_id FROM results
WHERE person = ? AND game = ? AND opponent = ? ORDER BY match_id DESC LIMIT 1"""
LONGEST_CHAIN = """SELECT match_id, chain FROM results
WHERE person = ? AND game = ? AND chain > 0 ORDER BY chain DESC, match_id LIMIT 1"""
MOST_CAPTURES = """SELECT match_id, captures FROM results
WHERE person = ? AND game = ? AND captures > 0 ORDER BY captures DESC, match_id LIMIT 1"""

# Written by a migration: the number behind the newest match that may have ended before.
OLDER = f"""{SUMMARY} FROM matches
WHERE status = 'ended' AND id < (SELECT value FROM counters WHERE name = 'older_results')
ORDER BY id DESC LIMIT 1"""
LESS = """UPDATE counters SET value = ?1/*::bigint*/
WHERE name = 'older_results' AND value > ?1/*::bigint*/"""
SAME = "SELECT id FROM matches WHERE id = ? AND edition = ?"


class ResultTables(Database):
    """Results, written with the end of their match, or behind all else for older ones."""

    async def results_of(self, match: MatchId) -> list[MatchResult]:
        return await self._all_of(RESULTS, OF_MATCH, (match,))

    async def results_in(self, competition: int) -> list[MatchResult]:
        found = await self._all_of(RESULTS, IN_COMPETITION, (competition,))
        return sorted(found, key=lambda each: (each.match, each.seat))

    async def by_game(self, person: int) -> dict[str, Tally]:
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for game, points, count in await self._read(BY_GAME, (person,)):
            found[game][points] = count
        return {game: _tally(counts) for game, counts in sorted(found.items())}

    async def by_opponent(self, person: int, game: str, limit: int) -> list[tuple[int, Tally]]:
        found = await self._read(BY_OPPONENT, (person, game, limit))
        return [(opponent, Tally(*map(int, counts))) for opponent, *counts in found]

    async def against(self, person: int, game: str, opponent: int) -> Tally:
        counts = dict[int, int]()
        for points, count in await self._read(AGAINST, (person, game, opponent)):
            counts[points] = count
        return _tally(counts)

    async def last_against(self, person: int, game: str, opponent: int) -> MatchId | None:
        found = await self._read(LAST_AGAINST, (person, game, opponent))
        return next((MatchId(match) for (match,) in found), None)

    async def longest_chain(self, person: int, game: str) -> Feat | None:
        return _feat(await self._read(LONGEST_CHAIN, (person, game)))

    async def most_captures(self, person: int, game: str) -> Feat | None:
        return _feat(await self._read(MOST_CAPTURES, (person, game)))

    async def next_older(self) -> MatchSummary | None:
        for each in await self._read(OLDER):
            return summary_from(*each)
        await self._write_alone(LESS, (0,))
        return None

    async def keep_older(self, match: MatchSummary, results: Sequence[MatchResult]) -> bool:
        values = end_values(MatchEnd(tuple(results)), match.updated)

        async def work() -> bool:
            await self._hold([match.match])
            if not await self._write(SAME, (match.match, match.edition)):
                return False
            await self._write(KEEP_RESULTS, {"id": match.match, "results": values["results"]})
            await self._write(LESS, (match.match,))
            return True

        return await self._transaction(work)


def _tally(counts: Mapping[int, int]) -> Tally:
    return Tally(*(counts.get(points, 0) for points in (WON, SHARED, LOST)))


def _feat(found: Iterable[Iterable[Any]]) -> Feat | None:
    return next((Feat(MatchId(match), amount) for match, amount in found), None)
