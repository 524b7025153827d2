"""Matches and their events, as PostgreSQL says it."""

from bot.store import matches

NEXT_ID = "UPDATE match_numbers SET last = last + 1 RETURNING last"
RECORD = """INSERT INTO events (match_id, seq, kind, payload, at)
SELECT ?1::bigint, ?2::integer + number, value ->> 0, (value ->> 1)::jsonb, ?3::timestamptz
FROM jsonb_array_elements(?4::jsonb) WITH ORDINALITY AS each (value, number) ORDER BY number"""
POST = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT ?1::bigint, (value ->> 0)::integer, value ->> 1, (value ->> 2)::timestamptz
FROM jsonb_array_elements(?2::jsonb) WITH ORDINALITY AS each (value, number) ORDER BY number"""

# A turn as one statement, and so one way to the server and back. Nothing is written where the match
# has gone on.
APPEND = f"""WITH advanced AS (
    {matches.ADVANCE}
), recorded AS (
    INSERT INTO events (match_id, seq, kind, payload, at)
    SELECT advanced.id, :after + number, value ->> 0, (value ->> 1)::jsonb, :at::timestamptz
    FROM advanced, jsonb_array_elements(:events::jsonb) WITH ORDINALITY AS each (value, number)
    ORDER BY number
), posted AS (
    INSERT INTO outbox (match_id, seq, kind, retry_at)
    SELECT advanced.id, (value ->> 0)::integer, value ->> 1, (value ->> 2)::timestamptz
    FROM advanced, jsonb_array_elements(:posts::jsonb) WITH ORDINALITY AS each (value, number)
    ORDER BY number
)
SELECT id FROM advanced"""
IS_RECORDED = """SELECT 1 FROM events
WHERE match_id = ?1 AND seq = ?2 + 1 AND at = ?3
    AND kind = (?4::jsonb -> 0 ->> 0) AND payload = (?4::jsonb -> 0 ->> 1)::jsonb"""

IN_OTHER_WORDS = {
    matches.NEXT_ID: NEXT_ID,
    matches.RECORD: RECORD,
    matches.POST: POST,
}
