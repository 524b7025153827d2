"""What ratings need of a store: settled contests and their effects, and the roles that servers give
to the leader of a game's leaderboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from bot.model.ratings.rating import Contest, RatingPoint
from bot.model.records import ChannelId, Finding, GuildId, MatchId, PersonId, Saving


class DueContest(NamedTuple):
    """A contest that is to be settled since `due`, by the number of its first match; the match that
    made it due ended `at`."""

    number: MatchId
    due: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class CurrentRating(RatingPoint):
    """A person's last point in a pool, with what a leaderboard ranks by: without another the rating
    is provisional from `certain_until` on, and `points` are millionths of the listed rating.
    `called` is the name they had."""

    called: str
    certain_until: datetime
    points: int


class RankedRating(NamedTuple):
    """A rating of a leaderboard; `listed`: whether the person may be named."""

    current: CurrentRating
    listed: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """A contest with its ruling and its effects. `editions` are those of its matches as they were
    read, `version` that of all ratings. `points` are the new ones of its people for whom it counts.
    `called` are the names of its people, empty if they are not known any more."""

    contest: Contest
    editions: tuple[tuple[MatchId, int], ...]
    version: int
    points: tuple[RatingPoint, ...]
    called: tuple[str, ...]

    def point_of(self, person: PersonId) -> RatingPoint | None:
        return next((each for each in self.points if each.person == person), None)


class Ratings(Finding, Protocol):
    """All settled contests, and all ratings."""

    async def second_of_pair(self, first: MatchId) -> MatchId | None:
        """The other match of the pair that began with this one; None before that has ended."""

    async def settled_contest(self, number: MatchId) -> Contest | None:
        """The contest with its ruling; None before it is settled."""

    async def contest_of_deleted(self, number: MatchId) -> Contest | None:
        """The contest as it was settled, if its match was deleted since with its server."""

    async def unsettled(self, to: datetime, limit: int) -> list[DueContest]:
        """The contests due to be settled by then, longest due first, whichever process settles
        them."""

    async def settled_after(self, at: datetime) -> bool:
        """Whether a contest that ended later is settled."""

    async def counted_contests(self, people: Sequence[PersonId], since: datetime) -> list[Contest]:
        """The contests of any of the people that ended after that and count, of all pools."""

    async def last_points(self, contest: Contest) -> list[RatingPoint]:
        """The newest point of each of its people in its pool before the contest."""

    async def ratings_version(self) -> int:
        """How often ratings have changed."""

    async def settle(self, settled: Settled) -> bool:
        """Write all of it; False if ratings have changed meanwhile, or a match was rewritten.

        If it counts, contests that ended later and were settled before are to be settled again.
        """

    async def put_aside(self, contest: DueContest, until: datetime | None = None) -> None:
        """It is not to be settled before that time, or never; unless it has become due again
        meanwhile."""

    async def ranked(
        self,
        pool: str,
        now: datetime,
        guild: GuildId | None,
        since: datetime,
        limit: int,
        after: CurrentRating | None = None,
    ) -> list[RankedRating]:
        """At most so many of the ratings of a pool that are not provisional, best first, beginning
        behind `after`: of those for whom a contest counted since then, in a server or anywhere."""


@dataclass(frozen=True, slots=True)
class LeaderRole:
    """A role of a server for the leader of a game; `channel` is where a manager chose it.

    `holder` has been given it, None if nobody has. With `ends` it is no longer wanted: taken from
    its holder, and forgotten. `due` is when the leader is next looked up; None if that would not
    help. `trouble` is why the role was not given last. `changes` counts its changes.
    """

    role: int
    guild: GuildId
    game: str
    channel: ChannelId
    holder: PersonId | None = None
    ends: bool = False
    due: datetime | None = None
    trouble: str = ""
    changes: int = 0


class LeaderRoles(Saving, Protocol):
    """The roles for leaders of all servers."""

    async def look_at_leader(self, guild: GuildId, game: str, at: datetime) -> None:
        """Look up the leader of the game in the server at that time, if that is earlier."""
