"""What all requests between players have in common: asked once, until they are answered. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from bot.model.decide.requirements import require_running
from bot.model.match import Match
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK, TIME, Replacement, Request, RequestKind


class NoneOpen(NamedTuple):
    """Why there is nothing to answer: a sentence, and for the front its reason."""

    sentence: str
    reason: Reason


NONE_OPEN: Mapping[RequestKind, NoneOpen] = {
    DRAW: NoneOpen(
        "There is no offer of a draw to answer; an offer is gone once the other side moves.",
        Reason.NO_DRAW_OFFER,
    ),
    TIME: NoneOpen(
        "There is no request for time to answer; it is gone once it is answered, or a move is "
        "made.",
        Reason.NO_TIME_REQUEST,
    ),
    TAKEBACK: NoneOpen(
        "Nobody asks to take a move back now; such a request is gone once somebody moves.",
        Reason.NO_TAKEBACK,
    ),
    REPLACEMENT: NoneOpen(
        "Nobody asks for a replacement now: it was answered, taken back or not answered in time, "
        "or the match went on so that it no longer holds.",
        Reason.NO_REPLACEMENT,
    ),
}


def open_request(match: Match, kind: RequestKind, now: datetime) -> Request:
    """The open request of that kind in the running match. Raises Refused."""
    require_running(match)
    asked = match.requests.of(kind)
    if asked is None or is_expired(asked, now):
        raise Refused(*NONE_OPEN[kind])
    return asked


def is_expired(asked: Request, now: datetime) -> bool:
    """Whether not everybody has agreed in time; only a replacement is asked for until a date."""
    return isinstance(asked, Replacement) and now >= asked.until


def require_none_open(match: Match, asked: Request, own: str, other: str) -> None:
    """Refuse a second request of a kind in one of these sentences: the open one is the person's
    `own`, or not. Raises Refused."""
    if pending := match.requests.of(asked.kind):
        raise Refused(own if pending.by.id == asked.by.id else other)


def require_not_declined(match: Match, asked: Request, why: str) -> None:
    """Refuse what got a no in this turn already, in that sentence. Raises Refused."""
    if any(no.request.essence == asked.essence for no in match.declined_in_turn(asked.kind)):
        raise Refused(why)
