"""Every event survives the trip to JSON and back."""

import json
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.time_control import BANKS, days_a_move
from bot.model.events import KINDS, Challenged, Event, Person, Played, Started, event
from bot.model.terms import Terms
from bot.model.wanted import Wanted

SOON = datetime(2026, 3, 8, tzinfo=UTC)

TEXTS = st.text(max_size=40)
NUMBERS = st.integers(0, 2**63 - 1)
SEATS = st.integers(1, 5)
PEOPLE = st.builds(Person, id=NUMBERS, name=TEXTS)
TIMES = st.datetimes(
    min_value=datetime(2000, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone
    timezones=st.just(UTC),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner, max_size=3)
)
OPTIONS = st.dictionaries(TEXTS, JSON, max_size=3)
CHALLENGES = st.builds(
    Challenged,
    game=TEXTS,
    options=OPTIONS,
    host=PEOPLE,
    invited=st.lists(st.none() | PEOPLE, max_size=4).map(tuple),
    channel=NUMBERS,
    guild=st.none() | NUMBERS,
    first=st.sampled_from(["host", "guest", "random"]),
    days=st.none() | st.integers(1, 60),
    expires=TIMES,
    rematch_of=st.none() | NUMBERS,
    control=st.none() | st.sampled_from([*BANKS, days_a_move(3, hard=True)]),
    wanted=st.sampled_from([None, Wanted(90, 24), Wanted(answers=72)]),
    terms=st.sampled_from([None, Terms(3), Terms(claims=True), Terms(1, ladder=True)]),
)
STARTS = st.builds(Started, st.lists(PEOPLE, max_size=5).map(tuple), OPTIONS)
FIELDS = {
    "person": NUMBERS,
    "seat": SEATS,
    "text": TEXTS,
    "reason": TEXTS,
    "winners": st.lists(SEATS).map(tuple),
    "late": st.booleans(),
    "used": st.none() | NUMBERS,
    "giver": SEATS,
    "hours": NUMBERS,
    "plies": SEATS,
    "free": st.booleans(),
    "left": NUMBERS,
    "start": TIMES,
    "end": TIMES,
    "until": TIMES,
    "by": PEOPLE,
    "former": PEOPLE,
    "awaited": st.lists(NUMBERS, max_size=4).map(tuple),
    "gone": st.booleans(),
    "level": st.none() | st.integers(0, 6),
    "eligibility": TEXTS,
    "before": st.lists(st.tuples(*[st.floats(0, 4000)] * 3), max_size=5).map(tuple),
    "line": st.none() | st.lists(TEXTS, max_size=4).map(tuple),
}


def events_of(kind: str) -> st.SearchStrategy[Event]:
    """Any event of a kind."""
    made: dict[str, st.SearchStrategy[Event]] = {"challenged": CHALLENGES, "started": STARTS}
    if kind in made:
        return made[kind]
    strategies: dict[str, st.SearchStrategy[Any]] = {**FIELDS}
    if kind in {"accepted", "replacement_asked", "replaced"}:
        strategies["person"] = PEOPLE
    if kind in {"grace_used", "vacation_used"}:
        strategies["late"] = NUMBERS
    made_of: Callable[..., Event] = KINDS[kind]
    return st.builds(made_of, **{f.name: strategies[f.name] for f in fields(KINDS[kind])})


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_an_event_comes_back_from_its_payload(kind: str, data: st.DataObject) -> None:
    happened = data.draw(events_of(kind))

    assert event(kind, happened.payload()) == happened


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_the_name_of_its_event(kind: str) -> None:
    words = "".join(word.title() for word in kind.split("_"))

    assert KINDS[kind].__name__ == words


def test_a_payload_is_json_that_keeps_names_readable() -> None:
    start = Started((Person(1, "Ada"), Person(2, "Żółw")), {"reserve": [0, 1]})

    assert "Żółw" in start.payload()
    assert json.loads(start.payload())["options"] == {"reserve": [0, 1]}


def test_an_event_can_not_be_changed() -> None:
    with pytest.raises(AttributeError):
        Played(1, "pass").seat = 2  # type: ignore[misc]


@pytest.mark.parametrize("days", [None, 5])
def test_a_challenge_of_version_0_1_has_its_days_and_can_be_claimed(days: int | None) -> None:
    asked = Challenged("pile", {}, Person(1, "Ada"), (None,), 7, 70, "host", days, SOON)

    # Written as that version wrote it, so that it goes on reading it.
    assert set(json.loads(asked.payload())) & {"control", "rematch_of", "wanted", "terms"} == set()
    assert event("challenged", asked.payload()) == asked
    assert asked.time_control == (days and days_a_move(days))


def test_terms_are_written_as_far_as_they_are_unusual_and_those_to_come_are_passed_over() -> None:
    asked = Challenged(
        *("pile", {}, Person(1, "Ada"), (None,), 7, 70, "host", 7, SOON), terms=Terms(2)
    )

    assert json.loads(asked.payload())["terms"] == {"level": 2}
    later = asked.payload().replace('"level":2', '"level":2,"moon":true')
    assert event("challenged", later) == asked


def test_a_move_of_version_0_1_says_nothing_of_its_time() -> None:
    assert event("played", '{"seat":1,"text":"2"}') == Played(1, "2")
    assert Played(1, "2").payload() == '{"seat":1,"text":"2"}'
