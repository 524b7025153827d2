"""What can happen to a match: frozen facts, to and from JSON, each with what it does to a match."""

import json

from bot.matches.events.base import KINDS as KINDS
from bot.matches.events.base import Event as Event
from bot.matches.events.base import Recorded as Recorded
from bot.matches.events.before_play import Accepted as Accepted
from bot.matches.events.before_play import Challenged as Challenged
from bot.matches.events.before_play import Declined as Declined
from bot.matches.events.before_play import Expired as Expired
from bot.matches.events.before_play import Mustered as Mustered
from bot.matches.events.before_play import Ready as Ready
from bot.matches.events.before_play import Started as Started
from bot.matches.events.before_play import Withdrawn as Withdrawn
from bot.matches.events.play import Claimed as Claimed
from bot.matches.events.play import DrawDeclined as DrawDeclined
from bot.matches.events.play import DrawOffered as DrawOffered
from bot.matches.events.play import Ended as Ended
from bot.matches.events.play import Played as Played
from bot.matches.events.play import Resigned as Resigned
from bot.matches.events.play import TakebackAsked as TakebackAsked
from bot.matches.events.play import TakebackDeclined as TakebackDeclined
from bot.matches.events.play import TakenBack as TakenBack
from bot.matches.events.replacing import Replaced as Replaced
from bot.matches.events.replacing import ReplacementAgreed as ReplacementAgreed
from bot.matches.events.replacing import ReplacementAsked as ReplacementAsked
from bot.matches.events.replacing import ReplacementDeclined as ReplacementDeclined
from bot.matches.events.replacing import ReplacementExpired as ReplacementExpired
from bot.matches.events.replacing import ReplacementWithdrawn as ReplacementWithdrawn
from bot.matches.events.timing import AbandonWarned as AbandonWarned
from bot.matches.events.timing import Announced as Announced
from bot.matches.events.timing import GraceUsed as GraceUsed
from bot.matches.events.timing import Held as Held
from bot.matches.events.timing import Overdue as Overdue
from bot.matches.events.timing import Reminded as Reminded
from bot.matches.events.timing import TimeAsked as TimeAsked
from bot.matches.events.timing import TimeDeclined as TimeDeclined
from bot.matches.events.timing import TimeGiven as TimeGiven
from bot.matches.events.timing import VacationUsed as VacationUsed
from bot.matches.records import Person as Person
from bot.matches.shape import is_whole


def event(kind: str, payload: str) -> Event:
    """The event that `payload()` of an event of this kind printed.

    Raises all kinds of errors for anything else, TypeError for fields of the wrong class.
    """
    found = KINDS[kind].from_fields(json.loads(payload))
    if not is_whole(found):
        raise TypeError(f"{found} holds what it can't hold")
    return found
