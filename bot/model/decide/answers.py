"""The answers to requests between players. Pure."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from bot.model.decide import Command, Moment
from bot.model.decide.consent import granted_takeback, granted_time
from bot.model.decide.replacing import granted_replacement
from bot.model.decide.requests import is_expired, open_request
from bot.model.decide.requirements import listed_people, require_seat
from bot.model.events import (
    DrawDeclined,
    Ended,
    Event,
    ReplacementDeclined,
    ReplacementExpired,
    TakebackDeclined,
    TimeDeclined,
)
from bot.model.match import Match
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK, TIME, Replacement, Request, RequestKind


class Outcomes(NamedTuple):
    """What follows from the yes of a person, by id, and the event of a no: of the player on a seat,
    or for a replacement of a person, by id."""

    granted: Callable[[Match, int, Moment], list[Event]]
    declined: Callable[[int], Event]


OUTCOMES: Mapping[RequestKind, Outcomes] = {
    DRAW: Outcomes(lambda match, person, at: [Ended((), "agreed")], DrawDeclined),
    TIME: Outcomes(granted_time, TimeDeclined),
    TAKEBACK: Outcomes(granted_takeback, TakebackDeclined),
    REPLACEMENT: Outcomes(granted_replacement, ReplacementDeclined),
}


class AnswerRequest(Command):
    """The person agrees to the open request of that kind, or declines."""

    kind: RequestKind
    person_id: int
    yes: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        person = self.person_id
        # A successor has no seat yet.
        who = person if self.kind is REPLACEMENT else require_seat(match, person)
        asked = open_request(match, self.kind, at.now)
        if person not in asked.awaited:
            raise _not_awaited(match, asked, person)
        outcomes = OUTCOMES[self.kind]
        return outcomes.granted(match, person, at) if self.yes else [outcomes.declined(who)]


def decide_expiry(match: Match, now: datetime) -> list[Event]:
    """The end of a request that not everybody agreed to in time."""
    is_late = any(is_expired(asked, now) for asked in match.requests.open)
    return [ReplacementExpired()] if is_late else []


def _not_awaited(match: Match, asked: Request, person: int) -> Refused:
    if person == asked.by.id and asked.kind is not REPLACEMENT:
        noun = "offer" if asked.kind is DRAW else "request"
        return Refused(f"The {noun} is your own. The other side has to answer it.")
    successor = [asked.person] if isinstance(asked, Replacement) else []
    people = [*successor, *map(match.person, match.playing)]
    missing = listed_people([p for p in people if p.id in asked.awaited])
    if person == asked.by.id:
        return Refused(f"The request is your own. It waits for {missing}.")
    if person in {p.id for p in people}:
        return Refused(f"Nothing more is asked of you. It waits for {missing}.")
    return Refused(f"This is asked of {missing}, not of you. Just leave it.", Reason.NO_SEAT)
