"""Seasons and tournaments as they are shown, made up for tests and to be looked at."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.divisions import moving
from bot.model.competitions.rounds import round_robin_fixtures, season_fixtures
from bot.model.competitions.standings import tables
from bot.model.records import MatchId, PersonId
from bot.service.competitions.changing import CompetitionView, FixtureView
from tests.helpers.people import ADA, CHANNEL, GUILD

MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
TERMS = FixtureTerms("clump", {"size": 8}, days_a_move(3))
SEASON = Competition(
    *(1, Format.SEASON, GUILD, CHANNEL, "Winter", TERMS, ADA.id, Phase.RUNNING, MONDAY, MONDAY),
    league=1,
    season=2,
    round=1,
)


def people(names: Sequence[str], size: int = 99) -> tuple[Entrant, ...]:
    """Entrants of these names, so many in each division; their ids are 11 and so on."""
    return tuple(
        Entrant(
            1,
            number,
            PersonId(10 + number),
            name,
            1 + (number - 1) // size,
            1 + (number - 1) % size,
        )
        for number, name in enumerate(names, 1)
    )


def season_view(names: Sequence[str], size: int = 5, played: int = 3) -> CompetitionView:
    """A season of which of each four fixtures so many are over, and the others still run."""
    entrants = people(names, size)
    fixtures = [_result(n, each, played) for n, each in enumerate(season_fixtures(entrants), 1)]
    return shown(SEASON, entrants, fixtures)


def tournament_view(names: Sequence[str], played: int = 3) -> CompetitionView:
    """A round robin of all of them, in the middle of a round."""
    entrants = people(names)
    competition = replace(
        SEASON, format=Format.ROUND_ROBIN, league=None, season=0, rounds=len(names), round=3
    )
    fixtures = [
        _result(n, each, played) if each.round <= competition.round else each
        for n, each in enumerate(round_robin_fixtures(entrants), 1)
    ]
    return shown(competition, entrants, fixtures)


def _result(number: int, fixture: Fixture, played: int) -> Fixture:
    if fixture.second is None:
        return replace(fixture, points=(4, 0), settlement=Settlement.BYE)
    points = ((4, 0), (2, 2), (1, 3))[number % 3]
    if number % 4 < played:
        return replace(
            fixture, match=MatchId(2 * number), points=points, settlement=Settlement.PLAYED
        )
    return replace(fixture, match=MatchId(2 * number))


def shown(
    competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> CompetitionView:
    """What is shown of them: of each fixture that is played both matches still run."""
    found = tuple(tables(entrants, fixtures).values())
    moves = moving([len(each) for each in found]) if competition.league else {}
    views = tuple(map(_fixture, fixtures))
    return CompetitionView(competition, tuple(entrants), views, found, moves)


def _fixture(fixture: Fixture) -> FixtureView:
    if fixture.match is None:
        return FixtureView(fixture)
    both = (fixture.match, MatchId(fixture.match + 1))
    return FixtureView(fixture, both, frozenset() if fixture.settlement else frozenset(both))


def with_one_gone(view: CompetitionView, number: int) -> CompetitionView:
    """The same after the entrant of that number has withdrawn."""
    gone = [
        replace(each, presence=Presence.WITHDRAWN) if each.number == number else each
        for each in view.entrants
    ]
    return shown(view.competition, gone, [each.fixture for each in view.fixtures])
