"""What the matches need from a store. `tests/store/contracts` holds every store to it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypedDict, Unpack

from bot.model.clock.changes import History
from bot.model.competitions.port import Competitions
from bot.model.events import Event, Recorded
from bot.model.events.digests import Digests
from bot.model.exercises.attempt import Attempts
from bot.model.exercises.daily import Dailies
from bot.model.invitations import Blocks, Invitations, StandingTerm
from bot.model.limits import Limits
from bot.model.notices.records import Following, Notices, Notified, TurnNotice
from bot.model.places import FastStretch, Place, Places, Placing, Stretches
from bot.model.post_kinds import PostKind
from bot.model.privacy.owner import OwnerDecisions
from bot.model.privacy.records import Privacy
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import LeaderRoles, Ratings
from bot.model.records import (
    CalendarChange,
    ChannelId,
    Delivered,
    Draft,
    DueKind,
    GuildId,
    Keeping,
    MatchId,
    MatchSummary,
    MessageId,
    MovedDeadline,
    PersonId,
    Post,
    Premove,
    RunningClock,
    Seq,
    Status,
)
from bot.model.results import MatchEnd, OlderResults, Results
from bot.model.studies.kept import Studies

Projected = tuple[MatchSummary, Sequence[Post]]
"""What is written with the events, in the same transaction: the summary and the posts."""


class Appended(NamedTuple):
    """Events by which a match comes from the summary `before`, None for a new one, to the summary
    `after`, and their posts.

    With them a person has reached the `rung`; of several times the first is kept. If they end the
    match, `end` is its result; its contest is to be settled soon.
    """

    before: MatchSummary | None
    events: Sequence[Event]
    at: datetime
    after: MatchSummary
    posts: Sequence[Post] = ()
    rung: Rung | None = None
    end: MatchEnd | None = None


class ClockAfter(NamedTuple):
    """The clock that runs after events by the calendars of that person, and what makes the `row` of
    the match after the events by those: asked again if the write is tried again."""

    person: PersonId
    row: Callable[[History], MatchSummary]


class Stored(NamedTuple):
    """What storing events tells: whether the player to move may have premoves to be played at once,
    False only if there are none that were stored before; and the digest of the last event."""

    has_premoves: bool
    digest: int | None


def ignore() -> None:
    """Used if nobody asked to be called."""


class ForPosts(NamedTuple):
    """What the posts of a match depend on: its summary, the calendars of the player to move, its
    place, its last stretch, which may be over, and the turn that a person has to make.

    `running` is how many matches run in its channel, counted until they are many. `stored` are the
    preferences and notice settings of its people, and the preferences of its server, by scope and
    owner, as far as any are set.
    """

    summary: MatchSummary
    history: History
    place: Place
    stretch: FastStretch | None
    turn: TurnNotice | None
    running: int
    stored: Mapping[tuple[str, int], Mapping[str, Any]]


class ForAnswer(NamedTuple):
    """What else a person is told about a match: why its newest refused post was refused, if any
    waits to be tried again, its place, and whether a note waits for the person."""

    refused: str | None
    place: Place
    is_noted: bool


class PlayedCounts(NamedTuple):
    """How many matches are read at most: that have ended, that run, and each of the others."""

    ended: int
    running: int
    beside: int


class PlayedMatches(NamedTuple):
    """Matches of a person, each kind from the newest on: those that have `ended`, those that run,
    the `absences` and the `departures`.

    Absences are matches that asked whether the person is ready and began without them, or not at
    all: they may not have said so. Departures are those they played in until a replacement took
    over.
    """

    ended: Sequence[MatchSummary]
    running: Sequence[MatchSummary]
    absences: Sequence[MatchSummary]
    departures: Sequence[MatchSummary]


class AskedMatches(TypedDict, total=False):
    """What matches have to fit, and how many are read at most."""

    person: PersonId | None
    channel: ChannelId | None
    guild: GuildId | None
    statuses: Sequence[Status] | None
    limit: int


class EventLog(Keeping, Protocol):
    """The events of all matches, and the summaries stored with them."""

    async def create(
        self,
        events: Sequence[Event],
        at: datetime,
        summarize: Callable[[MatchId], Projected],
        standing: StandingTerm | None = None,
        once: str | None = None,
    ) -> MatchId:
        """Begin a match with its first events; `summarize` gets the number it is given.

        With `standing` it is a standing challenge. Raises StaleMatch if the one that it follows was
        not taken, or is renewed already. With `once` it is the one match that is arranged under
        that name. Raises StaleMatch if there is one.
        """

    async def append(
        self,
        appended: Appended,
        calendars: CalendarChange | None = None,
        clock: ClockAfter | None = None,
    ) -> Stored:
        """Add events to a match, with all their consequences. Who hands over a seat loses their
        drafts, premoves and held notices in the match with it, and the replacement stops following
        it. Raises StaleMatch if it has gone on
        since the summary before them, or RewrittenMatch for an older edition. `calendars` is
        changed with them. Raises StaleCalendar. The row of a `clock` is written instead of the
        summary after them, by the calendars as they are read just before."""

    async def events(self, match: MatchId) -> list[Recorded]:
        """A match's events in order. Raises NoSuchMatch, and BrokenMatch for unreadable ones."""

    async def summary(self, match: MatchId) -> MatchSummary:
        """A match's summary. Raises NoSuchMatch."""

    async def with_calendars(self, match: MatchId) -> tuple[MatchSummary, History]:
        """The same, with the calendars of the player to move; none before the start and after the
        end."""

    async def for_posts(self, match: MatchId) -> ForPosts:
        """The same with everything that its posts depend on."""

    async def summaries(self, **asked: Unpack[AskedMatches]) -> list[MatchSummary]:
        """The summaries that fit everything given, the newest match first; 100 at most, unless
        another `limit` is given."""

    async def begun_in(self, guild: GuildId, after: MatchId, limit: int) -> list[MatchSummary]:
        """The first matches of a server after that number that run or have ended, in order."""

    async def histories(
        self, matches: Sequence[MatchId], last: int
    ) -> dict[MatchId, list[Recorded]]:
        """Of each match its `last` events, and those before them that are no moves, in order.

        A match with an unreadable event is left out.
        """

    async def involvements(self, person: PersonId, limit: int) -> list[MatchSummary]:
        """The newest matches that name the person without a seat: they have imported the record,
        have left, or were asked."""

    async def played(
        self,
        person: PersonId,
        most: PlayedCounts,
        choose: Callable[[PlayedMatches], Sequence[MatchId]],
        last: int,
    ) -> tuple[PlayedMatches, dict[MatchId, list[Recorded]]]:
        """The newest matches of the person, and the `histories` of those of them that `choose`
        names."""


