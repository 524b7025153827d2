"""A match as it stands: who sits, what was played, what is on offer. Plain values, no rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.catalog import entry
from bot.games.core import Effect, Outcome, Position
from bot.games.guide import Game
from bot.matches.events import Person
from bot.matches.records import MatchId, Status

OPEN = (Status.INVITED, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move as it was made: by seat `seat`, from `before` to `after`, recorded at `seq`."""

    seat: int
    text: str
    effects: tuple[Effect, ...]
    before: Position
    after: Position
    seq: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands after the event `seq`. Seats count from 1, in order of play.

    Before the start `seats` is empty: `host` asks, `invited` are asked (None: anyone may take that
    seat), `accepted` have said yes, `declined` have said no; `open` seats were anyone's from the
    beginning. `out` are the seats that left while others play on.
    `board_seq` is the event that last changed the board or the status: what was posted before it is
    stale.
    `deadline` is when the running turn's time ends; `draw_offer` the seat whose offer stands.
    `rematch_of` is the number of the ended match that this one repeats, if any.
    """

    id: MatchId
    seq: int
    game: str
    options: Mapping[str, Any]
    status: Status
    host: Person
    invited: tuple[Person | None, ...]
    accepted: tuple[Person, ...]
    board_seq: int
    first: str
    channel: int
    guild: int | None
    days: int | None
    expires: datetime
    created: datetime
    updated: datetime
    open: int = 0
    declined: frozenset[int] = frozenset()
    seats: tuple[Person, ...] = ()
    out: frozenset[int] = frozenset()
    position: Position | None = None
    plies: tuple[Ply, ...] = ()
    outcome: Outcome | None = None
    draw_offer: int | None = None
    deadline: datetime | None = None
    reminded: bool = False
    overdue: bool = False
    rematch_of: int | None = None

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules of the match's game."""
        return entry(self.game).game

    @property
    def people(self) -> tuple[Person, ...]:
        """All who sit: in order of play, or before the start the host and those asked by name."""
        return self.seats or (self.host, *(p for p in self.invited if p))

    @property
    def names(self) -> dict[int, str]:
        """The players' names by seat."""
        return {seat: person.name for seat, person in enumerate(self.seats, 1)}

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return tuple(s for s in range(1, len(self.seats) + 1) if s not in self.out)

    @property
    def turn(self) -> int | None:
        """The seat to move; None unless the match is running."""
        if self.status is not Status.RUNNING or self.position is None:
            return None
        return self.position.turn

    @property
    def turn_person(self) -> Person | None:
        """The person to move; None unless the match is running."""
        return None if self.turn is None else self.person(self.turn)

    def person(self, seat: int) -> Person:
        """Who sits on a seat."""
        return self.seats[seat - 1]

    def seat_of(self, person_id: int) -> int | None:
        """The seat of a person, from 1; None for somebody who does not play."""
        return next((s for s, p in enumerate(self.seats, 1) if p.id == person_id), None)

    def is_playing(self, person_id: int) -> bool:
        """Whether that person still plays in the match, and it is running."""
        seat = self.seat_of(person_id)
        return self.status is Status.RUNNING and seat is not None and seat not in self.out

    def others(self, person_id: int) -> tuple[Person, ...]:
        """All who sit, without that person."""
        return tuple(p for p in self.people if p.id != person_id)
