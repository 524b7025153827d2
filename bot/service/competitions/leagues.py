"""The leagues of servers: founded and changed by managers, joined by everybody."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.model.competitions.competition import FixtureTerms, League, Member
from bot.model.events import Person
from bot.model.refusals import Refused


class NoSuchLeague(Refused):
    """There is no league of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no league {number}. It may have been closed.")


@dataclass(eq=False)
class LeagueBook:
    """All leagues. Who may found and change them is the caller's affair.

    What is changed holds from the next season on. `wake` is called when one may begin earlier.
    """

    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    _leagues: dict[int, League] = field(default_factory=dict)
    _members: dict[tuple[int, int], Member] = field(default_factory=dict)

    async def found(
        self,
        *,
        host: Person,
        guild: int,
        channel: int,
        name: str,
        terms: FixtureTerms,
        weeks: int,
        size: int,
    ) -> League:
        """A new league, whose first season begins on the Monday after next. Raises Refused."""
        number = len(self._leagues) + 1
        now = self._clock()
        league = League(number, guild, channel, name, terms, weeks, size, host.id, now)
        self._leagues[number] = league
        self._wake()
        return league

    async def change(
        self,
        number: int,
        *,
        name: str | None = None,
        channel: int | None = None,
        terms: FixtureTerms | None = None,
        weeks: int | None = None,
        size: int | None = None,
    ) -> League:
        """The league with what is given changed, from its next season on. Raises Refused."""
        was = await self.league(number)
        new = (name or was.name, channel or was.channel, terms or was.terms)
        after = replace(was, weeks=weeks or was.weeks, size=size or was.size)
        after = replace(after, name=new[0], channel=new[1], terms=new[2])
        self._leagues[number] = after
        return after

    async def rest(self, number: int) -> League:
        """Begin no more seasons; one that runs is played to its end."""
        self._leagues[number] = after = replace(await self.league(number), begins=None)
        return after

    async def resume(self, number: int) -> League:
        """Begin seasons again, from the next Monday on or after the season that runs."""
        self._leagues[number] = after = replace(await self.league(number), begins=self._clock())
        self._wake()
        return after

    async def close(self, number: int) -> None:
        """The league is no more. A season that runs is called off; its matches go on as any."""
        await self.league(number)
        del self._leagues[number]

    async def league(self, number: int) -> League:
        """That league. Raises NoSuchLeague."""
        if number not in self._leagues:
            raise NoSuchLeague(number)
        return self._leagues[number]

    async def of_guild(self, guild: int) -> list[League]:
        """A server's leagues, the oldest first."""
        return [each for each in self._leagues.values() if each.guild == guild]

    async def members(self, number: int) -> list[Member]:
        """Those who are signed up, in the order in which they stand for the next season."""
        return [each for (league, _), each in self._members.items() if league == number]

    async def sign_up(self, number: int, person: Person) -> Member:
        """Sign somebody up until they withdraw; whoever is signed up stays so. Raises Refused."""
        await self.league(number)
        member = Member(number, person.id, person.name, self._clock())
        return self._members.setdefault((number, person.id), member)

    async def withdraw(self, number: int, person: int) -> bool:
        """Sign somebody out from the next season on; whether they were signed up. What they play
        in a season that runs they play on: see `CompetitionBook.leave`."""
        return self._members.pop((number, person), None) is not None

    async def note_message(self, number: int, message: int | None) -> None:
        """The league's living post stands there now."""
        self._leagues[number] = replace(await self.league(number), message=message)
