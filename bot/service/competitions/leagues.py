"""The leagues of servers: founded and changed by managers, joined by everybody."""

from asyncio import Lock
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.model.clock.units import DAY, WEEK
from bot.model.competitions.competition import (
    Competition,
    League,
    Member,
    Phase,
    require_name,
    require_new_name,
    require_terms,
)
from bot.model.competitions.lineup import called_off_where_open
from bot.model.competitions.phases import is_beginning, next_monday
from bot.model.competitions.port import Competitions
from bot.model.events import Person
from bot.model.records import GuildId, PersonId, counting_changes
from bot.model.refusals import Refused
from bot.service.competitions.changing import change_lineup, members_of
from bot.service.locks import change

WEEKS = (4, 6, 8)
"""How long a season may last."""

SIZES = (4, 5)
"""How many people a division may have."""

# Two requests at the same moment may exceed these by one, which does no harm.
MOST_LEAGUES = 10
"""Most leagues of a server: each posts a season's matches all at once."""

MOST_MEMBERS = 200
"""Most members of a league. A season of this many is 800 matches of pairs."""

LONGEST_WAIT = 52 * WEEK
"""How far ahead the beginning of a season may be chosen."""


class NoSuchLeague(Refused):
    """There is no league of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no league {number}. It may have been closed.")


@dataclass(frozen=True, slots=True, eq=False)
class LeagueBook:
    """All leagues. The caller checks who may found and change them.

    Changes take effect from the next season. `wake` is called when there is something to do, or a
    post to change.
    """

    _store: Competitions
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    _founding: Lock = field(default_factory=Lock)
    """Of two of a name at the same moment, the second is refused."""

    async def found(self, new: League) -> League:
        """A new league, whose first season `begins` then, or else next Monday. Raises Refused."""
        monday = next_monday(self._clock())
        new = replace(new, begins=new.begins or monday)
        _require_beginning(new, monday)
        _require_possible(new)
        async with self._founding:
            await self._require_room(new)
            number = await self._store.found_league(new)
        self._wake()
        return replace(new, number=number)

    async def _require_room(self, new: League) -> None:
        others = await self._store.find(League, guild=new.guild)
        require_new_name(new.name, (each.name for each in others))
        if len(others) >= MOST_LEAGUES:
            raise Refused(
                f"This server has {MOST_LEAGUES} leagues, and no more are possible. Close one "
                "first, or change it."
            )

    async def change(self, number: int, step: Callable[[League], League]) -> League:
        """Change the league from its next season, which never begins while one runs. `step` gets
        it as it is just before, as others may change it at the same time. Raises Refused."""
        known = await self.league(number)
        earliest = await self._earliest(known)
        others = [e.name for e in await self.of_guild(known.guild) if e.number != number]

        def changed(league: League) -> League:
            after = step(league)
            if after.name != league.name:
                require_new_name(after.name, others)
            if after.begins != league.begins:
                _require_beginning(after, earliest)
            _require_possible(after)
            return after

        return await self._change(number, changed)

    async def rest(self, number: int) -> League:
        """Begin no more seasons; a running one is played to its end."""
        return await self._change(number, lambda league: replace(league, begins=None))

    async def resume(self, number: int) -> League:
        """Begin seasons again, from the next Monday or after the running season."""
        begins = await self._earliest(await self.league(number))

        def resumed(league: League) -> League:
            return league if league.begins else replace(league, begins=begins)

        return await self._change(number, resumed)

    async def close(self, number: int) -> None:
        """Close the league. A running season is called off; its matches go on like any others."""
        while True:
            league = await self.league(number)
            if league.current:
                # First: if interrupted after this, the rest can be repeated.
                await change_lineup(self._store, league.current, called_off_where_open)
            if await self._store.close_league(league):
                self._wake()
                return

    async def league(self, number: int) -> League:
        if (found := await self._store.find_one(League, number=number)) is None:
            raise NoSuchLeague(number)
        return found

    async def of_guild(self, guild: GuildId) -> list[League]:
        """A server's leagues, oldest first."""
        return await self._store.find(League, guild=guild)

    async def members(self, number: int) -> list[Member]:
        """The members, in their order for the next season."""
        return await members_of(self._store, number)

    async def memberships(self, person: PersonId) -> list[Member]:
        return await self._store.find(Member, person=person)

    async def sign_up(self, number: int, person: Person) -> Member:
        """Sign a person up until they withdraw; signing up twice changes nothing. Raises
        Refused."""
        await self.league(number)
        members = await self._store.find(Member, league=number)
        already = next((each for each in members if each.person == person.id), None)
        if already:
            return already
        if len(members) >= MOST_MEMBERS:
            raise Refused(
                f"{MOST_MEMBERS} people are signed up for this league, and no more are possible. "
                "Ask a manager of the server for a second league."
            )
        member = Member(number, person.id, person.name, self._clock())
        if not await self._store.sign_up(member):
            # It was closed meanwhile, or they pressed twice at once.
            await self.league(number)
        self._wake()
        return member

    async def withdraw(self, number: int, person: PersonId) -> bool:
        """Sign a person out from the next season on; whether they were signed up. They play on in a
        running season: see `CompetitionBook.leave`."""
        was_in = await self._store.withdraw(number, person)
        self._wake()
        return was_in

    async def _earliest(self, league: League) -> datetime:
        # The next season may begin after the running one.
        begins = next_monday(self._clock())
        season = (
            await self._store.find_one(Competition, number=league.current)
            if league.current
            else None
        )
        is_running = season is not None and season.phase is Phase.RUNNING
        return max(begins, season.ends + DAY) if season and is_running else begins

    async def _change(self, number: int, step: Callable[[League], League]) -> League:
        league = await change(
            lambda: self.league(number),
            counting_changes(step),
            lambda after, _: self._store.save_league(after),
        )
        self._wake()
        return league


def _require_beginning(league: League, earliest: datetime) -> None:
    at = league.begins
    if at and not (is_beginning(at) and earliest <= at <= earliest + LONGEST_WAIT):
        raise Refused(
            "A season begins on a Monday at 18:00 UTC, from "
            f"{earliest:%Y-%m-%d %H:%M} UTC on and within a year. Choose another day."
        )


def _require_possible(league: League) -> None:
    require_name(league.name)
    require_terms(league.terms)
    if league.weeks not in WEEKS or league.size not in SIZES:
        raise Refused(
            "A season lasts 4, 6 or 8 weeks, and a division has 4 or 5 people. Choose again."
        )
