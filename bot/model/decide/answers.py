"""The answers to requests between players, and how a request ends without one. Pure."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from bot.model.decide import Command, Moment
from bot.model.decide.consent import granted_takeback, granted_time
from bot.model.decide.replacing import granted_replacement
from bot.model.decide.requirements import listed_people, require_running, require_seat
from bot.model.decide.timing import require_time
from bot.model.events import (
    DrawDeclined,
    Ended,
    Event,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
    TakebackDeclined,
    TimeDeclined,
)
from bot.model.match import Match
from bot.model.records import PersonId, Seat
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK, TIME, Replacement, Request, RequestKind


class Rules(NamedTuple):
    """How a kind of request is answered: what follows from the yes of a person, the event of their
    no, and why there may be nothing to answer."""

    granted: Callable[[Match, Request, PersonId, Moment], list[Event]]
    declined: Callable[[Match, PersonId], Event]
    reason: Reason
    none_open: str


def _by_seat(declined: Callable[[Seat], Event]) -> Callable[[Match, PersonId], Event]:
    return lambda match, person: declined(require_seat(match, person))


RULES: Mapping[RequestKind, Rules] = {
    DRAW: Rules(
        lambda *_: [Ended((), "agreed")],
        _by_seat(DrawDeclined),
        Reason.NO_DRAW_OFFER,
        "There is no offer of a draw to answer; an offer is gone once the other side moves.",
    ),
    TIME: Rules(
        granted_time,
        _by_seat(TimeDeclined),
        Reason.NO_TIME_REQUEST,
        "There is no request for time to answer; it is gone once it is answered, or a move is "
        "made.",
    ),
    TAKEBACK: Rules(
        granted_takeback,
        _by_seat(TakebackDeclined),
        Reason.NO_TAKEBACK,
        "Nobody asks to take a move back now; such a request is gone once somebody moves.",
    ),
    REPLACEMENT: Rules(
        granted_replacement,
        lambda _, person: ReplacementDeclined(person),
        Reason.NO_REPLACEMENT,
        "Nobody asks for a replacement now: it was answered, taken back or not answered in time, "
        "or the match went on so that it no longer holds.",
    ),
}


class AnswerRequest(Command):
    """The person agrees to the open request of that kind, or declines."""

    kind: RequestKind
    person_id: PersonId
    yes: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        person, rules = self.person_id, RULES[self.kind]
        if self.kind is not REPLACEMENT:
            # A successor has no seat yet.
            require_seat(match, person)
        asked = _open_request(match, self.kind, at.now)
        if person not in asked.awaited:
            raise _not_awaited(match, asked, person)
        require_time(match, at)
        return (
            rules.granted(match, asked, person, at) if self.yes else [rules.declined(match, person)]
        )


class WithdrawReplacement(Command):
    """The person withdraws the request for a replacement: its author, or a manager."""

    person_id: PersonId
    manager: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        asked = _open_request(match, REPLACEMENT, at.now)
        if self.person_id != asked.by.id and not self.manager:
            raise Refused(
                f"Only {asked.by.name}, who asked for that, can take it back. Say no if you are "
                "asked."
            )
        return [ReplacementWithdrawn(self.person_id)]


def decide_expiry(match: Match, now: datetime) -> list[Event]:
    """The end of a request that not everybody agreed to in time."""
    asked = match.requests.replacement
    return [ReplacementExpired()] if asked and now >= asked.until else []


def _open_request(match: Match, kind: RequestKind, now: datetime) -> Request:
    require_running(match)
    asked = match.requests.of(kind)
    if asked is None or (isinstance(asked, Replacement) and now >= asked.until):
        raise Refused(RULES[kind].none_open, RULES[kind].reason)
    return asked


def _not_awaited(match: Match, asked: Request, person: PersonId) -> Refused:
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
