"""What follows from time: lost turns, claims, reminders, turns that were announced late. Pure."""

from datetime import datetime, timedelta

from bot.matches.clock.clock_state import Verdict, expire, used_time
from bot.matches.decide.endings import leave, lose
from bot.matches.events import (
    Announced,
    Claimed,
    Ended,
    Event,
    Expired,
    GraceUsed,
    Held,
    Overdue,
    Reminded,
)
from bot.matches.match import NO_PAUSES, Match
from bot.matches.projection import reminder_at
from bot.matches.records import Status
from bot.matches.refusals import Reason, Refused
from bot.matches.standing import require_seat, waits_sentence


def decide_claim(match: Match, person_id: int, now: datetime) -> list[Event]:
    """A player claims the win over one who is out of time; among many, plays on without them."""
    seat, late = require_seat(match, person_id), match.turn
    if late is None or late == seat:
        raise Refused("It is your own turn, so there is nothing to claim.", Reason.YOUR_TURN)
    found = verdict(match, now)
    if found is Verdict.LOST:
        raise Refused("In this match lost time ends it by itself, so there is nothing to claim.")
    if found is Verdict.GRACE:
        raise Refused(f"{match.person(late).name} still has a grace of 24 hours. Wait for its end.")
    if not match.overdue and found is None:
        raise Refused(f"{match.person(late).name} still has time. {waits_sentence(match)}")
    if len(match.playing) > 2:
        return [Claimed(seat), *leave(match, late, is_late=True)]
    return [Claimed(seat), Ended((seat,), "time")]


def decide_pass_time(match: Match, now: datetime) -> list[Event]:
    """What is due by now."""
    if match.status is Status.INVITED:
        return [Expired()] if now >= match.expires else []
    if match.turn is None:
        return []
    match verdict(match, now):
        case Verdict.GRACE:
            return [GraceUsed(match.turn, _microseconds(_past_deadline(match, now)))]
        case Verdict.CLAIMABLE:
            return [Overdue(match.turn)]
        case Verdict.LOST:
            return lose(match, match.turn)
    due = None if match.overdue else reminder_at(match)
    return [Reminded(match.turn)] if due and now >= due else []


def verdict(match: Match, now: datetime) -> Verdict | None:
    """What comes of the turn's time; None while there is some, or once it is known to be over."""
    if match.clock is None or match.control is None or match.overdue:
        return None
    expiry = expire(match.control, match.clock, NO_PAUSES, now)
    return expiry and expiry.verdict


def is_time_lost(match: Match, now: datetime) -> bool:
    """Whether the time of the player to move is over for good, so that the match ends by itself."""
    return verdict(match, now) is Verdict.LOST


def used(match: Match, now: datetime) -> int | None:
    """How many microseconds the clock has run in this turn; None without a limit."""
    if match.control is None:
        return None
    return _microseconds(used_time(match.clock, now, NO_PAUSES) if match.clock else timedelta(0))


def _past_deadline(match: Match, now: datetime) -> timedelta:
    clock = match.clock
    return used_time(clock, now, NO_PAUSES) - clock.budget if clock else timedelta(0)


def _microseconds(time: timedelta) -> int:
    return time // timedelta(microseconds=1)


def decide_hold(match: Match, seq: int) -> list[Event]:
    """The clock of a turn that could not be announced stands."""
    if match.turn is None or match.deadline is None or match.board_seq != seq:
        return []
    return [Held(match.turn)]


PROMPT = timedelta(minutes=5)
"""A turn announced within this time of its beginning has lost nothing worth counting."""


def decide_announce(match: Match, seq: int, said_at: datetime) -> list[Event]:
    """The time of a turn that was announced late begins again."""
    if match.turn is None or match.control is None or match.board_seq != seq:
        return []
    fair = said_at - PROMPT
    return [Announced(match.turn)] if match.since is None or match.since < fair else []
