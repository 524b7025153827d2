"""One player's clock in one match, and what happens to it. Pure transitions of plain values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from bot.model.clock.calendar import Vacation
from bot.model.clock.changes import History, automatic_vacation, vacation_left
from bot.model.clock.running import Calendars, Halt, calendar_at, deadline, halt_at, running_time
from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.clock.units import ZERO
from bot.model.refusals import Refused

GRACE = timedelta(hours=24)
"""What a player gets once a match when their time is over for the first time."""

COMING = 4
"""Each player makes their first move within this part of a plain bank, or did not come."""

LONGEST_GIFT = timedelta(days=14)
"""The most time that can be given at once."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock of one seat. All times are running time.

    `left` is what the seat has for its current turn, or for its next one when that begins; `extra`
    is grace, for this turn alone; `since` is when the turn began, None between turns. `reserve` is
    what of a plain bank can't be spent before the first move.
    """

    left: timedelta
    extra: timedelta = ZERO
    grace_used: bool = False
    since: datetime | None = None
    reserve: timedelta = ZERO

    @property
    def budget(self) -> timedelta:
        return max(ZERO, self.left + self.extra - self.reserve)


def new_clock(control: TimeControl) -> ClockState:
    """The clock of a seat before its first move."""
    reserve = control.start - control.start / COMING if control.is_plain else ZERO
    return ClockState(control.start, reserve=reserve)


def after_move(control: TimeControl, state: ClockState, used: timedelta) -> ClockState:
    """The clock after a move that took this much running time: grace is used last, and is gone.

    Given time stays up to the cap.
    """
    rest = max(ZERO, state.left - max(ZERO, used))
    left = min(rest + control.increment, control.cap)
    return ClockState(left, grace_used=state.grace_used)


def take_back(before: ClockState, used: timedelta, at: datetime) -> ClockState:
    """The clock once the move that followed `before` was taken back, and the turn goes on.

    Time used for the move stays used, so making a move and taking it back gains nothing. Whoever
    has moved once has come, even if they take it back.
    """
    rest = max(ZERO, before.left - used)
    extra = max(ZERO, before.extra - max(ZERO, used - before.left))
    return replace(before, left=rest, extra=extra, since=at, reserve=ZERO)


def charged(state: ClockState, used: timedelta) -> ClockState:
    """The clock of somebody who has used that much of a plain bank besides."""
    return replace(state, left=max(ZERO, state.left - used))


def give_time(state: ClockState, amount: timedelta) -> ClockState:
    """The clock after the other side gave time. Raises Refused for too little or too much."""
    if not timedelta(hours=1) <= amount <= LONGEST_GIFT:
        raise Refused("Time is given in pieces of 1 hour to 14 days. Choose again.")
    if state.left + amount > LONGEST:
        raise Refused(f"Nobody can have more than {LONGEST.days} days for a turn. Give less.")
    return replace(state, left=state.left + amount)


def use_grace(state: ClockState) -> ClockState:
    return replace(state, extra=state.extra + GRACE, grace_used=True)


def turn_deadline(state: ClockState, calendar: Calendars) -> datetime | None:
    """When the turn's time is over, in UTC; None between turns."""
    return None if state.since is None else deadline(state.since, state.budget, calendar)


def used_time(state: ClockState, at: datetime, calendar: Calendars) -> timedelta:
    """How long the clock has run in this turn; nothing between turns."""
    return ZERO if state.since is None else running_time(state.since, at, calendar)


class Verdict(StrEnum):
    """What becomes of a turn whose time is over."""

    GRACE = "grace"
    VACATION = "vacation"
    CLAIMABLE = "claimable"
    """The others may claim the win."""
    LOST = "lost"
    """The match ends."""
    ABSENT = "absent"
    """The match ends, as the player did not make their first move in time."""


class Expiry(NamedTuple):
    """What becomes of a turn whose time is over: the clock then, and the vacation that is spent."""

    verdict: Verdict
    state: ClockState
    vacation: Vacation | None = None


def expire(
    control: TimeControl, state: ClockState, calendar: Calendars, now: datetime
) -> Expiry | None:
    """What becomes of the turn now; None while there is time.

    First the grace, then vacation, then the end. Noticing it late costs the player nothing: grace
    and vacation begin now, and the time since the deadline is excused. A plain bank that is spent
    has neither, nor has somebody who is excluded.
    """
    due = turn_deadline(state, calendar)
    if due is None or now < due:
        return None
    if control.is_plain:
        return Expiry(Verdict.ABSENT if state.reserve else Verdict.LOST, state)
    late = used_time(state, now, calendar) - state.budget
    excused = replace(state, extra=state.extra + late)
    held = calendar_at(now, calendar)
    if not (state.grace_used or held.excluded):
        return Expiry(Verdict.GRACE, use_grace(excused))
    if vacation := automatic_vacation(held, now):
        return Expiry(Verdict.VACATION, excused, vacation)
    return Expiry(Verdict.LOST if control.hard else Verdict.CLAIMABLE, state)


@dataclass(frozen=True, slots=True)
class TurnTime:
    """When a turn's time is over, why its clock is stopped now, and what vacation the player has
    left.

    `halt` is None while the clock runs, and once the time is over. `history` are the calendars of
    the player that all of it was computed from.
    """

    deadline: datetime
    halt: Halt | None
    vacation_left: timedelta
    history: History = ()

    @property
    def is_excluded(self) -> bool:
        """Whether no vacation helps the player, however much is left."""
        return bool(self.history) and self.history[-1].calendar.excluded


def turn_time(clock: ClockState, since: datetime, history: History, now: datetime) -> TurnTime:
    """The time of a turn that began at `since`, as of now."""
    over = deadline(since, clock.budget, history)
    halt = halt_at(now, history) if now < over else None
    return TurnTime(over, halt, vacation_left(calendar_at(now, history), now), history)
