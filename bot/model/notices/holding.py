"""Whether what a post said still holds in the current match. Pure."""

from bot.model.decide.requirements import is_current
from bot.model.match import Match
from bot.model.post_kinds import PostKind
from bot.model.records import NoticeItem, Post, Status


def is_overtaken(post: Post, then: Match, now: Match) -> bool:
    """Whether what the post says or asks is outdated. A request for a replacement outlasts the
    board that it was made on."""
    on_board = post.kind is PostKind.REPLACEMENT or is_current(now, post.seq)
    return not on_board or not still_holds(post.kind, then, now)


def still_holds(kind: PostKind, then: Match, now: Match) -> bool:
    """Whether what a post asks is still asked, or its no is the last word, where that may change
    without a new board."""
    match kind:
        case PostKind.ASK_TIME:
            return now.more_time.asked is not None and now.more_time.asked == then.more_time.asked
        case PostKind.TIME_DECLINED:
            return now.more_time.given == then.more_time.given
        case PostKind.TAKEBACK:
            return now.takeback.asked == then.takeback.asked
        case PostKind.NOTICE:
            return now.draw.offer == then.draw.offer
        case PostKind.REPLACEMENT:
            asked, still = then.replacing.asked, now.replacing.asked
            return bool(asked and still and asked.seq == still.seq)
        case PostKind.REPLACEMENT_OFF:
            return now.turn is not None and now.replacing.off == then.replacing.off
        case PostKind.MUSTER | PostKind.REOPENED:
            return now.muster.until == then.muster.until
        case PostKind.ABANDON:
            return now.warned == then.warned
        case PostKind.OVERDUE:
            return now.overdue
        case PostKind.GRACE | PostKind.VACATION:
            return not now.overdue
    return True


def holds_for(item: NoticeItem, then: Match, now: Match, person: int) -> bool:
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
    if kind is PostKind.REPLACEMENT:
        request = now.replacing.asked
        return request is not None and request.is_for(person, now.person(request.seat))
    if kind is PostKind.NOTICE:
        return seat is not None and now.draw.concerns(seat)
    if not kind.traits.in_a_turn:
        return True
    # Without a seat a replacement plays on for them.
    in_turn = seat is not None and item.seq >= now.turn_seq and now.turn is not None
    return in_turn and _concerns_in_turn(kind, now, seat)


def _concerns_in_turn(kind: PostKind, now: Match, seat: int | None) -> bool:
    match kind:
        case PostKind.ASK_TIME:
            return now.more_time.is_for(seat)
        case PostKind.TAKEBACK:
            return now.takeback.concerns(seat)
        case PostKind.GRACE:
            return now.turn == seat
    return True


def wants_answer(item: NoticeItem, now: Match, person: int) -> bool:
    """Whether what still holds asks for a person's answer."""
    match item.kind:
        case PostKind.REPLACEMENT:
            return now.replacing.asked is not None and person in now.replacing.asked.awaited
        case PostKind.NOTICE:
            return now.draw.is_for(now.seat_of(person))
        case PostKind.TAKEBACK:
            return now.takeback.is_for(now.seat_of(person))
    return item.kind.traits.asks
