"""What is stored with the events: summaries, posts, drafts, premoves, calendars."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType, Protocol, TypeVar

from bot.games.names import plain_name
from bot.model.clock.changes import History
from bot.model.post_kinds import PostKind

MatchId = NewType("MatchId", int)

PersonId = NewType("PersonId", int)
"""A Discord user; below zero if their data was deleted."""

GuildId = NewType("GuildId", int)
"""A Discord server."""

ChannelId = NewType("ChannelId", int)
"""A Discord channel, or a thread, which is a channel, too."""

NOWHERE = ChannelId(0)
"""The channel of boards that are posted in none: exercises, and matches for practice."""

MessageId = NewType("MessageId", int)
"""A Discord message."""

Seat = NewType("Seat", int)
"""A place at the board, from 1 in order of play."""

FIRST_SEAT = Seat(1)

Seq = NewType("Seq", int)
"""The place of an event in its match, from 1."""

NO_EVENT = Seq(0)
"""Before the first."""

T = TypeVar("T")


def by_seat(values: Iterable[T]) -> Iterator[tuple[Seat, T]]:
    """Values in order of play, each with its seat."""
    return ((Seat(number), each) for number, each in enumerate(values, 1))


@cache
def seats_of(count: int) -> tuple[Seat, ...]:
    """The seats of that many players, in order of play."""
    return tuple(map(Seat, range(1, count + 1)))


class Finding(Protocol):
    """Rows that represent values of a kind: a row for each, a column for each of its fields."""

    async def find(self, kind: type[T], /, **having: object) -> list[T]:
        """All of that kind with these values of its fields, in the order of their key. Of a list of
        numbers the field has any; None stands for none."""

    async def find_one(self, kind: type[T], /, **having: object) -> T | None:
        """The first of them; None if there is none."""


class Keeping(Finding, Protocol):
    """Rows that are written one by one."""

    async def put(self, value: object) -> None:
        """Store it, instead of the one with its key if there is one."""

    async def add(self, value: object) -> bool:
        """Store it, unless there is one with its key; whether there was none."""

    async def drop(self, kind: type[T], /, **having: object) -> list[T]:
        """Forget, and return, all of that kind with these values of its fields: see `find`."""


class Changing(Protocol):
    """A value that counts its changes."""

    @property
    def changes(self) -> int: ...


C = TypeVar("C", bound=Changing)


def counting_changes(step: Callable[[C], C]) -> Callable[[C], C]:
    """The step, which counts as one change of the value, or as none if it changes nothing."""

    def next_of(before: C) -> C:
        after = step(before)
        return before if after == before else replace(after, changes=before.changes + 1)  # type: ignore[type-var]

    return next_of


class Saving(Keeping, Protocol):
    """Rows that replace each other."""

    async def save_next(self, value: Changing) -> bool:
        """Store it instead of the one with its key and one change less; False if another came
        first, or if it was dropped since. With one change or none it may be the first."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person by Discord id, and the name they had at the time.

    A person whose data was deleted has a number below zero instead. It tells them apart from other
    deleted people of the same match, and means another person in every other match.
    """

    id: PersonId
    name: str

    def __post_init__(self) -> None:
        # Names of other versions are cleaned as they are read.
        plain = plain_name(self.name) or (str(self.id) if self.name else "")
        object.__setattr__(self, "name", plain)

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
    LIVING_POST = "living_post"
    DELETION = "deletion"
    SERVER = "server"
    LEADER_ROLE = "leader_role"
    CONTEST = "contest"
    OLDER_RESULTS = "older_results"
    OLDER_DIGESTS = "older_digests"
    LEAGUE = "league"
    COMPETITION = "competition"
    REPLY = "reply"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What the lists show of a match, stored with its events in the same transaction."""

    match: MatchId
    """The number of the match."""
    seq: Seq
    """The event up to which it is folded."""
    game: str
    """The key of the game."""
    status: Status
    """Whether it is asked for, running, or how it ended."""
    channel: ChannelId
    """The channel that the match belongs to, also while it is posted in a thread."""
    guild: GuildId | None
    """The server of the channel; None for direct messages."""
    people: tuple[Person, ...]
    """All who sit or are invited."""
    turn: PersonId | None
    """The person to move; None unless the match is running."""
    deadline: datetime | None
    """When the turn's time ends; None while no clock runs."""
    due: datetime | None
    """When the clock next has something to do: at the deadline or before, see `due_otherwise`."""
    updated: datetime
    """When its last event was recorded."""
    clock_since: datetime | None = None
    """When the clock of the turn began to run."""
    clock_budget: timedelta | None = None
    """How long the clock of the turn may run; None if none can run out."""
    due_otherwise: datetime | None = None
    """What is due for any reason but the deadline, such as the end of an invitation."""
    turn_seq: Seq | None = None
    """The event with which the turn of a person began; None if it is the bot's."""
    turn_known: bool = False
    """Whether the person to move knows of the turn without being called."""
    awaited: tuple[PersonId, ...] = ()
    """The people whom an open match waits for, to move or to answer."""
    edition: int = 0
    """How often the events were rewritten, with a name removed or to digest them."""
    competition: int | None = None
    """The number of the competition that made the match."""
    pair: MatchId | None = None
    """The number of its pair, which is that of the first of the two."""
    digest: int | None = field(default=None, compare=False)
    """The digest of the last event; None for a match that is older than digests."""
    sealed: int | None = field(default=None, compare=False)
    """The edition of the events that was digested, as the store counts."""

    @property
    def is_practice(self) -> bool:
        return self.channel == NOWHERE


