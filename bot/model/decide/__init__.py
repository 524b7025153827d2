"""What somebody, or the clock, asks of a match, and what follows: events, or a refusal the player
can read.

Pure: the time and the dice come in as arguments. Every refusal says what and why.
"""

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import NamedTuple, dataclass_transform

from bot.model.clock.changes import History
from bot.model.events import Event
from bot.model.match import Match


class Moment(NamedTuple):
    """When a command is given, with the dice, and the calendars of the player to move: their clock
    stands by them."""

    now: datetime
    chance: Random
    history: History = ()


@dataclass_transform(frozen_default=True)
class Command:
    """Something that is asked of a match. Each is a frozen dataclass, and says who asks."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def decided(self, match: Match, at: Moment) -> list[Event]:
        """The events that follow from it. Raises PlayerError with a sentence."""
        raise NotImplementedError


def decide(
    match: Match, command: Command, now: datetime, chance: Random, history: History = ()
) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence.

    `history` are the calendars of the player to move: their clock stands by them.
    """
    return command.decided(match, Moment(now, chance, history))
