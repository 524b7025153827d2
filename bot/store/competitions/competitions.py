"""Seasons and tournaments: who takes part in them, and who meets whom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.model.competitions.competition import Competition, Entrant, Fixture, League
from bot.model.records import MatchSummary
from bot.store.competitions.leagues import LeagueTables
from bot.store.database import in_one_transaction
from bot.store.lists import SUMMARY
from bot.store.rows import summary_from
from bot.store.schema import COMPETITIONS, ENTRANTS, FIXTURES, TABLE

POSTED = ("message", "shown", "shows", "told")
"""The columns that say how the living table stands."""

SAVED = tuple(column for column in COMPETITIONS.columns if column not in {"id", *POSTED})

BEGIN = f"""INSERT INTO competitions ({", ".join((*SAVED, *POSTED))})
VALUES ({", ".join(f":{column}" for column in (*SAVED, *POSTED))}) RETURNING id"""
CURRENT = "UPDATE leagues SET current = ?1 WHERE id = ?2"
SAVE = f"""UPDATE competitions SET {", ".join(f"{column} = :{column}" for column in SAVED)}
WHERE id = :id AND changes = :changes - 1 RETURNING id"""
POST = f"""UPDATE competitions SET {", ".join(f"{column} = :{column}" for column in POSTED)}
WHERE id = :id AND channel = :channel"""
COMPETITION = TABLE["competitions"].find("id")
TOURNAMENTS = f"""SELECT {COMPETITIONS.listed} FROM competitions
WHERE guild = ? AND format <> 'season' ORDER BY id DESC LIMIT ?"""
OPEN = f"""SELECT {COMPETITIONS.listed} FROM competitions
WHERE guild = ? AND phase IN ('sign_up', 'running') ORDER BY id DESC"""
OF_LEAGUE = f"""SELECT {COMPETITIONS.listed} FROM competitions WHERE league = ?
ORDER BY id DESC LIMIT ?"""
DUE = f"SELECT {COMPETITIONS.listed} FROM competitions WHERE due_at <= ? ORDER BY due_at LIMIT ?"
STALE = f"""SELECT {COMPETITIONS.listed} FROM competitions WHERE shown <> changes AND shows <= ?
ORDER BY shows LIMIT ?"""

ENTRANTS_OF = TABLE["entrants"].find("competition")
ENTRIES = f"""SELECT {ENTRANTS.listed} FROM entrants WHERE person = ?
ORDER BY competition DESC LIMIT ?"""
ENTER = TABLE["entrants"].put
LEAVE = TABLE["entrants"].drop("competition", "number")
FIXTURES_OF = TABLE["fixtures"].find("competition")
PUT_FIXTURE = TABLE["fixtures"].put
MATCHES_OF = f"{SUMMARY} FROM matches WHERE competition = ? ORDER BY id"
LEAGUE_CHANGES = "UPDATE leagues SET changes = changes + 1 WHERE id = ?"
SIGN_OUT = TABLE["members"].drop("league", "person")
ORDER = "UPDATE members SET position = ?1 WHERE league = ?2 AND person = ?3"


class CompetitionTables(LeagueTables):
    """One row for each competition, and one for each of its entrants and fixtures."""

    @in_one_transaction
    async def begin_season(
        self,
        league: League,
        season: Competition,
        entrants: Sequence[Entrant],
        fixtures: Sequence[Fixture],
    ) -> int | None:
        if not await self._saved(league):
            return None
        number = await self._begin(season)
        await self._write(CURRENT, (number, league.number))
        await self._put(
            [replace(each, competition=number) for each in entrants],
            [replace(each, competition=number) for each in fixtures],
        )
        return number

    async def announce(self, tournament: Competition) -> int:
        return await self._transaction(lambda: self._begin(tournament))

    async def _begin(self, competition: Competition) -> int:
        values = COMPETITIONS.by_column(competition, without="id")
        ((number,),) = await self._write(BEGIN, values)
        return int(number)

    async def _put(self, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> None:
        for entrant in entrants:
            await self._write(ENTER, ENTRANTS.values(entrant))
        for fixture in fixtures:
            await self._write(PUT_FIXTURE, FIXTURES.values(fixture))

    async def competition(self, number: int) -> Competition | None:
        return await self._one_of(COMPETITIONS, COMPETITION, (number,))

    async def tournaments_of(self, guild: int, limit: int) -> list[Competition]:
        return await self._all_of(COMPETITIONS, TOURNAMENTS, (guild, limit))

    async def open_competitions(self, guild: int) -> list[Competition]:
        return await self._all_of(COMPETITIONS, OPEN, (guild,))

    async def seasons_of(self, league: int, limit: int) -> list[Competition]:
        return await self._all_of(COMPETITIONS, OF_LEAGUE, (league, limit))

    async def entrants(self, competition: int) -> list[Entrant]:
        return await self._all_of(ENTRANTS, ENTRANTS_OF, (competition,))

    async def entries(self, person: int, limit: int) -> list[Entrant]:
        return await self._all_of(ENTRANTS, ENTRIES, (person, limit))

    async def fixtures(self, competition: int) -> list[Fixture]:
        return await self._all_of(FIXTURES, FIXTURES_OF, (competition,))

    async def matches_of_competition(self, competition: int) -> list[MatchSummary]:
        return [summary_from(*each) for each in await self._read(MATCHES_OF, (competition,))]

    async def save_competition(
        self,
        competition: Competition,
        *,
        entrants: Sequence[Entrant] = (),
        fixtures: Sequence[Fixture] = (),
        left: Sequence[int] = (),
        orders: Mapping[int, int] | None = None,
        silent: Sequence[int] = (),
    ) -> bool:
        values = COMPETITIONS.by_column(competition)
        named = {name: value for name, value in values.items() if name not in POSTED}

        async def work() -> bool:
            if not await self._write(SAVE, named):
                return False
            for number in left:
                await self._write(LEAVE, (competition.number, number))
            await self._put(entrants, fixtures)
            if competition.league and orders:
                await self._order(competition.league, orders)
                for person in silent:
                    await self._write(SIGN_OUT, (competition.league, person))
            return True

        return await self._transaction(work)

    async def _order(self, league: int, orders: Mapping[int, int]) -> None:
        await self._write(LEAGUE_CHANGES, (league,))
        for person, position in orders.items():
            await self._write(ORDER, (position, league, person))

    async def due_competitions(self, now: datetime, limit: int) -> Sequence[Competition]:
        return await self._due_of(COMPETITIONS, DUE, now, limit)

    async def due_competition_posts(self, now: datetime, limit: int) -> Sequence[Competition]:
        return await self._due_of(COMPETITIONS, STALE, now, limit)

    async def competition_posted(self, competition: Competition) -> None:
        values = COMPETITIONS.by_column(competition)
        await self._write_alone(POST, {name: values[name] for name in ("id", "channel", *POSTED)})
