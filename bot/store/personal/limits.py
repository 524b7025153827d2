"""What people and servers have open, and what they have taken of their allowances.

An allowance is a row that says when all of it is there again (`full_at`, in microseconds): each
thing taken puts that off, and no further than its whole length. Without a row nothing is missing.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.matches.limits.records import Charge, OpenCounts
from bot.store.database import Database
from bot.store.rows import microseconds

# INDEXED BY: each count reads its own index alone, and nothing of what has ended.
OPEN_COUNTS = """SELECT
    (SELECT count(*) FROM matches INDEXED BY matches_by_host
        WHERE status = 'invited' AND people ->> '$[0].id' = ?1),
    (SELECT count(*) FROM seats INDEXED BY seats_running
        WHERE status = 'running' AND person = ?1),
    (SELECT count(*) FROM matches INDEXED BY matches_invited_by_guild
        WHERE status = 'invited' AND guild = ?2),
    (SELECT count(*) FROM matches INDEXED BY matches_running_by_guild
        WHERE status = 'running' AND guild = ?2)"""
# CROSS JOIN keeps the drafts outside: somebody has few, and each has its match.
DRAFTS = """SELECT count(*) FROM drafts CROSS JOIN matches ON matches.id = drafts.match_id
WHERE drafts.person = ? AND matches.status = 'running'
    AND (drafts.keys <> '[]' OR drafts.move IS NOT NULL OR drafts.offers <> '[]')"""

# All or nothing: none is written where one of them is refused.
TAKE = """INSERT INTO allowances (scope, owner, name, full_at)
SELECT value ->> 0, value ->> 1, ?1, ?2 + (value ->> 2) FROM json_each(?3) AS asked
WHERE NOT EXISTS (
    SELECT 1 FROM json_each(?3) AS other CROSS JOIN allowances AS held
    ON scope = (other.value ->> 0) AND owner = (other.value ->> 1) AND name = ?1
    WHERE full_at + (other.value ->> 2) > ?2 + (other.value ->> 3)
)
ON CONFLICT (scope, owner, name) DO UPDATE
SET full_at = max(allowances.full_at, ?2) + excluded.full_at - ?2
RETURNING scope"""
FULL = """SELECT max(full_at + (asked.value ->> 2) - (asked.value ->> 3))
FROM json_each(?2) AS asked CROSS JOIN allowances
ON scope = (asked.value ->> 0) AND owner = (asked.value ->> 1) AND name = ?1"""
SWEEP = "DELETE FROM allowances WHERE full_at <= ?"

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LimitTables(Database):
    """Counts of what is open, and allowances."""

    async def open_counts(self, person: int, guild: int | None) -> OpenCounts:
        (found,) = await self._read(OPEN_COUNTS, (person, guild))
        return OpenCounts(*found)

    async def drafts_held(self, person: int) -> int:
        ((count,),) = await self._read(DRAFTS, (person,))
        return int(count)

    async def take_allowance(
        self, name: str, charges: Sequence[Charge], now: datetime
    ) -> datetime | None:
        # In one order everywhere: whoever waits for a row holds none that the other waits for.
        asked = json.dumps(
            [
                (c.scope, c.owner, microseconds(c.cost), microseconds(c.most))
                for c in sorted(charges)
            ]
        )
        if len(await self._write_alone(TAKE, (name, _number(now), asked))) == len(charges):
            return None
        ((at,),) = await self._read(FULL, (name, asked))
        return now if at is None else EPOCH + timedelta(microseconds=at)

    async def sweep_allowances(self, now: datetime) -> None:
        await self._write_alone(SWEEP, (_number(now),))


def _number(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1)
