"""What follows from a command: events, or a refusal the player can read.

Pure: the time and the dice come in as arguments. Every refusal says what and why.
"""

from datetime import datetime
from random import Random

from bot.model.clock.changes import History
from bot.model.decide.base import Command, Moment
from bot.model.events import Event
from bot.model.match import Match


def decide(
    match: Match, command: Command, now: datetime, chance: Random, history: History = ()
) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence.

    `history` are the calendars of whoever is to move: their clock stands by them.
    """
    return command.decided(match, Moment(now, chance, history))
