"""Tournaments are entered, begin by themselves or by a word, and go on round by round."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Resign
from bot.model.competitions.competition import (
    Competition,
    FixtureTerms,
    Format,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.swiss import SwissRound
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import PersonId, Status
from bot.model.refusals import Refused
from bot.opponents.thinking import Answerable
from bot.opponents.workers import SearchFailed
from bot.service.competitions.book import MOST_OPEN
from bot.service.competitions.changing import CompetitionView, FixtureView
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD
from tests.helpers.thinking import A, InThreads
from tests.service.conftest import START, Club

SINGLE = FixtureTerms("pile", control=days_a_move(3), pair=False)
PEOPLE = [Person(PersonId(n), f"P{n}") for n in range(1, 7)]
TOMORROW = START + timedelta(days=1)
CUP = Competition(
    *(
        0,
        Format.ROUND_ROBIN,
        GUILD,
        CHANNEL,
        "Cup",
        SINGLE,
        ADA.id,
        Phase.SIGN_UP,
        TOMORROW,
        TOMORROW,
    ),
    rounds=0,
    round_time=timedelta(days=7),
)


async def announced(club: Club, people: int = 0, **other: Any) -> Competition:
    """A tournament that so many have entered."""
    new = replace(CUP, **other)
    found = await club.service.competitions.announce(new)
    for person in PEOPLE[:people]:
        await club.service.competitions.enter(found.number, person)
    return found


async def seen(club: Club, number: int) -> CompetitionView:
    """The competition after all that is due now."""
    await club.tick()
    return await club.service.competitions.view(number)


def of_round(view: CompetitionView) -> list[FixtureView]:
    return [each for each in view.fixtures if each.fixture.round == view.competition.round]


async def won_by_the_first(club: Club, view: CompetitionView) -> None:
    """The one who entered earlier wins all that runs of the round."""
    for each in of_round(view):
        for match in each.running:
            await club.do(match, Resign(max(p.id for p in (await club.match(match)).seats)))


async def matches_of(club: Club, view: CompetitionView) -> list[Match]:
    return [await club.match(match) for each in view.fixtures for match in each.matches]


@pytest.mark.parametrize(("form", "rounds"), [(Format.ROUND_ROBIN, 5), (Format.SWISS, 4)])
async def test_a_tournament_has_rounds_and_a_winner(club: Club, form: Format, rounds: int) -> None:
    number = (await announced(club, 6, format=form)).number
    assert (await seen(club, number)).competition.phase is Phase.SIGN_UP
    club.clock.now = TOMORROW
    for played in range(1, rounds + 1):
        view = await seen(club, number)
        assert (view.competition.round, view.competition.rounds) == (played, rounds)
        assert len([m for m in await matches_of(club, view) if m.status is Status.RUNNING]) == 3
        club.pass_by(hours=5)
        await won_by_the_first(club, view)
    view = await seen(club, number)
    assert view.competition.phase is Phase.ENDED
    assert view.entrant(view.tables[0][0].entrant).person == 1
    assert view.tables[0][0].points == 2 * rounds


async def test_by_the_date_of_a_round_somebody_has_lost_each_match(club: Club) -> None:
    number = (await announced(club, 4)).number
    club.clock.now = TOMORROW
    view = await seen(club, number)
    await won_by_the_first(club, view)
    view = await seen(club, number)
    assert view.competition.round == 2
    assert view.competition.round_ends == TOMORROW + timedelta(days=7)
    await club.later(days=7)
    view = await seen(club, number)
    assert view.competition.round == 3
    ended = [m for m in await matches_of(club, view) if m.outcome]
    assert [m.outcome.reason for m in ended if m.outcome] == [
        *("resigned", "resigned", "did_not_come", "did_not_come")
    ]


async def test_after_a_long_absence_the_rest_of_a_tournament_counts_for_nobody(club: Club) -> None:
    number = (await announced(club, 4)).number
    await club.at(TOMORROW)
    club.pass_by(days=90)
    view = await seen(club, number)
    assert view.competition.phase is Phase.ENDED
    later = [each.fixture for each in view.fixtures if each.fixture.round > 1]
    assert {each.settlement for each in later} == {Settlement.ANNULLED}
    assert not any(each.running for each in view.fixtures)


async def test_a_tournament_begins_by_a_word_once_three_are_in(club: Club) -> None:
    book, number = club.service.competitions, (await announced(club, 2)).number
    with pytest.raises(Refused, match="3"):
        await book.begin(number)
    await book.enter(number, PEOPLE[2])
    begun = await book.begin(number)
    assert (begun.phase, begun.begins) == (Phase.RUNNING, START)
    assert len((await seen(club, number)).fixtures) == 3
    for late in (book.begin(number), book.enter(number, PEOPLE[3])):
        with pytest.raises(Refused):
            await late


async def test_a_tournament_that_too_few_entered_is_called_off(club: Club) -> None:
    number = (await announced(club, 2)).number
    club.clock.now = TOMORROW
    view = await seen(club, number)
    assert (view.competition.phase, view.tables) == (Phase.CALLED_OFF, ())


async def test_an_entry_that_is_taken_back_as_it_begins_gives_nothing_up(club: Club) -> None:
    book, number = club.service.competitions, (await announced(club, 4)).number
    await book.take_entry_back(number, ADA.id)
    await book.begin(number)
    with pytest.raises(Refused, match="It has just begun, so nothing was done"):
        await book.take_entry_back(number, GRACE.id)
    view = await seen(club, number)
    assert [(e.person, e.presence) for e in view.entrants] == [
        (person, Presence.IN) for person in (2, 3, 4)
    ]


async def test_swiss_rounds_go_on_without_those_who_withdraw(club: Club) -> None:
    number = (await announced(club, 5, format=Format.SWISS, rounds=3)).number
    club.clock.now = TOMORROW
    view = await seen(club, number)
    assert [each.fixture.settlement for each in view.fixtures].count(Settlement.BYE) == 1
    assert await club.service.competitions.leave(number, ADA.id)
    while view.competition.phase is Phase.RUNNING:
        await won_by_the_first(club, view)
        view = await seen(club, number)
    met = [{each.fixture.first, each.fixture.second} for each in view.fixtures]
    assert view.competition.round == 3
    assert sum(1 in each for each in met) == 1
    assert all(each.fixture.settlement for each in view.fixtures)
    assert view.entrant(view.tables[0][-1].entrant).person == 1


async def test_where_nobody_can_meet_somebody_new_a_swiss_tournament_ends(club: Club) -> None:
    number = (await announced(club, 4, format=Format.SWISS, rounds=3)).number
    club.clock.now = TOMORROW
    await won_by_the_first(club, await seen(club, number))
    view = await seen(club, number)
    first = next(each.fixture for each in view.fixtures)
    for person in set(range(1, 5)) - {first.first, first.second}:
        await club.service.competitions.leave(number, PersonId(person))
    await won_by_the_first(club, await seen(club, number))
    over = (await seen(club, number)).competition
    assert (over.phase, over.round, over.ends) == (Phase.ENDED, 2, club.clock.now)
    assert over.is_cut_short


class Hasty(InThreads):
    """Whose searches by the rules of FIDE take too long."""

    async def ask(self, question: Answerable[A], *, person: PersonId, **terms: Any) -> A:
        if isinstance(question, SwissRound) and question.by_fide:
            raise SearchFailed("a search took more than 20 s")
        return await super().ask(question, person=person, **terms)


async def test_a_round_whose_search_is_ended_is_paired_without_it() -> None:
    club = Club(thinking=Hasty())
    number = (await announced(club, 6, format=Format.SWISS, rounds=3)).number
    club.clock.now = TOMORROW
    for _ in range(3):
        await won_by_the_first(club, await seen(club, number))
    view = await seen(club, number)
    assert (view.competition.phase, view.competition.round) == (Phase.ENDED, 3)
    met = {frozenset((each.fixture.first, each.fixture.second)) for each in view.fixtures}
    assert len(met) == 9


async def test_once_all_but_one_have_left_a_swiss_tournament_ends(club: Club) -> None:
    number = (await announced(club, 4, format=Format.SWISS, rounds=3)).number
    await club.at(TOMORROW)
    for person in (1, 2, 3):
        await club.service.competitions.leave(number, PersonId(person))
    assert (await seen(club, number)).competition.phase is Phase.ENDED


async def test_a_tournament_that_is_called_off_stays_so_and_its_matches_go_on(club: Club) -> None:
    book, number = club.service.competitions, (await announced(club, 4)).number
    await club.at(TOMORROW)
    assert (await book.call_off(number)).phase is Phase.CALLED_OFF
    view = await seen(club, number)
    assert {m.status for m in await matches_of(club, view)} == {Status.RUNNING}
    await won_by_the_first(club, view)
    assert (await seen(club, number)).fixtures == tuple(
        FixtureView(each.fixture, each.matches) for each in view.fixtures
    )
    assert not await book.leave(number, ADA.id)


async def test_a_match_that_waits_for_a_server_begins_once_it_is_back(club: Club) -> None:
    book, number = club.service.competitions, (await announced(club, 3)).number
    await book.begin(number)
    await club.service.servers.left(GUILD)
    assert not await matches_of(club, await seen(club, number))
    await club.service.servers.joined(GUILD)
    club.pass_by(hours=1)
    assert len(await matches_of(club, await seen(club, number))) == 1


async def test_what_no_tournament_can_be_is_refused(club: Club) -> None:
    for other in (
        {"format": Format.SEASON},
        {"round_time": timedelta(minutes=14)},
        {"round_time": timedelta(days=61)},
        {"format": Format.SWISS, "rounds": 16},
        {"begins": START},
        {"name": ""},
        {"terms": FixtureTerms("pile", {"limits": [9, 9]})},
        {"terms": FixtureTerms("pile", {"color": 1})},
    ):
        with pytest.raises(Exception, match=r"\w"):
            await announced(club, **other)
    for number in range(MOST_OPEN):
        await announced(club, name=f"Cup {number}")
    with pytest.raises(Refused, match=str(MOST_OPEN)):
        await announced(club)


async def test_no_two_open_tournaments_of_a_server_have_the_same_name(club: Club) -> None:
    first = await announced(club)
    with pytest.raises(Refused, match="Choose another name"):
        await announced(club, name=" cUP ")
    await club.service.competitions.call_off(first.number)
    assert (await announced(club)).name == "Cup"


async def test_rounds_of_an_evening_end_when_all_is_played_or_within_the_hour(club: Club) -> None:
    hour, unlimited = timedelta(hours=1), FixtureTerms("pile", pair=False)
    number = (await announced(club, 4, terms=unlimited, round_time=hour)).number
    club.clock.now = TOMORROW
    await won_by_the_first(club, await seen(club, number))
    view = await seen(club, number)
    assert (view.competition.round, view.competition.round_ends) == (2, TOMORROW + hour)
    await club.later(hours=1)
    view = await seen(club, number)
    assert (view.competition.round, view.competition.round_ends) == (3, TOMORROW + 2 * hour)
    await club.later(hours=1)
    assert (await seen(club, number)).competition.phase is Phase.ENDED


@pytest.mark.parametrize("second", ["Cup", "Cup\u200b", "\u202ecup", "C up"])
async def test_of_two_that_look_alike_only_one_is_announced(club: Club, second: str) -> None:
    both = await asyncio.gather(
        announced(club), announced(club, name=second), return_exceptions=True
    )
    assert [type(each) for each in both] == [Competition, Refused]
    assert len(await club.service.competitions.tournaments_of(GUILD)) == 1
    other = await announced(club, name="Other")
    with pytest.raises(Refused, match="taken"):
        await club.service.competitions.change(other.number, lambda was: replace(was, name=second))
