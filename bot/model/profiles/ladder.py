"""The ladder: the levels of the bot that a person has beaten, from which seat, and what is next.

Pure.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.model.events import Event, Played
from bot.model.match import Match
from bot.model.records import PersonId, Seat, Status, seats_of

SEATS = seats_of(2)
"""The seats, in order of play, from which each level is to be beaten."""


class Step(NamedTuple):
    """A level of the bot by number, and the seat of the players against it."""

    level: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rung:
    """The person first beat that level of the bot from that seat `at` that time."""

    person: PersonId
    game: str
    level: int
    seat: Seat
    at: datetime

    @property
    def step(self) -> Step:
        return Step(self.level, self.seat)


def rung_of(match: Match, events: Sequence[Event], robot: PersonId) -> Rung | None:
    """The rung reached with the last events of a match; None if they end nothing.

    A ladder match counts if a move has won it, for a player who played it from its beginning
    against the bot. A resignation or lost time does not beat anybody on the board.
    """
    won = match.outcome.winners if match.status is Status.ENDED and match.outcome else ()
    seat = next((s for s in map(Seat, won) if match.person(s).id != robot), None)
    is_played_out = any(isinstance(event, Played) for event in events)
    if not match.terms.ladder or match.level is None or seat is None or not is_played_out:
        return None
    is_shared = len(won) > 1 or match.seat_of(robot) is None
    if is_shared or match.successions or match.person(seat).is_deleted:
        return None
    return Rung(match.person(seat).id, match.game, match.level, seat, match.updated)


def next_to_beat(beaten: Collection[Step], levels: Iterable[int]) -> Step | None:
    """The lowest of the levels that is not beaten from both seats, from the first seat if neither
    is; None if all are beaten."""
    wanted = (Step(level, seat) for level in levels for seat in SEATS)
    return next((step for step in wanted if step not in beaten), None)


def highest(beaten: Iterable[Step]) -> int | None:
    """The highest level that was beaten from both seats; None without one."""
    steps = set(beaten)
    whole = {level for level, _ in steps if all(Step(level, seat) in steps for seat in SEATS)}
    return max(whole, default=None)
