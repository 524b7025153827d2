"""Posts and the places they go to, as PostgreSQL says it."""

from bot.matches.post_kinds import CALLS_TO_TURN
from bot.store import outbox, places, stretches

NUMBERS = """ANY (ARRAY(
        SELECT value::bigint FROM jsonb_array_elements_text({}::jsonb) AS each (value)
    ))"""
"""The numbers of a JSON list, as an array: of that the planner knows that it is short."""


# OFFSET 0 keeps the planner from joining all that waits with all that waits: what statistics say of
# the few posts that wait is wrong just when there are many.
FIRST = """FROM outbox AS post
WHERE retry_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM outbox AS earlier
    WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
        AND earlier.person IS NOT DISTINCT FROM post.person AND earlier.direct = post.direct
        AND earlier.id < post.id AND (earlier.refused = 0 OR earlier.retry_at <= ?1)
    OFFSET 0
)"""
OUTDATE = f"""UPDATE outbox SET has_buttons = 0, tries = 0,
    remove_at = CASE WHEN message IS DISTINCT FROM ? THEN ?::timestamptz END
WHERE match_id = ? AND id < ? AND has_buttons = 1
    AND kind IN (SELECT jsonb_array_elements_text(?::jsonb))
RETURNING {outbox.COLUMNS}, channel, message"""
RETRY_IN = f"""{outbox.RETRY} AND match_id = ANY (ARRAY(
    SELECT id FROM matches WHERE channel = {NUMBERS.format("?2")}
    UNION SELECT match_id FROM places WHERE thread = {NUMBERS.format("?2")}
)) RETURNING id"""
BOARDS_DUE = f"""SELECT DISTINCT match_id FROM outbox AS post
WHERE match_id = {NUMBERS.format("?2")}
    AND retry_at IS NOT NULL AND retry_at <= ?1 AND kind IN {CALLS_TO_TURN} AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.match_id = post.match_id AND earlier.retry_at IS NOT NULL
            AND earlier.person IS NULL AND earlier.id < post.id
            AND earlier.refused = 0 AND earlier.retry_at > ?1
        OFFSET 0
    )"""
# With what becomes of a post it is given back.
GIVEN_BACK = """WITH given_back AS (
    DELETE FROM claims WHERE kind = 'post' AND id = {post}
)
"""
DELIVERED = (
    GIVEN_BACK.format(post="?4")
    + """UPDATE outbox
SET channel = ?1, message = ?2, has_buttons = ?3, retry_at = NULL, error = NULL, refused = 0
WHERE id = ?4 RETURNING id"""
)
FAILED = (
    GIVEN_BACK.format(post="?6")
    + """UPDATE outbox
SET tries = tries + 1, error = ?1, retry_at = ?2, refusals = ?3, refused = ?4, clear_at = ?5
WHERE id = ?6 AND retry_at IS NOT NULL RETURNING id"""
)
EARLIER_TOO = outbox.EARLIER_TOO.replace("person IS ?4", "person IS NOT DISTINCT FROM ?4::bigint")
LAST_BOARD = outbox.LAST_BOARD.replace(":before IS NULL", ":before::bigint IS NULL")
SAVE_PLACE = """INSERT INTO places (match_id, mode, thread, state, note, due_at, tries, told)
SELECT ?1::bigint, ?2::text, ?3::bigint, ?4::text, ?5::text, ?6::timestamptz, ?7::integer,
    ?8::integer
WHERE ?9::integer = 1 OR EXISTS (SELECT 1 FROM places WHERE match_id = ?1)
ON CONFLICT (match_id) DO UPDATE SET mode = excluded.mode, thread = excluded.thread,
    state = excluded.state, note = excluded.note, due_at = excluded.due_at,
    tries = excluded.tries, told = excluded.told
WHERE places.mode IS NOT DISTINCT FROM ?10 AND places.thread IS NOT DISTINCT FROM ?11
    AND places.state = ?12 AND places.note = ?13
    AND places.due_at IS NOT DISTINCT FROM ?14 AND places.tries = ?15 AND places.told = ?16
RETURNING match_id"""

BEGIN_STRETCH = """INSERT INTO stretches (match_id, began, person, due_at, ended)
SELECT id, ?2::integer, ?3::bigint, ?4::timestamptz, NULL FROM matches
WHERE id = ?1 AND seq = ?2 AND status = 'running'
ON CONFLICT (match_id) DO UPDATE SET began = excluded.began, person = excluded.person,
    due_at = excluded.due_at, ended = NULL
WHERE stretches.ended IS NOT NULL
RETURNING match_id"""
HOLD_NOTICE = stretches.HOLD_NOTICE.replace("max(", "greatest(")
FINISH_STRETCH = stretches.FINISH.replace("min(", "least(")

IN_OTHER_WORDS = {
    outbox.OUTDATE: OUTDATE,
    outbox.RETRY_IN: RETRY_IN,
    outbox.BOARDS_DUE: BOARDS_DUE,
    outbox.DELIVERED: DELIVERED,
    outbox.FAILED: FAILED,
    outbox.EARLIER_TOO: EARLIER_TOO,
    outbox.LAST_BOARD: LAST_BOARD,
    places.SAVE_PLACE: SAVE_PLACE,
    stretches.BEGIN: BEGIN_STRETCH,
    stretches.HOLD_NOTICE: HOLD_NOTICE,
    stretches.FINISH: FINISH_STRETCH,
}
