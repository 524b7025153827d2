"""Removes a deleted person from the events of a match, and makes them leave one that goes on
without them. Pure.

They are removed before they leave, so they are the player with a number below zero.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bot.model import commands
from bot.model.events.base import DELETED
from bot.model.match import Match
from bot.model.records import PersonId, Status
from bot.model.requests import REPLACEMENT, Replacement


def leaving_command(match: Match, now: datetime) -> commands.Command | None:
    """The next thing that a deleted player does in the match as if it were by their own will; None
    if none of them has a part in how it goes on."""
    if match.status is Status.INVITED:
        return _before_play(match)
    if match.status is not Status.RUNNING:
        return None
    asked = match.requests.replacement
    if asked and now < asked.until and (answer := _answer(asked)):
        return answer
    playing = (match.person(seat) for seat in match.playing)
    return next((commands.Resign(person.id) for person in playing if person.is_deleted), None)


def _answer(asked: Replacement) -> commands.Command | None:
    for awaited in asked.awaited:
        if awaited < 0:
            return commands.AnswerRequest(REPLACEMENT, awaited, yes=False)
    # A deleted person who agreed to play on can't any more.
    for person in (asked.person, asked.by):
        if person.is_deleted:
            return commands.WithdrawReplacement(person.id, manager=True)
    return None


def _before_play(match: Match) -> commands.Command | None:
    if match.host.is_deleted:
        return commands.Withdraw(match.host)
    asked = (person for person in match.invited if person and person.is_deleted)
    return next((commands.Decline(person) for person in asked), None)


NAMING: Mapping[str, tuple[str, ...]] = {
    "challenged": ("host", "invited", "uncalled"),
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


def people_in(value: Any) -> Iterator[PersonId]:
    """The ids in a field that names people, or in a list of people."""
    if isinstance(value, list):
        for each in value:
            yield from people_in(each)
    elif isinstance(value, dict):
        yield PersonId(int(value["id"]))
    elif isinstance(value, int):
        yield PersonId(value)


def named_in(kind: str, payload: Mapping[str, Any]) -> Iterator[PersonId]:
    for name in NAMING.get(kind, ()):
        yield from people_in(payload.get(name))


def without(value: Any, person: PersonId, instead: int) -> Any:
    """A field that names people, or a list of people, with another instead of the person."""
    if isinstance(value, list):
        return [without(each, person, instead) for each in value]
    if isinstance(value, dict):
        return {**value, "id": instead, "name": DELETED} if value["id"] == person else value
    return instead if value == person and isinstance(value, int) else value


def event_without(kind: str, payload: str, person: PersonId, instead: int) -> str | None:
    """The JSON of an event with another instead of the person; None if it does not name them."""
    fields = json.loads(payload)
    if person not in set(named_in(kind, fields)):
        return None
    changed = {
        name: without(fields[name], person, instead) for name in NAMING[kind] if name in fields
    }
    return json.dumps({**fields, **changed}, ensure_ascii=False)
