"""What a store does so that people and servers can be forgotten."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from bot.model.records import Finding, GuildId, Keeping, MatchId, PersonId, Seq

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by table, each with its columns by name."""


class Deletion(NamedTuple):
    """A person asked at that time for all data about them to be deleted."""

    person: PersonId
    asked: datetime


class ServerLeft(NamedTuple):
    """A server that removed the bot at that time."""

    guild: GuildId
    left: datetime


class KnownServer(NamedTuple):
    """A server that has or had the bot: when it `left`, None while it is there, and when its data
    is due to be deleted."""

    guild: GuildId
    left: datetime | None
    due: datetime | None


class ExportedEvent(NamedTuple):
    """An event as it is stored. `payload` is its JSON."""

    match: MatchId
    seq: Seq
    kind: str
    at: datetime
    payload: str


class Deletions(Keeping, Protocol):
    """Deleting people, in idempotent steps. A request that is added is recorded once."""

    async def matches_naming(self, person: PersonId, after: int, limit: int) -> list[MatchId]:
        """The matches after that number whose events name the person, or did until they were
        removed to leave, in order."""

    async def open_matches_naming(self, person: PersonId) -> list[MatchId]:
        """The open matches without a seat of the person whose events name or named them, in
        order."""

    async def anonymize(
        self,
        person: PersonId,
        matches: Sequence[MatchId],
        robot: PersonId | None,
        *,
        leaving: bool = False,
    ) -> None:
        """Remove the person from these matches, in one transaction: from every event and everything
        stored with them. A match that names nobody else but the robot is deleted whole.

        `leaving`: something is still to be posted in the matches. None is deleted, and it stays
        known that they were the person's.
        """

    async def forget(self, person: PersonId, most: int) -> bool:
        """Delete that many rows of each kind about the person; whether none is left."""

    async def finish_deletion(self, person: PersonId) -> None:
        """Delete the request itself."""

    async def wipe(self, *, rewrite: bool = False) -> bool:
        """Make sure that deleted data can't be read any more; False if that has to wait.

        `rewrite`: also if rows have been moved, as far as that blocks nobody for long.
        """


class Servers(Finding, Protocol):
    """Which servers have the bot, and the data of those that no longer do."""

    async def note_servers(
        self, present: Iterable[GuildId], left: Iterable[GuildId], at: datetime, due: datetime
    ) -> None:
        """These have the bot, and those no longer have it since then, unless that was recorded
        before: their data is due to be deleted at that time. Old posts of those that have it are
        due at once."""

    async def delete_matches_of(self, guild: GuildId, before: datetime, limit: int) -> int:
        """Delete that many matches of a server that the bot has left in which nobody has done
        anything since `before`; returns how many were deleted. None if the bot is there again."""

    async def forget_server(self, guild: GuildId, again: datetime) -> None:
        """Delete all other data of a server that the bot has left, and the server itself; if
        matches are left, it is due `again`."""


class Privacy(Deletions, Servers, Protocol):
    """All of the above, and the export."""

    async def rows_about(self, person: PersonId) -> Rows:
        """All rows about the person, by table, without anybody's id."""

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        """All events of these matches, in order."""
