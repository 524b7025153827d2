"""The leagues of all servers, and who is signed up for them."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.competitions.competition import League, Member
from bot.store.database import Database, in_one_transaction
from bot.store.schema import LEAGUES, MEMBERS, TABLE

POSTED = ("message", "shown", "shows")
"""The columns that say how the living post stands."""

SAVED = tuple(column for column in LEAGUES.columns if column not in {"id", *POSTED})

FOUND = f"""INSERT INTO leagues ({", ".join((*SAVED, *POSTED))})
VALUES ({", ".join(f":{column}" for column in (*SAVED, *POSTED))}) RETURNING id"""
SAVE = f"""UPDATE leagues SET {", ".join(f"{column} = :{column}" for column in SAVED)}
WHERE id = :id AND changes = :changes - 1 RETURNING id"""
POST = f"""UPDATE leagues SET {", ".join(f"{column} = :{column}" for column in POSTED)}
WHERE id = :id AND channel = :channel"""
CLOSE = "DELETE FROM leagues WHERE id = ?1 AND changes = ?2 RETURNING id"
CLOSE_MEMBERS = TABLE["members"].drop("league")
LEAGUE = TABLE["leagues"].find("id")
OF_GUILD = TABLE["leagues"].find("guild")
DUE = f"SELECT {LEAGUES.listed} FROM leagues WHERE begins <= ? ORDER BY begins LIMIT ?"
STALE = f"""SELECT {LEAGUES.listed} FROM leagues WHERE shown <> changes AND shows <= ?
ORDER BY shows LIMIT ?"""

# The league goes first, so that no season begins between the look and what is done.
JOINS = """UPDATE leagues SET changes = changes + 1 WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM members WHERE league = ?1 AND person = ?2) RETURNING id"""
JOIN = f"""INSERT INTO members ({MEMBERS.listed}) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING person"""
LEAVES = """UPDATE leagues SET changes = changes + 1 WHERE id = ?1
    AND EXISTS (SELECT 1 FROM members WHERE league = ?1 AND person = ?2) RETURNING id"""
LEAVE = "DELETE FROM members WHERE league = ?1 AND person = ?2 RETURNING person"
# Newcomers have no position, and come last.
OF_LEAGUE = f"""SELECT {MEMBERS.listed} FROM members WHERE league = ?
ORDER BY position IS NULL, position, since, person"""
OF_PERSON = TABLE["members"].find("person")


class LeagueTables(Database):
    """One row for each league, and one for each person who is signed up for it."""

    @in_one_transaction
    async def found_league(self, league: League) -> int:
        ((number,),) = await self._write(FOUND, LEAGUES.by_column(league, without="id"))
        return int(number)

    async def league(self, number: int) -> League | None:
        return await self._one_of(LEAGUES, LEAGUE, (number,))

    async def leagues_of(self, guild: int) -> list[League]:
        return await self._all_of(LEAGUES, OF_GUILD, (guild,))

    async def save_league(self, league: League) -> bool:
        return await self._transaction(lambda: self._saved(league))

    async def _saved(self, league: League) -> bool:
        values = LEAGUES.by_column(league)
        named = {name: value for name, value in values.items() if name not in POSTED}
        return bool(await self._write(SAVE, named))

    @in_one_transaction
    async def close_league(self, league: League) -> bool:
        if not await self._write(CLOSE, (league.number, league.changes)):
            return False
        await self._write(CLOSE_MEMBERS, (league.number,))
        return True

    @in_one_transaction
    async def sign_up(self, member: Member) -> bool:
        if not await self._write(JOINS, (member.league, member.person)):
            return False
        return bool(await self._write(JOIN, MEMBERS.values(member)))

    @in_one_transaction
    async def withdraw(self, league: int, person: int) -> bool:
        if not await self._write(LEAVES, (league, person)):
            return False
        return bool(await self._write(LEAVE, (league, person)))

    async def members(self, league: int) -> list[Member]:
        return await self._all_of(MEMBERS, OF_LEAGUE, (league,))

    async def memberships(self, person: int) -> list[Member]:
        return await self._all_of(MEMBERS, OF_PERSON, (person,))

    async def due_leagues(self, now: datetime, limit: int) -> Sequence[League]:
        return await self._due_of(LEAGUES, DUE, now, limit)

    async def due_league_posts(self, now: datetime, limit: int) -> Sequence[League]:
        return await self._due_of(LEAGUES, STALE, now, limit)

    async def league_posted(self, league: League) -> None:
        values = LEAGUES.by_column(league)
        await self._write_alone(POST, {name: values[name] for name in ("id", "channel", *POSTED)})
