"""What can happen to a match. Frozen facts, to and from JSON; a match is the fold of its events.

Beside the events stand the few plain values that the matches and their store share.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, NewType, Self

from bot.games.core import PlayerError

MatchId = NewType("MatchId", int)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by Discord id, and the name they went by at the time."""

    id: int
    name: str


class Status(StrEnum):
    """Where a match stands. Only the first two are open."""

    INVITED = "invited"
    RUNNING = "running"
    ENDED = "ended"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class NoSuchMatch(PlayerError):
    """The store has no match of that number."""


class StaleMatch(PlayerError):
    """The match has gone on since the caller looked at it."""


class BrokenMatch(PlayerError):
    """The recorded events of a match can't be played through again."""


class StoreTrouble(PlayerError):
    """The database could not be read or written; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Event:
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
class Challenged(Event):
    """`host` asked others to a match in a channel.

    `invited` are the other seats: a person, or None for a seat that anyone may take.
    `first` says who begins: `host`, `guest` or `random`. Options with a value for each seat stand
    in the order host, then invited, until the start puts them in order of play. `days` is the
    time for a turn, None without a limit.
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

    def payload(self) -> str:
        """The event's fields as one JSON object; the time is ISO 8601 in UTC."""
        return json.dumps(asdict(self) | {"expires": self.expires.isoformat()}, ensure_ascii=False)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        people = tuple(p and Person(**p) for p in values["invited"])
        return cls(
            **{
                **values,
                "host": Person(**values["host"]),
                "invited": people,
                "expires": datetime.fromisoformat(values["expires"]),
            }
        )


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """`person` took a seat of the challenge."""

    kind: ClassVar[str] = "accepted"
    person: Person

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(Person(**values["person"]))


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """The invited person said no; their seat is free for anyone, and with two seats it is over."""

    kind: ClassVar[str] = "declined"
    person: int


@dataclass(frozen=True, slots=True)
class Withdrawn(Event):
    """The host, or a manager, took the challenge back."""

    kind: ClassVar[str] = "withdrawn"
    person: int


@dataclass(frozen=True, slots=True)
class Expired(Event):
    """Nobody answered the challenge in time."""

    kind: ClassVar[str] = "expired"


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The match began. `seats` are in order of play; `options` hold whatever chance decided."""

    kind: ClassVar[str] = "started"
    seats: tuple[Person, ...]
    options: dict[str, Any]

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(tuple(Person(**p) for p in values["seats"]), values["options"])


@dataclass(frozen=True, slots=True)
class Played(Event):
    """The player on seat `seat`, from 1, made the move of that canonical text."""

    kind: ClassVar[str] = "played"
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class DrawOffered(Event):
    """The player offered a draw; it stands until answered or until the other side moves."""

    kind: ClassVar[str] = "draw_offered"
    seat: int


@dataclass(frozen=True, slots=True)
class DrawDeclined(Event):
    """The player said no to the draw on offer."""

    kind: ClassVar[str] = "draw_declined"
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """The player is out; with more than two seats the others play on.

    They gave up, or were `late` and somebody claimed it.
    """

    kind: ClassVar[str] = "resigned"
    seat: int
    late: bool = False


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """The player whose turn it is was reminded, once in the turn."""

    kind: ClassVar[str] = "reminded"
    seat: int


@dataclass(frozen=True, slots=True)
class Overdue(Event):
    """The player's time for the turn ran out; the others may claim the win."""

    kind: ClassVar[str] = "overdue"
    seat: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """The player on `seat` claimed the win over an overdue player."""

    kind: ClassVar[str] = "claimed"
    seat: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over. No winners: a draw, or called off. `reason` is a key of words."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """The event of its JSON fields."""
        return cls(tuple(values["winners"]), values["reason"])


KINDS: dict[str, type[Event]] = {cls.kind: cls for cls in Event.__subclasses__()}


def event(kind: str, payload: str) -> Event:
    """The event that `payload()` of an event of this kind printed."""
    return KINDS[kind].from_fields(json.loads(payload))


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event where it stands in its match: `seq` counts from 1, `at` is in UTC."""

    seq: int
    event: Event
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What the lists show of a match, kept beside its events in the same transaction.

    `people` are all who sit or are invited; `turn` is the person to move; `due` is when the clock
    next has something to do (expiry, reminder, overdue), `deadline` when the turn's time ends.
    """

    match: MatchId
    seq: int
    game: str
    status: Status
    channel: int
    guild: int | None
    people: tuple[Person, ...]
    turn: int | None
    deadline: datetime | None
    due: datetime | None
    updated: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """Something to be said in the match's channel because of the event at `seq`.

    `kind` names what: `challenge`, `turn`, `end`, `notice`, ... A store numbers posts in the
    order they were written, and they are delivered in that order within a match.
    """

    match: MatchId
    seq: int
    kind: str
    id: int = field(default=0, compare=False)
    tries: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a post stands in the channel."""

    post: Post
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A move that somebody is making, on the board as it stood after the event `seq`.

    `keys` are the choices made so far; `move` is the text of a whole move that only wants to be
    confirmed; `offers` are texts of moves laid out side by side. `changes` counts what was done
    to the draft, so that a press on an older picture of it is known for one.
    """

    person: int
    match: MatchId
    seq: int
    keys: tuple[str, ...] = ()
    move: str | None = None
    offers: tuple[str, ...] = ()
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Premove:
    """An answer prepared for the other's next move, when `plies` moves had been made.

    `when` is the move it waits for, empty for any; `then` is the answer. Both are move texts.
    """

    person: int
    match: MatchId
    plies: int
    when: str
    then: str
