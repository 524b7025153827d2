"""Matches of Heap for the posts: their people, the events with which they begin, and what is posted
of the last event of each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.clock.time_control import BANKS
from bot.model.events import (
    AbandonWarned,
    Accepted,
    CameBack,
    Challenged,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    Gone,
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
from bot.model.records import ChannelId, GuildId, PersonId
from tests.helpers.people import FIRST, SECOND, THIRD

NOW = datetime(2026, 1, 1, tzinfo=UTC)

ADA, GRACE, LINUS = (
    Person(PersonId(1), "Ada"),
    Person(PersonId(2), "Grace"),
    Person(PersonId(3), "_Linus_"),
)

ASKED = Challenged(
    "heap", {}, ADA, (GRACE,), ChannelId(10), GuildId(20), "host", 7, NOW + timedelta(days=7)
)

OF_THREE = Challenged(
    "heap", {}, ADA, (GRACE, None), ChannelId(10), GuildId(20), "host", 7, NOW + timedelta(days=7)
)

BEGUN = (ASKED, Accepted(GRACE), Started((ADA, GRACE), {"size": 5}))

THREE = (OF_THREE, Started((ADA, GRACE, LINUS), {"size": 5, "players": 3}))

GATHERED = (
    OF_THREE,
    Accepted(GRACE),
    Accepted(LINUS),
    Mustered(NOW + timedelta(2)),
    Ready(LINUS.id),
)

MOVED = (Played(FIRST, "1"), Played(SECOND, "2"))
SPENT = VacationUsed(FIRST, NOW, NOW + timedelta(days=1), left=455)
HANDED_ON = ReplacementAsked(
    FIRST, Person(PersonId(9), "Edsger"), GRACE, NOW + timedelta(days=3), (PersonId(9), ADA.id)
)
LEAVING = replace(HANDED_ON, awaited=(PersonId(9),), gone=True)
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
    "reopened": {"one has left": (*GATHERED, Ready(ADA.id), Declined(GRACE.id))},
    "closed": {
        "declined": (ASKED, Declined(GRACE.id)),
        "expired": (ASKED, Expired()),
        "withdrawn": (ASKED, Withdrawn(ADA.id)),
        "one was not ready": (*GATHERED, Ready(GRACE.id), Expired()),
    },
    "turn": {
        "of a chain of six": (
            *(replace(ASKED, game="bump"), Accepted(GRACE), Started((ADA, GRACE), {})),
            *(Played(FIRST, "411,411-2"), Played(SECOND, "291,291-2")),
            Played(FIRST, "211,211-5"),
        ),
        "the first": BEGUN,
        "after a move": (*BEGUN, Played(FIRST, "2")),
        "the first of three": THREE,
        "one of three has resigned": (*THREE, Resigned(FIRST)),
        "after a takeback": (*BEGUN, *MOVED, TakenBack(SECOND, 1, free=True)),
        "after one that was agreed to": (
            *BEGUN,
            *MOVED,
            TakebackAsked(FIRST, 2),
            TakenBack(FIRST, 2),
        ),
        "after the move instead": (
            *BEGUN,
            *MOVED,
            TakenBack(SECOND, 1, free=True),
            Played(SECOND, "1"),
        ),
        "no time limit": (replace(ASKED, days=None), *BEGUN[1:]),
        "a bank": (replace(ASKED, days=None, control=BANKS[0]), *BEGUN[1:], Played(FIRST, "2")),
    },
    "thinking": {
        "of its move": (*BEGUN, Played(FIRST, "2")),
        "of a request for time": (*BEGUN, TimeAsked(FIRST, 168)),
        "of an offer": (*BEGUN, DrawOffered(FIRST)),
    },
    "end": {
        "by a move": (
            *BEGUN,
            Played(FIRST, "3"),
            Played(SECOND, "2"),
            Ended((SECOND,), "last_taken"),
        ),
        "resigned": (*BEGUN, Resigned(FIRST), Ended((SECOND,), "resigned")),
        "claimed": (*BEGUN, Overdue(FIRST), Claimed(SECOND), Ended((SECOND,), "time")),
        "one did not come": (*BEGUN, Ended((SECOND,), "did_not_come")),
        "one has left the server": (*BEGUN, Gone(FIRST), Ended((SECOND,), "gone")),
        "by the time left": (*BEGUN, Ended((FIRST,), "less_time")),
        "with the same time left": (*BEGUN, Ended((), "less_time")),
        "the bot was away for too long": (*BEGUN, Ended((), "cut_short")),
        "time is lost": (*BEGUN, GraceUsed(FIRST), Ended((SECOND,), "time_lost")),
        "agreed": (*BEGUN, Ended((), "agreed")),
        "an offer is agreed to": (*BEGUN, DrawOffered(FIRST), Ended((), "agreed")),
        "called off": (*BEGUN, Ended((), "called_off")),
        "one of three is left": (
            *THREE,
            Resigned(FIRST),
            Resigned(SECOND),
            Ended((THIRD,), "last"),
        ),
        "two of three win": (*THREE, Ended((FIRST, THIRD), "last_taken")),
    },
    "result": {"agreed": (*BEGUN, Ended((), "agreed"))},
    "notice": {
        "one has joined": (OF_THREE, Accepted(GRACE)),
        "a draw is offered": (*BEGUN, DrawOffered(FIRST)),
        "and declined": (*BEGUN, DrawOffered(FIRST), DrawDeclined(SECOND)),
    },
    "takeback": {
        "of one move": (*BEGUN, *MOVED, TakebackAsked(SECOND, 1)),
        "of one and its answer": (*BEGUN, *MOVED, TakebackAsked(FIRST, 2)),
        "declined": (*BEGUN, Played(FIRST, "1"), TakebackAsked(FIRST, 1), TakebackDeclined(SECOND)),
    },
    "ask_time": {"three days": (*BEGUN, TimeAsked(FIRST, 72))},
    "time_given": {"a day": (*BEGUN, TimeGiven(FIRST, SECOND, 24))},
    "time_declined": {"a week": (*BEGUN, TimeAsked(FIRST, 168), TimeDeclined(SECOND))},
    "replacement": {
        "asked": (*BEGUN, HANDED_ON),
        "of one who is gone": (*BEGUN, LEAVING),
    },
    "replacement_off": {
        "declined": (*BEGUN, HANDED_ON, ReplacementDeclined(PersonId(9))),
        "withdrawn": (*BEGUN, HANDED_ON, ReplacementWithdrawn(GRACE.id)),
        "expired": (*BEGUN, HANDED_ON, ReplacementExpired()),
    },
    "grace": {"found late": (*BEGUN, GraceUsed(FIRST, late=5_000_000))},
    "vacation": {
        "some is left": (*BEGUN, GraceUsed(FIRST), SPENT),
        "none is left": (*BEGUN, GraceUsed(FIRST), replace(SPENT, left=0)),
        "again in the turn": (*BEGUN, SPENT, SPENT),
        "of a turn gone by": (*BEGUN, SPENT, Played(FIRST, "2")),
    },
    "overdue": {"of two": (*BEGUN, Overdue(FIRST)), "of three": (*THREE, Overdue(FIRST))},
    "gone": {"of two": (*BEGUN, Gone(FIRST)), "of three": (*THREE, Gone(FIRST))},
    "abandon": {
        "nobody is late": (*BEGUN, AbandonWarned()),
        "one is late": (*BEGUN, Overdue(FIRST), AbandonWarned()),
    },
    "not_come": {
        "to all matches": (*BEGUN, Ended((SECOND,), "did_not_come")),
        "as they have left the server": (*BEGUN, Gone(FIRST), Ended((SECOND,), "gone")),
    },
    "reminder": {"of a turn": (*BEGUN, Reminded(FIRST))},
}
"""By kind of post, what has happened: the post is of the last event."""

PAST: Mapping[str, Mapping[str, tuple[Sequence[Event], Sequence[Event]]]] = {
    "challenge": {
        "accepted": ((ASKED,), BEGUN[1:]),
        "declined": ((ASKED,), (Declined(GRACE.id),)),
        "withdrawn after one accepted": ((ASKED,), (Accepted(GRACE), Withdrawn(ADA.id))),
        "expired": ((ASKED,), (Expired(),)),
        "a reserve each": (
            (RESERVES,),
            (Accepted(GRACE), Started((GRACE, ADA), {"reserve": [0, 2]})),
        ),
        "a rematch is withdrawn": ((replace(ASKED, rematch_of=7),), (Withdrawn(ADA.id),)),
    },
    "muster": {
        "begun": (
            GATHERED,
            (Ready(ADA.id), Ready(GRACE.id), Started((ADA, GRACE, LINUS), {"size": 5})),
        ),
        "withdrawn": (GATHERED, (Withdrawn(ADA.id),)),
    },
    "turn": {
        "moved": (BEGUN, (Played(FIRST, "2"),)),
        "taken back": ((*BEGUN, Played(FIRST, "2")), (TakenBack(FIRST, 1, free=True),)),
    },
    "notice": {
        "agreed": ((*BEGUN, DrawOffered(FIRST)), (Ended((), "agreed"),)),
        "declined": ((*BEGUN, DrawOffered(FIRST)), (DrawDeclined(SECOND),)),
        "played on": ((*BEGUN, DrawOffered(FIRST)), (Played(FIRST, "1"), Played(SECOND, "1"))),
        "declined, and played on": (
            (*BEGUN, DrawOffered(FIRST)),
            (DrawDeclined(SECOND), Played(FIRST, "1"), Played(SECOND, "1")),
        ),
        "declined, and handed on": (
            (*BEGUN, DrawOffered(FIRST)),
            (DrawDeclined(SECOND), Replaced(FIRST, Person(PersonId(9), "Edsger"), ADA, ADA)),
        ),
    },
    "takeback": {
        "agreed": ((*BEGUN, Played(FIRST, "1"), TakebackAsked(FIRST, 1)), (TakenBack(FIRST, 1),)),
        "declined": (
            (*BEGUN, Played(FIRST, "1"), TakebackAsked(FIRST, 1)),
            (TakebackDeclined(SECOND),),
        ),
        "played on": (
            (*BEGUN, Played(FIRST, "1"), TakebackAsked(FIRST, 1)),
            (Played(SECOND, "1"),),
        ),
    },
    "ask_time": {
        "given": ((*BEGUN, TimeAsked(FIRST, 72)), (TimeGiven(FIRST, SECOND, 72),)),
        "declined": ((*BEGUN, TimeAsked(FIRST, 72)), (TimeDeclined(SECOND),)),
        "played on": ((*BEGUN, TimeAsked(FIRST, 72)), (Played(FIRST, "1"),)),
    },
    "replacement": {
        "declined": ((*BEGUN, HANDED_ON), (ReplacementDeclined(PersonId(9)),)),
        "withdrawn": ((*BEGUN, HANDED_ON), (ReplacementWithdrawn(GRACE.id),)),
        "expired": ((*BEGUN, HANDED_ON), (ReplacementExpired(),)),
    },
    "grace": {"moved": ((*BEGUN, GraceUsed(FIRST)), (Played(FIRST, "1"),))},
    "vacation": {"moved": ((*BEGUN, SPENT), (Played(FIRST, "1"),))},
    "overdue": {"moved": ((*BEGUN, Overdue(FIRST)), (Played(FIRST, "1"),))},
    "gone": {"came back": ((*BEGUN, Gone(FIRST)), (CameBack(FIRST),))},
    "abandon": {"moved": ((*BEGUN, AbandonWarned()), (Played(FIRST, "1"),))},
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
