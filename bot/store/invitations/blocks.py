"""Whom people do not want to play with, and whom they have played."""

import json
from collections.abc import Sequence

from bot.model.events import Person
from bot.store.database import Database
from bot.store.schema import TABLE

BLOCK, BLOCKED = TABLE["blocks"].put, TABLE["blocks"].find("person")
UNBLOCK = f"{TABLE['blocks'].drop('person', 'blocked')} RETURNING blocked"
BLOCKERS = """SELECT person FROM blocks
WHERE blocked = ?1 AND person IN (SELECT value FROM json_each(?2))"""

NEWEST = """SELECT match_id FROM seats
WHERE person = {person}/*::bigint*/ AND status IN ('running', 'ended') AND match_id <= {most}
ORDER BY match_id DESC LIMIT 1"""
"""The newest match of somebody that is played, up to a number."""

LAST = 2**63 - 1
# Whoever stands at the newer match goes back to where the other stands, until both are at the
# same one: as many steps as the one with fewer matches has, and no more than twice that.
PLAYED = f"""WITH RECURSIVE leap (one, other) AS (
    SELECT ({NEWEST.format(person="?1", most=LAST)}), ({NEWEST.format(person="?2", most=LAST)})
    UNION ALL
    SELECT
        CASE WHEN one > other THEN ({NEWEST.format(person="?1", most="other")}) ELSE one END,
        CASE WHEN other > one THEN ({NEWEST.format(person="?2", most="one")}) ELSE other END
    FROM leap WHERE one <> other
)
SELECT 1 FROM leap WHERE one = other LIMIT 1"""


class BlockTable(Database):
    """The lists of people, and who has played whom."""

    async def block(self, person: int, other: Person) -> None:
        await self._write_alone(BLOCK, (person, other.id, other.name))

    async def unblock(self, person: int, other: int) -> bool:
        return bool(await self._write_alone(UNBLOCK, (person, other)))

    async def blocked(self, person: int) -> list[Person]:
        found = await self._read(BLOCKED, (person,))
        people = [Person(other, name) for _, other, name in found]
        return sorted(people, key=lambda each: (each.name.casefold(), each.id))

    async def blockers(self, person: int, among: Sequence[int]) -> set[int]:
        found = await self._read(BLOCKERS, (person, json.dumps(among)))
        return {blocker for (blocker,) in found}

    async def have_played(self, one: int, other: int) -> bool:
        return bool(await self._read(PLAYED, (one, other)))
