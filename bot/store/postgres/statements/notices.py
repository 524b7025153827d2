"""Who has been told of which turn, as PostgreSQL says it."""

from bot.store import notices
from bot.store.postgres.statements.outbox import NUMBERS

FIRSTS = """ANY (ARRAY(
        SELECT (value ->> 0)::bigint FROM jsonb_array_elements({}::jsonb) AS each (value)
    ))"""
"""The numbers that the lists in a JSON list begin with: by these the rows are looked for."""

POST_ONE = """INSERT INTO outbox (match_id, seq, kind, retry_at, person, direct, about, written)
SELECT (value ->> 0)::bigint, (value ->> 1)::integer, value ->> 2, (value ->> 3)::timestamptz,
    (value ->> 4)::bigint, (value ->> 5)::integer, (value ->> 6)::jsonb,
    (value ->> 3)::timestamptz
FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS each (value, number) ORDER BY number"""
CHANGE = f"""UPDATE notices SET called_at = new.called_at, last_at = new.last_at,
    reminders = new.reminders, warned = new.warned, next_at = new.next_at
FROM (
    SELECT (value ->> 0)::bigint AS id, (value ->> 1)::integer AS seq,
        (value ->> 2)::timestamptz AS was_called, (value ->> 3)::integer AS had_reminders,
        (value ->> 4)::integer AS was_warned, (value ->> 5)::integer AS was_muted,
        (value ->> 6)::timestamptz AS was_next, (value ->> 7)::timestamptz AS called_at,
        (value ->> 8)::timestamptz AS last_at, (value ->> 9)::integer AS reminders,
        (value ->> 10)::integer AS warned, (value ->> 11)::timestamptz AS next_at,
        (value ->> 12)::timestamptz AS was_deadline
    FROM jsonb_array_elements(?1::jsonb) AS each (value)
) AS new
WHERE match_id = {FIRSTS.format("?1")} AND match_id = new.id AND notices.seq = new.seq
    AND notices.called_at IS NOT DISTINCT FROM was_called
    AND notices.reminders = had_reminders AND notices.warned = was_warned
    AND notices.muted = was_muted AND notices.next_at IS NOT DISTINCT FROM was_next
    AND (SELECT deadline FROM matches WHERE id = match_id) IS NOT DISTINCT FROM was_deadline
RETURNING match_id"""
DROP_MENTIONS = f"""DELETE FROM mentions WHERE id = {NUMBERS.format("?")}"""
MOVE_MENTIONS = f"""UPDATE mentions SET next_at = moved.at
FROM (
    SELECT (value ->> 0)::bigint AS number, (value ->> 1)::timestamptz AS at
    FROM jsonb_array_elements(?1::jsonb) AS each (value)
) AS moved
WHERE id = {FIRSTS.format("?1")} AND id = number"""
TURNS = """SELECT (value ->> 0)::bigint, (value ->> 1)::integer
    FROM jsonb_array_elements({}::jsonb) AS each (value)"""
MUTE = f"""UPDATE notices SET muted = 1, next_at = ?
WHERE person = ? AND (match_id, seq) IN ({TURNS.format("?")})
RETURNING match_id"""
CALL_AGAIN = f"""UPDATE notices SET called_at = NULL, last_at = NULL, next_at = ?1
WHERE match_id = {FIRSTS.format("?2")} AND (match_id, seq) IN ({TURNS.format("?2")})"""

IN_OTHER_WORDS = {
    notices.POST_ONE: POST_ONE,
    notices.CHANGE: CHANGE,
    notices.DROP_MENTIONS: DROP_MENTIONS,
    notices.MOVE_MENTIONS: MOVE_MENTIONS,
    notices.MUTE: MUTE,
    notices.CALL_AGAIN: CALL_AGAIN,
}
