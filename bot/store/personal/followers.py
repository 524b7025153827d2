"""Who follows which match."""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.model.records import MatchId
from bot.store.database import Database, in_one_transaction
from bot.store.rows import time_from

FOLLOW = "INSERT INTO followers (match_id, person) VALUES (?, ?) ON CONFLICT DO NOTHING"
UNFOLLOW = "DELETE FROM followers WHERE match_id = ? AND person = ? RETURNING person"
UNTELL = "DELETE FROM mentions WHERE match_id = ? AND person = ? AND kind = 'followed'"
FOLLOWED = "SELECT match_id FROM followers WHERE person = ? ORDER BY match_id"
NOTIFIED = "SELECT at FROM followers_told WHERE person = ?"
LEAVE_NOTES = """INSERT INTO told_later (person, match_id, text)
SELECT ?1/*::bigint*/, match_id, ?2/*::text*/ FROM (
    SELECT match_id FROM followers WHERE person = ?1/*::bigint*/
    UNION SELECT value/*::bigint*/ FROM json_each(?3)
) WHERE TRUE
ON CONFLICT (person, match_id) DO UPDATE SET text = told_later.text || ' ' || excluded.text"""
END_ALL = "DELETE FROM followers WHERE person = ?"
UNTELL_ALL = "DELETE FROM mentions WHERE person = ? AND kind = 'followed'"


class FollowingTables(Database):
    """Followers: one row for each person and match."""

    async def follow(self, person: int, match: MatchId) -> None:
        await self._write_alone(FOLLOW, (match, person))

    @in_one_transaction
    async def unfollow(self, person: int, match: MatchId) -> bool:
        await self._touch([match])
        await self._write(UNTELL, (match, person))
        return bool(await self._write(UNFOLLOW, (match, person)))

    async def followed(self, person: int) -> list[MatchId]:
        return [MatchId(match) for (match,) in await self._read(FOLLOWED, (person,))]

    async def follower_notified(self, person: int) -> datetime | None:
        return next((time_from(at) for (at,) in await self._read(NOTIFIED, (person,))), None)

    @in_one_transaction
    async def end_following(self, person: int, matches: Sequence[MatchId], note: str) -> None:
        await self._touch(match for (match,) in await self._write(FOLLOWED, (person,)))
        await self._write(LEAVE_NOTES, (person, note, json.dumps(matches)))
        await self._write(END_ALL, (person,))
        await self._write(UNTELL_ALL, (person,))
