"""The servers that have the bot, and the end of what belongs to those that have it no more."""

import json
from collections.abc import Iterable
from datetime import datetime

from bot.model.privacy.records import ServerLeft
from bot.model.records import DueKind
from bot.store.database import in_one_transaction
from bot.store.privacy.deletions import DeletionTables
from bot.store.rows import Rows, time_from, time_text

SERVERS_LEFT = Rows(ServerLeft, "a server")
SERVERS = "SELECT guild, left_at FROM servers"
PRESENT = """INSERT INTO servers (guild) SELECT value/*::bigint*/ FROM json_each(?1) WHERE TRUE
ON CONFLICT (guild) DO UPDATE SET left_at = NULL, due_at = NULL
WHERE servers.left_at IS NOT NULL"""
LEFT = """INSERT INTO servers (guild, left_at, due_at)
SELECT value/*::bigint*/, ?2/*::timestamptz*/, ?3/*::timestamptz*/ FROM json_each(?1) WHERE TRUE
ON CONFLICT (guild) DO UPDATE SET left_at = excluded.left_at, due_at = excluded.due_at
WHERE servers.left_at IS NULL"""
# Nobody lets the bot in, or plays, between the question and the answer.
STILL_LEFT = "SELECT guild FROM servers WHERE guild = ?1 AND left_at IS NOT NULL /*FOR UPDATE*/"
FORSAKEN = """SELECT id FROM matches WHERE guild = ?1 AND (
    updated <= ?2 OR NOT EXISTS (
        SELECT 1 FROM events WHERE match_id = matches.id AND at > ?2
            AND kind IN ('challenged', 'accepted', 'started', 'played')
        /*OFFSET 0*/
    )
) ORDER BY id LIMIT ?3 /*FOR UPDATE OF matches*/"""
DELETE_PREFERENCES = "DELETE FROM preferences WHERE scope = 'guild' AND owner = ?1"
DELETE_LOBBIES = "DELETE FROM lobbies WHERE guild = ?1"
DELETE_DAILY = "DELETE FROM dailies WHERE guild = ?1"
DELETE_ENTRIES = "DELETE FROM day_entries WHERE guild = ?1"
DELETE_LEADER_ROLES = "DELETE FROM leader_roles WHERE guild = ?1"
DELETE_FIXTURES = """DELETE FROM fixtures WHERE competition IN (
    SELECT id FROM competitions WHERE guild = ?1
)"""
DELETE_ENTRANTS = """DELETE FROM entrants WHERE competition IN (
    SELECT id FROM competitions WHERE guild = ?1
)"""
DELETE_COMPETITIONS = "DELETE FROM competitions WHERE guild = ?1"
DELETE_MEMBERS = """DELETE FROM members WHERE league IN (
    SELECT id FROM leagues WHERE guild = ?1
)"""
DELETE_LEAGUES = "DELETE FROM leagues WHERE guild = ?1"
# The ratings of its people stand, and so do the contests that made them.
DELETE_RATED = "DELETE FROM rated_guilds WHERE guild = ?1"
LEAVE_GUILD = "UPDATE contests SET guild = NULL WHERE guild = ?1"
DELETE_ALL = (
    *(DELETE_PREFERENCES, DELETE_LOBBIES, DELETE_DAILY, DELETE_ENTRIES, DELETE_FIXTURES),
    *(DELETE_ENTRANTS, DELETE_COMPETITIONS, DELETE_MEMBERS, DELETE_LEAGUES),
    DELETE_LEADER_ROLES,
    *(DELETE_RATED, LEAVE_GUILD),
)
ANY_MATCH = "SELECT id FROM matches WHERE guild = ?1 ORDER BY id LIMIT 1"
AGAIN = "UPDATE servers SET due_at = ?2 WHERE guild = ?1"
DELETE_SERVER = "DELETE FROM servers WHERE guild = ?1"


class ServerTable(DeletionTables):
    """One row for each server that has let the bot in and of which something may be left."""

    async def servers(self) -> dict[int, datetime | None]:
        return {guild: time_from(left) for guild, left in await self._read(SERVERS)}

    async def note_servers(
        self, present: Iterable[int], left: Iterable[int], at: datetime, due: datetime
    ) -> None:
        here, gone = json.dumps(sorted(present)), json.dumps(sorted(left))

        async def work() -> None:
            await self._write(PRESENT, (here,))
            await self._write(LEFT, (gone, time_text(at), time_text(due)))

        await self._transaction(work)

    async def due_servers(self, now: datetime, limit: int) -> list[ServerLeft]:
        return await self._due_of(DueKind.SERVER, SERVERS_LEFT.of, now, limit)

    @in_one_transaction
    async def delete_matches_of(self, guild: int, before: datetime, limit: int) -> int:
        if not await self._write(STILL_LEFT, (guild,)):
            return 0
        found = await self._write(FORSAKEN, (guild, time_text(before), limit))
        numbers = [number for (number,) in found]
        await self._hold(numbers)
        await self._delete_matches(numbers)
        return len(numbers)

    @in_one_transaction
    async def forget_server(self, guild: int, again: datetime) -> None:
        if not await self._write(STILL_LEFT, (guild,)):
            return
        for sql in DELETE_ALL:
            await self._write(sql, (guild,))
        if await self._write(ANY_MATCH, (guild,)):
            await self._write(AGAIN, (guild, time_text(again)))
        else:
            await self._write(DELETE_SERVER, (guild,))
