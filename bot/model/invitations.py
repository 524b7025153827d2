"""What a store keeps about invitations: blocks, standing challenges, the lobbies of channels."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from bot.model.events import Person
from bot.model.records import Finding, MatchId


class StandingTerm(NamedTuple):
    """That a challenge is made again whenever it has become a match, until that time.

    `replaces` is the match in whose place it is made, None for the first of them.
    """

    until: datetime
    replaces: MatchId | None = None


class LobbyPost(NamedTuple):
    """The message that lists the open challenges of a channel.

    `changes` counts what has happened to the channel's challenges since it was posted.
    """

    channel: int
    guild: int
    message: int
    changes: int = 0


class Blocks(Protocol):
    """Whom people do not want to play with, and whom they have played."""

    async def block(self, person: int, other: Person) -> None:
        """Keep the other on the person's list. Blocking twice is fine."""

    async def unblock(self, person: int, other: int) -> bool:
        """Take the other off the person's list; whether they were on it."""

    async def blocked(self, person: int) -> list[Person]:
        """Everybody on the person's list, by name."""

    async def blockers(self, person: int, among: Sequence[int]) -> set[int]:
        """Those of some people who have the person on their list."""

    async def have_played(self, one: int, other: int) -> bool:
        """Whether the two share a match that runs or has ended."""


class StandingChallenges(Protocol):
    """The challenges that are made again whenever somebody takes them."""

    async def standing(self, matches: Sequence[MatchId]) -> dict[MatchId, datetime]:
        """Of some matches those that are standing challenges now, or are to be followed by one:
        with the time until which they stand."""

    async def standing_of(self, host: int, channel: int) -> list[MatchId]:
        """The standing challenges of a host in a channel."""

    async def taken_standing(self) -> list[MatchId]:
        """The matches that have begun and that a standing challenge is still to follow."""

    async def end_standing(self, match: MatchId) -> None:
        """No challenge is to follow that match."""


class Lobbies(Finding, Protocol):
    """Where the open challenges of channels are listed."""

    async def save_lobby(self, post: LobbyPost) -> None:
        """Keep where the list stands, instead of an earlier one; it is stale at first, since
        something may have happened while it was posted."""

    async def stale_lobbies(self) -> list[LobbyPost]:
        """The lists that do not show what has happened since."""

    async def lobby_shown(self, post: LobbyPost) -> None:
        """The list shows all up to its `changes`."""

    async def drop_lobby(self, post: LobbyPost) -> None:
        """Forget the list, unless another message has taken its place."""


class Invitations(Blocks, StandingChallenges, Lobbies, Protocol):
    """All of it."""
