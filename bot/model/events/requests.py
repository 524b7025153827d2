"""What players ask of each other, and the answers. What takes effect with a yes is an event of its
own: `Ended`, `TakenBack`, `TimeGiven` and `Replaced`."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.clock.clock_state import ClockState, charged
from bot.model.clock.time_control import TimeControl
from bot.model.events.base import Event, new_turn, with_clock
from bot.model.match import Match, Succession
from bot.model.post_kinds import PostKind
from bot.model.records import Person, PersonId, Seat
from bot.model.requests import (
    DRAW,
    REPLACEMENT,
    TAKEBACK,
    TIME,
    Ending,
    Replacement,
    Request,
    RequestKind,
)


class DrawOffered(Event, kind="draw_offered", says=PostKind.NOTICE):
    """The player offered a draw; it is open until answered or until the other side moves."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return _asking(match, request_of_seat(match, DRAW, self.seat))


class DrawDeclined(Event, kind="draw_declined", says=PostKind.NOTICE):
    """The player declined the draw offer."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return _declined(match, DRAW, self.seat)


class TakebackAsked(Event, kind="takeback_asked", says=PostKind.TAKEBACK):
    """The player asked to take their last move back, and so the `plies` last moves of the match."""

    seat: Seat
    plies: int

    def _applied(self, match: Match) -> Match:
        return _asking(match, request_of_seat(match, TAKEBACK, self.seat, self.plies))


class TakebackDeclined(Event, kind="takeback_declined", says=PostKind.TAKEBACK):
    """The player did not let the other side take their move back."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return _declined(match, TAKEBACK, self.seat)


class TimeAsked(Event, kind="time_asked", says=PostKind.ASK_TIME):
    """The player asked the other side for this many more hours; it is open until the turn is
    over."""

    seat: Seat
    hours: int

    def _applied(self, match: Match) -> Match:
        return _asking(match, request_of_seat(match, TIME, self.seat, self.hours))


class TimeDeclined(Event, kind="time_declined", says=PostKind.TIME_DECLINED):
    """The player declined the other side's request for time."""

    seat: Seat

    def _applied(self, match: Match) -> Match:
        return _declined(match, TIME, self.seat)


class ReplacementAsked(Event, kind="replacement_asked", says=PostKind.REPLACEMENT):
    """`by` asked that `person` plays on for the one on `seat`: see `Replacement`."""

    seat: Seat
    person: Person
    by: Person
    until: datetime
    awaited: tuple[PersonId, ...]
    gone: bool = False
    level: int | None = None

    def request(self, match: Match) -> Replacement:
        """What is asked, as of the match's last event."""
        return Replacement(
            REPLACEMENT,
            match.seq,
            self.seat,
            self.by,
            self.awaited,
            person=self.person,
            former=match.person(self.seat),
            until=self.until,
            gone=self.gone,
            level=self.level,
        )

    def _applied(self, match: Match) -> Match:
        return match.changed(requests=match.requests.asking(self.request(match)))


class ReplacementAgreed(Event, kind="replacement_agreed"):
    """The person, by id, agrees to the requested replacement."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        return match.changed(requests=match.requests.agreeing(self.person))


class ReplacementDeclined(Event, kind="replacement_declined", says=PostKind.REPLACEMENT_OFF):
    """The person, by id, declined the requested replacement: it is off."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        return _closed(match, REPLACEMENT, Ending.DECLINED, self.person)


class ReplacementWithdrawn(Event, kind="replacement_withdrawn", says=PostKind.REPLACEMENT_OFF):
    """The author of the request for a replacement, or a manager, withdrew it."""

    person: PersonId

    def _applied(self, match: Match) -> Match:
        return _closed(match, REPLACEMENT, Ending.WITHDRAWN, self.person)


class ReplacementExpired(Event, kind="replacement_expired", says=PostKind.REPLACEMENT_OFF):
    """Not everybody agreed to a replacement in time."""

    def _applied(self, match: Match) -> Match:
        return _closed(match, REPLACEMENT, Ending.EXPIRED)


class Replaced(Event, kind="replaced", says=PostKind.TURN):
    """From here on `person` plays on `seat` instead of `former`, as `by` asked.

    `level` is the bot's level from here on if it takes the seat, 0 if it leaves it, and None if it
    does neither. The successor has the whole time, but of a plain bank what is left: `used` is how
    many microseconds of it the turn has taken, if it is theirs.
    """

    seat: Seat
    person: Person
    former: Person
    by: Person
    level: int | None = None
    used: int | None = None

    def _applied(self, match: Match) -> Match:
        # Earlier requests among the players are off, and so are their refusals.
        place, clocks = self.seat - 1, match.clocks
        if match.control:
            clocks = with_clock(clocks, self.seat, self._clock(match.control, clocks[place]))
        level = match.level if self.level is None else self.level or None
        requests = match.requests.closing(match.seq, Ending.AGREED, [REPLACEMENT])
        after = replace(
            match,
            terms=replace(match.terms, level=level),
            seats=(*match.seats[:place], self.person, *match.seats[place + 1 :]),
            clocks=clocks,
            successions=(*match.successions, Succession(match.seq, self.seat, self.former)),
            requests=requests.closing(match.seq, Ending.LAPSED),
        )
        # A successor who is to move begins a new turn; for anybody else the board stays current.
        return new_turn(after) if match.turn == self.seat else after

    def _clock(self, control: TimeControl, former: ClockState) -> ClockState:
        if not control.is_plain:
            return ClockState(control.start)
        return charged(ClockState(former.left), timedelta(microseconds=self.used or 0))


def request_of_seat(match: Match, kind: RequestKind, seat: Seat, amount: int = 0) -> Request:
    """What the player on a seat asks of the other side, as of the match's last event."""
    others = tuple(match.person(other).id for other in match.playing if other != seat)
    return Request(kind, match.seq, seat, match.person(seat), others, amount)


def _asking(match: Match, request: Request) -> Match:
    return match.acting(request.seat, requests=match.requests.asking(request))


def _declined(match: Match, kind: RequestKind, seat: Seat) -> Match:
    return _closed(match.acting(seat), kind, Ending.DECLINED, match.person(seat).id)


def _closed(match: Match, kind: RequestKind, how: Ending, by: PersonId | None = None) -> Match:
    return match.changed(requests=match.requests.closing(match.seq, how, [kind], by))
