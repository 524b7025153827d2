"""Tournaments and seasons as people see them: announced, entered, left, looked at."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    Format,
    Phase,
)
from bot.model.events import Person
from bot.model.refusals import Refused
from bot.service.competitions.views import CompetitionView


class NoSuchCompetition(Refused):
    """There is no competition of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no season or tournament {number}.")


@dataclass(eq=False)
class CompetitionBook:
    """All seasons and tournaments. Who may announce and end them is the caller's affair.

    `wake` is called when there may be something to do earlier.
    """

    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    _all: dict[int, Competition] = field(default_factory=dict)
    _entrants: dict[int, list[Entrant]] = field(default_factory=dict)

    async def announce(
        self,
        *,
        host: Person,
        guild: int,
        channel: int,
        name: str,
        form: Format,
        terms: FixtureTerms,
        begins: datetime,
        round_days: int,
        rounds: int | None = None,
    ) -> Competition:
        """A new tournament that people can enter until it `begins` by itself. Each round lasts so
        many days at most. Of a Swiss one the number of `rounds` follows from that of the entrants
        where it is not given. Raises Refused."""
        number, ends = len(self._all) + 1, begins + timedelta(days=round_days * (rounds or 1))
        self._all[number] = new = Competition(
            *(number, form, guild, channel, name, terms, host.id, Phase.SIGN_UP, begins, ends),
            rounds=rounds or 0,
            round_days=round_days,
        )
        self._wake()
        return new

    async def enter(self, number: int, person: Person) -> Entrant:
        """Somebody takes part in a tournament; whoever is in stays in. Raises Refused once it has
        begun."""
        await self.competition(number)
        entrants = self._entrants.setdefault(number, [])
        if already := [each for each in entrants if each.person == person.id]:
            return already[0]
        entrants.append(Entrant(number, len(entrants) + 1, person.id, person.name))
        return entrants[-1]

    async def leave(self, number: int, person: int) -> bool:
        """Somebody withdraws; whether they were in. Once it has begun they resign their matches
        and forfeit what has not begun, and of a season's league they are no members any more."""
        entrants = self._entrants.get(number, [])
        left = [each for each in entrants if each.person != person]
        self._entrants[number] = left
        return len(left) < len(entrants)

    async def begin(self, number: int) -> Competition:
        """Begin a tournament now. Raises Refused where too few take part."""
        now = self._clock()
        begun = replace(await self.competition(number), phase=Phase.RUNNING, begins=now)
        self._all[number] = begun
        self._wake()
        return begun

    async def call_off(self, number: int) -> Competition:
        """End it without a result. Its matches go on as any other."""
        off = replace(await self.competition(number), phase=Phase.CALLED_OFF, due=None)
        self._all[number] = off
        return off

    async def competition(self, number: int) -> Competition:
        """That season or tournament. Raises NoSuchCompetition."""
        if number not in self._all:
            raise NoSuchCompetition(number)
        return self._all[number]

    async def of_guild(self, guild: int, *, open_only: bool = True) -> list[Competition]:
        """A server's seasons and tournaments, the newest first."""
        open_ = (Phase.SIGN_UP, Phase.RUNNING)
        mine = (each for each in self._all.values() if each.guild == guild)
        return [each for each in mine if each.phase in open_ or not open_only][::-1]

    async def view(self, number: int) -> CompetitionView:
        """All there is to show of it. Raises NoSuchCompetition."""
        found = await self.competition(number)
        return CompetitionView(found, tuple(self._entrants.get(number, ())))

    async def note_message(self, number: int, message: int | None) -> None:
        """The competition's living post stands there now."""
        self._all[number] = replace(await self.competition(number), message=message)
