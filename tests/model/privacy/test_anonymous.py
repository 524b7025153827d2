"""A person is taken out of every field of every event that can name one."""

import json
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.model.events import KINDS, Accepted, Challenged, Person, Played, Replaced, Started, event
from bot.model.events.base import DELETED
from bot.model.privacy.anonymous import NAMING, event_without, named_in

ADA, GRACE, LINUS = Person(1, "Ada"), Person(2, "Grace"), Person(3, "Linus")
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def naming_fields(kind: type[Any]) -> set[str]:
    """The fields that name people, by what is said of them: people, or the ids `person` and
    `awaited`."""
    return {
        each.name
        for each in fields(kind)
        if "Person" in str(each.type) or each.name in ("person", "awaited")
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_field_that_names_people_is_known(kind: str) -> None:
    assert set(NAMING.get(kind, ())) == naming_fields(KINDS[kind])


def test_only_people_are_exchanged_and_no_other_number() -> None:
    asked = Challenged("bump", {"reserve": [1, 1]}, ADA, (GRACE, None), 1, 1, "host", 1, NOW)
    changed = event_without("challenged", asked.payload(), 1, -1)
    assert changed
    gone = Person(-1, DELETED)
    expected = Challenged("bump", {"reserve": [1, 1]}, gone, (GRACE, None), 1, 1, "host", 1, NOW)
    assert event("challenged", changed) == expected
    assert event_without("played", Played(1, "a").payload(), 1, -1) is None
    assert event_without("accepted", Accepted(GRACE).payload(), 1, -1) is None


def test_everybody_whom_an_event_names_is_found() -> None:
    replaced = json.loads(Replaced(1, LINUS, ADA, GRACE).payload())
    assert set(named_in("replaced", replaced)) == {1, 2, 3}
    started = json.loads(Started((ADA, GRACE), {}).payload())
    assert list(named_in("started", started)) == [1, 2]
    assert list(named_in("played", {"seat": 1})) == []
