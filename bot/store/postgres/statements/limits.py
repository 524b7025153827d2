"""What limits ask, as PostgreSQL says it."""

from bot.store.personal import limits

OPEN_COUNTS = """SELECT
    (SELECT count(*) FROM matches
        WHERE status = 'invited' AND (people -> 0 ->> 'id') = ?1::bigint::text),
    (SELECT count(*) FROM seats WHERE status = 'running' AND person = ?1::bigint),
    (SELECT count(*) FROM matches WHERE status = 'invited' AND guild = ?2::bigint),
    (SELECT count(*) FROM matches WHERE status = 'running' AND guild = ?2::bigint)"""
DRAFTS = """SELECT count(*) FROM drafts JOIN matches ON matches.id = drafts.match_id
WHERE drafts.person = ? AND matches.status = 'running'
    AND (drafts.keys::text <> '[]' OR drafts.move IS NOT NULL OR drafts.offers::text <> '[]')"""

ASKED = """(
    SELECT value ->> 0 AS scope, (value ->> 1)::bigint AS owner, (value ->> 2)::bigint AS cost,
        (value ->> 3)::bigint AS most
    FROM jsonb_array_elements({}::jsonb) AS each (value)
)"""
HELD = """(
    SELECT full_at FROM allowances AS held
    WHERE held.scope = asked.scope AND held.owner = asked.owner AND held.name = ?1::text
)"""
# The condition is asked again of each row as it is by then: others may write at the same time.
TAKE = f"""INSERT INTO allowances (scope, owner, name, full_at)
SELECT asked.scope, asked.owner, ?1::text, ?2::bigint + cost FROM {ASKED.format("?3")} AS asked
WHERE NOT EXISTS (
    SELECT 1 FROM {ASKED.format("?3")} AS asked
    WHERE {HELD} + cost > ?2::bigint + most
)
ORDER BY asked.scope
ON CONFLICT (scope, owner, name) DO UPDATE
SET full_at = greatest(allowances.full_at, ?2::bigint) + excluded.full_at - ?2::bigint
WHERE allowances.full_at + excluded.full_at - ?2::bigint <= ?2::bigint + (
    SELECT most FROM {ASKED.format("?3")} AS asked WHERE asked.scope = excluded.scope
)
RETURNING scope"""
FULL = f"""SELECT max({HELD} + cost - most) FROM {ASKED.format("?2")} AS asked"""

IN_OTHER_WORDS = {
    limits.OPEN_COUNTS: OPEN_COUNTS,
    limits.DRAFTS: DRAFTS,
    limits.TAKE: TAKE,
    limits.FULL: FULL,
}
