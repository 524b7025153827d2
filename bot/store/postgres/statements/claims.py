"""What several processes ask of the tables: what is due and not taken on by another.

`?3` is the number of the process that asks, `?4` the seconds for which it takes something on. It
finds again what it has taken on itself.
"""

import re

from bot.store import matches, notices, outbox, places, stretches
from bot.store.competitions import competitions, leagues
from bot.store.invitations import challenges
from bot.store.outbox import FIRST, upcoming_of
from bot.store.personal import exercises
from bot.store.privacy import deletions, servers
from bot.store.results import ratings

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
"""What was got, as an array: that is short, as the planner knows, whatever the tables hold."""

FOR_GOOD = "'infinity'"
"""Until it is given back, or the process is taken for dead."""


def taken(
    kind: str,
    first: str,
    result: str,
    *,
    number: str = "id",
    process: str = "?3",
    until: str = SOME_TIME.format("?4::float8"),
) -> str:
    """Take on what `first` finds, and answer `result` of what was got."""
    return f"""WITH first AS (
    {first}
), taken AS (
    {TAKE.format(kind=kind, number=number, process=process, until=until)}
)
{result}"""


def free(kind: str, number: str, process: str = "?3") -> str:
    """That no other process has taken that on."""
    return f"NOT {HELD.format(kind=kind, number=number, process=process)}"


# While another process sends one post of a lane, nobody sends a second: not even a refused one,
# which has become due meanwhile and goes first.
LANE_IS_FREE = f"""NOT EXISTS (
        SELECT 1 FROM outbox AS other
        WHERE other.match_id = post.match_id AND other.retry_at IS NOT NULL
            AND other.person IS NOT DISTINCT FROM post.person AND other.direct = post.direct
            AND {HELD.format(kind="post", number="other.id", process="?3")}
    )"""
PENDING = taken(
    "post",
    f"""SELECT post.id {FIRST} AND retry_at <= ?1 AND {LANE_IS_FREE}
    ORDER BY post.id LIMIT ?2 FOR UPDATE OF post SKIP LOCKED""",
    f"""SELECT {outbox.COLUMNS} FROM outbox
WHERE id = {GOT} ORDER BY id""",
    until=FOR_GOOD,
)
TIMED = re.compile(
    r"SELECT (?P<columns>.+) FROM (?P<table>\w+)\s+"
    r"WHERE (?P<also>[\w<> ]+ AND )?(?P<at>\w+) <= \?\s+ORDER BY (?P<order>.+) LIMIT \?"
)


def timed(kind: str, sql: str, number: str, lock: str = "UPDATE") -> str:
    """Take on what a statement finds whose time has come."""
    found = TIMED.fullmatch(sql)
    assert found, sql
    columns, table, also, at, order = found.groups(default="")
    return taken(
        kind,
        f"""SELECT {number} FROM {table}
    WHERE {also}{at} <= ?1 AND {free(kind, f"{table}.{number}")}
    ORDER BY {order} LIMIT ?2 FOR {lock} SKIP LOCKED""",
        f"SELECT {columns} FROM {table} WHERE {number} = {GOT} ORDER BY {order}",
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
STALE_LOBBIES = taken(
    "lobby",
    f"""SELECT channel FROM lobbies
    WHERE shown <> changes AND {free("lobby", "channel", "?1")}
    ORDER BY channel FOR UPDATE SKIP LOCKED""",
    f"""SELECT channel, guild, message, changes FROM lobbies
WHERE channel = {GOT} ORDER BY channel""",
    number="channel",
    process="?1",
    until=SOME_TIME.format("?2::float8"),
)

TAKEN = {
    outbox.PENDING: PENDING,
    outbox.OUTDATED: timed("old_post", outbox.OUTDATED, "id"),
    matches.DUE: timed("match", matches.DUE, "id", "NO KEY UPDATE"),
    notices.DUE_PEOPLE: DUE_PEOPLE,
    places.DUE_PLACES: timed("place", places.DUE_PLACES, "match_id"),
    stretches.DUE_STRETCHES: timed("stretch", stretches.DUE_STRETCHES, "match_id"),
    challenges.STALE: STALE_LOBBIES,
    deletions.DUE_DELETIONS: timed("deletion", deletions.DUE_DELETIONS, "person"),
    servers.DUE: timed("server", servers.DUE, "guild"),
    exercises.DUE: timed("daily", exercises.DUE, "guild"),
    ratings.DUE_LEADER_ROLES: timed("leader_role", ratings.DUE_LEADER_ROLES, "role"),
    leagues.DUE: timed("league", leagues.DUE, "id"),
    leagues.STALE: timed("league_post", leagues.STALE, "id"),
    ratings.DUE: timed("contest", ratings.DUE, "number"),
    competitions.DUE: timed("competition", competitions.DUE, "id"),
    competitions.STALE: timed("competition_post", competitions.STALE, "id"),
}
"""By what finds what is due the statement that takes it on as well."""

DROP_CLAIMS = "DELETE FROM claims WHERE kind IN ('person', 'deletion') AND id = ?"

UPCOMING = upcoming_of(
    FIRST, "?1::timestamptz", lambda kind, number: f" AND {free(kind, number, '?2')}"
)

REGISTER = f"""INSERT INTO processes (alive_until, first_shard, last_shard, shard_count)
VALUES ({SOME_TIME.format("?1::float8")}, ?2, ?3, ?4) RETURNING id"""
ALIVE = f"""UPDATE processes SET alive_until = {SOME_TIME.format("?1::float8")},
    first_shard = ?2, last_shard = ?3, shard_count = ?4
WHERE id = ?5 RETURNING id"""
# Of another number of shards each has some of the same servers.
SAME_SHARDS = """SELECT count(*) FROM processes
WHERE id <> ?4 AND alive_until > clock_timestamp()
    AND (shard_count <> ?3 OR (first_shard <= ?2 AND last_shard >= ?1))"""
# A post of somebody who fell silent may stand in its channel: whoever takes it on looks first.
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
