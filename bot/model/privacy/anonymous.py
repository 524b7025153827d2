"""A person taken out of the events of a match. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bot.model.events.base import DELETED

NAMING: Mapping[str, tuple[str, ...]] = {
    "challenged": ("host", "invited"),
    "accepted": ("person",),
    "declined": ("person",),
    "withdrawn": ("person",),
    "ready": ("person",),
    "started": ("seats",),
    "replacement_asked": ("person", "by", "awaited"),
    "replacement_agreed": ("person",),
    "replacement_declined": ("person",),
    "replacement_withdrawn": ("person",),
    "replaced": ("person", "former", "by"),
}
"""The fields of events that name people: by id alone or with their name, one or a list of them."""


def people_in(value: Any) -> Iterator[int]:
    """The ids in a field that names people, or in a list of people."""
    if isinstance(value, list):
        for each in value:
            yield from people_in(each)
    elif isinstance(value, dict):
        yield int(value["id"])
    elif isinstance(value, int):
        yield value


def named_in(kind: str, payload: Mapping[str, Any]) -> Iterator[int]:
    for name in NAMING.get(kind, ()):
        yield from people_in(payload.get(name))


def without(value: Any, person: int, instead: int) -> Any:
    """A field that names people, or a list of people, with another in the person's place."""
    if isinstance(value, list):
        return [without(each, person, instead) for each in value]
    if isinstance(value, dict):
        return {**value, "id": instead, "name": DELETED} if value["id"] == person else value
    return instead if value == person and isinstance(value, int) else value


def event_without(kind: str, payload: str, person: int, instead: int) -> str | None:
    """The JSON of an event with another in the person's place; None where it does not name them."""
    fields = json.loads(payload)
    if person not in set(named_in(kind, fields)):
        return None
    changed = {
        name: without(fields[name], person, instead) for name in NAMING[kind] if name in fields
    }
    return json.dumps({**fields, **changed}, ensure_ascii=False)
