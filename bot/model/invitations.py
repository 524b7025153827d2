"""What a store keeps about invitations: blocks and standing challenges."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from bot.model.limits import OpenCounts
from bot.model.records import ChannelId, GuildId, Keeping, MatchId, PersonId


class StandingTerm(NamedTuple):
    """A challenge that is renewed, until that time, whenever it has become a match.

    `replaces` is the match after which it is made, None for the first one.
    """

    until: datetime
    replaces: MatchId | None = None


class StandingChallenge(NamedTuple):
    """The challenge of that match is renewed, until that time, whenever it is taken. It is `taken`
    if the match has begun and the challenge is still to be renewed."""

    match: MatchId
    host: PersonId
    channel: ChannelId
    until: datetime
    taken: bool = False


class BlockedPerson(NamedTuple):
    """A person has barred another, by the `name` they had, from challenging them and from their
    challenges."""

    person: PersonId
    blocked: PersonId
    name: str


class ForSeat(NamedTuple):
    """What decides whether a person may challenge others, or sit with them, in a server.

    `counts` is what the person and the server have open. `blocks` are pairs of somebody and whom
    they have blocked, where one of them is the person and the other one of the others. Of all of
    them `leaving` are being deleted, and `excluded` are not served any more. `own` are the stored
    preferences of those of all of them who set any, `common` those of the server.
    """

    counts: OpenCounts
    blocks: frozenset[tuple[PersonId, PersonId]]
    leaving: frozenset[PersonId]
    excluded: frozenset[PersonId]
    own: Mapping[PersonId, Mapping[str, Any]]
    common: Mapping[str, Any]

    @property
    def barred(self) -> frozenset[PersonId]:
        """Those of them whom nobody can ask to play."""
        return self.leaving | self.excluded


class Blocks(Keeping, Protocol):
    """Whom people do not want to play with, and whom they have played."""

    async def for_seat(
        self, person: PersonId, others: Sequence[PersonId], guild: GuildId | None
    ) -> ForSeat:
        """What is to be known of the person who challenges those others, or sits down with them, in
        the server, if it is one. Without a server its counts are 0."""

    async def have_played(self, one: PersonId, other: PersonId) -> bool:
        """Whether the two share a match that runs or has ended."""


class Invitations(Blocks, Protocol):
    """All of it."""
