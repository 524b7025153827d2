"""What people, and the clock, can ask of a match. Each says who asks; `decide` handles it."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from bot.matches.events import Person


@dataclass(frozen=True, slots=True)
class Accept:
    """`person` takes a seat of the challenge."""

    person: Person


@dataclass(frozen=True, slots=True)
class Decline:
    """`person` says no to the challenge, or gives a seat back before the start."""

    person: Person


@dataclass(frozen=True, slots=True)
class Withdraw:
    """`person` takes the challenge back: the host, or a manager of the channel."""

    person: Person
    manager: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """The host begins with those who have accepted, in a match of more than two seats."""

    person: Person


@dataclass(frozen=True, slots=True)
class Play:
    """The person makes the move of that text."""

    person_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """The person gives up."""

    person_id: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """The person offers a draw."""

    person_id: int


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    """The person takes the draw on offer, or says no to it."""

    person_id: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """The person claims the win over an overdue player; among many, plays on without them."""

    person_id: int


@dataclass(frozen=True, slots=True)
class CallOff:
    """A manager of the channel ends the match without a result."""

    person_id: int


@dataclass(frozen=True, slots=True)
class SayReady:
    """The person is ready to begin, where everybody has to say so."""

    person_id: int


@dataclass(frozen=True, slots=True)
class AskTime:
    """The person asks the other side for so many hours more."""

    person_id: int
    hours: int


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """The person gives the time that was asked for, or says no."""

    person_id: int
    yes: bool


@dataclass(frozen=True, slots=True)
class GiveTime:
    """The person gives the other side so many hours more, unasked."""

    person_id: int
    hours: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The person takes their last move back, or asks for it.

    `free`: nobody else has seen the move, or the other side is the bot, which always agrees. The
    service finds that out; whatever stood there before counts for nothing.
    """

    person_id: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class AnswerTakeback:
    """The person lets the other side take their move back, or does not."""

    person_id: int
    yes: bool


@dataclass(frozen=True, slots=True)
class AskReplacement:
    """`by` asks that the successor plays on for the one who is leaving.

    `manager`: they manage the channel. `gone`: the one who is leaving is no longer in the server.
    `agreeing` are people, by id, who agree to anything: the bot. The service knows them; whatever
    stood there before counts for nothing.
    """

    by: Person
    leaving: Person
    successor: Person
    manager: bool = False
    gone: bool = False
    agreeing: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class AnswerReplacement:
    """The person agrees to the replacement that was asked for, as its successor or as one who
    plays in the match, or says no."""

    person_id: int
    yes: bool


@dataclass(frozen=True, slots=True)
class WithdrawReplacement:
    """The person takes the request for a replacement back: who made it, or a manager."""

    person_id: int
    manager: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """The clock asks whether anything is due."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The turn that began with the event `seq` can't be announced: its clock has to stand."""

    seq: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The turn that began with the event `seq` was announced at `said_at`."""

    seq: int
    said_at: datetime


Command: TypeAlias = (
    Accept
    | Decline
    | Withdraw
    | Begin
    | Play
    | Resign
    | OfferDraw
    | AnswerDraw
    | Claim
    | CallOff
    | SayReady
    | AskTime
    | AnswerTime
    | GiveTime
    | TakeBack
    | AnswerTakeback
    | AskReplacement
    | AnswerReplacement
    | WithdrawReplacement
    | Tick
    | Hold
    | Announce
)
"""Everything that can be asked of a match."""
