"""How a person plays on for a player who leaves: asked for, agreed to, done."""

from dataclasses import fields, replace

from bot.model.clock.clock_state import ClockState
from bot.model.events.base import Event, new_turn, with_clock
from bot.model.match import (
    Draw,
    Match,
    MoreTime,
    Replacement,
    ReplacementRequest,
    Replacing,
    Succession,
    Takeback,
)
from bot.model.post_kinds import PostKind
from bot.model.records import Person


class ReplacementAsked(
    ReplacementRequest, Event, kind="replacement_asked", says=PostKind.REPLACEMENT
):
    """A person asked that another plays on for the one on a seat."""

    def _applied(self, match: Match) -> Match:
        terms = (getattr(self, each.name) for each in fields(ReplacementRequest))
        asked = Replacement(*terms, seq=match.seq)
        return replace(match, replacing=replace(match.replacing, asked=asked, off=None))


class ReplacementAgreed(Event, kind="replacement_agreed"):
    """The person, by id, agrees to the requested replacement."""

    person: int

    def _applied(self, match: Match) -> Match:
        return replace(match, replacing=match.replacing.agreed(self.person))


class ReplacementDeclined(Event, kind="replacement_declined", says=PostKind.REPLACEMENT_OFF):
    """The person, by id, declined the requested replacement: it is off."""

    person: int

    def _applied(self, match: Match) -> Match:
        return replace(match, replacing=match.replacing.called_off("declined", self.person))


class ReplacementWithdrawn(Event, kind="replacement_withdrawn", says=PostKind.REPLACEMENT_OFF):
    """The author of the request for a replacement, or a manager, withdrew it."""

    person: int

    def _applied(self, match: Match) -> Match:
        return replace(match, replacing=match.replacing.called_off("withdrawn", self.person))


class ReplacementExpired(Event, kind="replacement_expired", says=PostKind.REPLACEMENT_OFF):
    """Not everybody agreed to a replacement in time."""

    def _applied(self, match: Match) -> Match:
        return replace(match, replacing=match.replacing.called_off("expired"))


class Replaced(Event, kind="replaced", says=PostKind.TURN):
    """From here on `person` plays on `seat` instead of `former`, as `by` asked.

    `level` is the bot's level from here on if it takes the seat, 0 if it leaves it, and None if it
    does neither.
    """

    seat: int
    person: Person
    former: Person
    by: Person
    level: int | None = None

    def _applied(self, match: Match) -> Match:
        # Earlier requests among the players are off, and so are their refusals.
        place, clocks = self.seat - 1, match.clocks
        if match.control:
            clocks = with_clock(clocks, self.seat, ClockState(match.control.start))
        level = match.level if self.level is None else self.level or None
        after = replace(
            match,
            terms=replace(match.terms, level=level),
            seats=(*match.seats[:place], self.person, *match.seats[place + 1 :]),
            clocks=clocks,
            successions=(*match.successions, Succession(match.seq, self.seat, self.former)),
            draw=Draw(),
            more_time=MoreTime(given=match.more_time.given),
            takeback=Takeback(),
            replacing=Replacing(declined=match.replacing.declined),
        )
        # A successor who is to move begins a new turn; for anybody else the board stays current.
        return new_turn(after) if match.turn == self.seat else after
