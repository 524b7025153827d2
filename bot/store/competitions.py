"""Leagues, their seasons, and tournaments: who takes part in them, and who meets whom. What changes
one changes its living post, too."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from bot.model.competitions.competition import Competition, Entrant, Fixture, League, Member
from bot.model.competitions.lineup import Lineup
from bot.model.competitions.port import ChangedParts
from bot.model.places import LivingKind, PostState
from bot.model.records import GuildId, PersonId
from bot.store.database import in_one_transaction
from bot.store.notices import PersonalPosts
from bot.store.places import LivingPostTable
from bot.store.rows import Rows
from bot.store.schema import COMPETITIONS, ENTRANTS, FIXTURES, LEAGUES, MEMBERS, TABLE


def _numbered(rows: Rows[Any], table: str) -> tuple[str, str]:
    # Begin and save a row. It is saved only if its `changes` are as they were read.
    kept = [column for column in rows.columns if column != "id"]
    return (
        f"""INSERT INTO {table} ({", ".join(kept)})
VALUES ({", ".join(f":{column}" for column in kept)}) RETURNING id""",
        f"""UPDATE {table} SET {", ".join(f"{column} = :{column}" for column in kept)}
WHERE id = :id AND changes = :changes - 1 RETURNING id""",
    )


FOUND, SAVE_LEAGUE = _numbered(LEAGUES, "leagues")
CLOSE = "DELETE FROM leagues WHERE id = ?1 AND changes = ?2 RETURNING id"
CLOSE_MEMBERS = TABLE["members"].drop("league")
CLOSE_POST = TABLE["living_posts"].drop("kind", "subject")

# The league first, so that no season begins between the check and the write.
JOINS = """UPDATE leagues SET changes = changes + 1 WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM members WHERE league = ?1 AND person = ?2) RETURNING id"""
JOIN = f"{TABLE['members'].add} RETURNING person"
LEAVES = """UPDATE leagues SET changes = changes + 1 WHERE id = ?1
    AND EXISTS (SELECT 1 FROM members WHERE league = ?1 AND person = ?2) RETURNING id"""
WITHDRAW = "DELETE FROM members WHERE league = ?1 AND person = ?2 RETURNING person"


class LeagueTables(LivingPostTable):
    """One row for each league, and one for each of its members."""

    @in_one_transaction
    async def found_league(self, league: League) -> int:
        ((number,),) = await self._write(FOUND, LEAGUES.by_column(league, without="id"))
        await self._begin_post(PostState(LivingKind.LEAGUE, number, league.guild, league.channel))
        return int(number)

    async def save_league(self, league: League) -> bool:
        return await self._transaction(lambda: self._saved(league))

    async def _saved(self, league: League) -> bool:
        if not await self._write(SAVE_LEAGUE, LEAGUES.by_column(league)):
            return False
        await self._changed(LivingKind.LEAGUE, league.number, league.channel)
        return True

    @in_one_transaction
    async def close_league(self, league: League) -> bool:
        if not await self._write(CLOSE, (league.number, league.changes)):
            return False
        await self._write(CLOSE_MEMBERS, (league.number,))
        await self._write(CLOSE_POST, (LivingKind.LEAGUE, league.number))
        return True

    @in_one_transaction
    async def sign_up(self, member: Member) -> bool:
        if not await self._write(JOINS, (member.league, member.person)):
            return False
        await self._changed(LivingKind.LEAGUE, member.league)
        return bool(await self._write(JOIN, MEMBERS.values(member)))

    @in_one_transaction
    async def withdraw(self, league: int, person: PersonId) -> bool:
        if not await self._write(LEAVES, (league, person)):
            return False
        await self._changed(LivingKind.LEAGUE, league)
        return bool(await self._write(WITHDRAW, (league, person)))


BEGIN, SAVE = _numbered(COMPETITIONS, "competitions")
CURRENT = "UPDATE leagues SET current = ?1 WHERE id = ?2"
TOURNAMENTS = f"""SELECT {COMPETITIONS.listed} FROM competitions
WHERE guild = ? AND format <> 'season' ORDER BY id DESC LIMIT ?"""
OPEN = f"""SELECT {COMPETITIONS.listed} FROM competitions
WHERE guild = ? AND phase IN ('sign_up', 'running') ORDER BY id DESC"""

ENTER = TABLE["entrants"].put
LEAVE = TABLE["entrants"].drop("competition", "number")
PUT_FIXTURE = TABLE["fixtures"].put
LEAGUE_CHANGES = "UPDATE leagues SET changes = changes + 1 WHERE id = ?"
SIGN_OUT = TABLE["members"].drop("league", "person")
ORDER = "UPDATE members SET position = ?1 WHERE league = ?2 AND person = ?3"


class CompetitionTables(LeagueTables, PersonalPosts):
    """One row for each competition, and one for each of its entrants and fixtures."""

    @in_one_transaction
    async def begin_season(self, league: League, season: Lineup) -> int | None:
        if not await self._saved(league):
            return None
        number = await self._begin(season.competition)
        await self._write(CURRENT, (number, league.number))
        await self._put(
            [replace(each, competition=number) for each in season.entrants],
            [replace(each, competition=number) for each in season.fixtures],
        )
        return number

    async def announce(self, tournament: Competition) -> int:
        return await self._transaction(lambda: self._begin(tournament))

    async def _begin(self, competition: Competition) -> int:
        values = COMPETITIONS.by_column(competition, without="id")
        ((number,),) = await self._write(BEGIN, values)
        place = (competition.guild, competition.channel)
        await self._begin_post(PostState(LivingKind.COMPETITION, number, *place))
        return int(number)

    async def _put(self, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> None:
        for entrant in entrants:
            await self._write(ENTER, ENTRANTS.values(entrant))
        for fixture in fixtures:
            await self._write(PUT_FIXTURE, FIXTURES.values(fixture))

    async def tournaments_of(self, guild: GuildId, limit: int) -> list[Competition]:
        return await self._all_of(COMPETITIONS, TOURNAMENTS, (guild, limit))

    async def open_competitions(self, guild: GuildId) -> list[Competition]:
        return await self._all_of(COMPETITIONS, OPEN, (guild,))

    @in_one_transaction
    async def save_competition(
        self, competition: Competition, **parts: Unpack[ChangedParts]
    ) -> bool:
        if not await self._write(SAVE, COMPETITIONS.by_column(competition)):
            return False
        await self._changed(LivingKind.COMPETITION, competition.number, competition.channel)
        for number in parts.get("left", ()):
            await self._write(LEAVE, (competition.number, number))
        await self._put(parts.get("entrants", ()), parts.get("fixtures", ()))
        await self._tell(parts.get("notified", ()))
        orders, silent = parts.get("orders", {}), parts.get("silent", ())
        if competition.league and (orders or silent):
            await self._order(competition.league, orders)
            for person in silent:
                await self._write(SIGN_OUT, (competition.league, person))
        return True

    async def _order(self, league: int, orders: Mapping[PersonId, int]) -> None:
        await self._write(LEAGUE_CHANGES, (league,))
        await self._changed(LivingKind.LEAGUE, league)
        for person, position in orders.items():
            await self._write(ORDER, (position, league, person))