class Positions(Protocol):
    """Positions of long matches, stored so that opening one replays only its end. A cache.

    `rules` is the version of the rules that made them; those of another version are not found.
    """

    async def positions(self, match: MatchId, rules: str) -> dict[Seq, str]:
        """The stored positions of the match as JSON, by the event they followed."""

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[Seq, str]
    ) -> None:
        """Store positions, instead of older ones after the same events."""


class BesideDelivery(TypedDict, total=False):
    """What is noted with the delivery of a post; `Outbox.delivered` says what of it."""

    at: datetime
    has_buttons: bool
    laid_out: bool
    outdates: Sequence[PostKind]
    notified: Sequence[Notified]
    placing: Placing | None


class BesideFailure(TypedDict, total=False):
    """What is written with a failed try."""

    notified: Sequence[Notified]
    instead: Sequence[Post]
    call_again_at: datetime | None


class Outbox(Protocol):
    """Pending posts, and where delivered ones are."""

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        """The first undelivered post of each match, if its time to be tried has come, in order.

        A refused post counts as first only while it is due. It is due again, and goes before,
        when another is written in its match.
        """

    async def delivered(
        self, post: Post, channel: ChannelId, message: MessageId, **beside: Unpack[BesideDelivery]
    ) -> list[Delivered]:
        """Record where the post is delivered. It is never pending again.

        Posts before it of the kinds `outdates` lose their buttons from `at` on: those are returned,
        except those in the same message, which has become this post. The notifications of the
        people it pings are written with it; none of a turn that has passed. So is the change of its
        match's place, with posts that are due at once. Raises StalePlace if the place has changed
        since; nothing is recorded then.
        """

    async def buttons_removed(self, post: Post, retry_at: datetime | None = None) -> None:
        """Record that the post's buttons are removed, or else when to try again."""

    async def failed(
        self, post: Post, error: str, retry_at: datetime | None, **beside: Unpack[BesideFailure]
    ) -> None:
        """Record a failed try, its reason, and when to try again; None gives up.

        With it are written the notifications of the people it would have pinged, the posts in its
        place, and that its calls have reached nobody and are due again.
        """

    async def retry_refused(
        self, at: datetime, channels: Sequence[ChannelId] | None = None
    ) -> bool:
        """Try refused posts again at that time, all or those of some channels and threads. Whether
        any wait."""

    async def any_refused(self) -> bool:
        """Whether any refused post waits."""

    async def refusal(self, match: MatchId, before_post: int) -> str | None:
        """Why the newest refused post to all that waits in the match, written before the one given,
        was refused; None if none waits."""

    async def for_answer(self, match: MatchId, person: PersonId) -> ForAnswer:
        """What answers to a person say below about the match, read at one instant."""

    async def waits(self, match: MatchId, seq: Seq) -> bool:
        """Whether the post of the turn that began with event `seq` is still to be made."""

    async def unseen_turn(self, match: MatchId, seq: Seq) -> Post | None:
        """The post of the turn that began with event `seq`, if it is not delivered: it is pending,
        or was notified in another way. None if it is delivered."""

    async def boards_due(self, matches: Sequence[MatchId], at: datetime) -> frozenset[MatchId]:
        """Those of the matches whose turn's board is to be posted by then."""

    async def last_board(self, match: MatchId, before_post: int | None = None) -> Delivered | None:
        """The newest delivered board post of the match, written before the one given."""


