"""What a store keeps and does so that people and servers can be forgotten."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeAlias

from bot.model.records import Finding, MatchId

Rows: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by the table they stand in, each with its columns by name."""


class Deletion(NamedTuple):
    """That somebody asked at that time for all that is about them to be deleted."""

    person: int
    asked: datetime


class ServerLeft(NamedTuple):
    """A server that the bot was put out of at that time."""

    guild: int
    left: datetime


class ExportedEvent(NamedTuple):
    """An event as it is stored. `payload` is its JSON."""

    match: MatchId
    seq: int
    kind: str
    at: datetime
    payload: str


class Deletions(Finding, Protocol):
    """Deleting people, in steps of which each may be done twice."""

    async def request_deletion(self, person: int, at: datetime) -> bool:
        """Note that the person asked for it; False if that was noted before."""

    async def matches_naming(self, person: int, after: int, limit: int) -> list[MatchId]:
        """The matches behind that number whose events name the person, or did until they were
        taken out of them to leave, in order."""

    async def open_matches_naming(self, person: int) -> list[MatchId]:
        """The open matches without a seat of the person whose events name or named them, in
        order."""

    async def anonymize(
        self, person: int, matches: Sequence[MatchId], robot: int | None, *, leaving: bool = False
    ) -> None:
        """Take the person out of these matches, in one transaction: out of every event and all
        that stands beside them. A match that names nobody else but the robot is deleted whole.

        `leaving`: there is still something to be said in the matches. None is deleted, and it stays
        known that they were the person's."""

    async def forget(self, person: int, most: int) -> bool:
        """Delete so many rows of each kind that are about the person; whether none is left."""

    async def finish_deletion(self, person: int) -> None:
        """Delete the request itself."""

    async def wipe(self, *, rewrite: bool = False) -> bool:
        """See to it that what was deleted can't be read any more; False if that has to wait.

        `rewrite`: also where rows have been moved, as far as that holds nobody up for long.
        """


class Servers(Protocol):
    """Which servers have the bot, and what belongs to one that does not any more."""

    async def servers(self) -> dict[int, datetime | None]:
        """All servers that have or had the bot, each with when it left; None while it is there."""

    async def note_servers(
        self, present: Iterable[int], left: Iterable[int], at: datetime, due: datetime
    ) -> None:
        """These have the bot, and those have it no more since then, unless that was noted before:
        what belongs to them is due to be deleted at that time."""

    async def delete_matches_of(self, guild: int, before: datetime, limit: int) -> int:
        """Delete so many matches of a server that the bot has left in which nobody has done
        anything since `before`; how many they were. None if the bot is there again."""

    async def forget_server(self, guild: int, again: datetime) -> None:
        """Delete all else that belongs to a server that the bot has left, and the server itself;
        where matches are left, it is due `again`."""


class Privacy(Deletions, Servers, Protocol):
    """All of it, and what is handed out."""

    async def rows_about(self, person: int) -> Rows:
        """All rows about the person, by table, without the number of anybody."""

    async def events_of(self, matches: Sequence[MatchId]) -> list[ExportedEvent]:
        """All events of these matches, in order."""
