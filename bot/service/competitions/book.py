"""Tournaments and seasons as people see them: announced, entered, left, looked at."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.model.clock.units import MINUTE
from bot.model.competitions.competition import (
    USUAL_ROUND,
    Competition,
    Entrant,
    Format,
    Member,
    Phase,
    Presence,
    require_name,
    require_new_name,
    require_terms,
)
from bot.model.competitions.divisions import FEWEST, moving, undecided
from bot.model.competitions.lineup import (
    Lineup,
    called_off_where_open,
    entrant_left,
    next_swiss_round,
    tournament_begun,
)
from bot.model.competitions.standings import tables
from bot.model.events import Person
from bot.model.ports import Store
from bot.model.records import GuildId, MatchSummary, PersonId, Status
from bot.model.refusals import Refused
from bot.service.competitions.changing import (
    CompetitionView,
    FixtureView,
    NoSuchCompetition,
    change_lineup,
    lineup_of,
    silent_people,
)

MOST_OPEN = 10
"""Most tournaments of a server that have not ended."""

MOST_ENTRANTS = {Format.ROUND_ROBIN: 16, Format.SWISS: 100}
"""Most entrants of a tournament: in a round robin everybody meets everybody."""

SHORTEST_ROUND, LONGEST_ROUND = timedelta(minutes=15), timedelta(days=60)
"""How long a round may last: a quick match takes some minutes if both are there."""

LATEST = timedelta(days=90)
"""How far ahead a tournament may be announced."""

ROUNDS = range(1, 16)
"""Numbers of rounds that can be asked for in a Swiss tournament."""

LAST_LISTED = 50
"""Most tournaments listed of a server, or of a person."""


@dataclass(frozen=True, slots=True, eq=False)
class CompetitionBook:
    """All seasons and tournaments. The caller checks who may announce and end them.

    `wake` is called when there is something to do, or a post to change.
    """

    _store: Store
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    _announcing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Of two of a name at the same moment, the second is refused."""

    async def announce(self, new: Competition) -> Competition:
        """A new tournament that people can enter until it `begins`. With 0 `rounds`, a Swiss one
        gets as many as its number of entrants needs. Raises Refused."""
        new = replace(new, due=new.begins)
        _require_possible(new)
        self._require_ahead(new.begins)
        new = replace(new, ends=_latest_end(new))
        async with self._announcing:
            await self._require_room(new.guild, new.name)
            number = await self._store.announce(new)
        self._wake()
        return replace(new, number=number)

    async def change(
        self, number: int, change: Callable[[Competition], Competition]
    ) -> Competition:
        """Apply `change` to a tournament that has not begun; of a running one only the channel may
        change. Raises Refused."""
        others = [
            each.name
            for each in await self.tournaments_of((await self.competition(number)).guild)
            if each.number != number
        ]

        def changed(lineup: Lineup) -> Lineup:
            was = lineup.competition
            after = change(was)
            if was.is_open and after == replace(was, channel=after.channel):
                return replace(lineup, competition=after)
            if was.phase is not Phase.SIGN_UP:
                raise Refused("Once it has begun nothing but its channel can be changed.")
            require_new_name(after.name, others)
            if after.begins != was.begins:
                self._require_ahead(after.begins)
            _require_possible(after, len(lineup.entrants))
            # What is due earlier, such as a deletion, remains due.
            due = after.begins if was.due == was.begins else was.due
            return replace(lineup, competition=replace(after, due=due, ends=_latest_end(after)))

        return (await self._change(number, changed)).competition

    def _require_ahead(self, begins: datetime) -> None:
        if begins <= self._clock():
            raise Refused("It has to begin later than now, so that people can enter before.")
        if begins > self._clock() + LATEST:
            raise Refused(f"It has to begin within {LATEST.days} days. Choose an earlier date.")

    async def _require_room(self, guild: GuildId, name: str) -> None:
        found = await self._store.open_competitions(guild)
        names = [each.name for each in found if each.format is not Format.SEASON]
        require_new_name(name, names)
        if len(names) >= MOST_OPEN:
            raise Refused(
                f"This server has {MOST_OPEN} open tournaments, and no more are possible. Wait for "
                "the end of one, or call one off."
            )

    async def enter(self, number: int, person: Person) -> Entrant:
        """Enter a person in a tournament; entering twice changes nothing. Raises Refused once it
        has begun."""
        after = await self._change(number, lambda lineup: _entered(lineup, person))
        entrant = after.of_person(person.id)
        assert entrant is not None, "they have just entered"
        return entrant

    async def take_entry_back(self, number: int, person: PersonId) -> None:
        """Take back a person's entry. Raises Refused once it has begun: withdrawing then gives up
        matches."""

        def without(lineup: Lineup) -> Lineup:
            if lineup.competition.phase is not Phase.SIGN_UP:
                raise Refused("It has just begun, so nothing was done. Withdraw again if you want.")
            return entrant_left(lineup, person)

        await self._change(number, without)

    async def leave(self, number: int, person: PersonId) -> bool:
        """Withdraw a person; whether they were in. Once it has begun they resign their matches and
        forfeit those that have not begun, and leave the season's league."""
        before = await lineup_of(self._store, number)
        entrant = before.of_person(person)
        if not before.competition.is_open or entrant is None or entrant.presence is not Presence.IN:
            return False
        if before.competition.league:
            # First: if interrupted after this, the rest can be repeated.
            await self._store.withdraw(before.competition.league, person)

        def left(lineup: Lineup) -> Lineup:
            after = entrant_left(lineup, person)
            return after if after == lineup else self._due_now(after)

        await self._change(number, left)
        return True

    async def begin(self, number: int) -> Competition:
        """Begin a tournament now. Raises Refused if too few take part."""

        def begun(lineup: Lineup) -> Lineup:
            if lineup.competition.phase is not Phase.SIGN_UP:
                raise Refused("It has begun or ended already.")
            if len(lineup.entrants) < FEWEST:
                raise Refused(
                    f"It takes {FEWEST} people, and there are {len(lineup.entrants)}. Wait for "
                    "more to enter."
                )
            return tournament_begun(lineup, self._clock())

        return (await self._change(number, begun)).competition

    async def call_off(self, number: int) -> Competition:
        """End it without a result. Its matches go on like any others."""
        return (await self._change(number, called_off_where_open)).competition

    async def competition(self, number: int) -> Competition:
        found = await self._store.find_one(Competition, number=number)
        if found is None:
            raise NoSuchCompetition(number)
        return found

    async def tournaments_of(self, guild: GuildId, *, open_only: bool = True) -> list[Competition]:
        """A server's tournaments, newest first."""
        if not open_only:
            return await self._store.tournaments_of(guild, LAST_LISTED)
        found = await self._store.open_competitions(guild)
        return [each for each in found if each.format is not Format.SEASON]

    async def entries(self, person: PersonId) -> list[Entrant]:
        """What a person takes or took part in, newest first."""
        return (await self._store.find(Entrant, person=person))[: -LAST_LISTED - 1 : -1]

    async def view(self, number: int) -> CompetitionView:
        """All that can be shown of it. Raises NoSuchCompetition."""
        lineup = await lineup_of(self._store, number)
        rows = await self._store.find(MatchSummary, competition=number)
        return await asyncio.to_thread(_view, lineup, rows)

    async def signed_out(self, season: Competition) -> list[PersonId]:
        """Who was signed out of the league at the end of a season because they did nothing in it,
        and has not signed up again."""
        if season.league is None:
            return []
        members = {each.person for each in await self._store.find(Member, league=season.league)}
        return [e for e in await silent_people(self._store, season) if e not in members]

    async def _change(self, number: int, change: Callable[[Lineup], Lineup]) -> Lineup:
        after = await change_lineup(self._store, number, change)
        self._wake()
        return after

    def _due_now(self, lineup: Lineup) -> Lineup:
        if lineup.competition.phase is not Phase.RUNNING:
            return lineup
        return replace(lineup, competition=replace(lineup.competition, due=self._clock()))


