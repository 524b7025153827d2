"""What is about single people, as PostgreSQL says it."""

from bot.store.following import followers
from bot.store.invitations import blocks, lobbies
from bot.store.personal import calendars, visits
from bot.store.postgres.statements.outbox import NUMBERS

SAVE_CALENDARS = """INSERT INTO calendars (person, since, calendar)
SELECT ?::bigint, (value ->> 0)::timestamptz, (value ->> 1)::json
FROM jsonb_array_elements(?::jsonb) AS each (value)"""
MOVE_DEADLINES = """UPDATE matches SET deadline = moved.deadline, due = moved.due
FROM (
    SELECT (value ->> 0)::bigint AS id, (value ->> 1)::integer AS seq,
        (value ->> 2)::timestamptz AS deadline, (value ->> 3)::timestamptz AS due
    FROM jsonb_array_elements(?::jsonb) AS each (value)
) AS moved
WHERE matches.id = moved.id AND matches.seq = moved.seq AND matches.clock_since IS NOT NULL"""
VISIT = """INSERT INTO visits (person, match_id, seq, at) VALUES (?, ?, ?, ?)
ON CONFLICT (person, match_id) DO UPDATE
SET seq = greatest(visits.seq, excluded.seq), at = coalesce(excluded.at, visits.at)"""
BLOCKERS = f"""SELECT person FROM blocks
WHERE blocked = ?1 AND person = {NUMBERS.format("?2")}"""
PLAYED = blocks.PLAYED.replace("?1", "?1::bigint").replace("?2", "?2::bigint")
LEAVE_NOTES = """INSERT INTO told_later (person, match_id, text)
SELECT ?1::bigint, match_id, ?2::text FROM (
    SELECT match_id FROM followers WHERE person = ?1::bigint
    UNION SELECT value::bigint FROM jsonb_array_elements_text(?3::jsonb) AS each (value)
)
ON CONFLICT (person, match_id) DO UPDATE SET text = told_later.text || ' ' || excluded.text"""
# Challenges of the channel that are just being saved don't see the list yet: it waits for them.
SAVE_LOBBY = """WITH others AS MATERIALIZED (SELECT pg_advisory_xact_lock(?1::bigint))
INSERT INTO lobbies (channel, guild, message, changes)
SELECT ?1::bigint, ?2::bigint, ?3::bigint, 1 FROM others
ON CONFLICT (channel) DO UPDATE
SET guild = excluded.guild, message = excluded.message, changes = lobbies.changes + 1"""

IN_OTHER_WORDS = {
    calendars.SAVE: SAVE_CALENDARS,
    calendars.MOVE: MOVE_DEADLINES,
    visits.VISIT: VISIT,
    blocks.BLOCKERS: BLOCKERS,
    blocks.PLAYED: PLAYED,
    followers.LEAVE_NOTES: LEAVE_NOTES,
    lobbies.SAVE: SAVE_LOBBY,
}
