"""What leagues and competitions need of a store."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypedDict, Unpack

from bot.model.competitions.competition import Competition, Entrant, Fixture, League, Member
from bot.model.competitions.lineup import Lineup
from bot.model.notices.records import Notified
from bot.model.records import Finding, GuildId, PersonId


class Leagues(Finding, Protocol):
    """The leagues of all servers, and who is signed up for them. Each has a living post from its
    beginning to its end, in its channel, that counts its changes."""

    async def found_league(self, league: League) -> int:
        """Begin a league; returns the number it is given."""

    async def save_league(self, league: League) -> bool:
        """Store it instead of the one with one change less; False if another came first."""

    async def close_league(self, league: League) -> bool:
        """Delete it with its members; False if it has changed meanwhile. Its seasons stay."""

    async def sign_up(self, member: Member) -> bool:
        """Sign a person up, which is a change of the league; False if they are in already, or the
        league no longer exists."""

    async def withdraw(self, league: int, person: PersonId) -> bool:
        """Sign a person out, which is a change of the league; False if they are not in."""


class ChangedParts(TypedDict, total=False):
    """What changes with a competition; `Competitions.save_competition` says how."""

    entrants: Sequence[Entrant]
    fixtures: Sequence[Fixture]
    left: Sequence[int]
    orders: Mapping[PersonId, int]
    silent: Sequence[PersonId]
    notified: Sequence[Notified]


class Competitions(Leagues, Protocol):
    """Seasons and tournaments. Before saving one, read first it and then everything it depends on.
    Each has a living post in its channel, that counts its changes."""

    async def begin_season(self, league: League, season: Lineup) -> int | None:
        """Begin a season; its number is given by the store. The league is saved with it, and has
        it as `current`. None if the league has changed meanwhile, so that nothing has begun."""

    async def announce(self, tournament: Competition) -> int:
        """Begin a tournament without entrants; returns the number it is given."""

    async def tournaments_of(self, guild: GuildId, limit: int) -> list[Competition]:
        """Those of a server that are no seasons, newest first."""

    async def open_competitions(self, guild: GuildId) -> list[Competition]:
        """Those of a server that have not ended and are not called off, newest first."""

    async def save_competition(
        self, competition: Competition, **parts: Unpack[ChangedParts]
    ) -> bool:
        """Store it instead of the one with one change less, and these entrants and fixtures instead
        of those of the same numbers; entrants that have `left` are deleted, by number. False if
        another came first, and nothing has changed.

        `orders` are those for the next season of the league, by person; those no longer signed up
        get none. Those who were `silent` are signed out of it. What `notified` people are told of
        is held for them.
        """
