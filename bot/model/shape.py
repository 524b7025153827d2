"""Checks what was read against its types: known names, texts where texts belong, and so on."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
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


def known_to(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are fields of a dataclass; those of other versions are left out."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}


class Said:
    """A frozen dataclass of settings: a field with its default, which is None or False, is not
    set."""

    __slots__ = ()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The settings from their JSON values."""
        return cls(**known_to(cls, values))

    def values(self) -> dict[str, Any]:
        """What differs from the defaults, as JSON values."""
        usual = {field.name: field.default for field in fields(self)}  # type: ignore[arg-type]
        held = {name: getattr(self, name) for name in usual}
        return {name: value for name, value in held.items() if value != usual[name]}

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
    if hint is int:
        return frozenset({int, bool})
    return frozenset({NoneType if hint is None else get_origin(hint) or hint})
