"""What every event of a match is: a fact, what is said of it, and what it does to the match."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Self, dataclass_transform, get_args, get_origin, get_type_hints

from bot.model.clock.time_control import TimeControl
from bot.model.match import Match
from bot.model.post_kinds import PostKind
from bot.model.records import Person
from bot.model.terms import Terms
from bot.model.wanted import Wanted

DELETED = "Deleted player"
"""What somebody goes by in the matches of others whose own data was deleted."""

KINDS: dict[str, type["Event"]] = {}


def instant(text: str) -> datetime:
    """The instant in a field of an event. Raises ValueError where none is written: without its
    offset from UTC a time is no instant."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text} has no offset from UTC")
    return found


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """Something that happened to a match. `says` is the post that follows it while that is open.

    Each kind is a frozen dataclass by being one.
    """

    kind: ClassVar[str]
    says: ClassVar[PostKind | None]

    def __init_subclass__(cls, *, kind: str, says: PostKind | None = None) -> None:
        cls.kind, cls.says = kind, says
        KINDS[kind] = dataclass(frozen=True)(cls)

    def payload(self) -> str:
        """The event's fields as one JSON object. What was added by a later version is left out
        where it says nothing, so that earlier ones go on reading all others."""
        values = [(each, getattr(self, each.name)) for each in fields(self)]
        written = {f.name: v for f, v in values if v is not None or f.default is not None}
        return json.dumps(written, default=_written, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        readers = _readers(cls)  # type: ignore[arg-type] # a class can be hashed
        read = {name: reader(values[name]) for name, reader in readers if name in values}
        return cls(**{**values, **read} if read else values)

    def applied(self, match: Match, seq: int, at: datetime) -> Match:
        """The match once this has happened to it, as its event `seq`."""
        return self._applied(replace(match, seq=seq, updated=at, time=None))

    def _applied(self, match: Match) -> Match:
        return match


def _written(value: Any) -> Any:
    # What JSON has no word for: times are ISO 8601 in UTC.
    if isinstance(value, datetime):
        return value.isoformat()
    return asdict(value) if isinstance(value, Person) else value.values()


@cache
def _readers(kind: type[Event]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    hints = get_type_hints(kind)
    return tuple((f.name, read) for f in fields(kind) if (read := _reader(hints[f.name])))


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    if get_origin(hint) is tuple:
        each = _reader(get_args(hint)[0])
        return lambda values: tuple(map(each, values)) if each else tuple(values)
    if get_origin(hint) is UnionType:
        read = _reader(get_args(hint)[0])
        return read and (lambda value: None if value is None else read(value))
    return READERS.get(hint)


READERS: Mapping[Any, Callable[[Any], Any]] = {
    datetime: instant,
    Person: lambda values: Person(**values),
    TimeControl: TimeControl.of,
    Wanted: Wanted.of,
    Terms: Terms.of,
}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event where it stands in its match: `seq` counts from 1, `at` is in UTC."""

    seq: int
    event: Event
    at: datetime