def _view(lineup: Lineup, rows: Sequence[MatchSummary]) -> CompetitionView:
    competition = lineup.competition
    # One called off before its beginning has no table, either.
    has_begun = competition.round > 0
    found = tuple(tables(lineup.entrants, lineup.fixtures).values()) if has_begun else ()
    is_season = competition.format is Format.SEASON
    moves = moving([len(each) for each in found], undecided(found)) if is_season else {}
    fixtures = tuple(_fixtures(lineup, rows))
    by_seats = competition.is_cut_short and next_swiss_round(lineup).fails_by_seats
    return CompetitionView(competition, lineup.entrants, fixtures, found, moves, by_seats)


def _fixtures(lineup: Lineup, rows: Sequence[MatchSummary]) -> Iterator[FixtureView]:
    running = frozenset(each.match for each in rows if each.status is Status.RUNNING)
    seconds = {each.pair: each.match for each in rows if each.pair != each.match}
    for fixture in lineup.fixtures:
        both = (fixture.match, seconds.get(fixture.match) if fixture.match else None)
        matches = tuple(each for each in both if each)
        yield FixtureView(fixture, matches, running & {*matches})


def _require_possible(of: Competition, entrants: int = 0) -> None:
    require_name(of.name)
    require_terms(of.terms)
    length = of.round_time or USUAL_ROUND
    if of.format is Format.SEASON or not SHORTEST_ROUND <= length <= LONGEST_ROUND:
        raise Refused(
            f"A round lasts {SHORTEST_ROUND // MINUTE} minutes to {LONGEST_ROUND.days} days. "
            "Choose again."
        )
    if entrants > MOST_ENTRANTS[of.format]:
        raise Refused(
            f"{entrants} people have entered, and at most {MOST_ENTRANTS[of.format]} can in that "
            "format. Leave it as it is."
        )
    if of.rounds and of.rounds not in ROUNDS:
        raise Refused(f"There are {ROUNDS[0]} to {ROUNDS[-1]} rounds. Choose again.")


def _latest_end(of: Competition) -> datetime:
    # As far as known before it begins.
    return of.begins + (of.rounds or 1) * (of.round_time or USUAL_ROUND)


def _entered(lineup: Lineup, person: Person) -> Lineup:
    if lineup.of_person(person.id):
        return lineup
    competition = lineup.competition
    if competition.phase is not Phase.SIGN_UP:
        raise Refused("Nobody can enter any more: it has begun or is over.")
    if len(lineup.entrants) >= MOST_ENTRANTS[competition.format]:
        raise Refused(f"{len(lineup.entrants)} people take part, and no more can enter.")
    number = 1 + max((each.number for each in lineup.entrants), default=0)
    entrant = Entrant(competition.number, number, person.id, person.name, seed=number)
    return replace(lineup, entrants=(*lineup.entrants, entrant))
