"""Two processes on one PostgreSQL begin, take on and end the same seasons, and are killed."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.games.core import PlayerError
from bot.model.clock.time_control import days_a_move
from bot.model.commands import Resign
from bot.model.competitions.competition import FixtureTerms, League, Phase, Presence
from bot.model.events import Person
from bot.model.records import GuildId, MatchId, PersonId, Status
from bot.service.build import Service
from bot.store.auditing import audit_ratings
from bot.store.postgres import PostgresStore
from bot.store.rows import time_text
from tests.helpers.matches import any_move
from tests.helpers.people import ADA, CHANNEL, ROBOT
from tests.helpers.playing import known
from tests.helpers.thinking import InThreads
from tests.service.competitions.reckoned import (
    next_order,
    reckoned_tables,
    require_dates,
    require_places,
)
from tests.service.competitions.season_process import PACE
from tests.service.conftest import was_there
from tests.store.contracts.matches import deliver_all

MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
PEOPLE = (3, 5, 9)
"""How many are in each of the leagues."""

SEASONS = 3
KILLS = 4
"""For each beginning and each end of all seasons."""

DOUBLED = {
    "ends of a match": "SELECT 1 FROM events WHERE kind = 'ended' GROUP BY match_id",
    # One that is settled again, because an earlier one came late, is told of if that changed it.
    "the same result of a match": """SELECT 1 FROM events WHERE kind = 'rated'
        GROUP BY match_id, payload""",
    "first matches of a fixture": """SELECT 1 FROM fixtures WHERE first_match IS NOT NULL
        GROUP BY first_match""",
    "seasons of a league": "SELECT 1 FROM competitions GROUP BY league, season",
    "posts of an event": "SELECT 1 FROM outbox GROUP BY match_id, seq, kind, person",
    "results of somebody": "SELECT 1 FROM results GROUP BY match_id, person",
}
"""What there is one of at most, by name."""

COPIED = {
    "entrants": "competition, number, person, division, seed, presence",
    "fixtures": "competition, round, board, first, second, first_match, points",
    "competitions": "id, terms, ends",
    "events": "match_id, seq, kind, payload, at",
}
"""What the tables are reckoned of."""


@dataclass
class Two:
    """Two processes over a database, killed and started again, and the people who play there."""

    place: str
    file: Path
    store: PostgresStore
    chance: Random
    now: datetime = MONDAY - timedelta(days=1)
    bots: list[asyncio.subprocess.Process] = field(default_factory=list)
    leagues: list[League] = field(default_factory=list)
    orders: dict[int, list[int]] = field(default_factory=dict)
    kills: int = 0

    def __post_init__(self) -> None:
        self.service = Service(
            self.store,
            clock=lambda: self.now,
            chance=self.chance,
            robot=ROBOT,
            thinking=InThreads(),
        )

    def let_it_be(self, now: datetime) -> None:
        """The time for all."""
        self.now = now
        new = self.file.with_suffix(".new")
        new.write_text(now.isoformat())
        new.replace(self.file)

    async def start(self) -> None:
        command = (sys.executable, "-m", "tests.service.competitions.season_process")
        self.bots.append(await asyncio.create_subprocess_exec(*command, self.place, str(self.file)))

    async def kill(self) -> None:
        """One of both, by force; it is started again."""
        bot = self.bots.pop(0)
        assert bot.returncode is None, "it ran until now"
        bot.kill()
        await bot.wait()
        self.kills += 1
        await self.start()

    async def found(self, number: int, people: int) -> None:
        control = days_a_move(5, hard=True)
        terms = FixtureTerms("pile", control=control, pair=number % 2 == 0)
        new = League(0, GuildId(70 + number), CHANNEL, "League", terms, 4, 4, ADA.id)
        league = await self.service.leagues.found(new)
        self.leagues.append(league)
        self.orders[league.number] = []
        for person in range(100 * (number + 1), 100 * (number + 1) + people):
            self.let_it_be(self.now + timedelta(seconds=1))
            await self.service.leagues.sign_up(
                league.number, Person(PersonId(person), f"P{person}")
            )
            self.orders[league.number].append(person)

    async def until_done(self, now: datetime, kills: int = KILLS) -> None:
        """It is that time, and all that is due then is done, whoever is killed meanwhile."""
        # The bot was there meanwhile, and all could be posted: neither moves the dates.
        await was_there(self.store, now)
        await deliver_all(self.store, self.now)
        self.let_it_be(now)
        for _ in range(kills):
            await asyncio.sleep(self.chance.uniform(0.3, 2.0))
            await self.kill()
        async with asyncio.timeout(120):
            while not await self._is_done():
                await asyncio.sleep(0.3)
                # What was left alone after trouble is tried again after a minute.
                self.let_it_be(self.now + timedelta(seconds=20))

    async def _is_done(self) -> bool:
        # Asked past the store, which leaves out what another process has taken on.
        query = """SELECT 1 FROM competitions WHERE due_at <= $1
            UNION ALL SELECT 1 FROM leagues WHERE begins <= $1
            UNION ALL SELECT 1 FROM contests WHERE due_at IS NOT NULL"""
        return not await self.store.pool.fetch(query, time_text(self.now))

    async def play(self) -> None:
        """Some play, some resign, and somebody drops out while both are at work."""
        for league in self.leagues:
            rows = await self.store.summaries(
                guild=league.guild, statuses=[Status.RUNNING], limit=500
            )
            await asyncio.gather(*(self._act(row.match) for row in rows))
        league = await self.service.leagues.league(self.leagues[-1].number)
        person = self.orders[league.number].pop(3)
        assert await self.service.competitions.leave(known(league.current), PersonId(person))

    async def _act(self, number: MatchId) -> None:
        for _ in range(self.chance.randint(0, 6)):
            match = await self.service.matches.match(number)
            if match.turn_person is None:
                return
            move = any_move(match, self.chance)
            gives_up = self.chance.random() < 0.15
            with suppress(PlayerError):
                await self.service.matches.do(match, Resign(move.person_id) if gives_up else move)

    async def check_begin(self, season: int) -> None:
        for league in self.leagues:
            current = known((await self.service.leagues.league(league.number)).current)
            view = await self.service.competitions.view(current)
            assert (view.competition.season, view.competition.phase) == (season, Phase.RUNNING)
            require_dates(view.competition.begins, view.competition.ends, 4)
            assert view.competition.begins == MONDAY + timedelta(weeks=4 * (season - 1))
            found = [(each.person, each.division, each.seed) for each in view.entrants]
            require_places(found, self.orders[league.number], (), 4)
            many = 2 if league.terms.pair else 1
            assert all(len(each.running) == many for each in view.fixtures)

    async def check_end(self) -> None:
        for league in self.leagues:
            current = known((await self.service.leagues.league(league.number)).current)
            view = await self.service.competitions.view(current)
            assert view.competition.phase is Phase.ENDED
            with closing(await self._copy()) as rows:
                tables = reckoned_tables(rows, current)
            assert tables == [[astuple(row)[1:] for row in table] for table in view.tables]
            people = {each.number: each.person for each in view.entrants}
            stay = self.orders[league.number]
            # Whoever came to no match is signed out.
            stay = [
                each.person
                for each in view.entrants
                if each.presence is Presence.IN and each.person in stay
            ]
            self.orders[league.number] = [n for n in next_order(tables, people) if n in stay and n]

    async def check_single(self) -> None:
        for name, query in DOUBLED.items():
            found = await self.store.pool.fetch(f"{query} HAVING count(*) > 1")
            assert not found, name
        checked = await audit_ratings(self.place)
        assert (checked.waiting, checked.difference, checked.faults) == (0, 0.0, [])

    async def _copy(self) -> sqlite3.Connection:
        rows = sqlite3.connect(":memory:")
        for table, columns in COPIED.items():
            found = await self.store.pool.fetch(f"SELECT {columns} FROM {table}")
            rows.execute(f"CREATE TABLE {table} ({columns})")
            marks = ", ".join("?" * len(columns.split(", ")))
            rows.executemany(
                f"INSERT INTO {table} VALUES ({marks})", [tuple(each) for each in found]
            )
        return rows


@asynccontextmanager
async def two(place: str, folder: Path) -> AsyncIterator[Two]:
    store = await PostgresStore.open(place, PACE)
    found = Two(place, folder / "clock", store, Random(5))
    found.let_it_be(found.now)
    try:
        yield found
    finally:
        for bot in found.bots:
            with suppress(ProcessLookupError):
                bot.kill()
            await bot.wait()
        await store.close()


@pytest.mark.long
async def test_seasons_begin_and_end_once_with_the_tables_that_their_events_tell(
    postgres_address: str, tmp_path: Path
) -> None:
    async with two(postgres_address, tmp_path) as world:
        for number, people in enumerate(PEOPLE):
            await world.found(number, people)
        for _ in range(2):
            await world.start()
        for season in range(SEASONS):
            monday = MONDAY + timedelta(weeks=4 * season)
            await world.until_done(monday)
            await world.check_begin(season + 1)
            await world.play()
            await world.until_done(monday + timedelta(days=9), kills=1)
            await world.until_done(monday + timedelta(days=27))
            await world.check_end()
            await world.check_single()
        print(f"{world.kills} kills")
