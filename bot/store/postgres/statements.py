"""PostgreSQL's own versions of statements, by the statement of SQLite.

Several processes ask for what is due: each statement finds what is not taken on by another. There
`?3` is the number of the process that asks, `?4` the seconds for which it takes something on. A
process finds again what it has taken on itself.
"""

import re
from functools import cache

from bot.model.records import DueKind
from bot.store import matches, outbox, places
from bot.store.outbox import FIRST, upcoming_of
from bot.store.personal import limits, of_match
from bot.store.schema import TABLES, WORK, DueWork

OPEN_COUNTS = """SELECT
    (SELECT count(*) FROM matches
        WHERE status = 'invited' AND (people -> 0 ->> 'id') = ?1::bigint::text),
    (SELECT count(*) FROM seats WHERE status = 'running' AND person = ?1::bigint),
    (SELECT count(*) FROM matches WHERE status = 'invited' AND guild = ?2::bigint),
    (SELECT count(*) FROM matches WHERE status = 'running' AND guild = ?2::bigint)"""
# As an array, which the planner knows to be short.
RETRY_IN = f"""{outbox.RETRY} AND match_id = ANY (ARRAY(
    SELECT id FROM matches WHERE channel IN (SELECT value FROM json_each(?2))
    UNION SELECT match_id FROM places WHERE thread IN (SELECT value FROM json_each(?2))
)) RETURNING id"""
NEXT_ID = "UPDATE match_numbers SET last = last + 1 RETURNING last"
IS_RECORDED = """SELECT 1 FROM events
WHERE match_id = ?1 AND seq = ?2 + 1 AND at = ?3
    AND kind = (?4::jsonb -> 0 ->> 0) AND payload = (?4::jsonb -> 0 ->> 1)::jsonb"""

POSTGRES_STATEMENTS = {
    limits.OPEN_COUNTS: OPEN_COUNTS,
    outbox.RETRY_IN: RETRY_IN,
    matches.NEXT_ID: NEXT_ID,
}

NOT_IDEMPOTENT = frozenset(
    {
        of_match.SAVE_DRAFT,
        places.SAVE_PLACE,
        *(
            sql
            for table in TABLES
            if "changes" in table.columns
            for sql in (table.put_next, table.change_next)
        ),
    }
)
"""Statements that would return something else if sent again: each is a transaction, whose outcome
can be asked for."""

ID = re.compile(r":id\b")
# Every part of a statement sees what was there when it began. If somebody touches the match after
# that it does nothing, as if the match had gone on.
SEEN = "SELECT id, xmin AS version FROM matches WHERE id = :id"
ADVANCE = matches.ADVANCE.replace(
    "WHERE id = :id", "FROM seen WHERE matches.id = seen.id AND matches.xmin = seen.version"
).replace("RETURNING id", "RETURNING matches.id, game, competition")


@cache
def at_once(statements: tuple[str, ...]) -> str:
    """One statement, and so one round trip to the server, that advances a match and does what these
    do. It returns whether the player to move has premoves, nothing if it has done nothing."""
    parts = [f"seen AS MATERIALIZED (\n    {SEEN}\n)", f"advanced AS (\n    {ADVANCE}\n)"]
    for number, sql in enumerate(statements):
        # The row of the match is at hand, and is looked up no second time.
        part = ID.sub("(SELECT advanced.id FROM advanced)", sql)
        part = part.replace("FROM matches", "FROM advanced AS matches")
        parts.append(f"part_{number} AS (\n    {part}\n)")
    return f"WITH {', '.join(parts)}\nSELECT EXISTS ({matches.HAS_PREMOVES}) FROM advanced"


HELD = """EXISTS (
        SELECT 1 FROM claims WHERE claims.kind = '{kind}' AND claims.id = {number}
            AND claims.process <> {process} AND claims.until > clock_timestamp()
    )"""
"""Whether another process has taken that on."""

TAKE = """INSERT INTO claims (kind, id, process, until)
    SELECT '{kind}', {number}, {process}::bigint, {until} FROM first
    ON CONFLICT (kind, id) DO UPDATE SET process = excluded.process, until = excluded.until
    WHERE claims.process = excluded.process OR claims.until <= clock_timestamp()
    RETURNING id"""

SOME_TIME = "clock_timestamp() + {} * interval '1 second'"
GOT = "ANY (ARRAY(SELECT taken.id FROM taken))"
"""What was taken on, as an array: the planner knows that it is short, whatever the tables hold."""

FOR_GOOD = "'infinity'"
"""Until it is given back, or the process counts as dead."""


def taken(
    kind: str,
    first: str,
    result: str,
    *,
    number: str = "id",
    process: str = "?3",
    until: str = SOME_TIME.format("?4::float8"),
) -> str:
    """Take on what `first` finds, and return `result` of it."""
    return f"""WITH first AS (
    {first}
), taken AS (
    {TAKE.format(kind=kind, number=number, process=process, until=until)}
)
{result}"""


