"""Posts and the places they go to, as PostgreSQL says it."""

from bot.store import outbox, places

NUMBERS = "SELECT value::bigint FROM jsonb_array_elements_text({}::jsonb) AS each (value)"

FIRST = """FROM outbox AS post
WHERE retry_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM outbox AS earlier
    WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
        AND earlier.person IS NOT DISTINCT FROM post.person AND earlier.direct = post.direct
        AND earlier.id < post.id AND (earlier.refused = 0 OR earlier.retry_at <= ?1)
)"""
# What another process has taken on is passed by, and what another is just taking on. A process
# finds again what it has taken on itself.
PENDING = f"""WITH first AS (
    SELECT post.id {FIRST} AND retry_at <= ?1 AND NOT EXISTS (
        SELECT 1 FROM claims
        WHERE claims.kind = 'post' AND claims.id = post.id AND claims.process <> ?3
    )
    ORDER BY post.id LIMIT ?2 FOR UPDATE OF post SKIP LOCKED
), claimed AS (
    INSERT INTO claims (kind, id, process) SELECT 'post', id, ?3 FROM first
    ON CONFLICT (kind, id) DO UPDATE SET process = claims.process
    RETURNING id, process
)
SELECT {outbox.COLUMNS} FROM outbox
WHERE id IN (SELECT claimed.id FROM claimed WHERE claimed.process = ?3) ORDER BY id"""
NEXT_RETRY = f"""SELECT min(at) FROM (
    SELECT min(retry_at) AS at {FIRST}
    UNION ALL SELECT min(remove_at) FROM outbox WHERE remove_at IS NOT NULL
    UNION ALL SELECT min(due_at) FROM places WHERE due_at IS NOT NULL
)"""
OUTDATE = f"""UPDATE outbox SET has_buttons = 0, remove_at = ?, tries = 0
WHERE match_id = ? AND id < ? AND has_buttons = 1
    AND kind IN (SELECT jsonb_array_elements_text(?::jsonb))
RETURNING {outbox.COLUMNS}, channel, message"""
RETRY_IN = f"""{outbox.RETRY} AND match_id IN (
    SELECT id FROM matches WHERE channel IN ({NUMBERS.format("?2")})
    UNION SELECT match_id FROM places WHERE thread IN ({NUMBERS.format("?2")})
) RETURNING id"""
BOARDS_DUE = f"""SELECT DISTINCT match_id FROM outbox AS post
WHERE match_id IN ({NUMBERS.format("?2")})
    AND retry_at IS NOT NULL AND retry_at <= ?1 AND kind = 'turn' AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
            AND earlier.person IS NULL AND earlier.id < post.id
            AND earlier.refused = 0 AND earlier.retry_at > ?1
    )"""
LAST_BOARD = outbox.LAST_BOARD.replace(":before IS NULL", ":before::bigint IS NULL")
SAVE_PLACE = """INSERT INTO places (match_id, mode, thread, state, note, due_at, tries, told)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (match_id) DO UPDATE SET mode = excluded.mode, thread = excluded.thread,
    state = excluded.state, note = excluded.note, due_at = excluded.due_at,
    tries = excluded.tries, told = excluded.told"""

IN_OTHER_WORDS = {
    outbox.NEXT_RETRY: NEXT_RETRY,
    outbox.OUTDATE: OUTDATE,
    outbox.RETRY_IN: RETRY_IN,
    outbox.BOARDS_DUE: BOARDS_DUE,
    outbox.LAST_BOARD: LAST_BOARD,
    places.SAVE_PLACE: SAVE_PLACE,
}
