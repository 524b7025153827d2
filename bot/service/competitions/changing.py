"""Reads whole competitions, also to show them, and writes what has changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Unpack

from bot.model.competitions.competition import Competition, Entrant, Fixture, Member, TableRow
from bot.model.competitions.divisions import did_nothing, was_away
from bot.model.competitions.lineup import Lineup
from bot.model.competitions.port import ChangedParts, Competitions
from bot.model.ports import Store
from bot.model.privacy.records import KnownServer, Servers
from bot.model.records import GuildId, MatchId, PersonId
from bot.model.refusals import Refused
from bot.service.locks import change


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture with the numbers of its matches in their order, as far as they have begun, and
    those that still run."""

    fixture: Fixture
    matches: tuple[MatchId, ...] = ()
    running: frozenset[MatchId] = frozenset()


@dataclass(frozen=True, slots=True)
class CompetitionView:
    """A competition with all its entrants and fixtures, and the table of each division, from 1.

    Before it begins there is no table. In a league, `moving` says how many go up and down at the
    end, by division. `ends_by_seats`: a Swiss one has ended before its last round because all who
    were left could meet somebody new, but not with even seats.
    """

    competition: Competition
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[FixtureView, ...] = ()
    tables: tuple[tuple[TableRow, ...], ...] = ()
    moving: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    ends_by_seats: bool = False

    def entrant(self, number: int) -> Entrant:
        return next(each for each in self.entrants if each.number == number)


class NoSuchCompetition(Refused):
    """There is no competition of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no season or tournament {number}.")


async def lineup_of(store: Competitions, number: int) -> Lineup:
    """The whole competition. Raises NoSuchCompetition."""
    # Read first, so that anything written about its parts later counts as a change of it.
    competition = await store.find_one(Competition, number=number)
    if competition is None:
        raise NoSuchCompetition(number)
    entrants, fixtures = (
        await store.find(Entrant, competition=number),
        await store.find(Fixture, competition=number),
    )
    return Lineup(competition, tuple(entrants), tuple(fixtures))


async def save_lineup(
    store: Competitions, before: Lineup, after: Lineup, **parts: Unpack[ChangedParts]
) -> bool:
    """Write what differs of a competition; False if it has changed meanwhile."""
    entrants, fixtures = {*before.entrants}, {*before.fixtures}
    stay = {each.number for each in after.entrants}
    parts["entrants"] = [each for each in after.entrants if each not in entrants]
    parts["fixtures"] = [each for each in after.fixtures if each not in fixtures]
    parts["left"] = [each.number for each in before.entrants if each.number not in stay]
    after_it = replace(after.competition, changes=before.competition.changes + 1)
    return await store.save_competition(after_it, **parts)


async def change_lineup(
    store: Competitions, number: int, step: Callable[[Lineup], Lineup]
) -> Lineup:
    """Change the whole competition by the step, which may refuse. Raises NoSuchCompetition."""
    return await change(
        lambda: lineup_of(store, number),
        step,
        lambda after, before: save_lineup(store, before, after),
        # Pairing a hundred people takes a while.
        in_thread=True,
    )


async def members_of(store: Competitions, league: int) -> list[Member]:
    """The members of a league, by their order for the next season; newcomers have none, and come
    after all others by the time of sign-up."""
    found = await store.find(Member, league=league)
    return sorted(found, key=lambda m: (m.order is None, m.order or 0, m.since, m.person))


async def silent_people(store: Store, season: Competition) -> list[PersonId]:
    """Those who did nothing in it, except those who have signed up since; under the earlier rules
    neither those who were on vacation."""
    if season.league is None:
        return []
    members = {each.person: each for each in await store.find(Member, league=season.league)}
    silent = did_nothing(await store.results_in(season.number))
    return [
        person
        for person in sorted(silent)
        if (member := members.get(person)) is None or member.since <= season.begins
        if season.terms.banks
        or not was_away(await store.calendar_history(person), season.begins, season.ends)
    ]


async def is_put_out(store: Servers, guild: GuildId) -> bool:
    """Whether that server has removed the bot."""
    found = await store.find_one(KnownServer, guild=guild)
    return found is not None and found.left is not None