def free(kind: str, number: str, process: str = "?3") -> str:
    """The condition that no other process has taken that on."""
    return f"NOT {HELD.format(kind=kind, number=number, process=process)}"


# While another process sends a post of a match to a channel or person, nobody sends a second there:
# not even a refused one, which has become due meanwhile and goes first.
NONE_BEING_SENT = f"""NOT EXISTS (
        SELECT 1 FROM outbox AS other
        WHERE other.match_id = post.match_id AND other.retry_at IS NOT NULL
            AND other.person IS NOT DISTINCT FROM post.person AND other.direct = post.direct
            AND {HELD.format(kind="post", number="other.id", process="?3")}
    )"""
PENDING = taken(
    "post",
    f"""SELECT post.id {FIRST} AND retry_at <= ?1 AND {NONE_BEING_SENT}
    ORDER BY post.id LIMIT ?2 FOR UPDATE OF post SKIP LOCKED""",
    f"""SELECT {outbox.COLUMNS} FROM outbox
WHERE id = {GOT} ORDER BY id""",
    until=FOR_GOOD,
)


def timed(kind: DueKind, work: DueWork) -> str:
    """Take on rows whose time has come."""
    number, order = work.number, work.order
    if work.in_order:
        return taken(
            kind,
            f"""SELECT 1 FROM {work.table}
    WHERE {work.is_due} AND {free(kind, work.claimed)}
    ORDER BY {order} LIMIT 1""",
            f"{work.listed} WHERE {work.is_due} AND EXISTS (SELECT 1 FROM taken)\n"
            f"ORDER BY {order} LIMIT ?2",
            number=work.claimed,
        )
    return taken(
        kind,
        f"""SELECT {number} FROM {work.table}
    WHERE {work.is_due} AND {free(kind, work.claimed)}
    ORDER BY {order} LIMIT ?2 FOR NO KEY UPDATE SKIP LOCKED""",
        f"{work.listed} WHERE {number} = {GOT} ORDER BY {order}",
        number=number,
    )


DUE_PEOPLE = taken(
    "person",
    f"""SELECT person, min(next_at) AS at FROM (
        (SELECT person, next_at FROM notices
        WHERE next_at <= ?1 AND {free("person", "person")} ORDER BY next_at LIMIT 500)
        UNION ALL
        (SELECT person, next_at FROM mentions
        WHERE next_at <= ?1 AND {free("person", "person")} ORDER BY next_at LIMIT 500)
    ) GROUP BY person ORDER BY at LIMIT ?2""",
    "SELECT person FROM first JOIN taken ON taken.id = first.person ORDER BY at",
    number="person",
)

TAKEN = {kind: timed(kind, work) for kind, work in WORK.items()} | {
    DueKind.POST: PENDING,
    DueKind.PERSON: DUE_PEOPLE,
}
"""The statements that find what is due, and take it on."""

DROP_CLAIMS = "DELETE FROM claims WHERE kind IN ('person', 'deletion') AND id = ?"

UPCOMING = upcoming_of("?1::timestamptz", lambda kind, number: f" AND {free(kind, number, '?2')}")

REGISTER = f"""INSERT INTO processes (alive_until, first_shard, last_shard, shard_count)
VALUES ({SOME_TIME.format("?1::float8")}, ?2, ?3, ?4) RETURNING id"""
ALIVE = f"""UPDATE processes SET alive_until = {SOME_TIME.format("?1::float8")},
    first_shard = ?2, last_shard = ?3, shard_count = ?4
WHERE id = ?5 RETURNING id"""
# With another number of shards each has some of the same servers.
SAME_SHARDS = """SELECT count(*) FROM processes
WHERE id <> ?4 AND alive_until > clock_timestamp()
    AND (shard_count <> ?3 OR (first_shard <= ?2 AND last_shard >= ?1))"""
# A post of a process that fell silent may have been delivered: the process that takes it on looks
# first.
BURY = """WITH dead AS (
    SELECT id FROM processes WHERE alive_until < clock_timestamp() FOR UPDATE SKIP LOCKED
), tried AS (
    UPDATE outbox SET tries = tries + 1
    WHERE retry_at IS NOT NULL AND id = ANY (ARRAY(
        SELECT claims.id FROM claims
        WHERE kind = 'post' AND process = ANY (ARRAY(SELECT dead.id FROM dead))
    ))
), over AS (
    DELETE FROM claims WHERE until < statement_timestamp()
)
DELETE FROM processes WHERE id IN (SELECT id FROM dead)"""
LEAVE = "DELETE FROM processes WHERE id = ?"
HOLD_CALENDARS = "SELECT pg_advisory_xact_lock(?)"
HOLD_LOBBY = "SELECT pg_advisory_xact_lock_shared(?)"
# In one order, so that no two wait for each other.
HOLD_MATCHES = """SELECT id FROM matches
WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id FOR NO KEY UPDATE"""
HOLD_FREE_MATCHES = f"{HOLD_MATCHES} SKIP LOCKED"
TOUCH_MATCHES = f"UPDATE matches SET edition = edition WHERE id IN ({HOLD_MATCHES})"
