"""What events change in the turn of a match and its clocks. Plain values; no calendar is asked.

Each event that takes running time says how much, so the same events give the same clocks for ever.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.model.clock.clock_state import ClockState, after_move, take_back
from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.match import Clocks, Gift, Match, MoreTime, Ply, Takeback
from bot.model.records import Status


def new_turn(match: Match, **changes: Any) -> Match:
    """The match as a turn begins with an event: its clock runs, and no request holds any more."""
    match = replace(match, **changes)
    return replace(
        match,
        board_seq=match.seq,
        turn_seq=match.seq,
        since=match.updated,
        overdue=False,
        held=False,
        last_move=match.updated,
        warned=None,
        draw=replace(match.draw, declined=None),
        more_time=MoreTime(),
        takeback=Takeback(),
        replacing=replace(match.replacing, declined=frozenset()),
        vacations_used=(),
        acted=frozenset(),
    )


def closed(match: Match, status: Status, **changes: Any) -> Match:
    return replace(match, status=status, board_seq=match.seq, turn_seq=match.seq, **changes)


def clocks_after_move(
    control: TimeControl | None, clocks: Clocks, seat: int, used: timedelta
) -> Clocks:
    """The clocks once a move was made that took so much of its player's time."""
    if control is None:
        return clocks
    return with_clock(clocks, seat, after_move(control, clocks[seat - 1], used))


def clocks_excused(match: Match, seat: int, late: int) -> Clocks:
    """The clocks once the microseconds were allowed for that passed until the end was noticed."""
    clock = match.clocks[seat - 1]
    excused = replace(clock, extra=clock.extra + timedelta(microseconds=late))
    return with_clock(match.clocks, seat, excused)


def clocks_after_takeback(first: Ply, gifts: Sequence[Gift]) -> Clocks:
    """The clocks once a player's move and all after it were undone.

    What they used for it stays used, and what anybody was given since stays given. The others'
    clocks are as they stood: their waiting costs them nothing, and neither does an answer that is
    undone as well.
    """
    if not first.clocks:
        return ()
    again = replace(take_back(first.clocks[first.seat - 1], first.used, first.at), since=None)
    clocks = with_clock(first.clocks, first.seat, again)
    for gift in gifts:
        clock = clocks[gift.seat - 1]
        left = min(clock.left + timedelta(hours=gift.hours), LONGEST)
        clocks = with_clock(clocks, gift.seat, replace(clock, left=left))
    return clocks


def with_clock(clocks: Clocks, seat: int, clock: ClockState) -> Clocks:
    return (*clocks[: seat - 1], clock, *clocks[seat:])
