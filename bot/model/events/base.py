"""What every event of a match is: a fact, its post, and what it does to the match, its turn and its
clocks.

No calendar is read: each event that takes running time says how much, so the same events always
give the same clocks.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self, dataclass_transform

from bot.model.clock.clock_state import ClockState, after_move, take_back
from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.match import Clocks, Gift, Match, Ply
from bot.model.post_kinds import PostKind
from bot.model.records import Seat, Seq, Status
from bot.model.shape import read_fields, to_json

DELETED = "Deleted player"
"""The name of a deleted person in the matches of others."""

KINDS: dict[str, type["Event"]] = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """Something that happened to a match. `says` is the post about it while that is open.

    Each kind is a frozen dataclass by being one.
    """

    kind: ClassVar[str]
    says: ClassVar[PostKind | None]

    def __init_subclass__(cls, *, kind: str, says: PostKind | None = None) -> None:
        cls.kind, cls.says = kind, says
        KINDS[kind] = dataclass(frozen=True)(cls)

    def payload(self) -> str:
        """The event's fields as one JSON object. Fields of later versions are left out at their
        defaults, so that earlier versions can read all other events."""
        values = [(each, getattr(self, each.name)) for each in fields(self)]
        written = {f.name: v for f, v in values if v is not None or f.default is not None}
        return json.dumps(written, default=to_json, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        return cls(**read_fields(cls, values))

    def applied(self, match: Match, seq: Seq, at: datetime) -> Match:
        """The match after this has happened to it, as its event `seq`."""
        return self._applied(match.changed(seq=seq, updated=at, time=None))

    def _applied(self, match: Match) -> Match:
        return match


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its position in the match: `seq` counts from 1, `at` is in UTC. `digest` is
    that with which it is stored, None if it has none or is not stored yet."""

    seq: Seq
    event: Event
    at: datetime
    digest: int | None = field(default=None, compare=False)


def new_turn(match: Match, **changes: Any) -> Match:
    """The match as a turn begins with an event: and its clock runs."""
    match = match.changed(**changes)
    return match.changed(
        board_seq=match.seq,
        turn_seq=match.seq,
        since=match.updated,
        overdue=False,
        gone=None,
        held=False,
        last_move=match.updated,
        warned=None,
        vacations_used=(),
        acted=frozenset(),
    )


def closed(match: Match, status: Status, **changes: Any) -> Match:
    return replace(match, status=status, board_seq=match.seq, turn_seq=match.seq, **changes)


def clocks_after_move(
    control: TimeControl | None, clocks: Clocks, seat: Seat, used: timedelta
) -> Clocks:
    """The clocks after a move that took this much of its player's time."""
    if control is None:
        return clocks
    return with_clock(clocks, seat, after_move(control, clocks[seat - 1], used))


def clocks_excused(match: Match, seat: Seat, late: int) -> Clocks:
    """The clocks after excusing the microseconds between the end of the time and its noticing."""
    clock = match.clocks[seat - 1]
    excused = replace(clock, extra=clock.extra + timedelta(microseconds=late))
    return with_clock(match.clocks, seat, excused)


def clocks_after_takeback(first: Ply, gifts: Sequence[Gift]) -> Clocks:
    """The clocks after a player's move and all after it were undone.

    Time used for it stays used, and time given since stays given. The others' clocks are as before:
    their waiting costs them nothing, nor does an answer that is undone as well.
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


def with_clock(clocks: Clocks, seat: Seat, clock: ClockState) -> Clocks:
    return (*clocks[: seat - 1], clock, *clocks[seat:])
