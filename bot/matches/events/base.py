"""What every event of a match is: a fact, what is said of it, and what it does to the match."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from bot.matches.match import Match
from bot.matches.post_kinds import PostKind

DELETED = "Deleted player"
"""What somebody goes by in the matches of others whose own data was deleted."""

KINDS: dict[str, type["Event"]] = {}
"""All events by the kind that is stored."""


def instant(text: str) -> datetime:
    """The instant in a field of an event. Raises ValueError where none is written: without its
    offset from UTC a time is no instant."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text} has no offset from UTC")
    return found


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a match. `says` is the post that follows it while that is open."""

    kind: ClassVar[str]
    says: ClassVar[PostKind | None] = None

    def __init_subclass__(cls) -> None:
        """Every event is known by its kind."""
        KINDS[cls.kind] = cls

    def payload(self) -> str:
        """The event's fields as one JSON object."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(**values)

    def applied(self, match: Match) -> Match:
        """The match once this has happened to it. Its `seq` and `updated` are those of the event
        already."""
        return match


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event where it stands in its match: `seq` counts from 1, `at` is in UTC."""

    seq: int
    event: Event
    at: datetime
