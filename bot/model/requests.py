"""What players ask of each other in a match: a draw, a takeback, more time, a replacement."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.model.records import Person, PersonId, Seat, Seq


class RequestKind(StrEnum):
    """What is asked for; at most one of each kind is open in a match. In the order in which a
    person is asked to answer them."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    TIME = "time"
    REPLACEMENT = "replacement"


DRAW, TAKEBACK, TIME, REPLACEMENT = RequestKind


class Ending(StrEnum):
    """How a request ended. It `LAPSED` if the match went on so that it no longer held."""

    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Request:
    """What `by` asked with event `seq`, and all those `awaited`, by id, have to agree to.

    It is about their own `seat`, or the one that a replacement gets. `amount` are the hours asked
    for, or how many of the last moves would be taken back.
    """

    kind: RequestKind
    seq: Seq
    seat: Seat
    by: Person
    awaited: tuple[PersonId, ...]
    amount: int = 0

    @property
    def essence(self) -> tuple[int, int]:
        """The same for requests of a kind that ask the same: after a no it holds for the turn."""
        return self.seat, self.amount

    def concerns(self, person: PersonId) -> bool:
        """Whether the person is asked, or has to know of it."""
        return person in self.awaited

    def outlasts(self, mover: int | None) -> bool:
        """Whether it is still asked after a move from that seat, or None: after one was taken
        back. A draw offered with a move is open until the other side has moved."""
        return self.kind is DRAW and self.seat == mover


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement(Request):
    """`by` asks that `person` plays on for the `former` player on the seat.

    It lasts until `until`, whatever is played. `gone`: the one on the seat is not asked, because
    they have left; a move of theirs shows that they have not. `level` is that of the match from
    then on, see `Replaced`.
    """

    person: Person
    former: Person
    until: datetime
    gone: bool
    level: int | None

    @property
    def essence(self) -> tuple[int, int]:
        return self.seat, self.person.id

    def concerns(self, person: PersonId) -> bool:
        # The one who leaves is only informed, unless they are asked.
        return person in self.awaited or person == self.former.id != self.by.id

    def outlasts(self, mover: int | None) -> bool:
        return not (self.gone and self.seat == mover)


@dataclass(frozen=True, slots=True)
class Closed:
    """A request that ended with event `seq`, if by an answer then of the person `by`, by id."""

    request: Request
    seq: Seq
    how: Ending
    by: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Requests:
    """The open request of each kind, and those that are `closed`, in order."""

    draw: Request | None = None
    takeback: Request | None = None
    time: Request | None = None
    replacement: Replacement | None = None
    closed: tuple[Closed, ...] = ()

    @property
    def open(self) -> tuple[Request, ...]:
        every = (self.draw, self.takeback, self.time, self.replacement)
        return tuple(request for request in every if request)

    def of(self, kind: RequestKind) -> Request | None:
        """The open request of that kind."""
        return next((request for request in self.open if request.kind is kind), None)

    def awaiting(self, person: PersonId) -> tuple[Request, ...]:
        """The open requests that wait for the person's answer."""
        return tuple(request for request in self.open if person in request.awaited)

    def last(self, kind: RequestKind) -> Closed | None:
        """The request of that kind that was closed last."""
        return next((each for each in reversed(self.closed) if each.request.kind is kind), None)

    def asking(self, request: Request) -> "Requests":
        """With this one open."""
        changes: dict[str, Any] = {request.kind: request}
        return replace(self, **changes)

    def agreeing(self, person: PersonId) -> "Requests":
        """After the person has agreed to the replacement, for which others are awaited."""
        assert self.replacement is not None, "what is agreed to was asked for"
        left = tuple(each for each in self.replacement.awaited if each != person)
        return replace(self, replacement=replace(self.replacement, awaited=left))

    def closing(
        self,
        seq: Seq,
        how: Ending,
        kinds: Collection[RequestKind] = tuple(RequestKind),
        by: PersonId | None = None,
    ) -> "Requests":
        """Without those of these kinds, which ended so with event `seq`."""
        over = [request for request in self.open if request.kind in kinds]
        if not over:
            return self
        closed = tuple(Closed(request, seq, how, by) for request in over)
        changes: dict[str, Any] = dict.fromkeys(request.kind for request in over)
        return replace(self, **changes, closed=(*self.closed, *closed))

    def after_move(self, seq: Seq, mover: int | None) -> "Requests":
        """Without those that a move with event `seq` ends: see `Request.outlasts`."""
        over = [request.kind for request in self.open if not request.outlasts(mover)]
        return self.closing(seq, Ending.LAPSED, over)


NOTHING_ASKED = Requests()
