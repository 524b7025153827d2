"""What every store must do for leagues and competitions. A store's test file subclasses this."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.model.clock.time_control import BANKS
from bot.model.clock.units import HOUR, WEEK
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    League,
    Member,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.lineup import Lineup
from bot.model.events import Ended
from bot.model.events.base import DELETED
from bot.model.ports import Store
from bot.model.records import DueKind, GuildId, MatchId, MatchSummary, PersonId, Status
from bot.service.competitions.changing import members_of
from tests.helpers.people import CHANNEL, EDSGER, FIRST, GUILD
from tests.helpers.playing import known
from tests.store.contracts.matches import ADA, ASKED, GRACE, LINUS, NOW, append, new_match

TERMS = FixtureTerms("clump", {"size": 8, "é": [1, None]}, BANKS[0], rated=False)
PLAIN = FixtureTerms("bump", pair=False)
LEAGUE = League(0, GUILD, CHANNEL, "Böse “🎲”", TERMS, 6, 5, ADA.id, begins=NOW + HOUR)
SEASON = Competition(
    *(
        0,
        Format.SEASON,
        GUILD,
        CHANNEL,
        "Season 1",
        TERMS,
        ADA.id,
        Phase.RUNNING,
        NOW,
        NOW + 6 * WEEK,
    ),
    due=NOW + 6 * WEEK,
    season=1,
)
SWISS = Competition(
    *(0, Format.SWISS, GUILD, CHANNEL, "Evening", PLAIN, GRACE.id, Phase.SIGN_UP, NOW, NOW + WEEK),
    rounds=5,
    round_time=HOUR,
    round_ends=NOW + HOUR,
    due=NOW,
)
ENTRANTS = (
    Entrant(0, 1, ADA.id, "Ada"),
    Entrant(0, 2, GRACE.id, "Grace", division=2, seed=3),
    Entrant(0, 3, LINUS.id, "L", presence=Presence.WITHDRAWN),
)
FIXTURES = (
    Fixture(0, 1, 1, 1, 1, 2),
    Fixture(0, 1, 2, 1, 3, None, None, (4, 0), Settlement.BYE),
    Fixture(0, 2, 1, 2, 3, 1, MatchId(2**40), (1, 3), Settlement.PLAYED),
)


async def founded(store: Store, **other: Any) -> League:
    league = replace(LEAGUE, **other)
    return replace(league, number=await store.found_league(league))


async def announced(store: Store, **other: Any) -> Competition:
    tournament = replace(SWISS, **other)
    return replace(tournament, number=await store.announce(tournament))


async def season_of(store: Store, league: League, **other: Any) -> Competition:
    """A season that has begun in a league that has not changed."""
    season = replace(SEASON, league=league.number, **other)
    after = replace(league, season=league.season + 1, changes=league.changes + 1)
    number = known(await store.begin_season(after, Lineup(season, ENTRANTS, FIXTURES)))
    return replace(season, number=number)


class CompetitionsContract:
    async def test_a_league_is_read_as_it_was_written(self, store: Store) -> None:
        assert await store.find_one(League, number=1) is None
        league = await founded(store)
        assert await store.find_one(League, number=league.number) == league
        changed = replace(
            league, name="x", begins=None, season=3, current=9, changes=1, terms=PLAIN
        )
        assert await store.save_league(changed)
        assert await store.find_one(League, number=league.number) == changed
        second = await founded(store)
        await founded(store, guild=71)
        assert await store.find(League, guild=70) == [changed, second]

    async def test_of_two_changes_of_a_league_one_is_refused(self, store: Store) -> None:
        league = await founded(store)
        both = [replace(league, weeks=weeks, changes=1) for weeks in (4, 8)]
        assert sorted(await asyncio.gather(*map(store.save_league, both))) == [False, True]
        assert not await store.save_league(replace(league, changes=3))

    async def test_a_person_who_signs_up_stays_until_they_withdraw(self, store: Store) -> None:
        league, other = await founded(store), await founded(store)
        number = league.number
        first, second = (Member(number, each.id, each.name, NOW) for each in (GRACE, ADA))
        assert [await store.sign_up(each) for each in (first, first, second)] == [True, False, True]
        assert await store.sign_up(replace(first, league=other.number))
        assert not await store.sign_up(replace(first, league=99))
        assert await members_of(store, number) == [second, first]
        assert await store.find(Member, person=GRACE.id) == [
            first,
            replace(first, league=other.number),
        ]
        assert await store.find_one(League, number=number) == replace(league, changes=2)
        assert [await store.withdraw(number, GRACE.id) for _ in range(2)] == [True, False]
        assert await members_of(store, number) == [second]
        assert await store.find_one(League, number=number) == replace(league, changes=3)

    async def test_members_stand_in_order_and_newcomers_behind_them(self, store: Store) -> None:
        number = (await founded(store)).number
        members = [
            Member(number, PersonId(1), "a", NOW + HOUR),
            Member(number, PersonId(2), "b", NOW, 7),
            Member(number, PersonId(3), "c", NOW),
            Member(number, EDSGER.id, "d", NOW + WEEK, 2),
        ]
        for member in members:
            await store.sign_up(member)
        assert [each.person for each in await members_of(store, number)] == [4, 2, 3, 1]

    async def test_who_signs_up_twice_at_once_is_in_once(self, store: Store) -> None:
        league = await founded(store)
        member = Member(league.number, ADA.id, "Ada", NOW)
        done = await asyncio.gather(*(store.sign_up(member) for _ in range(4)))
        assert sorted(done) == [False, False, False, True]
        assert await members_of(store, league.number) == [member]

    async def test_a_closed_league_loses_members_and_keeps_its_seasons(self, store: Store) -> None:
        league, other = await founded(store), await founded(store)
        for each in (league, other):
            await store.sign_up(Member(each.number, ADA.id, "Ada", NOW))
        season = await season_of(store, replace(league, changes=1))
        assert not await store.close_league(replace(league, changes=1))
        assert await store.close_league(replace(league, changes=2))
        assert await store.find_one(League, number=league.number) is None
        assert await members_of(store, league.number) == []
        assert len(await members_of(store, other.number)) == 1
        assert await store.find(Competition, league=league.number) == [season]
        assert (await founded(store)).number > other.number

    async def test_a_season_begins_with_its_league_or_not_at_all(self, store: Store) -> None:
        league = await founded(store)
        season = await season_of(store, league)
        number = season.number
        kept = replace(league, season=1, current=number, changes=1)
        assert await store.find_one(League, number=league.number) == kept
        assert await store.find_one(Competition, number=number) == season
        assert await store.find(Entrant, competition=number) == [
            replace(e, competition=number) for e in ENTRANTS
        ]
        assert await store.find(Fixture, competition=number) == [
            replace(f, competition=number) for f in FIXTURES
        ]
        assert await store.begin_season(kept, Lineup(SEASON, ENTRANTS, FIXTURES)) is None
        assert await store.find(Competition, league=league.number) == [season]

    async def test_nobody_withdraws_unseen_while_a_season_begins(self, store: Store) -> None:
        league = await founded(store)
        await store.sign_up(Member(league.number, ADA.id, "Ada", NOW))
        seen = known(await store.find_one(League, number=league.number))
        await store.withdraw(league.number, ADA.id)
        begun = replace(seen, changes=seen.changes + 1)
        assert await store.begin_season(begun, Lineup(SEASON, ENTRANTS)) is None

    async def test_competitions_are_listed_the_newest_first(self, store: Store) -> None:
        league = await founded(store)
        season = await season_of(store, league)
        tournament = await announced(store)
        ended = await announced(store, phase=Phase.ENDED)
        await announced(store, phase=Phase.CALLED_OFF, guild=71)
        # However many seasons are newer.
        newer = replace(season, number=await store.announce(season))
        assert await store.tournaments_of(GUILD, 5) == [ended, tournament]
        assert await store.tournaments_of(GUILD, 1) == [ended]
        assert await store.open_competitions(GUILD) == [newer, tournament, season]
        assert await store.open_competitions(GuildId(71)) == []
        assert await store.find(Competition, league=league.number) == [season, newer]
        assert await store.find_one(Competition, number=99) is None

    async def test_a_competition_changes_with_its_entrants_and_fixtures(self, store: Store) -> None:
        number = (tournament := await announced(store)).number
        entrants = [replace(each, competition=number) for each in ENTRANTS]
        fixtures = [replace(each, competition=number) for each in FIXTURES]
        entered = replace(tournament, changes=1)
        assert await store.save_competition(entered, entrants=entrants, fixtures=fixtures[:1])
        assert (
            await store.find(Entrant, competition=number),
            await store.find(Fixture, competition=number),
        ) == (
            entrants,
            fixtures[:1],
        )
        off = replace(entrants[0], presence=Presence.WITHDRAWN)
        result = replace(fixtures[0], points=(3, 1), settlement=Settlement.SHARED, match=MatchId(5))
        after = replace(
            tournament, changes=2, phase=Phase.RUNNING, round=1, due=None, round_ends=None
        )
        assert await store.save_competition(
            after, entrants=[off], fixtures=[result, *fixtures[1:]], left=[2]
        )
        assert await store.find_one(Competition, number=number) == after
        assert await store.find(Entrant, competition=number) == [off, entrants[2]]
        assert await store.find(Fixture, competition=number) == [result, *fixtures[1:]]

    async def test_of_two_changes_of_a_competition_one_is_refused_whole(self, store: Store) -> None:
        number = (tournament := await announced(store)).number
        both = [
            store.save_competition(
                replace(tournament, changes=1),
                entrants=[Entrant(number, each, PersonId(each), "a")],
            )
            for each in (1, 2)
        ]
        assert sorted(await asyncio.gather(*both)) == [False, True]
        assert len(await store.find(Entrant, competition=number)) == 1
        assert not await store.save_competition(replace(tournament, changes=3), left=[1, 2])
        assert len(await store.find(Entrant, competition=number)) == 1

    async def test_what_somebody_takes_part_in_is_listed_newest_first(self, store: Store) -> None:
        numbers = []
        for _ in range(3):
            tournament = await announced(store)
            numbers.append(tournament.number)
            mine = Entrant(tournament.number, 4, ADA.id, "Ada")
            await store.save_competition(replace(tournament, changes=1), entrants=[mine])
        assert [each.competition for each in await store.find(Entrant, person=ADA.id)] == numbers
        assert await store.find(Entrant, person=GRACE.id) == []

    async def test_the_end_of_a_season_puts_its_members_in_order(self, store: Store) -> None:
        league = await founded(store)
        for each in (ADA, GRACE):
            await store.sign_up(Member(league.number, each.id, each.name, NOW))
        season = await season_of(store, replace(league, changes=2))
        ended = replace(season, phase=Phase.ENDED, changes=1)
        orders = {GRACE.id: 1, ADA.id: 2, LINUS.id: 3}
        assert await store.save_competition(ended, orders=orders)
        found = await members_of(store, league.number)
        assert [(each.person, each.order) for each in found] == [(GRACE.id, 1), (ADA.id, 2)]
        assert known(await store.find_one(League, number=league.number)).changes == 4
        assert not await store.save_competition(
            ended, orders={GRACE.id: 2, ADA.id: 1}, silent=[ADA.id]
        )
        assert await members_of(store, league.number) == found
        again = replace(ended, changes=2)
        assert await store.save_competition(again, orders=orders, silent=[ADA.id, LINUS.id])
        assert [each.person for each in await members_of(store, league.number)] == [GRACE.id]

    async def test_seasons_and_competitions_are_due_at_their_time(self, store: Store) -> None:
        league, _ = await founded(store), await founded(store, begins=None)
        later = await founded(store, begins=NOW + 2 * HOUR)
        tournament, _ = await announced(store), await announced(store, due=None)
        upcoming = await store.upcoming(NOW)
        assert upcoming[DueKind.LEAGUE] == NOW + HOUR
        assert upcoming[DueKind.COMPETITION] == NOW
        assert await store.due(DueKind.LEAGUE, NOW, 5) == []
        assert await store.due(DueKind.LEAGUE, NOW + 2 * HOUR, 5) == [league, later]
        assert await store.due(DueKind.LEAGUE, NOW + 2 * HOUR, 1) == [league]
        assert await store.due(DueKind.COMPETITION, NOW, 5) == [tournament]
        await store.save_competition(replace(tournament, due=NOW + WEEK, changes=1))
        assert (await store.upcoming(NOW))[DueKind.COMPETITION] == NOW + WEEK

    async def test_a_match_that_begins_or_ends_changes_its_competition(self, store: Store) -> None:
        tournament = await announced(store, due=NOW + WEEK)
        other = await announced(store, due=NOW + WEEK)
        number = tournament.number
        match = await new_match(store, competition=number)
        begun = replace(tournament, due=NOW, changes=1)
        assert await store.find_one(Competition, number=number) == begun
        assert not await store.save_competition(replace(tournament, changes=1))
        planned = replace(begun, due=NOW + WEEK, changes=2)
        assert await store.save_competition(planned)

        await append(store, match, 1, ASKED, at=NOW + HOUR, competition=number)
        assert await store.find_one(Competition, number=number) == planned

        over: dict[str, Any] = {"status": Status.ENDED, "turn": None, "turn_seq": None}
        end = Ended((FIRST,), "center")
        await append(store, match, 2, end, at=NOW + HOUR, competition=number, **over)
        assert await store.find_one(Competition, number=number) == replace(
            planned, due=NOW + HOUR, changes=3
        )
        assert await store.find_one(Competition, number=other.number) == other
        await new_match(store)
        assert [each.match for each in await store.find(MatchSummary, competition=number)] == [
            match
        ]
        assert (await store.summary(match)).competition == number

    async def test_a_person_who_is_deleted_leaves_fixtures_that_name_nobody(
        self, store: Store
    ) -> None:
        league = await founded(store)
        await store.sign_up(Member(league.number, ADA.id, "Ada", NOW))
        season = await season_of(store, replace(league, changes=1))
        tournament = await announced(store, host=ADA.id)
        past = await announced(store, due=None, phase=Phase.ENDED)
        for each in (tournament, past):
            mine = Entrant(each.number, 1, ADA.id, "Ada")
            await store.save_competition(replace(each, changes=1), entrants=[mine])
        about = await store.rows_about(ADA.id)
        assert [len(about[table]) for table in ("members", "entrants")] == [1, 3]
        assert [len(about[table]) for table in ("leagues", "competitions")] == [1, 2]
        while not await store.forget(ADA.id, 1):
            pass
        assert await members_of(store, league.number) == []
        first, second, _ = await store.find(Entrant, competition=season.number)
        assert first == Entrant(season.number, 1, None, DELETED)
        assert second.person == GRACE.id
        assert len(await store.find(Fixture, competition=season.number)) == 3
        after = await store.find_one(Competition, number=past.number)
        assert (
            after and after.due,
            (await store.find(Entrant, competition=past.number))[0].person,
        ) == (None, None)
        found = [
            await store.find_one(Competition, number=each.number) for each in (season, tournament)
        ]
        assert [each and each.host for each in found] == [None, None]
        assert known(await store.find_one(League, number=league.number)).host is None
        # There is something to do about what still goes on, at once.
        due = await store.due(DueKind.COMPETITION, NOW, 5)
        assert found == sorted(due, key=lambda each: each.number)
        # A manager who has read them before does not write the person back.
        assert not await store.save_competition(replace(season, changes=1))
        assert not await store.save_league(replace(league, changes=3))

    async def test_with_a_server_its_leagues_and_competitions_go(self, store: Store) -> None:
        await store.note_servers([], [GUILD], NOW, NOW)
        here, there = await founded(store), await founded(store, guild=71)
        gone, kept = await season_of(store, here), await season_of(store, there, guild=71)
        for each in (here, there):
            await store.sign_up(Member(each.number, ADA.id, "Ada", NOW))
        for guild in (70, 71):
            await store.forget_server(GuildId(guild), NOW)
        assert (
            await store.find(League, guild=70),
            await store.find(Competition, league=here.number),
        ) == (
            [],
            [],
        )
        assert (
            await store.find(Entrant, competition=gone.number),
            await store.find(Fixture, competition=gone.number),
        ) == ([], [])
        assert await members_of(store, here.number) == []
        assert await store.find_one(Competition, number=kept.number) == kept
        assert len(await store.find(Fixture, competition=kept.number)) == 3
        assert len(await members_of(store, there.number)) == 1
