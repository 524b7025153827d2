"""One walk over the events of a match: whose moves count, how long each took, how it ended. Pure.

Nothing is replayed: whose turn it is follows from the order of play.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.model.clock.units import ZERO
from bot.model.events import (
    Accepted,
    Announced,
    Challenged,
    Declined,
    Ended,
    Expired,
    Held,
    Mustered,
    Overdue,
    Person,
    Played,
    Rated,
    Ready,
    Recorded,
    Replaced,
    Resigned,
    Started,
    TakenBack,
)
from bot.model.records import FIRST_SEAT, NO_EVENT, PersonId, Seat, Seq, by_seat, seats_of


class Answer(NamedTuple):
    """A move of `person` on seat `seat` that was not taken back: made at `at`, `spent` after the
    turn began, including each move of the same turn that was taken back before it.

    None: the turn's beginning is not known, or was never announced; or the seat left, and made no
    move.
    """

    seat: Seat
    at: datetime
    spent: timedelta | None
    person: PersonId | None
    is_move: bool = True


@dataclass(slots=True)
class Walk:
    """A match so far. `began` is when the running turn did, of the seat `mover`.

    `asked` is its challenge, and `ended_at` when it ended. `out` have left, in order, `late` of
    them for lost time; `overdue` have had a turn whose time ran out. `rated` says what it was found
    to do to ratings. `carried` is what each seat spent on moves that were taken back. `gathered`
    are in before the start, `awaited` of them have until `until` to say that they are ready, and
    `absent` did not by then. `substituted` are all who left a seat to a replacement, or are a
    replacement themselves.
    """

    asked: Challenged | None = None
    seats: tuple[Person, ...] = ()
    mover: Seat = FIRST_SEAT
    began: datetime | None = None
    answers: list[Answer] = field(default_factory=list)
    carried: dict[Seat, timedelta] = field(default_factory=lambda: defaultdict(timedelta))
    out: list[Seat] = field(default_factory=list)
    late: set[Seat] = field(default_factory=set)
    overdue: set[Seat] = field(default_factory=set)
    ended: Ended | None = None
    ended_at: datetime | None = None
    rated: Rated | None = None
    seq: Seq = NO_EVENT
    gathered: set[PersonId] = field(default_factory=set)
    awaited: set[PersonId] = field(default_factory=set)
    until: datetime | None = None
    absent: set[PersonId] = field(default_factory=set)
    substituted: set[PersonId] = field(default_factory=set)

    def apply(self, recorded: Recorded) -> None:
        """Go on to this event. Moves may be missing before it."""
        if recorded.seq != self.seq + 1:
            self.began, self.answers = None, []
        self.seq = recorded.seq
        match event := recorded.event:
            case Challenged() | Accepted() | Declined() | Mustered() | Ready() | Expired():
                self._before_play(event, recorded.at)
            case Started():
                self.seats, self.began = event.seats, recorded.at
            case Announced():
                self.began = recorded.at
            case Held():
                self.began = None
            case Played(seat):
                self._played(seat, recorded.at)
            case Resigned():
                self._left(event, recorded.at)
            case Replaced():
                self._replaced(event, recorded.at)
            case Overdue(seat):
                self.overdue.add(seat)
            case Ended():
                self.ended, self.ended_at = event, recorded.at
            case Rated():
                self.rated = event
            case TakenBack(seat, plies):
                self._taken_back(seat, plies, recorded.at)

    def _before_play(
        self, event: Challenged | Accepted | Declined | Mustered | Ready | Expired, at: datetime
    ) -> None:
        match event:
            case Challenged(host=host):
                self.asked, self.gathered = event, {host.id}
            case Accepted(person):
                self.gathered.add(person.id)
            case Mustered(until):
                self.until, self.awaited = until, set(self.gathered)
            case Ready(person_id):
                self.awaited.discard(person_id)
            case Declined(person_id):
                self._gave_up({person_id}, at)
            case Expired():
                self._gave_up(self.gathered, at)

    def _gave_up(self, people: set[PersonId], at: datetime) -> None:
        # These have no seat any more. Giving one back in time lets all the others go.
        if self.until is None or at < self.until:
            self.awaited = set() if people & self.gathered else self.awaited
        self.absent |= people & self.awaited
        self.awaited = self.awaited - people
        self.gathered = self.gathered - people

    def _played(self, seat: Seat, at: datetime) -> None:
        spent = None if self.began is None else at - self.began + self.carried.pop(seat, ZERO)
        self.answers.append(Answer(seat, at, spent, self._person(seat)))
        self._next_turn(seat, at)

    def _left(self, event: Resigned, at: datetime) -> None:
        self.out.append(event.seat)
        if event.late:
            self.late.add(event.seat)
        self.answers.append(Answer(event.seat, at, None, self._person(event.seat), is_move=False))
        if event.seat == self.mover:
            self._next_turn(event.seat, at)

    def _replaced(self, event: Replaced, at: datetime) -> None:
        # Another person has the seat, without the time and lapses of the one before.
        place = event.seat - 1
        self.seats = (*self.seats[:place], event.person, *self.seats[place + 1 :])
        self.substituted |= {event.person.id, event.former.id}
        self.overdue.discard(event.seat)
        self.carried.pop(event.seat, None)
        if event.seat == self.mover:
            self.began = at

    def _person(self, seat: Seat) -> PersonId | None:
        return self.seats[seat - 1].id if seat <= len(self.seats) else None

    def _taken_back(self, seat: Seat, plies: int, at: datetime) -> None:
        # The last moves are undone. What they took counts with the move that replaces them.
        for undone in self.answers[-plies:]:
            self.carried[undone.seat] += undone.spent or ZERO
        del self.answers[-plies:]
        self.mover, self.began = seat, at

    def _next_turn(self, seat: Seat, at: datetime) -> None:
        playing = [each for each in seats_of(len(self.seats)) if each not in self.out]
        self.mover = min((s for s in playing if s > seat), default=min(playing, default=seat))
        self.began = at

    @property
    def is_timed(self) -> bool:
        return self.asked is not None and self.asked.time_control is not None

    def seat_of(self, person: PersonId) -> Seat | None:
        return next((s for s, p in by_seat(self.seats) if p.id == person), None)

    def answers_of(self, person: PersonId) -> list[Answer]:
        """The moves of a person that count, and whose time is known."""
        return [each for each in self.answers if each.person == person and each.spent is not None]


def walk(history: Iterable[Recorded]) -> Walk:
    """The match after all these events, in their order."""
    match = Walk()
    for recorded in history:
        match.apply(recorded)
    return match
