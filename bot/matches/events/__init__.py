"""What can happen to a match. Frozen facts, to and from JSON; a match is the fold of its events."""

import json
from typing import TypeAlias, get_args

from bot.matches.events.base import (
    MatchEvent,
    Person,
)
from bot.matches.events.before_play import (
    Accepted,
    Challenged,
    Declined,
    Expired,
    Mustered,
    Ready,
    Started,
    Withdrawn,
)
from bot.matches.events.play import (
    Claimed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Played,
    Resigned,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
)
from bot.matches.events.replacing import (
    Replaced,
    ReplacementAgreed,
    ReplacementAsked,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
)
from bot.matches.events.timing import (
    AbandonWarned,
    Announced,
    GraceUsed,
    Held,
    Overdue,
    Reminded,
    TimeAsked,
    TimeDeclined,
    TimeGiven,
    VacationUsed,
)
from bot.matches.shape import is_whole

Event: TypeAlias = (
    Challenged
    | Accepted
    | Declined
    | Withdrawn
    | Expired
    | Mustered
    | Ready
    | Started
    | Played
    | DrawOffered
    | DrawDeclined
    | Resigned
    | Reminded
    | Held
    | Announced
    | GraceUsed
    | VacationUsed
    | TimeAsked
    | TimeDeclined
    | TimeGiven
    | TakebackAsked
    | TakebackDeclined
    | TakenBack
    | AbandonWarned
    | Overdue
    | Claimed
    | ReplacementAsked
    | ReplacementAgreed
    | ReplacementDeclined
    | ReplacementWithdrawn
    | ReplacementExpired
    | Replaced
    | Ended
)
"""Everything that can happen to a match."""

KINDS: dict[str, type[Event]] = {cls.kind: cls for cls in get_args(Event)}


def event(kind: str, payload: str) -> Event:
    """The event that `payload()` of an event of this kind printed.

    Raises all kinds of errors for anything else, TypeError for fields of the wrong class.
    """
    found = KINDS[kind].from_fields(json.loads(payload))
    if not is_whole(found):
        raise TypeError(f"{found} holds what it can't hold")
    return found


__all__ = [
    "KINDS",
    "AbandonWarned",
    "Accepted",
    "Announced",
    "Challenged",
    "Claimed",
    "Declined",
    "DrawDeclined",
    "DrawOffered",
    "Ended",
    "Event",
    "Expired",
    "GraceUsed",
    "Held",
    "MatchEvent",
    "Mustered",
    "Overdue",
    "Person",
    "Played",
    "Ready",
    "Reminded",
    "Replaced",
    "ReplacementAgreed",
    "ReplacementAsked",
    "ReplacementDeclined",
    "ReplacementExpired",
    "ReplacementWithdrawn",
    "Resigned",
    "Started",
    "TakebackAsked",
    "TakebackDeclined",
    "TakenBack",
    "TimeAsked",
    "TimeDeclined",
    "TimeGiven",
    "VacationUsed",
    "Withdrawn",
    "event",
]
