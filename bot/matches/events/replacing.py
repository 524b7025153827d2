"""How somebody plays on for a player who leaves: asked for, agreed to, done. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from bot.matches.events.base import MatchEvent, Person, instant


@dataclass(frozen=True, slots=True)
class ReplacementAsked(MatchEvent):
    """`by` asks that `person` plays on for the one on `seat`.

    It stands until `until`, and comes about once all those `awaited`, by id, have agreed. `gone`:
    the one on the seat is not asked, because they have left; a move of theirs shows that they have
    not.
    """

    kind: ClassVar[str] = "replacement_asked"
    seat: int
    person: Person
    by: Person
    until: datetime
    awaited: tuple[int, ...]
    gone: bool = False

    def payload(self) -> str:
        """The event's fields as one JSON object; the time is ISO 8601 in UTC."""
        fields = asdict(self) | {"until": self.until.isoformat()}
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(
            **{
                **values,
                "person": Person(**values["person"]),
                "by": Person(**values["by"]),
                "until": instant(values["until"]),
                "awaited": tuple(values["awaited"]),
            }
        )


@dataclass(frozen=True, slots=True)
class ReplacementAgreed(MatchEvent):
    """The person, by id, agrees to the replacement that was asked for."""

    kind: ClassVar[str] = "replacement_agreed"
    person: int


@dataclass(frozen=True, slots=True)
class ReplacementDeclined(MatchEvent):
    """The person, by id, said no to the replacement that was asked for: it is off."""

    kind: ClassVar[str] = "replacement_declined"
    person: int


@dataclass(frozen=True, slots=True)
class ReplacementWithdrawn(MatchEvent):
    """Whoever asked for a replacement, or a manager, took that back."""

    kind: ClassVar[str] = "replacement_withdrawn"
    person: int


@dataclass(frozen=True, slots=True)
class ReplacementExpired(MatchEvent):
    """Not everybody agreed to a replacement in time."""

    kind: ClassVar[str] = "replacement_expired"


@dataclass(frozen=True, slots=True)
class Replaced(MatchEvent):
    """From here on `person` plays on `seat` in the place of `former`, as `by` asked."""

    kind: ClassVar[str] = "replaced"
    seat: int
    person: Person
    former: Person
    by: Person

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        people = {name: Person(**values[name]) for name in ("person", "former", "by")}
        return cls(**{**values, **people})
