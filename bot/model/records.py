"""What is stored with the events: summaries, posts, drafts, premoves, calendars."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, NewType, Protocol, TypeVar

from bot.model.clock.changes import History
from bot.model.post_kinds import PostKind

MatchId = NewType("MatchId", int)

T = TypeVar("T")


class Finding(Protocol):
    """Rows that represent values of a kind: a row for each, a column for each of its fields."""

    async def find(self, kind: type[T], /, **having: object) -> list[T]:
        """All of that kind with these values of its fields, in the order of their key."""

    async def find_one(self, kind: type[T], /, **having: object) -> T | None:
        """The first of them; None if there is none."""


class Changing(Protocol):
    """A value that counts its changes."""

    @property
    def changes(self) -> int: ...


class Saving(Finding, Protocol):
    """Rows that replace each other."""

    async def save_next(self, value: Changing) -> bool:
        """Store it instead of the one with its key and one change less; False if another came
        first."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person by Discord id, and the name they had at the time.

    A person whose data was deleted has a number below zero instead. It tells them apart from other
    deleted people of the same match, and means another person in every other match.
    """

    id: int
    name: str

    @property
    def is_deleted(self) -> bool:
        """Whether it is no longer known who that was."""
        return self.id < 0


class Status(StrEnum):
    """The status of a match. Only the first two are open."""

    INVITED = "invited"
    RUNNING = "running"
    ENDED = "ended"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class DueKind(StrEnum):
    """The kinds of durable work in the store."""

    MATCH = "match"
    PERSON = "person"
    POST = "post"
    OLD_POST = "old_post"
    PLACE = "place"
    STRETCH = "stretch"
    LOBBY = "lobby"
    DELETION = "deletion"
    SERVER = "server"
    DAILY = "daily"
    LEADER_ROLE = "leader_role"
    CONTEST = "contest"
    OLDER_RESULTS = "older_results"
    LEAGUE = "league"
    LEAGUE_POST = "league_post"
    COMPETITION = "competition"
    COMPETITION_POST = "competition_post"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What the lists show of a match, stored with its events in the same transaction.

    `people` are all who sit or are invited; `turn` is the person to move; `due` is when the clock
    next has something to do (expiry, overdue), `deadline` when the turn's time ends. `clock_since`
    is when the clock of the turn began to run and `clock_budget` how long it may, None if none can
    run out; `due_otherwise` is what is due for any reason but the deadline. `turn_seq` is the event
    with which the turn of a person began, None if it is the bot's; `turn_known` says that they know
    of it without being called. `awaited` are the people whom an open match waits for, to move or to
    answer. `edition` counts how often the events were rewritten, with a name removed. `competition`
    is the number of the one that made the match, `pair` that of its pair, which is that of the
    first of the two.
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
    clock_since: datetime | None = None
    clock_budget: timedelta | None = None
    due_otherwise: datetime | None = None
    turn_seq: int | None = None
    turn_known: bool = False
    awaited: tuple[int, ...] = ()
    edition: int = 0
    competition: int | None = None
    pair: MatchId | None = None


class NoticeItem(NamedTuple):
    """What one person is notified of: what event `seq` of the match means to them."""

    match: MatchId
    seq: int
    kind: PostKind


@dataclass(frozen=True, slots=True)
class Post:
    """A pending post to the match's channel because of the event at `seq`.

    A store numbers posts in the order they were written, and they are delivered in that order
    within a match.

    `tries` counts failures, `refusals` those by Discord; a `refused` post is tried only now and
    then, and delays no other. It was not found in its channel at `clear_at`. `delay` is how long it
    waits for another post that would replace it.

    A post for one `person` is about several things, in a `direct` message or in the channel. It has
    its own time at which it was `written`.
    """

    match: MatchId
    seq: int
    kind: PostKind
    id: int = field(default=0, compare=False)
    tries: int = field(default=0, compare=False)
    refusals: int = field(default=0, compare=False)
    refused: bool = field(default=False, compare=False)
    clear_at: datetime | None = field(default=None, compare=False)
    delay: timedelta = field(default=timedelta(0), compare=False)
    person: int | None = None
    direct: bool = False
    about: tuple[NoticeItem, ...] = ()
    written: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a post is delivered in the channel, and whether its message is laid out by
    components."""

    post: Post
    channel: int
    message: int
    laid_out: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A move that a person is making, on the board after event `seq`.

    `keys` are the choices made so far; `move` is the text of a whole move that only needs to be
    confirmed; `offers` are texts of moves to choose from. `changes` counts changes of the draft, so
    that a press on an older picture of it is recognized.
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
    """A premove: an answer prepared for the other's next move, when `plies` moves had been made.

    `board_seq` is the event that began the turn it was prepared in: after a takeback the same
    number of moves comes again. It is 0 for answers of a version that did not store it. `when` is
    the move it waits for, empty for any; `then` is the answer. Both are move texts.
    """

    person: int
    match: MatchId
    plies: int
    when: str
    then: str
    board_seq: int = 0


class CalendarChange(NamedTuple):
    """All calendars of a person as they are to be, made from those that were `expected`."""

    person: int
    history: History
    expected: History


class RunningClock(NamedTuple):
    """A running clock of a match after event `seq`.

    It began at `since` and may run for `budget`, by now until `deadline`; the match is due at
    `otherwise` in any case, and was `updated` last with that event.
    """

    match: MatchId
    seq: int
    since: datetime
    budget: timedelta
    otherwise: datetime | None
    deadline: datetime | None
    updated: datetime


class MovedNotice(NamedTuple):
    """How a moved deadline changes the notices of a turn to which a person was called.

    The next reminder is planned at `next_at`. They were notified at `last_at`, unless it is None;
    `warned` is whether a warning before the deadline has been given, None if that stays.
    """

    next_at: datetime
    last_at: datetime | None
    warned: bool | None


class MovedDeadline(NamedTuple):
    """When a turn's time ends now, and when the clock next has something to do in the match.

    It is for the match after event `seq`. `notice` is what it changes for the person who was called
    to the turn.
    """

    match: MatchId
    seq: int
    deadline: datetime
    due: datetime
    notice: MovedNotice | None = None
