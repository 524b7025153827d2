"""What each kind of event changes in a match. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, assert_never

from bot.catalog import entry
from bot.games.core import Outcome
from bot.matches.clock.clock_state import first_state
from bot.matches.events import (
    AbandonWarned,
    Accepted,
    Announced,
    Challenged,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Expired,
    GraceUsed,
    Held,
    Mustered,
    Overdue,
    Person,
    Played,
    Ready,
    Reminded,
    Replaced,
    ReplacementAgreed,
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
from bot.matches.fold.clocks import (
    clock_announced,
    clock_held,
    clocks_after_grace,
    clocks_excused,
    gift_given,
)
from bot.matches.fold.plies import left, new_turn, taken_back, with_moves
from bot.matches.fold.replacing import apply_replacing
from bot.matches.match import Match
from bot.matches.records import Recorded, Status


def apply_event(match: Match, recorded: Recorded) -> Match:
    """The match changed by the event, its numbers and times apart."""
    event, at = recorded.event, recorded.at
    match event:
        case Accepted() | Declined() | Withdrawn() | Expired() | Mustered() | Ready() | Started():
            return _before_play(match, event, at)
        case Played():
            return with_moves(match, [recorded], {})
        case Resigned():
            return left(match, event, recorded)
        case TakenBack():
            return taken_back(match, event, recorded)
        case Ended():
            return _ended(match, event)
        case DrawOffered() | DrawDeclined() | TimeAsked() | TimeDeclined():
            return _asked(_acting(match, event.seat), event)
        case TakebackAsked() | TakebackDeclined():
            return _asked(_acting(match, event.seat), event)
        case Held() | Announced() | GraceUsed() | VacationUsed() | TimeGiven() | Overdue():
            return _timed(match, event, at)
        case ReplacementAsked() | ReplacementAgreed() | ReplacementDeclined():
            return apply_replacing(match, event, recorded)
        case ReplacementWithdrawn() | ReplacementExpired() | Replaced():
            return apply_replacing(match, event, recorded)
        case AbandonWarned():
            return replace(match, warned=at)
        case Challenged() | Claimed() | Reminded():
            return match
        case _:
            assert_never(event)


def _before_play(
    match: Match,
    event: Accepted | Declined | Withdrawn | Expired | Mustered | Ready | Started,
    at: datetime,
) -> Match:
    match event:
        case Accepted(person):
            return _accepted(match, person, at)
        case Declined(person_id):
            return _declined(match, person_id, at)
        case Withdrawn():
            return replace(match, status=Status.WITHDRAWN)
        case Expired():
            return replace(match, status=Status.EXPIRED)
        case Mustered(until):
            return replace(match, muster_until=until, ready=frozenset(), absent=())
        case Ready(person_id):
            heard = {**match.heard, person_id: at}
            return replace(match, ready=match.ready | {person_id}, heard=heard)
        case Started():
            return _started(match, event, at)
        case _:
            assert_never(event)


def _asked(
    match: Match,
    event: DrawOffered | DrawDeclined | TimeAsked | TimeDeclined | TakebackAsked | TakebackDeclined,
) -> Match:
    match event:
        case DrawOffered(seat):
            return replace(match, draw_offer=seat)
        case DrawDeclined(seat):
            return replace(match, draw_offer=None, declined_draw=seat)
        case TimeAsked():
            return replace(match, time_asked=event)
        case TimeDeclined():
            asked = (match.time_asked,) if match.time_asked else ()
            return replace(match, time_asked=None, time_declined=(*match.time_declined, *asked))
        case TakebackAsked():
            return replace(match, takeback_asked=event)
        case TakebackDeclined(seat):
            return replace(match, takeback_asked=None, declined_takeback=seat)
        case _:
            assert_never(event)


def _timed(
    match: Match,
    event: Held | Announced | GraceUsed | VacationUsed | TimeGiven | Overdue,
    at: datetime,
) -> Match:
    match event:
        case Held():
            return replace(match, **clock_held())
        case Announced():
            return replace(match, **clock_announced(at), warned=None)
        case GraceUsed(seat, late):
            return replace(match, clocks=clocks_after_grace(match, seat, late))
        case VacationUsed(seat=seat, late=late):
            clocks = clocks_excused(match, seat, late)
            return replace(match, clocks=clocks, vacation_used=event)
        case TimeGiven(giver=giver):
            gifts = (*match.gifts, (match.seq + 1, event))
            return replace(_acting(match, giver), gifts=gifts, **gift_given(match, event))
        case Overdue():
            return replace(match, overdue=True)
        case _:
            assert_never(event)


def _acting(match: Match, seat: int) -> Match:
    """The match once that seat has asked or answered something in the running turn."""
    return replace(match, acted=match.acted | {seat})


def _accepted(match: Match, person: Person, at: datetime) -> Match:
    asked = next((p for p in match.invited if p and p.id == person.id), None)
    place = match.invited.index(asked)
    return replace(
        match,
        invited=(*match.invited[:place], person, *match.invited[place + 1 :]),
        accepted=(*match.accepted, person),
        declined=match.declined - {person.id},
        heard={**match.heard, person.id: at},
        absent=(),
    )


def _declined(match: Match, person_id: int, at: datetime) -> Match:
    # The seat keeps what was agreed on for it, and is free for anyone.
    invited = tuple(None if p and p.id == person_id else p for p in match.invited)
    # With nobody in and nobody left to answer, a challenge that was not for anyone is over.
    over = not any(invited) and not match.open
    return replace(
        match,
        invited=invited,
        accepted=tuple(p for p in match.accepted if p.id != person_id),
        declined=match.declined | {person_id},
        status=Status.DECLINED if over else match.status,
        **_seat_lost(match, person_id, at),
    )


def _seat_lost(match: Match, person_id: int, at: datetime) -> dict[str, Any]:
    """What changes for the others as somebody's seat is free again: nobody has to be ready now."""
    if person_id not in {p.id for p in match.accepted}:
        return {}
    if match.muster_until is not None and at >= match.muster_until:
        absent = match.awaited
    else:
        absent = match.absent if person_id in {p.id for p in match.absent} else ()
    return {"muster_until": None, "absent": absent}


def _started(match: Match, event: Started, at: datetime) -> Match:
    return replace(
        match,
        status=Status.RUNNING,
        seats=event.seats,
        options=event.options,
        opening=match.rules.start(event.options),
        clocks=tuple(first_state(match.control) for _ in event.seats) if match.control else (),
        heard={},
        muster_until=None,
        ready=frozenset(),
        absent=(),
        **new_turn(at),
    )


def _ended(match: Match, event: Ended) -> Match:
    return replace(
        match,
        status=Status.ENDED,
        outcome=Outcome(event.winners, event.reason),
        draw_offer=None,
        time_asked=None,
        takeback_asked=None,
        replacement=None,
        since=None,
        overdue=False,
        held=False,
    )


def arrange_seats(key: str, options: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The options with every value that is given per seat put into a new order of seats."""
    per_seat = {option.name for option in entry(key).options if option.kind == "per_seat"}
    return {
        name: [value[place] for place in order]
        if name in per_seat and isinstance(value, list | tuple)
        else value
        for name, value in options.items()
    }
