"""What follows from time: lost turns, claims, reminders, late announcements. Pure."""

from datetime import datetime, timedelta

from bot.games.core import Outcome
from bot.model.clock.changes import History, vacation_left, with_vacation
from bot.model.clock.clock_state import Expiry, Verdict, expire, used_time
from bot.model.clock.running import calendar_at
from bot.model.clock.time_control import TimeControl
from bot.model.clock.units import HOUR, MICROSECOND, ZERO
from bot.model.decide import Command, Moment
from bot.model.decide.requirements import AT, require_seat, waits_sentence
from bot.model.events import (
    Announced,
    CameBack,
    Claimed,
    Ended,
    Event,
    Gone,
    GraceUsed,
    Held,
    Overdue,
    Resigned,
    VacationUsed,
)
from bot.model.match import Match
from bot.model.projection import lost_at
from bot.model.records import PersonId, Seat, Seq
from bot.model.refusals import Reason, Refused, TimeSpent
from bot.model.results import DID_NOT_COME, GONE

PROMPT = timedelta(minutes=5)
"""A turn announced within this time of its beginning has lost nothing worth counting."""


PART_OF_BANK = 30
"""Of a plain bank a turn may have lost at most this part, if that is less."""


def prompt(control: TimeControl) -> timedelta:
    """How late a turn may be announced without its time beginning again."""
    return min(PROMPT, control.start / PART_OF_BANK) if control.is_plain else PROMPT


class Claim(Command):
    """The person claims the win over a player who is overdue or has left the server; among more
    than two, play goes on without them.

    `is_back`: that player is in the server again after all. The service sets it.
    """

    person_id: PersonId
    is_back: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat, late = require_seat(match, self.person_id), match.turn
        if late is None or late == seat:
            raise Refused("It is your own turn, so there is nothing to claim.", Reason.YOUR_TURN)
        if match.gone and self.is_back:
            return [CameBack(late)]
        if match.gone and not match.overdue:
            return _claimed_of_gone(match, seat, late, at.now)
        if not match.overdue:
            _require_claimable(match, match.person(late).name, _expiry(match, at.now, at.history))
        if len(match.playing) > 2:
            return [Claimed(seat), *leave(match, late, is_late=True)]
        return [Claimed(seat), Ended((seat,), "time")]


def _claimed_of_gone(match: Match, seat: Seat, gone: Seat, now: datetime) -> list[Event]:
    if match.claimable_from and now < match.claimable_from:
        raise Refused(
            f"{match.person(gone).name} has left the server, and may still come back: you can "
            f"claim from {match.claimable_from:{AT}} on."
        )
    return [Claimed(seat), *lose(match, gone, GONE)]


class NoteMember(Command):
    """The person was looked for among the members of the server, as it is their turn, and `found`
    or not."""

    person_id: PersonId
    found: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = match.turn
        if seat is None or match.person(seat).id != self.person_id:
            return []
        if self.found == (match.gone is None):
            return []
        if self.found:
            return [CameBack(seat)]
        is_lost = match.terms.competition is not None
        return [Gone(seat), *(lose(match, seat, GONE) if is_lost else [])]


def _require_claimable(match: Match, name: str, expiry: Expiry | None) -> None:
    # Refuse a claim while the player to move still has grace or vacation.
    if expiry is None:
        raise Refused(f"{name} still has time. {waits_sentence(match)}")
    match expiry.verdict:
        case Verdict.LOST | Verdict.ABSENT:
            raise Refused("This match ends when time runs out, so there is nothing to claim.")
        case Verdict.GRACE:
            raise Refused(f"{name} still has a grace of 24 hours. Wait for its end.")
        case Verdict.VACATION:
            raise Refused(f"{name} still has vacation, which is spent first. Wait for its end.")


def decide_pass_time(match: Match, now: datetime, history: History = ()) -> list[Event]:
    if match.turn is None:
        return []
    if (at := lost_at(match)) and now >= at:
        return lose(match, match.turn, GONE)
    expiry = _expiry(match, now, history)
    return _expired(match, match.turn, expiry, now, history) if expiry else []


