"""What can happen to a match: frozen facts, to and from JSON, each with what it does to a match."""

import json

from bot.matches.events.base import KINDS, Event, Recorded
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
from bot.matches.records import Person
from bot.matches.shape import is_whole


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
    "Mustered",
    "Overdue",
    "Person",
    "Played",
    "Ready",
    "Recorded",
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
