"""How the time of a running turn stands, by the calendars of whoever is to move."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.clock.changes import History
from bot.model.clock.clock_state import ClockState
from bot.model.clock.running import Halt, calendar_at, deadline, halt_at
from bot.model.clock.spending import vacation_left


@dataclass(frozen=True, slots=True)
class TurnTime:
    """When a turn's time is over, why its clock stands now, and what vacation the player has left.

    `halt` is None while the clock runs, and once the time is over. `history` are the calendars
    of the player that all of it was computed from.
    """

    deadline: datetime
    halt: Halt | None
    vacation_left: timedelta
    history: History = ()


def turn_time(clock: ClockState, since: datetime, history: History, now: datetime) -> TurnTime:
    """How the time of a turn that began at `since` stands now."""
    over = deadline(since, clock.budget, history)
    halt = halt_at(now, history) if now < over else None
    return TurnTime(over, halt, vacation_left(calendar_at(now, history), now), history)
