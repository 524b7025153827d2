"""What is due by now, whatever of it the clock is for: nobody else asks. Pure."""

from datetime import datetime

from bot.model.competitions.settling import ADJUDICATED
from bot.model.decide import Command, Moment
from bot.model.decide.muster import decide_close
from bot.model.decide.replacing import decide_replacement_expiry
from bot.model.decide.requirements import require_running
from bot.model.decide.timing import decide_pass_time
from bot.model.events import AbandonWarned, Adjudicated, Ended, Event
from bot.model.match import Match
from bot.model.projection import abandoned_at
from bot.model.records import Status
from bot.model.turns import played_through


class Tick(Command):
    """The clock asks whether anything is due."""

    def decided(self, match: Match, at: Moment) -> list[Event]:
        if match.status is Status.INVITED:
            return decide_close(match, at.now)
        # One thing at a time: each has a post of its own, and the clock asks again.
        return (
            decide_replacement_expiry(match, at.now)
            or decide_pass_time(match, at.now, at.history)
            or _abandoned(match, at.now)
        )


def _abandoned(match: Match, now: datetime) -> list[Event]:
    # The warning that a match is about to end as abandoned, or after it the end: nobody loses.
    at = abandoned_at(match)
    if at is None or now < at:
        return []
    return [Ended((), "abandoned") if match.warned else AbandonWarned()]


class Adjudicate(Command):
    """The season or round is over: the match ends as shared, or, where `line` leads on from the
    board to a win that was proven, as won.

    The line is played through here; that no answer spoils it was proven before.
    """

    line: tuple[str, ...] = ()

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        position, texts = played_through(match, self.line)
        outcome = match.rules.outcome(position) if texts else None
        if outcome is None or len(outcome.winners) != 1:
            return [Adjudicated(), Ended((), ADJUDICATED)]
        return [Adjudicated(texts), Ended(outcome.winners, ADJUDICATED)]
