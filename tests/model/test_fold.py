"""Every event survives the trip to JSON and back, and a match is the fold of its events."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.time_control import BANKS, days_a_move
from bot.model.commands import Accept, AnswerRequest, Decline, OfferDraw, Resign, Tick, Withdraw
from bot.model.decide.challenge import arrange_seats
from bot.model.events import KINDS, Challenged, Event, Person, Played, Started, event
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.projection import posts_for, summary_of, waits_for
from bot.model.records import NO_EVENT, MatchId, Status
from bot.model.refusals import BrokenMatch
from bot.model.requests import DRAW
from bot.model.shape import fits_declared_types
from bot.model.terms import Terms, Wanted
from tests.helpers.matches import after, answers, asked, begun, challenge, play_all
from tests.helpers.people import ADA, CHANNEL, FIRST, GRACE, GUILD, LINUS, ROBOT
from tests.service.conftest import START


@dataclass(frozen=True)
class Held:
    text: str
    numbers: tuple[int, ...] = ()
    others: tuple[int | str, ...] | None = None


@pytest.mark.parametrize("held", [Held("a"), Held("a", (1, True)), Held("a", (), (1, "b"))])
def test_values_of_their_classes_are_whole(held: Held) -> None:
    assert fits_declared_types(held)


@pytest.mark.parametrize(
    "parts", [(1,), (None,), ("a", [1]), ("a", ("1",)), ("a", None), ("a", (), (None,))]
)
def test_values_of_other_classes_are_not(parts: tuple[Any, ...]) -> None:
    assert not fits_declared_types(Held(*parts))


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
    "weights": st.none() | st.lists(st.floats(0, 1), max_size=5).map(tuple),
    "prepared": st.none() | st.booleans(),
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


def test_a_payload_is_json_that_keeps_names_readable() -> None:
    start = Started((Person(ADA.id, "Ada"), Person(GRACE.id, "Żółw")), {"reserve": [0, 1]})

    assert "Żółw" in start.payload()
    assert json.loads(start.payload())["options"] == {"reserve": [0, 1]}


@pytest.mark.parametrize("days", [None, 5])
def test_a_challenge_of_version_0_1_has_its_days_and_can_be_claimed(days: int | None) -> None:
    asked = Challenged("pile", {}, ADA, (None,), CHANNEL, GUILD, "host", days, SOON)

    # Written as that version wrote it, so that it goes on reading it.
    assert set(json.loads(asked.payload())) & {"control", "rematch_of", "wanted", "terms"} == set()
    assert event("challenged", asked.payload()) == asked
    assert asked.time_control == (days and days_a_move(days))


def test_terms_are_written_as_far_as_they_are_unusual_and_those_to_come_are_passed_over() -> None:
    asked = Challenged(*("pile", {}, ADA, (None,), CHANNEL, GUILD, "host", 7, SOON), terms=Terms(2))

    assert json.loads(asked.payload())["terms"] == {"level": 2}
    later = asked.payload().replace('"level":2', '"level":2,"moon":true')
    assert event("challenged", later) == asked


def test_a_move_of_version_0_1_says_nothing_of_its_time() -> None:
    assert event("played", '{"seat":1,"text":"2"}') == Played(FIRST, "2")
    assert Played(FIRST, "2").payload() == '{"seat":1,"text":"2"}'


DEADLINE = START + timedelta(days=7)


def said(match: Match, *events: Event) -> list[str]:
    """The posts that follow from events that brought the match to where it is."""
    return [post.kind for post in posts_for(None, match, events)]


# Fold


def test_a_match_begins_with_its_challenge() -> None:
    with pytest.raises(BrokenMatch, match=r"Match 3 .* its event 1 \(played\) does not fit"):
        fold(record_events([Played(FIRST, "1")], NO_EVENT, START), MatchId(3))


def test_a_move_that_the_rules_no_longer_allow_is_named() -> None:
    recorded = record_events(
        [
            challenge(GRACE),
            Started((ADA, GRACE), {"limits": [3, 3], "stones": 2}),
            Played(FIRST, "9"),
        ],
        NO_EVENT,
        START,
    )

    with pytest.raises(BrokenMatch, match=r"event 3 \(played\) does not fit"):
        fold(recorded, MatchId(3))


def test_a_ply_holds_the_positions_around_it() -> None:
    match = play_all(begun(), "1 2")
    first, second = match.plies

    assert first.after == second.before
    assert second.after == match.position
    assert (second.seat, second.text, second.seq) == (2, "2", match.seq)
    assert [effect.kind for effect in second.effects] == ["take"]


def test_only_what_changes_the_board_makes_older_buttons_stale() -> None:
    match = play_all(begun(), "1")
    board = match.seq

    offered = after(match, OfferDraw(ADA.id), AnswerRequest(DRAW, GRACE.id, False))
    graced = after(offered, Tick(), now=DEADLINE)

    assert graced.seq == board + 3
    assert (graced.board_seq, graced.turn_seq) == (board, board)
    assert play_all(graced, "1").board_seq == board + 4
    assert after(graced, Resign(ADA.id)).board_seq == board + 5


def test_only_options_of_the_seats_are_put_in_order() -> None:
    options = {"limits": [1, 2, 3], "stones": 10}

    assert arrange_seats("pile", options, [2, 0]) == {"limits": [3, 1], "stones": 10}
    assert arrange_seats("pile", {"limits": None}, [1, 0]) == {"limits": None}


# The row


def test_the_row_of_a_match_that_is_over_is_nobodys_turn_and_never_due() -> None:
    later = START + timedelta(hours=3)
    match = after(begun(), Resign(ADA.id), now=later)
    row = summary_of(match)

    assert match.updated == later
    assert (row.status, row.turn, row.due, row.deadline) == (Status.ENDED, None, None, None)


def test_the_row_of_a_challenge_is_due_when_it_runs_out() -> None:
    summary = summary_of(asked(GRACE, None))

    assert summary.status is Status.INVITED
    assert summary.people == (ADA, GRACE)
    assert (summary.turn, summary.due, summary.deadline) == (None, DEADLINE, DEADLINE)


def test_the_row_of_a_running_match_names_whose_turn_it_is() -> None:
    summary = summary_of(play_all(begun(), "1"))

    assert summary.turn == GRACE.id
    assert summary.deadline == DEADLINE
    assert summary.due == DEADLINE
    assert (summary.turn_seq, summary.turn_known) == (summary.seq, False)


def test_a_match_that_waits_for_the_robot_is_due_at_once() -> None:
    match = begun(ROBOT)
    assert summary_of(match, ROBOT.id).due == DEADLINE

    waits = summary_of(play_all(match, "1"), ROBOT.id)
    assert (waits.due, waits.turn, waits.turn_seq) == (START, ROBOT.id, None)
    assert summary_of(after(match, OfferDraw(ADA.id)), ROBOT.id).due == START


def test_a_match_waits_for_the_one_who_moves_or_must_answer() -> None:
    match = begun(GRACE)
    assert [waits_for(match, person.id) for person in (ADA, GRACE, LINUS)] == [True, False, False]

    offered = after(match, OfferDraw(ADA.id))
    assert waits_for(offered, GRACE.id)
    assert not waits_for(after(offered, Resign(ADA.id)), GRACE.id)


# Posts


def test_each_turn_of_events_is_said_in_one_post() -> None:
    waiting, match, three = asked(GRACE), begun(), begun(GRACE, LINUS)
    accepted = answers(waiting, Accept(GRACE))

    assert said(waiting, challenge(GRACE)) == ["challenge"]
    assert said(match, *accepted) == said(match, challenge(GRACE), *accepted) == ["turn"]
    assert said(match, *answers(match, OfferDraw(ADA.id))) == ["notice"]
    assert said(match, Played(FIRST, "1")) == ["turn"]
    assert said(match) == []
    # With three somebody's leaving is a turn for the others.
    for running, expected in ((match, "end"), (three, "turn")):
        left = after(running, Resign(ADA.id))
        assert said(left, *answers(running, Resign(ADA.id))) == [expected]
    for command, now in ((Decline(GRACE), START), (Withdraw(ADA), START), (Tick(), DEADLINE)):
        closed = after(waiting, command, now=now)
        assert said(closed, *answers(waiting, command, now)) == ["closed"]
    assert said(match, *answers(match, Tick(), DEADLINE)) == ["grace"]
    graced, over = after(match, Tick(), now=DEADLINE), DEADLINE + timedelta(days=1)
    assert said(graced, *answers(graced, Tick(), over)) == ["overdue"]


def test_a_changed_match_keeps_nothing_computed_and_has_no_other_fields() -> None:
    match = begun()
    assert match.turn == 1
    ended = match.changed(status=Status.ENDED)
    assert ended == replace(match, status=Status.ENDED)
    assert ended.turn is None
    with pytest.raises(TypeError, match="statsu"):
        match.changed(statsu=Status.ENDED)
