"""What every event of a match is, and people as they are written down. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by Discord id, and the name they went by at the time."""

    id: int
    name: str


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