class People(Blocks, Following, Keeping, Protocol):
    """A person's preferences, drafts, premoves, visits, notes and calendars."""

    async def save_draft(self, draft: Draft) -> bool:
        """Store the draft instead of the one it follows; False if another came first.

        A draft follows one of an older board, or one of the same board with one change less.
        """

    async def prepare(
        self, match: MatchId, added: Sequence[Premove], replaced: Sequence[Premove]
    ) -> None:
        """Store what is added to the premoves of a match, and drop what it replaces unless that has
        changed meanwhile."""

    async def preferences(self, scope: str, owner: int) -> dict[str, Any]:
        """The preferences of the person or server (`person`, `guild`); empty if none are set."""

    async def preferences_there(
        self, people: Sequence[PersonId], guild: GuildId | None
    ) -> tuple[dict[PersonId, dict[str, Any]], dict[str, Any]]:
        """The preferences of each of those people who set any, and of the server, read together."""

    async def change_preferences(
        self, scope: str, owner: int, change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Any]:
        """Replace preferences by what `change` makes of them, and return it.

        Concurrent changes run one after the other. One that raises changes nothing.
        """

    async def visit(
        self, person: PersonId, match: MatchId, seq: Seq, at: datetime | None = None
    ) -> None:
        """The person has seen the board after the event; never an earlier one."""

    async def calendar_history(self, person: PersonId) -> History:
        """All calendars of the person in order; none if nothing was set."""

    async def save_calendars(self, change: CalendarChange) -> None:
        """Store a changed history instead of the one it was made from.

        Raises StaleCalendar if another has replaced it already.
        """

    async def clocks_of(self, person: PersonId) -> list[RunningClock]:
        """The clocks that run while the person is to move, in order of their matches."""

    async def move_deadlines(self, moved: Sequence[MovedDeadline]) -> None:
        """Set new deadlines. A match that has gone on since, or whose clock stopped, keeps its
        own."""


class Agenda(Protocol):
    """The due work."""

    async def upcoming(self, now: datetime) -> Mapping[str, datetime]:
        """When each `DueKind` of work is next due; kinds without work are left out.

        Work that another process has taken on is left out, except deletions: while one lasts, every
        process refuses the person.
        """

    async def due(self, kind: DueKind, now: datetime, limit: int = 50) -> list[Any]:
        """Due work of that kind that no other process is at, longest due first: matches, old posts,
        places and stretches by the number of the match, people by theirs, all else as its row. For
        posts see `pending`."""


class Processes(Protocol):
    """What processes on one database share."""

    def listen(self, on_change: Callable[[], None]) -> None:
        """Call that whenever another process may have left something to do. Does nothing on a
        file."""

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        """Take the next `count` slots of a budget, which come every `interval` seconds: in how many
        seconds the first of them does. None if no other process can share it."""

    async def put_off(self, budget: str, seconds: float) -> None:
        """No process gets a slot of the budget for that many seconds."""

    async def claim(self, budget: str, seconds: float) -> bool:
        """Take the budget for that many seconds if it is free; whether it was. With `put_off` its
        holder keeps it for longer."""

    async def hold_shards(self, first: int, last: int, count: int) -> int | None:
        """Say that this process has the shards from the first to the last of that many: how many
        other running processes have some of the same servers. A killed one counts as running until
        its lease ends. None if there can be no other process."""


class WaitingPosts(NamedTuple):
    """How many posts are pending, how many of them because they were refused, and since when the
    oldest of the others is."""

    waiting: int
    refused: int
    since: datetime | None


class Workload(Protocol):
    """What a store can count at any size."""

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        """How many matches are open, by game and status."""

    async def waiting_posts(self) -> WaitingPosts:
        """How many posts are pending, in all matches."""


class Store(
    EventLog,
    Positions,
    Outbox,
    People,
    Attempts,
    Dailies,
    Studies,
    LeaderRoles,
    Competitions,
    Results,
    OlderResults,
    Digests,
    Ratings,
    Notices,
    Places,
    Stretches,
    Invitations,
    OwnerDecisions,
    Limits,
    Agenda,
    Processes,
    Workload,
    Privacy,
    Protocol,
):
    """The whole store: each call that writes is one transaction.

    Every method raises StoreTrouble if the disk or the database fails; nothing is changed then.
    """

    async def close(self) -> None:
        """Close the database. Closing twice is fine."""
