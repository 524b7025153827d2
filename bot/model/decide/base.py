"""What every command is: what somebody, or the clock, asks of a match, and what follows. Pure."""

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import NamedTuple

from bot.model.clock.changes import History
from bot.model.events import Event
from bot.model.match import Match


class Moment(NamedTuple):
    """When a command is given, with the dice, and the calendars of whoever is to move: their clock
    stands by them."""

    now: datetime
    chance: Random
    history: History = ()


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked of a match. Each says who asks."""

    def decided(self, match: Match, at: Moment) -> list[Event]:
        """The events that follow from it. Raises PlayerError with a sentence."""
        return self._decided(match, at)

    def _decided(self, match: Match, at: Moment) -> list[Event]:
        raise NotImplementedError
