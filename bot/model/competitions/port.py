"""What leagues and competitions need of a store."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypedDict, Unpack

from bot.model.competitions.competition import Competition, Entrant, Fixture, League, Member
from bot.model.competitions.lineup import Lineup
from bot.model.records import Finding


class Leagues(Finding, Protocol):
    """The leagues of all servers, and who is signed up for them."""

    async def found_league(self, league: League) -> int:
        """Begin a league; the number it is given, whatever stands there."""

    async def save_league(self, league: League) -> bool:
        """Put it instead of the one with a change less; False when another came first. What says
        how its living post stands is kept."""

    async def close_league(self, league: League) -> bool:
        """Delete it with its members; False when it has changed meanwhile. Its seasons stay."""

    async def sign_up(self, member: Member) -> bool:
        """Take somebody in, which is a change of the league; False if they are in already, or there
        is no such league any more."""

    async def withdraw(self, league: int, person: int) -> bool:
        """Take somebody out, which is a change of the league; False if they are not in."""

    async def members(self, league: int) -> list[Member]:
        """Who is signed up, by their order for the next season; newcomers come behind all others
        by the time of sign-up."""

    async def league_posted(self, league: League) -> None:
        """Keep how the living post stands: `message`, `shown` and `shows`. No change of the
        league. Nothing is kept where the league is in another channel by now."""


class ChangedParts(TypedDict, total=False):
    """What changes with a competition; `Competitions.save_competition` says how."""

    entrants: Sequence[Entrant]
    fixtures: Sequence[Fixture]
    left: Sequence[int]
    orders: Mapping[int, int]
    silent: Sequence[int]


class Competitions(Leagues, Protocol):
    """Seasons and tournaments. Whoever saves one has read all they depend on of it after it."""

    async def begin_season(self, league: League, season: Lineup) -> int | None:
        """Begin a season; its number is given by the store. The league is saved with it, and has
        it as `current`. None if the league has changed meanwhile, so that nothing has begun."""

    async def announce(self, tournament: Competition) -> int:
        """Begin a tournament without entrants; the number it is given."""

    async def tournaments_of(self, guild: int, limit: int) -> list[Competition]:
        """Those of a server which are no seasons, newest first."""

    async def open_competitions(self, guild: int) -> list[Competition]:
        """Those of a server that have not ended and are not called off, newest first."""

    async def save_competition(
        self, competition: Competition, **parts: Unpack[ChangedParts]
    ) -> bool:
        """Put it instead of the one with a change less, and these entrants and fixtures in those of
        the same numbers; entrants that have `left` are deleted, by number. False when another came
        first, so that nothing has changed. What says how its living table stands is kept.

        `orders` are those for the next season of the league, by person; whoever is signed up for it
        no more gets none. Those who were `silent` are signed out of it.
        """

    async def competition_posted(self, competition: Competition) -> None:
        """Keep how the living table stands: `message`, `shown`, `shows` and `told`. No change of
        the competition. Nothing is kept where it is in another channel by now."""
