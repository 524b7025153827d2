"""What a store keeps about invitations: blocks and standing challenges."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from bot.model.events import Person
from bot.model.limits import OpenCounts
from bot.model.records import MatchId


class StandingTerm(NamedTuple):
    """A challenge that is renewed, until that time, whenever it has become a match.

    `replaces` is the match after which it is made, None for the first one.
    """

    until: datetime
    replaces: MatchId | None = None


class ForSeat(NamedTuple):
    """What decides whether a person may challenge others, or sit with them, in a server.

    `counts` is what the person and the server have open. `blocks` are pairs of somebody and whom
    they have blocked, where one of them is the person and the other one of the others. `own` are
    the stored preferences of those of all of them who set any, `common` those of the server.
    """

    counts: OpenCounts
    blocks: frozenset[tuple[int, int]]
    own: Mapping[int, Mapping[str, Any]]
    common: Mapping[str, Any]


class Blocks(Protocol):
    """Whom people do not want to play with, and whom they have played."""

    async def block(self, person: int, other: Person) -> None:
        """Put the other on the person's list. Blocking twice is fine."""

    async def unblock(self, person: int, other: int) -> bool:
        """Take the other off the person's list; whether they were on it."""

    async def blocked(self, person: int) -> list[Person]:
        """Everybody on the person's list, by name."""

    async def for_seat(self, person: int, others: Sequence[int], guild: int | None) -> ForSeat:
        """What is to be known of the person who challenges those others, or sits down with them, in
        the server, if it is one. Without a server its counts are 0."""

    async def have_played(self, one: int, other: int) -> bool:
        """Whether the two share a match that runs or has ended."""


class StandingChallenges(Protocol):
    """The challenges that are renewed whenever they are taken."""

    async def standing(self, matches: Sequence[MatchId]) -> dict[MatchId, datetime]:
        """Those of the matches that are standing challenges now, or are still to be renewed, with
        the time until which they stand."""

    async def standing_of(self, host: int, channel: int) -> list[MatchId]:
        """The standing challenges of a host in a channel."""

    async def taken_standing(self) -> list[MatchId]:
        """The matches that have begun and whose standing challenge is still to be renewed."""

    async def end_standing(self, match: MatchId) -> bool:
        """That match's challenge is not renewed; False if it was already."""


class Invitations(Blocks, StandingChallenges, Protocol):
    """All of it."""
