"""What players do in a match, and how it ends. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from bot.matches.events.base import MatchEvent


@dataclass(frozen=True, slots=True)
class Played(MatchEvent):
    """The player on seat `seat`, from 1, made the move of that canonical text.

    Their clock ran for `used` microseconds in the turn; None without a limit, and in the records
    of version 0.1, whose clocks did not depend on it.
    """

    kind: ClassVar[str] = "played"
    seat: int
    text: str
    used: int | None = None

    def payload(self) -> str:
        """The event's fields as one JSON object, without what is not known."""
        fields = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class DrawOffered(MatchEvent):
    """The player offered a draw; it stands until answered or until the other side moves."""

    kind: ClassVar[str] = "draw_offered"
    seat: int


@dataclass(frozen=True, slots=True)
class DrawDeclined(MatchEvent):
    """The player said no to the draw on offer."""

    kind: ClassVar[str] = "draw_declined"
    seat: int


@dataclass(frozen=True, slots=True)
class TakebackAsked(MatchEvent):
    """The player asked to take their last move back, and so the `plies` last moves of the match."""

    kind: ClassVar[str] = "takeback_asked"
    seat: int
    plies: int


@dataclass(frozen=True, slots=True)
class TakebackDeclined(MatchEvent):
    """The player did not let the other side take their move back."""

    kind: ClassVar[str] = "takeback_declined"
    seat: int


@dataclass(frozen=True, slots=True)
class TakenBack(MatchEvent):
    """The player's last move was undone with all after it: the `plies` last moves of the match.

    `free`: nobody had to agree to it, because nobody had seen the move.
    """

    kind: ClassVar[str] = "taken_back"
    seat: int
    plies: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class Resigned(MatchEvent):
    """The player is out; with more than two seats the others play on.

    They gave up, or were `late` and somebody claimed it.
    """

    kind: ClassVar[str] = "resigned"
    seat: int
    late: bool = False


@dataclass(frozen=True, slots=True)
class Claimed(MatchEvent):
    """The player on `seat` claimed the win over an overdue player."""

    kind: ClassVar[str] = "claimed"
    seat: int


@dataclass(frozen=True, slots=True)
class Ended(MatchEvent):
    """The match is over; without winners it is a draw, or was called off.

    `reason` names why: a key of the game's data file, or one that all games share.
    """

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(tuple(values["winners"]), values["reason"])