class NoticeItem(NamedTuple):
    """What one person is notified of: what event `seq` of the match means to them."""

    match: MatchId
    seq: Seq
    kind: PostKind


@dataclass(frozen=True, slots=True)
class Post:
    """A pending post to the match's channel because of an event, or one for a person.

    A store numbers posts in the order they were written, and they are delivered in that order
    within a match. A post for one person is about several things, and comes in a direct message or
    in the channel.
    """

    match: MatchId
    """The match that it is about, or the first of several."""
    seq: Seq
    """The event that it is about."""
    kind: PostKind
    """What it says."""
    id: int = field(default=0, compare=False)
    """Its number in the store; 0 before it is stored."""
    tries: int = field(default=0, compare=False)
    """How often it failed, for whatever reason."""
    refusals: int = field(default=0, compare=False)
    """How often Discord refused it."""
    refused: bool = field(default=False, compare=False)
    """Whether it is tried only now and then, and delays no other."""
    clear_at: datetime | None = field(default=None, compare=False)
    """When it was last looked for in its channel, and not found; None if it never was."""
    delay: timedelta = field(default=timedelta(0), compare=False)
    """How long it waits for another post that would replace it."""
    person: PersonId | None = None
    """The person whom it is for; None if it is for all in the channel."""
    direct: bool = False
    """Whether the person gets it in a direct message."""
    about: tuple[NoticeItem, ...] = ()
    """What it notifies the person of."""
    written: datetime | None = field(default=None, compare=False)
    """When a post for a person was written; one for all has the time of its event."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a post is delivered in the channel, and whether its message is laid out by
    components."""

    post: Post
    channel: ChannelId
    message: MessageId
    laid_out: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A move that a person is making, on the board after event `seq`.

    `keys` are the choices made so far; `move` is the text of a whole move that only needs to be
    confirmed; `offers` are texts of moves to choose from. `changes` counts changes of the draft, so
    that a press on an older picture of it is recognized.
    """

    person: PersonId
    match: MatchId
    seq: Seq
    keys: tuple[str, ...] = ()
    move: str | None = None
    offers: tuple[str, ...] = ()
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Premove:
    """A premove: an answer prepared for what may follow, when `plies` moves had been made.

    `board_seq` is the event that began the turn it was prepared in: after a takeback the same
    number of moves comes again. It is 0 for answers of a version that did not store it. `when` are
    the moves it waits for, a line each, of which the last is the other's, and empty for any; `then`
    is the answer. All are move texts. It is played `at_once`, or after a minute or two.
    """

    person: PersonId
    match: MatchId
    plies: int
    when: str
    then: str
    board_seq: Seq = NO_EVENT
    at_once: bool = True

    @property
    def path(self) -> tuple[str, ...]:
        """The moves it waits for."""
        return tuple(self.when.split(NEXT))


NEXT = "\n"
"""What separates the moves that a premove waits for; no move text has it."""


class DueReply(NamedTuple):
    """That the premoves of a match are to be looked at, from the instant `due` on.

    `seq` is the event that began the turn for which that instant was drawn, to play the answer
    then; 0 if it is not drawn yet. `changes` counts changes, of which each turn makes one.
    """

    match: MatchId
    seq: Seq
    due: datetime
    changes: int = 0


class Visit(NamedTuple):
    """The newest board that a person has seen of a match began with event `seq`. `at` is when they
    saw it; versions that did not store that left None."""

    person: PersonId
    match: MatchId
    seq: Seq
    at: datetime | None = None


class WaitingNote(NamedTuple):
    """A note that a person gets with their next answer about a match."""

    person: PersonId
    match: MatchId
    text: str


class PrivateNote(NamedTuple):
    """What a person has noted about a match, for themselves alone."""

    person: PersonId
    match: MatchId
    text: str


class Arrangement(NamedTuple):
    """The one match that is arranged under a name; None while it is still to be made, as the start
    of the first match of a pair says of the second."""

    name: str
    match: MatchId | None


class CalendarChange(NamedTuple):
    """All calendars of a person as they are to be, made from those that were `expected`."""

    person: PersonId
    history: History
    expected: History


class RunningClock(NamedTuple):
    """A running clock of a match after event `seq`.

    It began at `since` and may run for `budget`, by now until `deadline`; the match is due at
    `otherwise` in any case, and was `updated` last with that event.
    """

    match: MatchId
    seq: Seq
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
    seq: Seq
    deadline: datetime
    due: datetime
    notice: MovedNotice | None = None
