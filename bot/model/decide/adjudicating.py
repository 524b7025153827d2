"""Matches whose time is up by the date of the competition they belong to. Pure."""

from bot.model.competitions.settling import ADJUDICATED
from bot.model.decide.base import Command, Moment
from bot.model.decide.requirements import require_running
from bot.model.events import Adjudicated, Ended, Event
from bot.model.match import Match
from bot.model.turns import played_through


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