def _expired(
    match: Match, seat: Seat, expiry: Expiry, now: datetime, history: History
) -> list[Event]:
    late = past_deadline(match, now, history)
    if expiry.vacation:
        held = with_vacation(calendar_at(now, history), expiry.vacation)
        return [VacationUsed(seat, *expiry.vacation, vacation_left(held, now) // HOUR, late)]
    match expiry.verdict:
        case Verdict.GRACE:
            return [GraceUsed(seat, late)]
        case Verdict.LOST:
            return lose(match, seat)
        case Verdict.ABSENT:
            return lose(match, seat, DID_NOT_COME)
        case _:
            return [Overdue(seat)]


def _expiry(match: Match, now: datetime, history: History) -> Expiry | None:
    if match.clock is None or match.control is None or match.overdue or match.gone:
        return None
    return expire(match.control, match.clock, history, now)


def is_time_lost(match: Match, now: datetime, history: History = ()) -> bool:
    """Whether the time of the player to move is finally over, so that the match ends."""
    expiry = _expiry(match, now, history)
    return expiry is not None and expiry.verdict in (Verdict.LOST, Verdict.ABSENT)


def require_time(match: Match, at: Moment) -> None:
    """Refuse to go on in a match that is about to be lost, as the bank of the player to move is
    spent: to be faster than the clock gains nothing. Raises TimeSpent."""
    if match.turn is not None and match.is_by_bank and is_time_lost(match, at.now, at.history):
        late = match.person(match.turn).name
        raise TimeSpent(f"{late} has no time left in this match, so it ends now.")


def used(match: Match, now: datetime, history: History = ()) -> int | None:
    """How many microseconds the clock has run in this turn; None without a limit. A whole number:
    in events, a fraction of a second would come back rounded."""
    if match.control is None:
        return None
    return used_time(match.clock, now, history) // MICROSECOND if match.clock else 0


def used_of_bank(match: Match, at: Moment) -> int | None:
    """How many microseconds of a plain bank this turn has taken; None with any other clock."""
    return used(match, at.now, at.history) if match.is_by_bank else None


def bank_left(match: Match, seat: Seat, now: datetime, history: History = ()) -> timedelta:
    """What a player has left of their time for the match, as of now."""
    left = match.clocks[seat - 1].left
    running = used(match, now, history) if match.turn == seat else 0
    return max(ZERO, left - timedelta(microseconds=running or 0))


def past_deadline(match: Match, now: datetime, history: History) -> int:
    """How many microseconds the clock has run beyond the time of the turn; below 0 before that."""
    clock = match.clock
    return (used_time(clock, now, history) - clock.budget) // MICROSECOND if clock else 0


class Hold(Command):
    """The turn that began with event `seq` can't be announced: its clock has to stop, unless it was
    announced after all, so that it no longer runs `since` then."""

    seq: Seq
    since: datetime | None = None

    def decided(self, match: Match, at: Moment) -> list[Event]:
        if match.turn is None or match.clock is None or match.board_seq != self.seq:
            return []
        return [Held(match.turn)] if self.since in (None, match.since) else []


class Announce(Command):
    """The turn that began with event `seq` was announced at `announced_at`."""

    seq: Seq
    announced_at: datetime

    def decided(self, match: Match, at: Moment) -> list[Event]:
        if match.turn is None or match.control is None or match.board_seq != self.seq:
            return []
        fair = self.announced_at - prompt(match.control)
        return [Announced(match.turn)] if match.since is None or match.since < fair else []


def leave(match: Match, seat: Seat, *, is_late: bool = False) -> list[Event]:
    """A player is out: the last one left wins, two or more play on."""
    left = [other for other in match.playing if other != seat]
    if len(left) == 1:
        reason = "resigned" if len(match.seats) == 2 else "last"
        return [Resigned(seat), Ended((left[0],), reason)]
    outcome = match.rules.outcome(match.rules.leave(match.position, seat).position)
    return [Resigned(seat, is_late), *ending(outcome)]


def ending(outcome: Outcome | None) -> list[Event]:
    return [Ended.by(outcome)] if outcome else []


def lose(match: Match, late: Seat, reason: str = "time_lost") -> list[Event]:
    """A player's time is finally over: the other wins, or the others play on."""
    others = tuple(seat for seat in match.playing if seat != late)
    if len(others) == 1:
        return [Ended(others, reason)]
    return leave(match, late, is_late=True)
