"""What can happen to a match: frozen facts, to and from JSON, each with what it does to a match."""

import json

from bot.model.events.base import KINDS as KINDS
from bot.model.events.base import Event as Event
from bot.model.events.base import Recorded as Recorded
from bot.model.events.before_play import Accepted as Accepted
from bot.model.events.before_play import Challenged as Challenged
from bot.model.events.before_play import Declined as Declined
from bot.model.events.before_play import Expired as Expired
from bot.model.events.before_play import Mustered as Mustered
from bot.model.events.before_play import Ready as Ready
from bot.model.events.before_play import Started as Started
from bot.model.events.before_play import Withdrawn as Withdrawn
from bot.model.events.play import Adjudicated as Adjudicated
from bot.model.events.play import Claimed as Claimed
from bot.model.events.play import Commented as Commented
from bot.model.events.play import Ended as Ended
from bot.model.events.play import Played as Played
from bot.model.events.play import Rated as Rated
from bot.model.events.play import Resigned as Resigned
from bot.model.events.play import TakenBack as TakenBack
from bot.model.events.requests import DrawDeclined as DrawDeclined
from bot.model.events.requests import DrawOffered as DrawOffered
from bot.model.events.requests import Replaced as Replaced
from bot.model.events.requests import ReplacementAgreed as ReplacementAgreed
from bot.model.events.requests import ReplacementAsked as ReplacementAsked
from bot.model.events.requests import ReplacementDeclined as ReplacementDeclined
from bot.model.events.requests import ReplacementExpired as ReplacementExpired
from bot.model.events.requests import ReplacementWithdrawn as ReplacementWithdrawn
from bot.model.events.requests import TakebackAsked as TakebackAsked
from bot.model.events.requests import TakebackDeclined as TakebackDeclined
from bot.model.events.requests import TimeAsked as TimeAsked
from bot.model.events.requests import TimeDeclined as TimeDeclined
from bot.model.events.timing import AbandonWarned as AbandonWarned
from bot.model.events.timing import Announced as Announced
from bot.model.events.timing import CameBack as CameBack
from bot.model.events.timing import Gone as Gone
from bot.model.events.timing import GraceUsed as GraceUsed
from bot.model.events.timing import Held as Held
from bot.model.events.timing import Overdue as Overdue
from bot.model.events.timing import Reminded as Reminded
from bot.model.events.timing import TimeGiven as TimeGiven
from bot.model.events.timing import VacationUsed as VacationUsed
from bot.model.records import Person as Person
from bot.model.shape import fits_declared_types


def event(kind: str, payload: str) -> Event:
    """The event whose `payload()` this is.

    Raises all kinds of errors for anything else, TypeError for fields of the wrong class.
    """
    found = KINDS[kind].from_fields(json.loads(payload))
    if not fits_declared_types(found):
        raise TypeError(f"{found} holds what it can't hold")
    return found
