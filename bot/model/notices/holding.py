"""Whether what a post said still holds in the current match. Pure."""

from collections.abc import Mapping

from bot.model.decide.requirements import is_current
from bot.model.limits import CALLED_ONCE
from bot.model.match import Match
from bot.model.post_kinds import PostKind
from bot.model.records import NoticeItem, PersonId, Post, Seq, Status
from bot.model.requests import (
    DRAW,
    REPLACEMENT,
    TAKEBACK,
    TIME,
    Closed,
    Ending,
    Replacement,
    RequestKind,
)

REQUESTS: Mapping[PostKind, RequestKind] = {
    PostKind.NOTICE: DRAW,
    PostKind.TAKEBACK: TAKEBACK,
    PostKind.ASK_TIME: TIME,
    PostKind.REPLACEMENT: REPLACEMENT,
}
"""The posts that ask for an answer, and those of draws and takebacks also say that it was no."""

UNANSWERED = frozenset({Ending.WITHDRAWN, Ending.LAPSED})
"""How a request ends without a word of those whom it asks."""


def uncalled(kind: PostKind, match: Match) -> frozenset[PersonId]:
    """Those whom such a post asks without calling them: the person who asks has just called them to
    the same."""
    if kind is PostKind.CHALLENGE:
        return frozenset(match.uncalled)
    asked = match.requests.replacement if kind is PostKind.REPLACEMENT else None
    if asked is None:
        return frozenset()
    before = (each for each in match.requests.closed if each.how in UNANSWERED)
    mine = (each for each in before if each.request.by == asked.by and _is_recent(match, each))
    return frozenset(person for each in mine for person in each.request.awaited)


def _is_recent(match: Match, closed: Closed) -> bool:
    # Whether it was a request for a replacement of this turn, or of the hour before the open one.
    asked, before = match.requests.replacement, closed.request
    if asked is None or not isinstance(before, Replacement):
        return False
    # All are open for the same time.
    return closed.seq > match.turn_seq or asked.until - before.until < CALLED_ONCE


def is_overtaken(post: Post, then: Match, now: Match) -> bool:
    """Whether what the post says or asks is outdated. A request for a replacement outlasts the
    board that it was made on."""
    on_board = post.kind is PostKind.REPLACEMENT or is_current(now, post.seq)
    return not on_board or not still_holds(post.kind, then, now)


def still_holds(kind: PostKind, then: Match, now: Match) -> bool:
    """Whether what a post asks is still asked, or its no is the last word, where that may change
    without a new board."""
    if kind in REQUESTS:
        return _asked(kind, now) == _asked(kind, then)
    match kind:
        case PostKind.TIME_DECLINED:
            return now.gift == then.gift
        case PostKind.REPLACEMENT_OFF:
            return now.turn is not None and now.called_off == then.called_off
        case PostKind.MUSTER | PostKind.REOPENED:
            return now.muster.until == then.muster.until
        case PostKind.ABANDON:
            return now.warned == then.warned
        case PostKind.OVERDUE:
            return now.overdue
        case PostKind.GONE:
            return now.gone == then.gone
        case PostKind.GRACE | PostKind.VACATION:
            return not now.overdue
    return True


def _asked(kind: PostKind, match: Match) -> Seq | None:
    # The event of the open request that such a post is about.
    asked = match.requests.of(REQUESTS[kind])
    return asked.seq if asked else None


def holds_for(item: NoticeItem, then: Match, now: Match, person: PersonId) -> bool:
    """Whether what a post said to a person, when the match was `then`, still asks something of
    them, or tells how it ended.

    A draw offer outlasts the move of the person who made it; other requests end with the turn, and
    so does an answer.
    """
    kind, seat = item.kind, now.seat_of(person)
    if not still_holds(kind, then, now):
        return False
    if kind.traits.before_play:
        asked = {p.id for p in now.invited if p} - {p.id for p in now.accepted}
        awaited = asked if kind is PostKind.CHALLENGE else {p.id for p in now.awaited}
        return now.status is Status.INVITED and person in awaited
    if kind.traits.in_a_turn:
        # Without a seat a replacement plays on for them.
        in_turn = seat is not None and item.seq >= now.turn_seq and now.turn is not None
        if not in_turn or (kind is PostKind.GRACE and now.turn != seat):
            return False
    return kind not in REQUESTS or _concerns(REQUESTS[kind], now, person)


def _concerns(kind: RequestKind, now: Match, person: PersonId) -> bool:
    # Whether the person is asked, or somebody has said no to them in this turn.
    if asked := now.requests.of(kind):
        return asked.concerns(person)
    noes = now.declined_in_turn(kind)
    return bool(noes) and noes[-1].by != person and now.seat_of(person) is not None


def wants_answer(item: NoticeItem, now: Match, person: PersonId) -> bool:
    """Whether what still holds asks for a person's answer."""
    kind = REQUESTS.get(item.kind)
    if kind is None:
        return item.kind.traits.asks
    return any(asked.kind is kind for asked in now.requests.awaiting(person))
