"""What can happen to a match. Frozen facts, to and from JSON; a match is the fold of its events."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self, TypeAlias, get_args

from bot.matches.clock.time_control import TimeControl, days_a_move
from bot.matches.profiles.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by Discord id, and the name they went by at the time."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """Something that happened to a match."""

    kind: ClassVar[str]

    def payload(self) -> str:
        """The event's fields as one JSON object."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(**values)


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
                "expires": datetime.fromisoformat(values["expires"]),
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
        return cls(datetime.fromisoformat(values["until"]))


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
class Resigned(MatchEvent):
    """The player is out; with more than two seats the others play on.

    They gave up, or were `late` and somebody claimed it.
    """

    kind: ClassVar[str] = "resigned"
    seat: int
    late: bool = False


@dataclass(frozen=True, slots=True)
class Reminded(MatchEvent):
    """The player whose turn it is was reminded, once in the turn."""

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
        times = {name: datetime.fromisoformat(values[name]) for name in ("start", "end")}
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
class AbandonWarned(MatchEvent):
    """Nobody has moved for long: the match ends as abandoned unless somebody does."""

    kind: ClassVar[str] = "abandon_warned"


@dataclass(frozen=True, slots=True)
class Overdue(MatchEvent):
    """The player's time for the turn ran out; the others may claim the win."""

    kind: ClassVar[str] = "overdue"
    seat: int


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


Event: TypeAlias = (
    Challenged
    | Accepted
    | Declined
    | Withdrawn
    | Expired
    | Mustered
    | Ready
    | Started
    | Played
    | DrawOffered
    | DrawDeclined
    | Resigned
    | Reminded
    | Held
    | Announced
    | GraceUsed
    | VacationUsed
    | TimeAsked
    | TimeDeclined
    | TimeGiven
    | TakebackAsked
    | TakebackDeclined
    | TakenBack
    | AbandonWarned
    | Overdue
    | Claimed
    | Ended
)
"""Everything that can happen to a match."""

KINDS: dict[str, type[Event]] = {cls.kind: cls for cls in get_args(Event)}


def event(kind: str, payload: str) -> Event:
    """The event that `payload()` of an event of this kind printed."""
    return KINDS[kind].from_fields(json.loads(payload))
