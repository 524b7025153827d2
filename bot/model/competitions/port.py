"""What leagues and competitions need of a store."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypedDict, Unpack

from bot.model.competitions.competition import Competition, Entrant, Fixture, League, Member
from bot.model.competitions.lineup import Lineup
from bot.model.records import Finding


class Leagues(Finding, Protocol):
    """The leagues of all servers, and who is signed up for them."""

    async def found_league(self, league: League) -> int:
        """Begin a league; returns the number it is given."""

    async def save_league(self, league: League) -> bool:
        """Store it instead of the one with one change less; False if another came first. The state
        of its living post is kept."""

    async def close_league(self, league: League) -> bool:
        """Delete it with its members; False if it has changed meanwhile. Its seasons stay."""

    async def sign_up(self, member: Member) -> bool:
        """Sign a person up, which is a change of the league; False if they are in already, or the
        league no longer exists."""

    async def withdraw(self, league: int, person: int) -> bool:
        """Sign a person out, which is a change of the league; False if they are not in."""

    async def members(self, league: int) -> list[Member]:
        """The members, by their order for the next season; newcomers come after all others by the
        time of sign-up."""

    async def league_posted(self, league: League) -> None:
        """Store the state of the living post: `message`, `shown` and `shows`. This is no change of
        the league. Nothing is stored if the league is in another channel by now."""


class ChangedParts(TypedDict, total=False):
    """What changes with a competition; `Competitions.save_competition` says how."""

    entrants: Sequence[Entrant]
    fixtures: Sequence[Fixture]
    left: Sequence[int]
    orders: Mapping[int, int]
    silent: Sequence[int]


class Competitions(Leagues, Protocol):
    """Seasons and tournaments. Before saving one, read first it and then everything it depends
    on."""

    async def begin_season(self, league: League, season: Lineup) -> int | None:
        """Begin a season; its number is given by the store. The league is saved with it, and has
        it as `current`. None if the league has changed meanwhile, so that nothing has begun."""

    async def announce(self, tournament: Competition) -> int:
        """Begin a tournament without entrants; returns the number it is given."""

    async def tournaments_of(self, guild: int, limit: int) -> list[Competition]:
        """Those of a server that are no seasons, newest first."""

    async def open_competitions(self, guild: int) -> list[Competition]:
        """Those of a server that have not ended and are not called off, newest first."""

    async def save_competition(
        self, competition: Competition, **parts: Unpack[ChangedParts]
    ) -> bool:
        """Store it instead of the one with one change less, and these entrants and fixtures instead
        of those of the same numbers; entrants that have `left` are deleted, by number. False if
        another came first, and nothing has changed. The state of its living table is kept.

        `orders` are those for the next season of the league, by person; those no longer signed up
        get none. Those who were `silent` are signed out of it.
        """

    async def competition_posted(self, competition: Competition) -> None:
        """Store the state of the living table: `message`, `shown`, `shows` and `posted`. This is no
        change of the competition. Nothing is stored if it is in another channel by now."""
