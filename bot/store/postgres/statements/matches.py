"""Matches and their events, as PostgreSQL says it."""

import re
from functools import cache

from bot.store import matches

NEXT_ID = "UPDATE match_numbers SET last = last + 1 RETURNING last"
IS_RECORDED = """SELECT 1 FROM events
WHERE match_id = ?1 AND seq = ?2 + 1 AND at = ?3
    AND kind = (?4::jsonb -> 0 ->> 0) AND payload = (?4::jsonb -> 0 ->> 1)::jsonb"""

IN_OTHER_WORDS = {matches.NEXT_ID: NEXT_ID}

ID = re.compile(r":id\b")
# Every part of a statement sees what was there when it began. Where somebody touches the match
# after that it does nothing, as where the match has gone on.
SEEN = "SELECT id, xmin AS version FROM matches WHERE id = :id"
ADVANCE = matches.ADVANCE.replace(
    "WHERE id = :id", "FROM seen WHERE matches.id = seen.id AND matches.xmin = seen.version"
).replace("RETURNING id", "RETURNING matches.id")


@cache
def at_once(statements: tuple[str, ...]) -> str:
    """One statement, and so one way to the server and back, that advances a match and does what
    these do. It answers nothing where it has done nothing."""
    parts = [f"seen AS MATERIALIZED (\n    {SEEN}\n)", f"advanced AS (\n    {ADVANCE}\n)"]
    for number, sql in enumerate(statements):
        part = ID.sub("(SELECT advanced.id FROM advanced)", sql)
        parts.append(f"part_{number} AS (\n    {part}\n)")
    return f"WITH {', '.join(parts)}\nSELECT id FROM advanced"
