"""Matches of Heap for the posts: their people, the events with which they begin, and what is posted
of the last event of each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.clock.time_control import BANKS
from bot.model.events import (
    AbandonWarned,
    Accepted,
    Challenged,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    GraceUsed,
    Mustered,
    Overdue,
    Person,
    Played,
    Ready,
    Reminded,
    Replaced,
    ReplacementAsked,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
    Resigned,
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

NOW = datetime(2026, 1, 1, tzinfo=UTC)

ADA, GRACE, LINUS = Person(1, "Ada"), Person(2, "Grace"), Person(3, "_Linus_")

ASKED = Challenged("heap", {}, ADA, (GRACE,), 10, 20, "host", 7, NOW + timedelta(days=7))

OF_THREE = Challenged("heap", {}, ADA, (GRACE, None), 10, 20, "host", 7, NOW + timedelta(days=7))

BEGUN = (ASKED, Accepted(GRACE), Started((ADA, GRACE), {"size": 5}))

THREE = (OF_THREE, Started((ADA, GRACE, LINUS), {"size": 5, "players": 3}))

GATHERED = (OF_THREE, Accepted(GRACE), Accepted(LINUS), Mustered(NOW + timedelta(2)), Ready(3))

MOVED = (Played(1, "1"), Played(2, "2"))
SPENT = VacationUsed(1, NOW, NOW + timedelta(days=1), left=455)
HANDED_ON = ReplacementAsked(1, Person(9, "Edsger"), GRACE, NOW + timedelta(days=3), (9, 1))
LEAVING = replace(HANDED_ON, awaited=(9,), gone=True)
RESERVES = replace(ASKED, game="bump", options={"reserve": [2, 0]}, first="guest")

STORIES: Mapping[str, Mapping[str, Sequence[Event]]] = {
    "challenge": {
        "of one": (ASKED,),
        "of one and anyone": (OF_THREE,),
        "one has joined": (OF_THREE, Accepted(GRACE)),
        "of anyone": (replace(OF_THREE, invited=(None, None)),),
        "two weeks a move": (replace(ASKED, days=14),),
        "a reserve each": (RESERVES,),
        "a rematch": (replace(ASKED, rematch_of=7),),
    },
    "muster": {"one is ready": GATHERED},
    "reopened": {"one has left": (*GATHERED, Ready(1), Declined(2))},
    "closed": {
        "declined": (ASKED, Declined(2)),
        "expired": (ASKED, Expired()),
        "withdrawn": (ASKED, Withdrawn(1)),
        "one was not ready": (*GATHERED, Ready(2), Expired()),
    },
    "turn": {
        "the first": BEGUN,
        "after a move": (*BEGUN, Played(1, "2")),
        "the first of three": THREE,
        "one of three has resigned": (*THREE, Resigned(1)),
        "after a takeback": (*BEGUN, *MOVED, TakenBack(2, 1, free=True)),
        "after one that was agreed to": (*BEGUN, *MOVED, TakebackAsked(1, 2), TakenBack(1, 2)),
        "after the move instead": (*BEGUN, *MOVED, TakenBack(2, 1, free=True), Played(2, "1")),
        "no time limit": (replace(ASKED, days=None), *BEGUN[1:]),
        "a bank": (replace(ASKED, days=None, control=BANKS[0]), *BEGUN[1:], Played(1, "2")),
    },
    "thinking": {
        "of its move": (*BEGUN, Played(1, "2")),
        "of a request for time": (*BEGUN, TimeAsked(1, 168)),
        "of an offer": (*BEGUN, DrawOffered(1)),
    },
    "end": {
        "by a move": (*BEGUN, Played(1, "3"), Played(2, "2"), Ended((2,), "last_taken")),
        "resigned": (*BEGUN, Resigned(1), Ended((2,), "resigned")),
        "claimed": (*BEGUN, Overdue(1), Claimed(2), Ended((2,), "time")),
        "time is lost": (*BEGUN, GraceUsed(1), Ended((2,), "time_lost")),
        "agreed": (*BEGUN, Ended((), "agreed")),
        "an offer is agreed to": (*BEGUN, DrawOffered(1), Ended((), "agreed")),
        "called off": (*BEGUN, Ended((), "called_off")),
        "one of three is left": (*THREE, Resigned(1), Resigned(2), Ended((3,), "last")),
        "two of three win": (*THREE, Ended((1, 3), "last_taken")),
    },
    "result": {"agreed": (*BEGUN, Ended((), "agreed"))},
    "notice": {
        "one has joined": (OF_THREE, Accepted(GRACE)),
        "a draw is offered": (*BEGUN, DrawOffered(1)),
        "and declined": (*BEGUN, DrawOffered(1), DrawDeclined(2)),
    },
    "takeback": {
        "of one move": (*BEGUN, *MOVED, TakebackAsked(2, 1)),
        "of one and its answer": (*BEGUN, *MOVED, TakebackAsked(1, 2)),
        "declined": (*BEGUN, Played(1, "1"), TakebackAsked(1, 1), TakebackDeclined(2)),
    },
    "ask_time": {"three days": (*BEGUN, TimeAsked(1, 72))},
    "time_given": {"a day": (*BEGUN, TimeGiven(1, 2, 24))},
    "time_declined": {"a week": (*BEGUN, TimeAsked(1, 168), TimeDeclined(2))},
    "replacement": {
        "asked": (*BEGUN, HANDED_ON),
        "of one who is gone": (*BEGUN, LEAVING),
    },
    "replacement_off": {
        "declined": (*BEGUN, HANDED_ON, ReplacementDeclined(9)),
        "withdrawn": (*BEGUN, HANDED_ON, ReplacementWithdrawn(2)),
        "expired": (*BEGUN, HANDED_ON, ReplacementExpired()),
    },
    "grace": {"found late": (*BEGUN, GraceUsed(1, late=5_000_000))},
    "vacation": {
        "some is left": (*BEGUN, GraceUsed(1), SPENT),
        "none is left": (*BEGUN, GraceUsed(1), replace(SPENT, left=0)),
        "again in the turn": (*BEGUN, SPENT, SPENT),
        "of a turn gone by": (*BEGUN, SPENT, Played(1, "2")),
    },
    "overdue": {"of two": (*BEGUN, Overdue(1)), "of three": (*THREE, Overdue(1))},
    "abandon": {
        "nobody is late": (*BEGUN, AbandonWarned()),
        "one is late": (*BEGUN, Overdue(1), AbandonWarned()),
    },
    "reminder": {"of a turn": (*BEGUN, Reminded(1))},
}
"""By kind of post, what has happened: the post is of the last event."""

PAST: Mapping[str, Mapping[str, tuple[Sequence[Event], Sequence[Event]]]] = {
    "challenge": {
        "accepted": ((ASKED,), BEGUN[1:]),
        "declined": ((ASKED,), (Declined(2),)),
        "withdrawn after one accepted": ((ASKED,), (Accepted(GRACE), Withdrawn(1))),
        "expired": ((ASKED,), (Expired(),)),
        "a reserve each": (
            (RESERVES,),
            (Accepted(GRACE), Started((GRACE, ADA), {"reserve": [0, 2]})),
        ),
        "a rematch is withdrawn": ((replace(ASKED, rematch_of=7),), (Withdrawn(1),)),
    },
    "muster": {
        "begun": (GATHERED, (Ready(1), Ready(2), Started((ADA, GRACE, LINUS), {"size": 5}))),
        "withdrawn": (GATHERED, (Withdrawn(1),)),
    },
    "turn": {
        "moved": (BEGUN, (Played(1, "2"),)),
        "taken back": ((*BEGUN, Played(1, "2")), (TakenBack(1, 1, free=True),)),
    },
    "notice": {
        "agreed": ((*BEGUN, DrawOffered(1)), (Ended((), "agreed"),)),
        "declined": ((*BEGUN, DrawOffered(1)), (DrawDeclined(2),)),
        "played on": ((*BEGUN, DrawOffered(1)), (Played(1, "1"), Played(2, "1"))),
        "declined, and played on": (
            (*BEGUN, DrawOffered(1)),
            (DrawDeclined(2), Played(1, "1"), Played(2, "1")),
        ),
        "declined, and handed on": (
            (*BEGUN, DrawOffered(1)),
            (DrawDeclined(2), Replaced(1, Person(9, "Edsger"), ADA, ADA)),
        ),
    },
    "takeback": {
        "agreed": ((*BEGUN, Played(1, "1"), TakebackAsked(1, 1)), (TakenBack(1, 1),)),
        "declined": ((*BEGUN, Played(1, "1"), TakebackAsked(1, 1)), (TakebackDeclined(2),)),
        "played on": ((*BEGUN, Played(1, "1"), TakebackAsked(1, 1)), (Played(2, "1"),)),
    },
    "ask_time": {
        "given": ((*BEGUN, TimeAsked(1, 72)), (TimeGiven(1, 2, 72),)),
        "declined": ((*BEGUN, TimeAsked(1, 72)), (TimeDeclined(2),)),
        "played on": ((*BEGUN, TimeAsked(1, 72)), (Played(1, "1"),)),
    },
    "replacement": {
        "declined": ((*BEGUN, HANDED_ON), (ReplacementDeclined(9),)),
        "withdrawn": ((*BEGUN, HANDED_ON), (ReplacementWithdrawn(2),)),
        "expired": ((*BEGUN, HANDED_ON), (ReplacementExpired(),)),
    },
    "grace": {"moved": ((*BEGUN, GraceUsed(1)), (Played(1, "1"),))},
    "vacation": {"moved": ((*BEGUN, SPENT), (Played(1, "1"),))},
    "overdue": {"moved": ((*BEGUN, Overdue(1)), (Played(1, "1"),))},
    "abandon": {"moved": ((*BEGUN, AbandonWarned()), (Played(1, "1"),))},
}
"""By kind of post, what had happened when it was posted, and what has since: it has no buttons any
more and calls nobody."""

QUICK_WIN = [
    "011,12-3",
    "pass",
    "11,22-2",
    "pass",
    "25,281",
    "pass",
    "281,291",
    "pass",
    "291,C",
    "pass",
]
