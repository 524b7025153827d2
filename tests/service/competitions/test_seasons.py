"""Seasons begin, are played and end by themselves, whatever comes between."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.model.clock.time_control import bank_text, days_a_move
from bot.model.clock.units import HOUR
from bot.model.commands import AnswerRequest, AskReplacement, CallOff, Play, Resign
from bot.model.competitions.competition import (
    Competition,
    FixtureTerms,
    League,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.phases import round_bank
from bot.model.events import Person
from bot.model.match import Match
from bot.model.privacy.records import Deletion
from bot.model.records import MatchId, PersonId, Seat, Status
from bot.model.refusals import Refused
from bot.model.requests import REPLACEMENT
from bot.service.competitions.changing import CompetitionView, NoSuchCompetition
from bot.service.competitions.leagues import MOST_LEAGUES, NoSuchLeague
from bot.service.competitions.running import SeasonStarts
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, GUILD, LINUS, MARGARET
from tests.helpers.playing import known
from tests.service.conftest import Club

PEOPLE = (ADA, GRACE, LINUS)
TERMS = FixtureTerms("pile", control=days_a_move(3, hard=True))
SINGLE = FixtureTerms("pile", control=days_a_move(3), pair=False)
MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
SUNDAY = datetime(2026, 3, 29, 18, tzinfo=UTC)


async def founded(club: Club, people: Sequence[Person] = PEOPLE, **other: Any) -> League:
    new = replace(League(0, GUILD, CHANNEL, "Open", TERMS, 4, 4, ADA.id), **other)
    league = await club.service.leagues.found(new)
    for person in people:
        club.pass_by(seconds=1)
        await club.service.leagues.sign_up(league.number, person)
    return league


async def begun(club: Club, people: Sequence[Person] = PEOPLE, **other: Any) -> CompetitionView:
    """The first season of such a league, just begun."""
    league = await founded(club, people, **other)
    await club.at(MONDAY)
    return await current(club, league)


async def current(club: Club, league: League) -> CompetitionView:
    """The season of a league that was last begun."""
    season = (await club.service.leagues.league(league.number)).current
    assert season
    return await club.service.competitions.view(season)


async def seen(club: Club, season: CompetitionView) -> CompetitionView:
    """The same after all that is due now."""
    await club.tick()
    return await club.service.competitions.view(season.competition.number)


async def ended(club: Club, season: CompetitionView) -> CompetitionView:
    await club.at(max(club.clock.now, SUNDAY))
    return await seen(club, season)


async def everybody_moves(club: Club, season: CompetitionView) -> None:
    """Once in each match, so that nobody is signed out for doing nothing."""
    for match in all_matches(season):
        for _ in range(2):
            await club.do(match, Play(PersonId(mover(await club.match(match))), "1"))


def all_matches(season: CompetitionView) -> list[MatchId]:
    return [match for each in season.fixtures for match in each.matches]


async def test_a_season_begins_by_itself_with_pairs_for_each_fixture(club: Club) -> None:
    league = await founded(club)
    await club.at(MONDAY - HOUR)
    assert (await club.service.leagues.league(league.number)).current is None
    season = await begun(club, name="Second")
    assert season.competition.phase is Phase.RUNNING
    assert (season.competition.begins, season.competition.ends) == (MONDAY, SUNDAY)
    assert len(season.fixtures) == 3
    for each in season.fixtures:
        first, second = [await club.match(match) for match in each.matches]
        people = [season.entrant(n or 0).person for n in (each.fixture.first, each.fixture.second)]
        assert [person.id for person in first.seats] == people
        assert [person.id for person in second.seats] == people[::-1]
        assert first.status is second.status is Status.RUNNING
        assert (first.terms.pair, first.terms.pair_of, second.terms.pair_of) == (
            *(True, None),
            first.id,
        )
        assert first.terms.competition == season.competition.number
    after = await club.service.leagues.league(league.number)
    assert after.begins == SUNDAY + timedelta(days=1)


async def test_what_is_played_counts_and_the_season_lasts_until_its_end(club: Club) -> None:
    season = await begun(club)
    for each in season.fixtures:
        loser = known(season.entrant(each.fixture.second or 0).person)
        for match in each.matches:
            await club.do(match, Resign(loser))
    season = await seen(club, season)
    assert {each.fixture.points for each in season.fixtures} == {(4, 0)}
    assert {each.fixture.settlement for each in season.fixtures} == {Settlement.PLAYED}
    assert season.competition.phase is Phase.RUNNING
    assert season.competition.due == SUNDAY
    season = await ended(club, season)
    assert (season.competition.phase, season.competition.due) == (Phase.ENDED, None)


async def test_who_does_nothing_in_a_whole_season_is_signed_out(club: Club) -> None:
    people = (*PEOPLE, MARGARET, EDSGER)
    season = await begun(club, people, size=5)
    for match in [await club.match(each) for each in all_matches(season)]:
        if match.turn_person == ADA:
            await club.do(match.id, Play(ADA.id, "1"))
        elif match.turn_person == LINUS:
            await club.do(match.id, Resign(LINUS.id))
    await club.service.calendars.plan_vacation(MARGARET.id, None, timedelta(days=20))
    await club.service.leagues.withdraw(1, GRACE.id)
    await club.at(MONDAY + HOUR)
    assert len(await club.service.leagues.members(1)) == 4
    await ended(club, season)
    members = [each.person for each in await club.service.leagues.members(1)]
    assert sorted(members) == sorted([ADA.id, LINUS.id])
    signed_out = await club.service.competitions.signed_out(season.competition)
    signed_out.remove(GRACE.id)
    assert sorted(signed_out) == sorted([MARGARET.id, EDSGER.id])
    await club.service.leagues.sign_up(1, EDSGER)
    left = await club.service.competitions.signed_out(season.competition)
    assert left == sorted([GRACE.id, MARGARET.id])


async def test_a_person_who_signs_up_again_within_a_season_stays_signed_up(club: Club) -> None:
    season = await begun(club)
    await club.later(days=10)
    assert await club.service.leagues.members(1) == []
    await club.service.leagues.sign_up(1, GRACE)
    await ended(club, season)
    assert [each.person for each in await club.service.leagues.members(1)] == [GRACE.id]


async def test_a_season_that_began_under_the_earlier_rules_ends_by_them(club: Club) -> None:
    league = await founded(club)
    club.clock.now = MONDAY
    await SeasonStarts(club.store, club.clock).do(league)
    (new,) = await club.store.find(Competition, league=league.number)
    assert await club.store.save_competition(replace(new, terms=SINGLE, changes=new.changes + 1))
    await club.tick()
    season = await current(club, league)
    decided, second, third = season.fixtures
    # A pile of four is lost for the player to move.
    match = await club.match(decided.matches[0])
    while (stones := int(match.position.stones)) > 4:  # type: ignore[union-attr]
        match = await club.do(match.id, Play(PersonId(mover(match)), str(min(3, stones - 4))))
    winner = match.others(PersonId(mover(match)))[0].id
    club.clock.now = SUNDAY - HOUR
    season = await ended(club, season)
    after = await club.match(match.id)
    assert after.outcome
    assert after.outcome.reason == "adjudicated"
    assert [after.person(Seat(seat)).id for seat in after.outcome.winners] == [winner]
    assert after.proof
    assert season.fixtures[0].fixture.settlement is Settlement.PROVEN
    for each in (second, third):
        found = await club.match(each.matches[0])
        assert known(found.outcome).reason == "adjudicated"


def mover(match: Match) -> int:
    return known(match.turn_person).id


async def test_a_person_who_withdraws_resigns_and_comes_last_and_is_no_member(club: Club) -> None:
    season = await begun(club)
    book = club.service.competitions
    assert await book.leave(season.competition.number, ADA.id)
    season = await seen(club, season)
    gone = next(each for each in season.entrants if each.person == ADA.id)
    assert gone.presence is Presence.WITHDRAWN
    assert season.tables[0][-1].entrant == gone.number
    assert [each.fixture.settlement for each in season.fixtures].count(Settlement.PLAYED) == 2
    league = season.competition.league or 0
    assert [each.person for each in await club.service.leagues.members(league)] == [
        GRACE.id,
        LINUS.id,
    ]
    assert not await book.leave(season.competition.number, MARGARET.id)


async def test_who_withdraws_before_their_matches_begin_forfeits_them(club: Club) -> None:
    season = await begun_without_matches(club)
    assert await club.service.competitions.leave(season.competition.number, GRACE.id)
    after = await seen(club, season)
    assert ways(after) == ["None", "forfeited", "forfeited"]
    assert len(all_matches(after)) == 2
    assert await club.service.competitions.leave(season.competition.number, ADA.id)
    after = await seen(club, season)
    # Of those two who were gone before they met nobody has won.
    assert ways(after) == ["forfeited", "forfeited", "played"]


async def begun_without_matches(club: Club) -> CompetitionView:
    """A season as after a kill behind the write that begins it."""
    league = await founded(club)
    club.clock.now = MONDAY
    await SeasonStarts(club.store, club.clock).do(league)
    season = await current(club, league)
    assert all_matches(season) == []
    return season


def ways(season: CompetitionView) -> list[str]:
    """How the results of the fixtures came about, in alphabetical order."""
    return sorted(str(each.fixture.settlement) for each in season.fixtures)


async def test_a_season_that_was_broken_off_anywhere_is_taken_on(club: Club) -> None:
    league = await founded(club)
    await club.at(MONDAY)
    season = await current(club, league)
    # As after a kill between a match and its note.
    club.store.sql("UPDATE fixtures SET first_match = NULL")
    club.store.sql(f"UPDATE competitions SET due_at = '{MONDAY.isoformat()}'")
    other = club.restarted()
    await other.tick()
    after = await other.service.competitions.view(season.competition.number)
    assert all_matches(after) == all_matches(season)


async def test_two_processes_begin_one_season(club: Club) -> None:
    league = await founded(club)
    club.clock.now = MONDAY
    await asyncio.gather(club.tick(), club.restarted().tick())
    assert len(await club.store.open_competitions(70)) == 1
    season = await current(club, league)
    assert len(all_matches(season)) == len({*all_matches(season)}) == 6


async def test_the_end_and_the_next_season_come_late_where_the_bot_was_away(club: Club) -> None:
    season = await begun(club)
    league = await club.service.leagues.league(season.competition.league or 0)
    club.clock.now = SUNDAY + timedelta(weeks=2, days=3)
    other = club.restarted()
    await other.tick()
    club.pass_by(minutes=2)
    await other.tick()
    before = await other.service.competitions.view(season.competition.number)
    assert before.competition.phase is Phase.ENDED
    # First it is posted what has ended, if that can be posted.
    assert len(await club.store.find(Competition, league=league.number)) == 1
    club.pass_by(minutes=10)
    await other.tick()
    after = await current(club, league)
    assert after.competition.begins == MONDAY + timedelta(weeks=6)
    assert after.competition.ends == MONDAY + timedelta(weeks=10, days=-1)


@pytest.mark.parametrize("late", [timedelta(seconds=3), timedelta(days=2, hours=2)])
async def test_a_season_that_begins_late_names_the_time_that_its_matches_have(
    club: Club, late: timedelta
) -> None:
    league = await founded(club, terms=FixtureTerms("pile", banks=True))
    await club.at(MONDAY + late)
    season = await current(club, league)
    control = known((await club.match(all_matches(season)[0])).control)
    bank = known(round_bank(season.competition))
    assert season.competition.ends == SUNDAY
    assert bank_text(bank) == bank_text(control.start)
    assert (bank_text(bank) == "13 d 12 h") == (late < HOUR)


async def test_a_season_of_two_is_put_off_by_a_week(club: Club) -> None:
    league = await founded(club, PEOPLE[:2])
    await club.at(MONDAY)
    after = await club.service.leagues.league(league.number)
    assert (after.current, after.begins) == (None, MONDAY + timedelta(weeks=1))
    await club.service.leagues.sign_up(league.number, LINUS)
    await club.later(weeks=1)
    assert (await current(club, league)).competition.season == 1


async def test_no_season_begins_in_a_server_that_put_the_bot_out(club: Club) -> None:
    league = await founded(club)
    await club.service.servers.left(GUILD)
    await club.at(MONDAY)
    assert (await club.service.leagues.league(league.number)).current is None
    await club.service.servers.joined(GUILD)
    await club.later(weeks=1)
    assert (await current(club, league)).competition.phase is Phase.RUNNING


async def test_a_league_changed_in_the_middle_changes_with_its_next_season(club: Club) -> None:
    season = await begun(club)
    await everybody_moves(club, season)
    number = season.competition.league or 0
    await club.service.leagues.change(number, partial(replace, weeks=6, terms=SINGLE, name=" New "))
    await club.at(SUNDAY)
    await club.at(SUNDAY + timedelta(days=1))
    league = await club.service.leagues.league(number)
    after = await current(club, league)
    terms = replace(SINGLE, control=None, banks=True)
    assert (after.competition.name, after.competition.terms) == ("New", terms)
    assert after.competition.ends == MONDAY + timedelta(weeks=10, days=-1)


async def test_of_two_changes_at_once_neither_undoes_the_other(club: Club) -> None:
    number = (await founded(club)).number
    change = club.service.leagues.change
    await asyncio.gather(
        change(number, lambda of: replace(of, terms=replace(of.terms, pair=False))),
        change(number, lambda of: replace(of, terms=replace(of.terms, rated=False))),
    )
    terms = (await club.service.leagues.league(number)).terms
    assert terms == replace(TERMS, pair=False, rated=False)


async def test_a_league_that_rests_begins_no_season_until_it_goes_on(club: Club) -> None:
    season = await begun(club)
    await everybody_moves(club, season)
    number = season.competition.league or 0
    await club.service.leagues.rest(number)
    assert (await ended(club, season)).competition.phase is Phase.ENDED
    await club.later(weeks=3)
    assert len(await club.store.find(Competition, league=number)) == 1
    assert (await club.service.leagues.resume(number)).begins
    await club.later(weeks=1)
    await club.later(minutes=10)
    assert len(await club.store.open_competitions(70)) == 1


async def test_a_closed_league_calls_its_season_off_and_leaves_its_matches(club: Club) -> None:
    season = await begun(club)
    await club.service.leagues.close(season.competition.league or 0)
    after = await seen(club, season)
    assert after.competition.phase is Phase.CALLED_OFF
    assert {each.fixture.settlement for each in after.fixtures} == {Settlement.ANNULLED}
    assert {(await club.match(match)).status for match in all_matches(after)} == {Status.RUNNING}
    with pytest.raises(NoSuchLeague):
        await club.service.leagues.league(season.competition.league or 0)


async def test_a_match_that_was_called_off_counts_for_nobody(club: Club) -> None:
    season = await begun(club, terms=SINGLE)
    await club.do(season.fixtures[0].matches[0], CallOff(ADA.id))
    season = await seen(club, season)
    assert season.fixtures[0].fixture.settlement is Settlement.ANNULLED
    assert season.fixtures[0].fixture.points is None


async def test_a_successor_on_the_seat_of_an_entrant_plays_for_the_entrant(club: Club) -> None:
    season = await begun(club, terms=SINGLE)
    fixture = season.fixtures[0]
    first, second = (
        season.entrant(n or 0) for n in (fixture.fixture.first, fixture.fixture.second)
    )
    leaving = Person(known(first.person), first.called)
    match = await club.do(fixture.matches[0], AskReplacement(leaving, leaving, MARGARET))
    for awaited in match.requests.replacement.awaited if match.requests.replacement else ():
        match = await club.do(match.id, AnswerRequest(REPLACEMENT, awaited, yes=True))
    assert match.seat_of(MARGARET.id)
    assert await club.service.competitions.leave(season.competition.number, leaving.id)
    season = await seen(club, season)
    assert (await club.match(match.id)).status is Status.RUNNING
    await club.do(match.id, Resign(known(second.person)))
    season = await seen(club, season)
    assert season.fixtures[0].fixture.points == (2, 0)


async def test_who_is_deleted_loses_what_runs_and_is_nameless_in_the_table(club: Club) -> None:
    season = await begun(club)
    await club.service.privacy.request_deletion(GRACE.id)
    await club.tick()
    club.pass_by(minutes=2)
    season = await seen(club, season)
    assert await club.service.privacy.under_way() == frozenset()
    gone = next(each for each in season.entrants if each.person is None)
    assert gone.presence is Presence.DELETED
    assert season.tables[0][-1].entrant == gone.number
    played = [f for f in season.fixtures if gone.number in (f.fixture.first, f.fixture.second)]
    assert [each.fixture.settlement for each in played] == [Settlement.PLAYED] * 2
    assert not any(each.running for each in played)


async def test_somebody_deleted_before_their_matches_begin_forfeits_them(club: Club) -> None:
    season = await begun_without_matches(club)
    await club.service.privacy.request_deletion(GRACE.id)
    while await club.service.privacy.under_way():
        await club.service.queue.begin(club.service.privacy, (await club.store.find(Deletion))[0])
        club.pass_by(minutes=1)
    assert ways(await seen(club, season)) == ["None", "forfeited", "forfeited"]


async def test_who_signs_up_twice_is_in_once_and_may_withdraw_and_return(club: Club) -> None:
    league, book = await founded(club), club.service.leagues
    twice = [await book.sign_up(league.number, ADA) for _ in range(2)]
    assert twice[0] == twice[1]
    assert await book.withdraw(league.number, ADA.id)
    assert not await book.withdraw(league.number, ADA.id)
    assert len(await book.members(league.number)) == 2
    club.pass_by(seconds=1)
    await book.sign_up(league.number, ADA)
    assert [each.person for each in await book.members(league.number)] == [2, 3, 1]


async def test_promotion_orders_the_next_season(club: Club) -> None:
    people = [Person(PersonId(n), f"P{n}") for n in range(1, 9)]
    season = await begun(club, people, terms=SINGLE)
    assert [each.division for each in season.entrants] == [1, 1, 1, 1, 2, 2, 2, 2]
    for each in season.fixtures:
        # Everybody loses to those with a greater number.
        lower = min(each.fixture.first, each.fixture.second or 0)
        await club.do(each.matches[0], Resign(known(season.entrant(lower).person)))
    season = await ended(club, season)
    members = await club.service.leagues.members(season.competition.league or 0)
    assert [each.person for each in members] == [4, 3, 2, 8, 1, 7, 6, 5]


async def test_who_goes_up_is_as_it_began_whatever_is_changed_meanwhile(club: Club) -> None:
    people = [Person(PersonId(n), f"P{n}") for n in range(1, 31)]
    season = await begun(club, people, terms=SINGLE, size=5)
    await everybody_moves(club, season)
    number = season.competition.league or 0
    await club.service.leagues.change(number, partial(replace, size=4))
    season = await ended(club, season)
    assert list(season.moving.values()) == [(0, 2), *[(2, 2)] * 4, (2, 0)]
    members = await club.service.leagues.members(number)
    best = {season.entrant(row.entrant).person for row in season.tables[1][:2]}
    assert best == {each.person for each in members[3:5]}


async def test_what_cannot_be_is_refused(club: Club) -> None:
    for other in ({"weeks": 5}, {"size": 3}, {"name": " "}, {"name": "x" * 99}):
        with pytest.raises(Refused):
            await founded(club, **other)
    with pytest.raises(NoSuchLeague):
        await club.service.leagues.sign_up(9, ADA)
    with pytest.raises(NoSuchCompetition):
        await club.service.competitions.view(9)
    for number in range(MOST_LEAGUES):
        await founded(club, (), name=f"League {number}")
    with pytest.raises(Refused, match=str(MOST_LEAGUES)):
        await founded(club, ())


async def test_of_two_leagues_that_look_alike_only_one_is_founded(club: Club) -> None:
    both = await asyncio.gather(
        founded(club, ()), founded(club, (), name="Open\u200b"), return_exceptions=True
    )
    assert [type(each) for each in both] == [League, Refused]
    other = await founded(club, (), name="Other")
    with pytest.raises(Refused, match="taken"):
        await club.service.leagues.change(other.number, lambda was: replace(was, name="o\u2066pen"))
