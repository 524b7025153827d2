"""Values of the model to and from JSON by the types of their fields, and checks of what was read
against these types."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Self, Union, get_args, get_origin, get_type_hints


class Shape(NamedTuple):
    """The classes that a field may hold, and those of its items if it holds several."""

    name: str
    classes: frozenset[type]
    items: frozenset[type]


PLAIN = frozenset({str, int, bool, float, NoneType})
"""Classes whose values have no fields."""


def fits_declared_types(value: Any) -> bool:
    """Whether every field of a frozen value, and of those in it, has its declared class.

    Numbers may be True and False, which count as 1 and 0.
    """
    # all() of a generator costs as much as the check itself, for each event of a long match.
    for shape in shapes(type(value)):  # type: ignore[arg-type] # noqa: SIM110
        if not fits(getattr(value, shape.name), shape):
            return False
    return True


def fits(part: Any, shape: Shape) -> bool:
    kind = type(part)
    if kind not in shape.classes:
        return False
    if kind is tuple:
        return all(type(each) in shape.items and fits_declared_types(each) for each in part)
    return kind in PLAIN or fits_declared_types(part)


def instant(text: str) -> datetime:
    """The instant in a field. Raises ValueError if none is written: a time without its offset from
    UTC is no instant."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text} has no offset from UTC")
    return found


def to_json(value: Any) -> Any:
    """What JSON has no type for, as JSON values: times are ISO 8601, lengths of time seconds."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    return value.values() if isinstance(value, JsonFields) else asdict(value)


Reader = Callable[[Any], Any]

READERS: Mapping[Any, Reader] = {
    datetime: instant,
    timedelta: lambda seconds: timedelta(seconds=seconds),
}


def reader_of(hint: Any) -> Reader | None:
    """What makes a value of that type from JSON values; None if they are the value."""
    if get_origin(hint) is tuple:
        each = reader_of(get_args(hint)[0])
        return lambda values: tuple(map(each, values)) if each else tuple(values)
    if get_origin(hint) is UnionType:
        read = reader_of(get_args(hint)[0])
        return read and (lambda value: None if value is None else read(value))
    if isinstance(hint, type) and issubclass(hint, JsonFields):
        return hint.of
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda values: hint(**values)
    return READERS.get(hint)


def read_fields(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the fields of a dataclass made from JSON values."""
    readers = _readers(kind)  # type: ignore[arg-type] # a class can be hashed
    read = {name: reader(values[name]) for name, reader in readers if name in values}
    return {**values, **read} if read else dict(values)


@cache
def _readers(kind: type[Any]) -> tuple[tuple[str, Reader], ...]:
    hints = get_type_hints(kind)
    return tuple((f.name, read) for f in fields(kind) if (read := reader_of(hints[f.name])))


class JsonFields:
    """A frozen dataclass that is written as a JSON object of its fields."""

    __slots__ = ()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The value from its JSON values; those of other versions are left out."""
        names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        known = {name: value for name, value in values.items() if name in names}
        return cls(**read_fields(cls, known))

    def values(self) -> dict[str, Any]:
        """Its fields, as JSON values."""
        held = {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {name: each if _is_plain(each) else to_json(each) for name, each in held.items()}


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | Mapping)


class Said(JsonFields):
    """Settings of which a field with its default, which is None or False, is not set."""

    __slots__ = ()

    def values(self) -> dict[str, Any]:
        """What differs from the defaults, as JSON values."""
        usual = {field.name: field.default for field in fields(self)}  # type: ignore[arg-type]
        written = JsonFields.values(self)
        return {name: written[name] for name in usual if getattr(self, name) != usual[name]}

    def __bool__(self) -> bool:
        return bool(self.values())


@cache
def shapes(kind: type) -> tuple[Shape, ...]:
    """The fields of a dataclass; nothing for any other class."""
    if not is_dataclass(kind):
        return ()
    hints = get_type_hints(kind)
    return tuple(_shape(each.name, hints[each.name]) for each in fields(kind))


def _shape(name: str, hint: Any) -> Shape:
    items = (_classes(get_args(each)[0]) for each in _one_by_one(hint) if get_origin(each) is tuple)
    return Shape(name, _classes(hint), frozenset().union(*items))


def _one_by_one(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)


def _classes(hint: Any) -> frozenset[type]:
    if get_origin(hint) in (UnionType, Union):
        return frozenset().union(*map(_classes, get_args(hint)))
    if getattr(hint, "__supertype__", hint) is int:
        return frozenset({int, bool})
    return frozenset({NoneType if hint is None else get_origin(hint) or hint})
