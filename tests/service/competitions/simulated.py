"""Leagues whose members play, drop out, travel, give up their seats and are deleted, over a bot
that is killed between any two things it does, is away, and is put out of servers."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import astuple, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from bot.model.clock.time_control import days_a_move
from bot.model.clock.units import MICROSECOND, SECOND
from bot.model.commands import AnswerRequest, AskReplacement, CallOff, Command, Resign
from bot.model.competitions.competition import Competition, FixtureTerms, League, Phase
from bot.model.competitions.phases import LONGER
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import ChannelId, GuildId, MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import Refused
from bot.model.requests import REPLACEMENT
from bot.service.build import Service
from bot.service.competitions.changing import CompetitionView, members_of
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import any_move
from tests.helpers.people import ADA, ROBOT
from tests.helpers.playing import known
from tests.helpers.rounds import Mortal, outlived
from tests.helpers.thinking import InThreads
from tests.service.competitions.clubs import START, Club, called
from tests.service.competitions.reckoned import (
    absent_people,
    first_monday,
    next_order,
    planned_begin,
    reckoned_tables,
    require_dates,
    require_places,
    silent_people,
)
from tests.service.conftest import was_there

STEP = timedelta(hours=12)
"""Between two looks at the world. Seasons begin and end at one of them."""

PILE: Mapping[str, Mapping[str, Any]] = {"pile": {}}

MOMENT = MICROSECOND
"""Between two who sign up. Of two at the same instant it is not said who came first."""

DELIVERED = """UPDATE outbox SET retry_at = NULL, channel = 7, message = 1000 + id
WHERE retry_at IS NOT NULL"""
"""All posts reach their channels at once."""


class World:
    """So many leagues over one file, until all have ended so many seasons. They play those games
    with their options, so many plies whenever both have time, and what is to be proven is looked
    for in so many nodes. The first league is large where that is asked for."""

    def __init__(
        self,
        store: SqliteStore,
        seed: int,
        leagues: int,
        seasons: int,
        *,
        games: Mapping[str, Mapping[str, Any]] = PILE,
        plies: int = 1,
        nodes: int | None = None,
        is_large: bool = False,
    ) -> None:
        self.store, self.chance, self.now = store, Random(seed), START
        self.leagues, self.seasons = leagues, seasons
        self.games, self.is_large = games, is_large
        self.plies, self.nodes = plies, nodes
        self.clubs: list[Club] = []
        self.counts: Counter[str] = Counter()
        self.down_until = START
        self.absences: list[datetime] = []
        self.service = self._service(store)

    def _service(self, store: Any) -> Service:
        chance = Random(self.chance.random())
        return Service(
            store,
            clock=lambda: self.now,
            chance=chance,
            robot=ROBOT,
            thinking=InThreads(self.nodes),
            has_left=self._has_left,
        )

    async def _has_left(self, guild: GuildId, person: PersonId) -> bool:
        self.counts["looks at members"] += 1
        return any(person in each.outside for each in self.clubs if each.league.guild == guild)

    async def run(self) -> None:
        """Let the time pass, and check each season as it ends."""
        for number in range(self.leagues):
            await self._found(number)
        while any(len(each.ended) < self.seasons for each in self.clubs):
            was_up = self.now >= self.down_until
            self.now += STEP
            if self.chance.random() < 0.004:
                self.down_until = self.now + STEP * self.chance.randint(1, 30)
                self.counts["absences of the bot"] += 1
            if self.now < self.down_until:
                self.absences.append(self.now)
                continue
            if was_up:
                await was_there(self.store, self.now)
            else:
                await self.service.outages.report()
            await self._tick()
            for club in self.clubs:
                await self._check(club)
            await self._live()
            await self.store.writer.execute_fetchall(DELIVERED)
        await self._end()

    async def _found(self, number: int) -> None:
        pick = self.chance.choice
        control = pick([days_a_move(3), days_a_move(2, hard=True), days_a_move(5, hard=True)])
        game = sorted(self.games)[number % len(self.games)]
        terms = FixtureTerms(game, self.games[game], control, pair=pick([True, False]))
        self.counts[f"leagues of {game}"] += 1
        is_large = self.is_large and number == 0
        place = (GuildId(70 + number), ChannelId(700 + number))
        size = 5 if is_large else pick([4, 5])
        new = League(0, *place, f"League {number}", terms, 4, size, ADA.id)
        league = await self.service.leagues.found(new)
        club = Club(league, [], first_monday(self.now), next_person=1000 * (number + 1))
        club.most = 33 if is_large else 12
        self.clubs.append(club)
        for _ in range(32 if is_large else pick([3, 3, 4, 4, 5, 5, 6, 7, 9])):
            await self._newcomer(club)

    async def _newcomer(self, club: Club) -> None:
        club.next_person += 1
        person = Person(PersonId(club.next_person), called(PersonId(club.next_person)))
        self.now += MOMENT
        club.people.append(person)
        if self.chance.random() < 0.15:
            club.lazy.add(person.id)
        await self.service.leagues.sign_up(club.league.number, person)
        club.signed_up(person.id, self.now)

    # The bot

    async def _tick(self) -> None:
        # All that is due now, however often the process is killed meanwhile.
        begins = any(each.planned and each.planned <= self.now for each in self.clubs)
        while self.chance.random() < (0.7 if begins else 0.25):
            mortal = Mortal(
                *(self.store, self.chance.randint(1, 60)),
                behind=self.chance.random() < 0.5,
            )
            if not await self._killed(mortal):
                break
            self.service = self._service(self.store)
            for club in self.clubs:
                await self._leave_before_matches(club)
        await self.service.queue.tick()
        await self.store.writer.execute_fetchall(DELIVERED)

    async def _killed(self, mortal: Mortal) -> bool:
        is_killed = not await outlived(self._service(mortal).queue, mortal)
        self.counts["kills"] += is_killed
        return is_killed

    # People

    async def _live(self) -> None:
        for club in self.clubs:
            if START < club.back <= self.now:
                club.back = START
                await self.service.servers.joined(club.league.guild)
            rows = await self.store.summaries(
                guild=club.league.guild, statuses=[Status.RUNNING], limit=500
            )
            for row in rows:
                if row.turn not in club.lazy and self.chance.random() < 0.05:
                    await self._act(club, row.match)
            for chance, happening in self._happenings(club):
                if self.chance.random() < chance:
                    with suppress(Refused):
                        await happening

                else:
                    happening.close()

    def _happenings(self, club: Club) -> Iterator[tuple[float, Any]]:
        yield 0.01, self._join(club)
        yield 0.006, self._withdraw(club)
        yield 0.012, self._leave(club)
        yield 0.02, self._travel(club)
        yield 0.004, self._delete(club)
        yield 0.002, self._put_out(club)
        yield 0.004, self._change(club)
        yield 0.006, self._doze(club)
        yield 0.01, self._emigrate(club)

    async def _act(self, club: Club, number: MatchId) -> None:
        for _ in range(self.plies):
            match = await self.service.matches.match(number)
            if match.status is not Status.RUNNING or match.turn_person is None:
                return
            await self._command_once(club, match)

    async def _command_once(self, club: Club, match: Match) -> None:
        command = self._command(club, match)
        with suppress(Refused):
            after = await self.service.matches.do(match, command)
            if after.requests.replacement and self.chance.random() < 0.9:
                for awaited in after.requests.replacement.awaited:
                    after = await self.service.matches.do(
                        after, AnswerRequest(REPLACEMENT, awaited, True)
                    )
                self.counts["replacements"] += after.status is Status.RUNNING

    def _command(self, club: Club, match: Match) -> Command:
        mover = known(match.turn_person)
        what = self.chance.random()
        if what < 0.3 / self.plies:
            return Resign(mover.id)
        if 0.3 <= what < 0.33:
            successor = self.chance.choice([p for p in club.here() if p not in match.seats])
            return AskReplacement(mover, mover, successor)
        if 0.33 <= what < 0.34:
            return CallOff(ADA.id)
        return any_move(match, self.chance)

    async def _join(self, club: Club) -> None:
        if len(await members_of(self.store, club.league.number)) < club.most:
            await self._newcomer(club)

    async def _withdraw(self, club: Club) -> None:
        person = self.chance.choice(club.here())
        if await self.service.leagues.withdraw(club.league.number, person.id):
            self.counts["members who withdrew"] += 1
            club.withdrawn(person.id)
        elif self.chance.random() < 0.5:
            self.now += MOMENT
            for _ in range(2):
                await self.service.leagues.sign_up(club.league.number, person)
            club.signed_up(person.id, self.now)

    async def _leave(self, club: Club) -> None:
        current = (await self.service.leagues.league(club.league.number)).current
        if current is None:
            return
        person = self.chance.choice(club.here())
        if await self.service.competitions.leave(current, person.id):
            self.counts["dropouts"] += 1
            club.withdrawn(person.id)
            club.left.add(person.id)

    async def _leave_before_matches(self, club: Club) -> None:
        # The season has begun and its matches have not, as the bot was killed between.
        seasons = await self.store.find(Competition, league=club.league.number)
        new = [each for each in seasons if each.number not in club.begun]
        is_seen = all(each.number in club.ended for each in seasons if each not in new)
        if len(new) == 1 and is_seen and self.chance.random() < 0.5:
            with closing(sqlite3.connect(self.store.path)) as rows:
                self._check_begin(club, new[0], rows)
            await self._leave(club)

    async def _travel(self, club: Club) -> None:
        person = self.chance.choice(club.here())
        length = timedelta(days=self.chance.randint(3, 14))
        await self.service.calendars.plan_vacation(person.id, None, length)
        self.counts["vacations"] += 1

    async def _delete(self, club: Club) -> None:
        if len(club.here()) > 3:
            person = self.chance.choice(club.here())
            await self.service.privacy.request_deletion(person.id)
            club.gone[person.id] = self.now
            self.counts["deletions"] += 1

    async def _doze(self, club: Club) -> None:
        club.lazy.add(self.chance.choice(club.people).id)
        self.counts["who play no more"] += 1

    async def _emigrate(self, club: Club) -> None:
        person = self.chance.choice(club.people).id
        if person in club.outside and self.chance.random() < 0.5:
            club.outside.remove(person)
            self.counts["who came back to the server"] += 1
        else:
            club.outside.add(person)
            club.lazy.add(person)
            self.counts["who left the server"] += 1

    async def _put_out(self, club: Club) -> None:
        if club.back <= self.now:
            await self.service.servers.left(club.league.guild)
            # After thirty days all that belongs to it would be gone.
            club.back = self.now + timedelta(days=self.chance.randint(1, 20))
            club.planned = None
            self.counts["servers left"] += 1

    async def _change(self, club: Club) -> None:
        leagues, number = self.service.leagues, club.league.number
        if (await leagues.league(number)).begins is None:
            await leagues.resume(number)
        elif self.chance.random() < 0.3:
            await leagues.rest(number)
            club.planned = None
        elif self.chance.random() < 0.5:
            await leagues.change(number, partial(replace, size=self.chance.choice([4, 5])))
        else:
            await leagues.change(number, partial(replace, weeks=self.chance.choice([4, 4, 6])))
        self.counts["leagues changed"] += 1

    # What has to hold

    async def _check(self, club: Club) -> None:
        league = await self.service.leagues.league(club.league.number)
        if league.begins is None and club.league.begins is None and self.chance.random() < 0.1:
            await self.service.leagues.resume(league.number)
        club.league = league
        for season in (await self.store.find(Competition, league=league.number))[-2:]:
            with closing(sqlite3.connect(self.store.path)) as rows:
                if season.number not in club.begun:
                    self._check_begin(club, season, rows)
                self._check_absent(club, season, rows)
                if season.phase is Phase.RUNNING:
                    assert season.ends + self._most_moved(season) > self.now
                elif season.number not in club.ended:
                    assert season.phase is Phase.ENDED
                    await self._check_end(club, season, rows)
        if len(await members_of(self.store, league.number)) < 3:
            club.planned = None
            await self._newcomer(club)

    def _check_begin(self, club: Club, season: Competition, rows: sqlite3.Connection) -> None:
        club.begun.add(season.number)
        require_dates(season.begins, season.ends, club.league.weeks)
        assert season.begins <= self.now
        # A week in which nobody saw to it is past.
        assert self.now - season.begins < timedelta(weeks=1)
        if club.planned:
            # Back between two seasons, it ends the one before it begins the next.
            is_back = self.now - self.down_until < 2 * STEP + LONGER
            assert self.now - club.planned < SECOND or is_back
            assert season.begins == planned_begin(club.planned, self.now)
        found = rows.execute(
            """SELECT person, division, seed FROM entrants WHERE competition = ?
            ORDER BY number""",
            (season.number,),
        ).fetchall()
        require_places(found, (*club.order, *club.newcomers), club.gone, club.league.size)
        self.counts["seasons of six divisions or more"] += max(each[1] for each in found) >= 6

    def _most_moved(self, season: Competition) -> timedelta:
        # How much later than on its date the season may end, as the bot was away in it.
        lost = [each for each in self.absences if each > season.begins]
        return min(LONGER, (len(lost) + 1) * STEP) if lost else timedelta(0)

    def _check_absent(self, club: Club, season: Competition, rows: sqlite3.Connection) -> None:
        # Who never comes is withdrawn at once, and nobody else is without having asked for it.
        found = rows.execute(
            """SELECT person FROM entrants
            WHERE competition = ? AND presence = 'withdrawn' AND person IS NOT NULL""",
            (season.number,),
        )
        withdrawn = {person for (person,) in found}
        must, may = absent_people(rows, season.number)
        if season.number not in club.ended:
            for person in withdrawn - club.left:
                self.counts["who never came"] += 1
                assert person in may
                club.withdrawn(person)
                club.left.add(person)
        if season.phase is Phase.RUNNING:
            assert must & {each.id for each in club.here()} <= withdrawn

    def _is_just_back(self) -> bool:
        return self.now - self.down_until < STEP

    async def _check_end(self, club: Club, season: Competition, rows: sqlite3.Connection) -> None:
        club.ended.add(season.number)
        late = self.now - season.ends
        is_moved = late <= self._most_moved(season) + SECOND
        assert is_moved or self._is_just_back(), f"late by {late}"
        self.counts["seasons"] += 1
        self.counts["seasons that ended late, after an absence"] += late > SECOND
        view = await self.service.competitions.view(season.number)
        await self._check_matches(view)
        tables = reckoned_tables(rows, season.number)
        assert tables == [[astuple(row)[1:] for row in table] for table in view.tables]
        people = self._check_people(club, season, rows)
        club.stood(next_order(tables, people))
        if late < SECOND:
            for person in silent_people(rows, season.number):
                if not club.stays_in(person, season.begins):
                    self.counts["members signed out"] += person in (*club.order, *club.newcomers)
                    club.withdrawn(person)
        if club.planned:
            club.planned = season.ends + timedelta(days=1)

    async def _check_matches(self, view: CompetitionView) -> None:
        self.counts["fixtures"] += len(view.fixtures)
        for each in view.fixtures:
            self.counts[f"fixtures {each.fixture.settlement}"] += 1
            assert each.fixture.settlement
            assert not each.running
        matches = await self.store.find(MatchSummary, competition=view.competition.number)
        assert {row.status for row in matches} <= {Status.ENDED}
        for row in matches:
            match = await self.service.matches.match(row.match)
            self.counts[f"ends {match.outcome and match.outcome.reason}"] += 1
        self.counts["matches"] += len(matches)

    def _check_people(
        self, club: Club, season: Competition, rows: sqlite3.Connection
    ) -> dict[int, int | None]:
        found = rows.execute(
            "SELECT number, person, presence FROM entrants WHERE competition = ?", (season.number,)
        ).fetchall()
        left = {person for _, person, presence in found if presence == "withdrawn" and person}
        assert left | {*club.gone} == club.left | {*club.gone}
        club.left.clear()
        # Those who were deleted just after its end stay as they were.
        deleted = [presence for _, person, presence in found if person is None]
        lately = self.now - timedelta(days=2) if not self._is_just_back() else START
        assert deleted.count("in") <= sum(each > lately for each in club.gone.values())
        return {number: person for number, person, _ in found}

    async def _end(self) -> None:
        # No match is without an end, whatever its season came to.
        for club in self.clubs:
            await self.service.leagues.rest(club.league.number)
            await self.service.servers.joined(club.league.guild)
        for _ in range(60):
            self.now += timedelta(days=3)
            await self._tick()
            if not await self.store.summaries(statuses=[Status.RUNNING], limit=1):
                with closing(sqlite3.connect(self.store.path)) as rows:
                    for club in self.clubs:
                        club.require_no_trace(rows)
                return
        raise AssertionError("a match has no end")
