"""What every event of a match is, and people as they are written down. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

DELETED = "Deleted player"
"""What somebody goes by in the matches of others whose own data was deleted."""


def instant(text: str) -> datetime:
    """The instant in a field of an event. Raises ValueError where none is written: without its
    offset from UTC a time is no instant."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text} has no offset from UTC")
    return found


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by Discord id, and the name they went by at the time.

    Whoever had their data deleted has a number below zero instead, which tells them apart from
    other deleted people of the same match, and means something else in every other match.
    """

    id: int
    name: str

    @property
    def is_deleted(self) -> bool:
        """Whether it is not known any more who that was."""
        return self.id < 0


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """Something that happened to a match."""

    kind: ClassVar[str]

    def payload(self) -> str:
        """The event's fields as one JSON object."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(**values)
