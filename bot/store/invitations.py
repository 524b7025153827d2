"""What is stored about invitations: block lists and standing challenges."""

import asyncio
import json
from collections.abc import Sequence

from bot.model.invitations import ForSeat, StandingTerm
from bot.model.records import GuildId, MatchSummary, PersonId
from bot.model.refusals import StaleMatch
from bot.store.database import Database
from bot.store.personal.limits import LimitTables
from bot.store.personal.preferences import PreferenceTable
from bot.store.rows import time_text

BLOCKS_AMONG = """SELECT person, blocked FROM blocks
WHERE blocked = ?1 AND person IN (SELECT value FROM json_each(?2))
UNION ALL SELECT person, blocked FROM blocks
WHERE person = ?1 AND blocked IN (SELECT value FROM json_each(?2))"""

BARRED = """SELECT 1, person FROM deletions WHERE person IN (SELECT value FROM json_each(?1))
UNION ALL SELECT 0, owner FROM exclusions
WHERE scope = 'person' AND owner IN (SELECT value FROM json_each(?1))"""

NEWEST = """SELECT match_id FROM seats
WHERE person = {person}/*::bigint*/ AND status IN ('running', 'ended') AND match_id <= {most}
ORDER BY match_id DESC LIMIT 1"""
"""The newest match that a person plays or played, up to a number."""

LAST = 2**63 - 1
# The one at the newer match goes back to where the other is, until both are at the same one: at
# most as many steps as the one with fewer matches has, times two.
PLAYED = f"""WITH RECURSIVE leap (one, other) AS (
    SELECT ({NEWEST.format(person="?1", most=LAST)}), ({NEWEST.format(person="?2", most=LAST)})
    UNION ALL
    SELECT
        CASE WHEN one > other THEN ({NEWEST.format(person="?1", most="other")}) ELSE one END,
        CASE WHEN other > one THEN ({NEWEST.format(person="?2", most="one")}) ELSE other END
    FROM leap WHERE one <> other
)
SELECT 1 FROM leap WHERE one = other LIMIT 1"""


class BlockTable(LimitTables, PreferenceTable):
    """The lists of people, who has played whom, and what decides who may."""

    async def for_seat(
        self, person: PersonId, others: Sequence[PersonId], guild: GuildId | None
    ) -> ForSeat:
        people = [person, *others]
        counts, blocks, barred, (own, common) = await asyncio.gather(
            self._open_counts(person, guild),
            self._read(BLOCKS_AMONG, (person, json.dumps(others))),
            self._read(BARRED, (json.dumps(people),)),
            self.preferences_there(people, guild),
        )
        among = frozenset((blocker, blocked) for blocker, blocked in blocks)
        leaving = frozenset(PersonId(each) for is_leaving, each in barred if is_leaving)
        excluded = frozenset(PersonId(each) for is_leaving, each in barred if not is_leaving)
        return ForSeat(counts, among, leaving, excluded, own, common)

    async def have_played(self, one: PersonId, other: PersonId) -> bool:
        return bool(await self._read(PLAYED, (one, other)))


BEGIN = "INSERT INTO standing_challenges (match_id, host, channel, until) VALUES (?, ?, ?, ?)"
MOVE_ON = """UPDATE standing_challenges SET match_id = ?, taken = 0
WHERE match_id = ? AND taken = 1 RETURNING match_id"""


class StandingChallengeTable(Database):
    """One row for each, which moves on from match to match."""

    async def _save_standing(self, summary: MatchSummary, standing: StandingTerm) -> None:
        # Inside the transaction that makes the challenge. Raises StaleMatch if the one before it is
        # not taken, or is renewed already.
        if standing.replaces is None:
            until = time_text(standing.until)
            await self._write(BEGIN, (summary.match, summary.people[0].id, summary.channel, until))
        elif not await self._write(MOVE_ON, (summary.match, standing.replaces)):
            raise StaleMatch(f"The challenge of match {standing.replaces} is renewed already.")
