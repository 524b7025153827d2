"""Decides what people, or the clock, ask of a match: events, or a refusal the player can read.

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
    """The time of a command, with the dice, and the calendars of the player to move, which stop
    their clock."""

    now: datetime
    chance: Random
    history: History = ()


@dataclass_transform(frozen_default=True)
class Command:
    """A request to a match. Each is a frozen dataclass, and says who asks."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def decided(self, match: Match, at: Moment) -> list[Event]:
        """The events that follow from it. Raises PlayerError with a sentence."""
        raise NotImplementedError


def decide(
    match: Match, command: Command, now: datetime, chance: Random, history: History = ()
) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence.

    `history` are the calendars of the player to move, which stop their clock.
    """
    return command.decided(match, Moment(now, chance, history))
