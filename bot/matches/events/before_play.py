"""What can happen before a match begins: challenges, their answers, the start. Plain values."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from bot.matches.clock.time_control import TimeControl, days_a_move
from bot.matches.events.base import MatchEvent, Person, instant
from bot.matches.profiles.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Challenged(MatchEvent):
    """`host` asked others to a match in a channel.

    `invited` are the other seats: a person, or None for a seat that anyone may take.
    `first` says who begins: `host`, `guest` or `random`. Options with a value for each seat stand
    in the order host, then invited, until the start puts them in order of play. The time is so
    many `days` for a turn, which others may claim, or any other `control`; without either it has no
    limit. `rematch_of` is the number of the ended match that this one repeats, if any. `wanted` is
    what is asked of whoever takes a seat that anyone may take.
    """

    kind: ClassVar[str] = "challenged"
    game: str
    options: dict[str, Any]
    host: Person
    invited: tuple[Person | None, ...]
    channel: int
    guild: int | None
    first: str
    days: int | None
    expires: datetime
    rematch_of: int | None = None
    control: TimeControl | None = None
    wanted: Wanted | None = None

    @property
    def time_control(self) -> TimeControl | None:
        """The time that is asked for, None without a limit."""
        return days_a_move(self.days) if self.days else self.control

    def payload(self) -> str:
        """The event's fields as one JSON object; the time is ISO 8601 in UTC."""
        fields = asdict(self) | {"expires": self.expires.isoformat()}
        fields["control"] = self.control and self.control.values()
        fields["wanted"] = self.wanted.values() if self.wanted else None
        # Earlier versions, which can't read these fields, go on reading all other challenges.
        for name in ("rematch_of", "control", "wanted"):
            if fields[name] is None:
                del fields[name]
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        people = tuple(p and Person(**p) for p in values["invited"])
        control, wanted = values.get("control"), values.get("wanted")
        return cls(
            **{
                **values,
                "host": Person(**values["host"]),
                "invited": people,
                "expires": instant(values["expires"]),
                "control": control and TimeControl.of(control),
                "wanted": wanted and Wanted.of(wanted),
            }
        )


@dataclass(frozen=True, slots=True)
class Accepted(MatchEvent):
    """`person` took a seat of the challenge."""

    kind: ClassVar[str] = "accepted"
    person: Person

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(Person(**values["person"]))


@dataclass(frozen=True, slots=True)
class Declined(MatchEvent):
    """The invited person said no; their seat is free for anyone, and with two seats it is over."""

    kind: ClassVar[str] = "declined"
    person: int


@dataclass(frozen=True, slots=True)
class Withdrawn(MatchEvent):
    """The host, or a manager, took the challenge back."""

    kind: ClassVar[str] = "withdrawn"
    person: int


@dataclass(frozen=True, slots=True)
class Expired(MatchEvent):
    """Nobody answered the challenge in time."""

    kind: ClassVar[str] = "expired"


@dataclass(frozen=True, slots=True)
class Mustered(MatchEvent):
    """All seats of a challenge with long turns are taken: everybody has to say that they are ready.

    Who has not said so by `until` loses the seat.
    """

    kind: ClassVar[str] = "mustered"
    until: datetime

    def payload(self) -> str:
        """The event's field as one JSON object; the time is ISO 8601 in UTC."""
        return json.dumps({"until": self.until.isoformat()})

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(instant(values["until"]))


@dataclass(frozen=True, slots=True)
class Ready(MatchEvent):
    """The person is there, and the match may start as far as they are concerned."""

    kind: ClassVar[str] = "ready"
    person: int


@dataclass(frozen=True, slots=True)
class Started(MatchEvent):
    """The match began. `seats` are in order of play; `options` hold whatever chance decided."""

    kind: ClassVar[str] = "started"
    seats: tuple[Person, ...]
    options: dict[str, Any]

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(tuple(Person(**p) for p in values["seats"]), values["options"])
