"""Moves, matches that a manager ends, and everything that is due: only the clock asks for
that. Pure."""

from datetime import datetime

from bot.model.decide import Command, Moment
from bot.model.decide.answers import decide_expiry
from bot.model.decide.muster import decide_close
from bot.model.decide.requirements import (
    require_claims,
    require_running,
    require_seat,
    require_turn,
)
from bot.model.decide.timing import (
    bank_left,
    decide_pass_time,
    ending,
    leave,
    require_time,
    used,
)
from bot.model.events import (
    AbandonWarned,
    Adjudicated,
    Claimed,
    Ended,
    Event,
    Played,
    Withdrawn,
)
from bot.model.match import Match
from bot.model.projection import abandoned_at
from bot.model.records import PersonId, Status
from bot.model.refusals import Reason, Refused
from bot.model.results import ADJUDICATED, CUT_SHORT, LESS_TIME
from bot.model.turns import played_through, resolve_text


class Play(Command):
    """The person makes the move of that text, which they may have `prepared`."""

    person_id: PersonId
    text: str
    prepared: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_turn(match, self.person_id)
        require_time(match, at)
        resolved = resolve_text(match.rules, match.position, self.text)
        outcome = match.rules.outcome(resolved.turn.position)
        time = used(match, at.now, at.history)
        return [Played(seat, resolved.text, time, self.prepared or None), *ending(outcome)]


class Resign(Command):
    """The person gives up."""

    person_id: PersonId

    def decided(self, match: Match, at: Moment) -> list[Event]:
        return leave(match, require_seat(match, self.person_id))


class ClaimProven(Command):
    """The person, whose turn it is, claims a proven win. `line` is one way to its end.

    The line is played here; that no answer spoils it was proven before.
    """

    person_id: PersonId
    line: tuple[str, ...]

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_turn(match, self.person_id)
        require_claims(match)
        position, texts = played_through(match, self.line)
        outcome = match.rules.outcome(position) if position else None
        if outcome is None or outcome.winners != (seat,):
            raise Refused(
                "These moves don't lead to a win, so there is nothing to claim. Play on.",
                Reason.NOTHING_PROVEN,
            )
        return [Claimed(seat, texts), Ended((seat,), "proven")]


class CallOff(Command):
    """A manager of the channel ends the match without a result."""

    person_id: PersonId

    def decided(self, match: Match, at: Moment) -> list[Event]:
        if match.status is Status.INVITED:
            return [Withdrawn(self.person_id)]
        require_running(match)
        return [Ended((), "called_off")]


class Tick(Command):
    """The clock asks whether anything is due."""

    def decided(self, match: Match, at: Moment) -> list[Event]:
        if match.status is Status.INVITED:
            return decide_close(match, at.now)
        # One thing at a time: each has its own post, and the clock asks again.
        return (
            decide_expiry(match, at.now)
            or decide_pass_time(match, at.now, at.history)
            or _abandoned(match, at.now)
        )


def _abandoned(match: Match, now: datetime) -> list[Event]:
    # The warning that a match is about to end as abandoned, or after it, or in practice, the end:
    # nobody loses.
    at = abandoned_at(match)
    if at is None or now < at:
        return []
    unwarned = not (match.warned or match.terms.practice)
    return [AbandonWarned() if unwarned else Ended((), "abandoned")]


class CompareBanks(Command):
    """The date of the season or round is moved no further: the player with more of their bank left
    wins; with the same left it is shared."""

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        left = {seat: bank_left(match, seat, at.now, at.history) for seat in match.playing}
        ahead = tuple(seat for seat, each in left.items() if each == max(left.values()))
        return [Ended(ahead if len(ahead) == 1 else (), LESS_TIME)]


class ShareCutShort(Command):
    """The bot was away for longer than the date of the season or round can move: the match is
    shared, whatever both have left."""

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        return [Ended((), CUT_SHORT)]


class Adjudicate(Command):
    """The season or round is over: the match ends as shared, or as won if `line` leads from the
    board to a proven win.

    The line is played here; that no answer spoils it was proven before.
    """

    line: tuple[str, ...] = ()

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        position, texts = played_through(match, self.line)
        outcome = match.rules.outcome(position) if texts else None
        if outcome is None or len(outcome.winners) != 1:
            return [Adjudicated(), Ended((), ADJUDICATED)]
        return [Adjudicated(texts), Ended.by(outcome, ADJUDICATED)]
