"""What people and servers have open, and what they have taken of their allowances.

An allowance is a row that says when it is full again (`full_at`, in microseconds): each thing taken
delays that, at most by its whole length. Without a row it is full.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.model.limits import Charge, OpenCounts
from bot.model.records import GuildId, PersonId
from bot.store.database import Database
from bot.store.rows import microseconds

# INDEXED BY: each count reads only its own index, and nothing that has ended.
OPEN_COUNTS = """SELECT
    (SELECT count(*) FROM matches INDEXED BY matches_by_host
        WHERE status = 'invited' AND people ->> '$[0].id' = ?1),
    (SELECT count(*) FROM seats INDEXED BY seats_running
        WHERE status = 'running' AND person = ?1),
    (SELECT count(*) FROM matches INDEXED BY matches_invited_by_guild
        WHERE status = 'invited' AND guild = ?2),
    (SELECT count(*) FROM matches INDEXED BY matches_running_by_guild
        WHERE status = 'running' AND guild = ?2)"""
# CROSS JOIN keeps the drafts outside: a person has few, and each has its match.
DRAFTS = """SELECT count(*) FROM drafts CROSS JOIN matches ON matches.id = drafts.match_id
WHERE drafts.person = ? AND matches.status = 'running'
    AND (
        drafts.keys/*::text*/ <> '[]' OR drafts.move IS NOT NULL OR drafts.offers/*::text*/ <> '[]'
    )"""

ASKED = """(
    SELECT value ->> 0 AS scope, (value ->> 1)/*::bigint*/ AS owner,
        (value ->> 2)/*::bigint*/ AS cost, (value ->> 3)/*::bigint*/ AS most
    FROM json_each({})
) AS asked"""
HELD = """(
    SELECT full_at FROM allowances AS held
    WHERE held.scope = asked.scope AND held.owner = asked.owner AND held.name = ?1/*::text*/
)"""
# All or nothing: none is written if one of them is refused. The condition is checked again on each
# row as it is by then: others may write at the same time.
TAKE = f"""INSERT INTO allowances (scope, owner, name, full_at)
SELECT asked.scope, asked.owner, ?1/*::text*/, ?2/*::bigint*/ + cost FROM {ASKED.format("?3")}
WHERE NOT EXISTS (
    SELECT 1 FROM {ASKED.format("?3")} WHERE {HELD} + cost > ?2/*::bigint*/ + most
)
ORDER BY asked.scope
ON CONFLICT (scope, owner, name) DO UPDATE
SET full_at = MAX(allowances.full_at, ?2/*::bigint*/) + excluded.full_at - ?2/*::bigint*/
WHERE allowances.full_at + excluded.full_at - ?2/*::bigint*/ <= ?2/*::bigint*/ + (
    SELECT most FROM {ASKED.format("?3")} WHERE asked.scope = excluded.scope
)
RETURNING scope"""
FULL = f"SELECT max({HELD} + cost - most) FROM {ASKED.format('?2')}"
SWEEP = "DELETE FROM allowances WHERE full_at <= ?"

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LimitTables(Database):
    """Counts of what is open, and allowances."""

    async def _open_counts(self, person: PersonId, guild: GuildId | None) -> OpenCounts:
        (found,) = await self._read(OPEN_COUNTS, (person, guild))
        return OpenCounts(*found)

    async def drafts_held(self, person: PersonId) -> int:
        ((count,),) = await self._read(DRAFTS, (person,))
        return int(count)

    async def take_allowance(
        self, name: str, charges: Sequence[Charge], now: datetime
    ) -> datetime | None:
        # In one order everywhere, so that two writers never wait for each other.
        asked = json.dumps(
            [
                (c.scope, c.owner, microseconds(c.cost), microseconds(c.most))
                for c in sorted(charges)
            ]
        )
        if len(await self._write_alone(TAKE, (name, microseconds(now - EPOCH), asked))) == len(
            charges
        ):
            return None
        ((at,),) = await self._read(FULL, (name, asked))
        return now if at is None else EPOCH + timedelta(microseconds=at)

    async def sweep_allowances(self, now: datetime) -> None:
        await self._write_alone(SWEEP, (microseconds(now - EPOCH),))
