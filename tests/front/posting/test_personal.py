"""What was held for somebody is told only where it still holds."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.model.events import (
    AbandonWarned,
    Accepted,
    CameBack,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Gone,
    GraceUsed,
    Overdue,
    Played,
    Ready,
    ReplacementAsked,
    ReplacementDeclined,
    Started,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeAsked,
    TimeDeclined,
    TimeGiven,
    VacationUsed,
    Withdrawn,
)
from bot.model.fold import fold, record_events
from bot.model.notices.holding import holds_for, wants_answer
from bot.model.post_kinds import PostKind
from bot.model.records import NO_EVENT, MatchId, NoticeItem, PersonId, Seq
from tests.front.text.stories import ADA, ASKED, BEGUN, GATHERED, GRACE, LINUS, NOW
from tests.helpers.people import FIRST, SECOND

MOVED = (Played(FIRST, "1"), Played(SECOND, "1"))
DONE = Ended((FIRST,), "resigned")
SPENT = VacationUsed(FIRST, NOW, NOW + timedelta(days=1), 456)
PLAYED = (*BEGUN, Played(FIRST, "1"))


def holds(kind: str, person: PersonId, reply: Sequence[Event], since: Sequence[Event]) -> bool:
    """Whether what was told of the last of the events `reply` is true after those `since`."""
    events = [*reply, *since]
    then, now = (fold(record_events(each, NO_EVENT, NOW), MatchId(8)) for each in (reply, events))
    return holds_for(NoticeItem(now.id, Seq(len(reply)), PostKind(kind)), then, now, person)


TOLD: dict[str, tuple[int, Sequence[Event]]] = {
    "challenge": (GRACE.id, (ASKED,)),
    "muster": (GRACE.id, GATHERED),
    "ask_time": (GRACE.id, (*BEGUN, TimeAsked(FIRST, 24))),
    "takeback": (GRACE.id, (*PLAYED, TakebackAsked(FIRST, 1))),
    "abandon": (GRACE.id, (*BEGUN, AbandonWarned())),
    "vacation": (ADA.id, (*BEGUN, SPENT)),
    "grace": (ADA.id, (*BEGUN, GraceUsed(FIRST))),
    "overdue": (GRACE.id, (*BEGUN, Overdue(FIRST))),
    "gone": (GRACE.id, (*BEGUN, Gone(FIRST))),
    "notice": (GRACE.id, (*BEGUN, DrawOffered(FIRST))),
}
"""Whom each kind asks something of, and the events of which it tells the last."""


@pytest.mark.parametrize(
    ("kind", "since"),
    [
        ("challenge", [Withdrawn(ADA.id)]),
        ("challenge", [Accepted(GRACE)]),
        ("muster", [Withdrawn(ADA.id)]),
        ("muster", [Declined(GRACE.id)]),
        ("muster", [Ready(ADA.id), Ready(GRACE.id)]),
        ("muster", [Started((ADA, GRACE, LINUS), {"size": 5, "players": 3})]),
        ("ask_time", [Played(FIRST, "1")]),
        ("ask_time", [DONE]),
        ("takeback", [DONE]),
        ("takeback", [TakenBack(FIRST, 1)]),
        ("takeback", [Played(SECOND, "1"), Played(FIRST, "1"), TakebackAsked(FIRST, 1)]),
        ("abandon", [DONE]),
        ("abandon", [*MOVED, AbandonWarned()]),
        ("vacation", [DONE]),
        ("vacation", [Played(FIRST, "1")]),
        ("vacation", [Overdue(FIRST)]),
        ("grace", MOVED),
        ("grace", [Overdue(FIRST)]),
        ("gone", [CameBack(FIRST)]),
        ("gone", MOVED),
        ("overdue", [*MOVED, Overdue(FIRST)]),
        ("notice", [DONE]),
        ("notice", MOVED),
    ],
)
def test_what_is_asked_holds_until_it_has_passed(kind: str, since: Sequence[Event]) -> None:
    person, reply = TOLD[kind]
    assert holds(kind, PersonId(person), reply, [])
    assert not holds(kind, PersonId(person), reply, since)


def test_the_end_holds_and_an_offer_of_a_draw_outlasts_the_move_of_who_made_it() -> None:
    assert holds("end", GRACE.id, (*BEGUN, DONE), [])
    assert holds("notice", GRACE.id, (*BEGUN, DrawOffered(FIRST)), [Played(FIRST, "1")])


HANDED_ON = ReplacementAsked(FIRST, LINUS, ADA, NOW + timedelta(days=3), (LINUS.id, GRACE.id))

ANSWERED: dict[str, Sequence[Event]] = {
    "notice": (*BEGUN, DrawOffered(FIRST), DrawDeclined(SECOND)),
    "takeback": (*PLAYED, TakebackAsked(FIRST, 1), TakebackDeclined(SECOND)),
    "time_declined": (*BEGUN, TimeAsked(FIRST, 24), TimeDeclined(SECOND)),
    "time_given": (*BEGUN, TimeAsked(FIRST, 24), TimeGiven(FIRST, SECOND, 24)),
    "replacement_off": (*BEGUN, HANDED_ON, ReplacementDeclined(GRACE.id)),
}
"""The events of which each kind tells an answer, which Ada waits for."""


@pytest.mark.parametrize(
    ("kind", "since"),
    [
        ("notice", [Played(FIRST, "1")]),
        ("notice", [DrawOffered(SECOND)]),
        ("takeback", [Played(SECOND, "1")]),
        ("takeback", [TakebackAsked(SECOND, 1)]),
        ("time_declined", [Played(FIRST, "1")]),
        ("time_declined", [TimeGiven(FIRST, SECOND, 24)]),
        ("time_given", [Played(FIRST, "1")]),
        ("replacement_off", [HANDED_ON]),
        ("replacement_off", [DONE]),
    ],
)
def test_an_answer_is_told_to_the_person_who_asked_while_it_matters(
    kind: str, since: Sequence[Event]
) -> None:
    reply = ANSWERED[kind]
    assert holds(kind, ADA.id, reply, [])
    assert not holds(kind, ADA.id, reply, since)
    match = fold(record_events(reply, NO_EVENT, NOW), MatchId(8))
    assert not wants_answer(NoticeItem(match.id, Seq(len(reply)), PostKind(kind)), match, ADA.id)


def test_a_match_that_is_over_asks_nothing() -> None:
    asked: list[Event] = [*PLAYED, TakebackAsked(FIRST, 1), TimeAsked(SECOND, 24), DONE]
    match = fold(record_events(asked, NO_EVENT, NOW), MatchId(8))
    assert not match.requests.open
