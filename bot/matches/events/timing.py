"""What time brings to a match: graces, vacation, gifts of time, turns unheard of. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from bot.matches.events.base import MatchEvent, instant


@dataclass(frozen=True, slots=True)
class Reminded(MatchEvent):
    """The player whose turn it is was reminded; only version 0.1 made such events."""

    kind: ClassVar[str] = "reminded"
    seat: int


@dataclass(frozen=True, slots=True)
class Held(MatchEvent):
    """The player's turn could not be announced, so its time does not run."""

    kind: ClassVar[str] = "held"
    seat: int


@dataclass(frozen=True, slots=True)
class Announced(MatchEvent):
    """The player's turn was announced late: its whole time runs from here."""

    kind: ClassVar[str] = "announced"
    seat: int


@dataclass(frozen=True, slots=True)
class GraceUsed(MatchEvent):
    """The player's time ran out, and the grace that each has once in a match began.

    It was noticed `late` microseconds after the time was over, which cost the player nothing.
    """

    kind: ClassVar[str] = "grace_used"
    seat: int
    late: int = 0


@dataclass(frozen=True, slots=True)
class VacationUsed(MatchEvent):
    """The player's time ran out, and vacation is spent by itself from `start` to `end`.

    `left` hours of their yearly balance remain. It was noticed `late` microseconds after the time
    was over, which cost the player nothing.
    """

    kind: ClassVar[str] = "vacation_used"
    seat: int
    start: datetime
    end: datetime
    left: int
    late: int = 0

    def payload(self) -> str:
        """The event's fields as one JSON object; times are ISO 8601 in UTC."""
        times = {"start": self.start.isoformat(), "end": self.end.isoformat()}
        return json.dumps(asdict(self) | times)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        times = {name: instant(values[name]) for name in ("start", "end")}
        return cls(**{**values, **times})


@dataclass(frozen=True, slots=True)
class TimeAsked(MatchEvent):
    """The player asked the other side for so many hours more; it stands until the turn is over."""

    kind: ClassVar[str] = "time_asked"
    seat: int
    hours: int


@dataclass(frozen=True, slots=True)
class TimeDeclined(MatchEvent):
    """The player gave no time to the other side, who had asked for it."""

    kind: ClassVar[str] = "time_declined"
    seat: int


@dataclass(frozen=True, slots=True)
class TimeGiven(MatchEvent):
    """The player on `seat` got so many hours more from the one on `giver`.

    Their time had been over for `late` microseconds, which cost them nothing: what was given runs
    from then on.
    """

    kind: ClassVar[str] = "time_given"
    seat: int
    giver: int
    hours: int
    late: int = 0


@dataclass(frozen=True, slots=True)
class AbandonWarned(MatchEvent):
    """Nobody has moved for long: the match ends as abandoned unless somebody does."""

    kind: ClassVar[str] = "abandon_warned"


@dataclass(frozen=True, slots=True)
class Overdue(MatchEvent):
    """The player's time for the turn ran out; the others may claim the win."""

    kind: ClassVar[str] = "overdue"
    seat: int
