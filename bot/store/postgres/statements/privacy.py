"""How people and servers are forgotten, as PostgreSQL says it."""

from bot.store.postgres.statements.claims import GOT, free, taken
from bot.store.postgres.statements.outbox import NUMBERS
from bot.store.privacy import deletions, exports, servers

EACH = "jsonb_array_elements(?1::jsonb) AS each (value)"
WANTED = "jsonb_array_elements_text(?1::jsonb) AS wanted (value)"

EVENTS_NAMING = f"""SELECT match_id, seq, kind, payload
FROM {WANTED} JOIN events ON match_id = wanted.value::bigint
WHERE kind IN ('challenged', 'accepted', 'declined', 'withdrawn', 'ready', 'started',
    'replacement_asked', 'replacement_agreed', 'replacement_declined', 'replacement_withdrawn',
    'replaced')"""
ROWS_NAMING = f"""SELECT id, people, turn, awaited
FROM {WANTED} JOIN matches ON id = wanted.value::bigint"""
REWRITE_EVENTS = f"""UPDATE events SET payload = (each.value ->> 2)::jsonb FROM {EACH}
WHERE match_id = (each.value ->> 0)::bigint AND seq = (each.value ->> 1)::integer"""
REWRITE_ROWS = f"""UPDATE matches
SET people = (each.value ->> 1)::jsonb, turn = (each.value ->> 2)::bigint,
    awaited = (each.value ->> 3)::jsonb, edition = edition + 1
FROM {EACH} WHERE id = (each.value ->> 0)::bigint"""
REWRITE_STRETCHES = f"""UPDATE stretches SET person = (each.value ->> 1)::bigint FROM {EACH}
WHERE match_id = (each.value ->> 0)::bigint AND person = ?2::bigint
    AND match_id = ANY (ARRAY(SELECT (value ->> 0)::bigint FROM {EACH}))"""
EVENTS_OF = f"""SELECT match_id, seq, kind, at, payload
FROM {WANTED} JOIN events ON match_id = wanted.value::bigint ORDER BY match_id, seq"""

PRESENT = f"""INSERT INTO servers (guild) SELECT value::bigint FROM {WANTED}
ON CONFLICT (guild) DO UPDATE SET left_at = NULL, due_at = NULL
WHERE servers.left_at IS NOT NULL"""
LEFT = f"""INSERT INTO servers (guild, left_at, due_at)
SELECT value::bigint, ?2::timestamptz, ?3::timestamptz FROM {WANTED}
ON CONFLICT (guild) DO UPDATE SET left_at = excluded.left_at, due_at = excluded.due_at
WHERE servers.left_at IS NULL"""
# Nobody lets the bot in, or plays, between the question and the answer.
STILL_LEFT = f"{servers.STILL_LEFT} FOR UPDATE"
# OFFSET 0 keeps the planner from reading all events there are.
FORSAKEN = (
    servers.FORSAKEN.replace("'played')\n", "'played')\n        OFFSET 0\n")
    + " FOR UPDATE OF matches"
)

DUE_DELETIONS = taken(
    "deletion",
    f"""SELECT person FROM deletions WHERE asked_at <= ?1 AND {free("deletion", "person")}
    ORDER BY asked_at, person LIMIT ?2 FOR UPDATE SKIP LOCKED""",
    f"SELECT person, asked_at FROM deletions WHERE person = {GOT} ORDER BY asked_at",
    number="person",
)
DUE_SERVERS = taken(
    "server",
    f"""SELECT guild FROM servers WHERE due_at <= ?1 AND {free("server", "guild")}
    ORDER BY due_at LIMIT ?2 FOR UPDATE SKIP LOCKED""",
    f"SELECT guild, left_at FROM servers WHERE guild = {GOT} ORDER BY due_at",
    number="guild",
)
DROP_CLAIMS = "DELETE FROM claims WHERE kind IN ('person', 'deletion') AND id = ?"

IN_OTHER_WORDS = {
    deletions.EVENTS_NAMING: EVENTS_NAMING,
    deletions.ROWS_NAMING: ROWS_NAMING,
    deletions.REWRITE_EVENTS: REWRITE_EVENTS,
    deletions.REWRITE_ROWS: REWRITE_ROWS,
    deletions.REWRITE_STRETCHES: REWRITE_STRETCHES,
    **{
        sql: sql.replace(deletions.GIVEN, f"= {NUMBERS.format('?1')}")
        for sql in (
            *deletions.UNTRACE.values(),
            *deletions.DELETE_OF_MATCH.values(),
            deletions.DELETE_MATCHES,
        )
    },
    exports.EVENTS_OF: EVENTS_OF,
    servers.PRESENT: PRESENT,
    servers.LEFT: LEFT,
    servers.STILL_LEFT: STILL_LEFT,
    servers.FORSAKEN: FORSAKEN,
}
