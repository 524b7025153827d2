"""What events change in the clocks of a match. Arithmetic of plain values; no calendar is asked.

Each event that takes running time says how much, so the same events give the same clocks for ever.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot.matches.clock.clock_state import (
    ClockState,
    after_move,
    give_time,
    take_back,
    use_grace,
)
from bot.matches.clock.time_control import LONGEST, TimeControl
from bot.matches.events import Played, TimeGiven
from bot.matches.match import Match, Ply

Clocks: TypeAlias = tuple[ClockState, ...]


def clock_announced(at: datetime) -> dict[str, Any]:
    """What changes in a match as the clock of its turn begins, for the first time or anew."""
    return {"since": at, "overdue": False, "held": False}


def clock_held() -> dict[str, Any]:
    """What changes in a match as the clock of its turn stands, because nobody knows of the turn."""
    return {"since": None, "held": True}


def clocks_after_move(control: TimeControl | None, clocks: Clocks, move: Played) -> Clocks:
    """The clocks once a move was made that took so much of its player's time."""
    if control is None:
        return clocks
    used = timedelta(microseconds=move.used or 0)
    return _with_clock(clocks, move.seat, after_move(control, clocks[move.seat - 1], used))


def clocks_excused(match: Match, seat: int, late: int) -> Clocks:
    """The clocks once the microseconds were allowed for that passed until the end was noticed."""
    clock = match.clocks[seat - 1]
    excused = replace(clock, extra=clock.extra + timedelta(microseconds=late))
    return _with_clock(match.clocks, seat, excused)


def clocks_after_grace(match: Match, seat: int, late: int) -> Clocks:
    """The clocks once a player's grace began."""
    clocks = clocks_excused(match, seat, late)
    return _with_clock(clocks, seat, use_grace(clocks[seat - 1]))


def gift_given(match: Match, gift: TimeGiven) -> dict[str, Any]:
    """What changes in a match as a player is given time: there is some, whatever was over."""
    excused = clocks_excused(match, gift.seat, gift.late)
    given = give_time(excused[gift.seat - 1], timedelta(hours=gift.hours))
    return {
        "clocks": _with_clock(excused, gift.seat, given),
        "time_asked": None,
        "time_given": gift,
        "overdue": False,
        "warned": None,
    }


def clocks_after_takeback(first: Ply, gifts: Sequence[TimeGiven]) -> Clocks:
    """The clocks once a player's move and all after it were undone.

    What they used for it stays used, and what anybody was given since stays given. The others'
    clocks are as they stood: their waiting costs them nothing, and neither does an answer that is
    undone as well.
    """
    if not first.clocks:
        return ()
    again = replace(take_back(first.clocks[first.seat - 1], first.used, first.at), since=None)
    clocks = _with_clock(first.clocks, first.seat, again)
    for gift in gifts:
        clock = clocks[gift.seat - 1]
        left = min(clock.left + timedelta(hours=gift.hours), LONGEST)
        clocks = _with_clock(clocks, gift.seat, replace(clock, left=left))
    return clocks


def _with_clock(clocks: Clocks, seat: int, clock: ClockState) -> Clocks:
    return (*clocks[: seat - 1], clock, *clocks[seat:])
