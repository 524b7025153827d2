"""What the matches need from a store. `tests/store/contracts` holds every store to it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypedDict, Unpack

from bot.model.clock.changes import History
from bot.model.competitions.port import Competitions
from bot.model.events import Event, Recorded
from bot.model.exercises.attempt import Attempts
from bot.model.exercises.daily import Dailies
from bot.model.invitations import Blocks, Invitations, StandingTerm
from bot.model.limits import Limits
from bot.model.notices.records import Following, Notices, Notified, TurnNotice
from bot.model.places import FastStretch, Place, Places, Placing, Stretches
from bot.model.post_kinds import PostKind
from bot.model.privacy.records import Privacy
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import LeaderRoles, Ratings
from bot.model.records import (
    CalendarChange,
    Delivered,
    Draft,
    DueKind,
    Finding,
    MatchId,
    MatchSummary,
    MovedDeadline,
    Post,
    Premove,
    RunningClock,
    Status,
)
from bot.model.results import MatchEnd, OlderResults, Results

Projected = tuple[MatchSummary, Sequence[Post]]
"""What is written beside the events, in the same transaction: the summary and the posts."""


class Appended(NamedTuple):
    """Events by which a match comes from the row `before`, None of a new one, to the row `after`,
    and the posts that tell them.

    With them somebody has reached the `rung`; of several times the first is kept. Where they end
    the match, `end` is what it came to; its contest is to be settled soon.
    """

    before: MatchSummary | None
    events: Sequence[Event]
    at: datetime
    after: MatchSummary
    posts: Sequence[Post] = ()
    rung: Rung | None = None
    end: MatchEnd | None = None


def ignore() -> None:
    """Stands where nobody has asked to be called."""


class ForPosts(NamedTuple):
    """What is said of a match depends on: its row, the calendars of the player to move, where it is
    posted, its last fast stretch, which may be over, the turn that a person has to make, and what
    the player to move chose about notices."""

    summary: MatchSummary
    history: History
    place: Place
    stretch: FastStretch | None
    turn: TurnNotice | None
    chosen: Mapping[str, Any]


BEHIND_ALL = 2**63 - 1
"""A number that no post reaches."""


class AskedMatches(TypedDict, total=False):
    """What matches have to fit, and how many are read at most."""

    person: int | None
    channel: int | None
    guild: int | None
    statuses: Sequence[Status] | None
    limit: int


class EventLog(Finding, Protocol):
    """The events of all matches, and the summaries kept beside them."""

    async def create(
        self,
        events: Sequence[Event],
        at: datetime,
        summarize: Callable[[MatchId], Projected],
        standing: StandingTerm | None = None,
        once: str | None = None,
    ) -> MatchId:
        """Begin a match with its first events; `summarize` gets the number it is given.

        With `standing` it is a standing challenge. Raises StaleMatch when the one that it follows
        was not taken, or is followed by another already. With `once` it is the one match that is
        arranged under that name. Raises StaleMatch when there is one.
        """

    async def arranged(self, once: str) -> MatchId | None:
        """The match that was arranged under that name, None if it is still to be made."""

    async def to_arrange(self) -> list[str]:
        """The names under which a match is still to be made: with the start of the first match of a
        pair is written that of the second."""

    async def arrange_no_more(self, once: str) -> None:
        """None is to be made under that name any more. One that was made stays."""

    async def matches_of_pairs(self, pairs: Sequence[MatchId]) -> list[MatchSummary]:
        """The matches of those pairs, the first of each before the second."""

    async def append(self, appended: Appended, calendars: CalendarChange | None = None) -> None:
        """Add events to a match, with all that follows from them. Raises StaleMatch when it has
        gone on since the row before them, or RewrittenMatch for an older edition. `calendars` is
        changed with them. Raises StaleCalendar.
        """

    async def events(self, match: MatchId) -> list[Recorded]:
        """A match's events in order. Raises NoSuchMatch, and BrokenMatch for unreadable ones."""

    async def summary(self, match: MatchId) -> MatchSummary:
        """A match's summary. Raises NoSuchMatch."""

    async def with_calendars(self, match: MatchId) -> tuple[MatchSummary, History]:
        """The same, with the calendars of the player to move; none before the start and after the
        end."""

    async def for_posts(self, match: MatchId) -> ForPosts:
        """The same with all that its posts depend on, as it stands at one instant."""

    async def summaries(self, **asked: Unpack[AskedMatches]) -> list[MatchSummary]:
        """The summaries that fit everything given, the newest match first; 100 at most, unless
        another `limit` is given."""

    async def begun_in(self, guild: int, after: MatchId, limit: int) -> list[MatchSummary]:
        """The first matches of a server behind that number that run or have ended, in order."""

    async def histories(
        self, matches: Sequence[MatchId], last: int
    ) -> dict[MatchId, list[Recorded]]:
        """Of each match its `last` events, and those before them that are no moves, in order.

        A match with an event that can't be read is left out.
        """

    async def involvements(self, person: int, limit: int) -> list[MatchSummary]:
        """The newest matches that name the person, who does not sit in them: they have brought the
        record, have left, or were asked."""

    async def absences(self, person: int, limit: int) -> list[MatchSummary]:
        """The newest matches that asked whether the person is ready and began without them, or not
        at all: where they may not have said so."""

    async def departures(self, person: int, limit: int) -> list[MatchSummary]:
        """The newest matches that the person played in until somebody else played on for them.

        With their seat they lose, in the same transaction, what they had begun and prepared in the
        match, and what was held to be told them; the players on follows the match no longer.
        """


class Positions(Protocol):
    """Positions of long matches, kept so that opening one replays only its end. A cache.

    `rules` is the version of the rules that made them; those of another version are not found.
    """

    async def positions(self, match: MatchId, rules: str) -> dict[int, str]:
        """The kept positions of the match as JSON, by the event they stood after."""

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[int, str]
    ) -> None:
        """Keep positions, instead of older ones after the same events."""


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
    """What is to be said in the channels, and where it stands once it is said."""

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        """The first undelivered post of each match, if its time to be tried has come, in order.

        A refused post counts as first only while it is due. It is due again, and goes before,
        when another is written in its match.
        """

    async def delivered(
        self, post: Post, channel: int, message: int, **beside: Unpack[BesideDelivery]
    ) -> list[Delivered]:
        """Note where the post stands now. It is never pending again.

        Posts before it of the kinds `outdates` lose their buttons from `at` on: those it returns,
        but for what stood in the same message, which has become this post.
        What becomes of the people it tells is written with it; of a turn that has passed, nothing.
        So is what becomes of the place of its match, with posts that are due at once. Raises
        StalePlace when the place is not any more as it was; nothing is noted then.
        """

    async def buttons_removed(self, post: Post, retry_at: datetime | None = None) -> None:
        """Note that the post's buttons are off, or else when to try again."""

    async def failed(
        self, post: Post, error: str, retry_at: datetime | None, **beside: Unpack[BesideFailure]
    ) -> None:
        """Note a failed try, what the post says of it, and when to try again; None gives up.

        With it is written what becomes of the people it would have told, posts in its place, and
        that the calls in it have reached nobody and are due again.
        """

    async def retry_refused(self, at: datetime, channels: Sequence[int] | None = None) -> bool:
        """Try refused posts again at that time, all or those of some channels and threads. Whether
        any wait."""

    async def any_refused(self) -> bool:
        """Whether any refused post waits."""

    async def refusal(
        self, match: MatchId, before_post: int = BEHIND_ALL
    ) -> tuple[str | None, Place]:
        """Why the newest post to all was refused that waits in the match, written before the one
        given, None if none does; and the place of the match."""

    async def waits(self, match: MatchId, seq: int) -> bool:
        """Whether the post of the turn that began with the event `seq` is still to be made."""

    async def unseen_turn(self, match: MatchId, seq: int) -> Post | None:
        """The post of the turn that began with the event `seq`, if it stands nowhere: it is still
        to be made, or what it says was told in another way. None if it stands."""

    async def boards_due(self, matches: Sequence[MatchId], at: datetime) -> frozenset[MatchId]:
        """Those of the matches of which the board of a turn is to be posted by then."""

    async def last_board(self, match: MatchId, before_post: int | None = None) -> Delivered | None:
        """The newest delivered post of the match with a board, written before the one given."""


class People(Blocks, Following, Finding, Protocol):
    """What is about one person: preferences, moves in the making, prepared answers, visits, notes,
    and when their clocks stand."""

    async def save_draft(self, draft: Draft) -> bool:
        """Put the draft instead of the one it follows; False when another came first.

        A draft follows one of an older board, and one of the same board with a change less.
        """

    async def preferences(self, scope: str, owner: int) -> dict[str, Any]:
        """What the person or server (`person`, `guild`) said; empty when nothing."""

    async def preferences_there(
        self, people: Sequence[int], guild: int | None
    ) -> tuple[dict[int, dict[str, Any]], dict[str, Any]]:
        """What each of those people said who said anything, and what the server did, read
        together."""

    async def change_preferences(
        self, scope: str, owner: int, change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Any]:
        """Put what `change` makes of what was said in its place, and return it.

        Two changes at once come one after the other. One that raises changes nothing.
        """

    async def visited(self, person: int, match: MatchId) -> int | None:
        """The event whose board the person has last seen, None for no board at all."""

    async def visit(
        self, person: int, match: MatchId, seq: int, at: datetime | None = None
    ) -> None:
        """The person has seen the board that stood after the event; never an earlier one."""

    async def save_premove(self, premove: Premove) -> None:
        """Keep an answer, instead of one to the same move."""

    async def drop_premoves(self, person: int, match: MatchId, before: int | None = None) -> None:
        """Forget all that the person has prepared in the match, or only what was prepared on a
        board that an event `before` that one began."""

    async def prepared(self) -> list[MatchId]:
        """The matches in which somebody has prepared something."""

    async def leave_note(self, person: int, match: MatchId, text: str) -> None:
        """Keep a note that the person gets with their next answer about the match."""

    async def take_note(self, person: int, match: MatchId) -> str | None:
        """The note that waits for the person. Taking it removes it."""

    async def private_note(self, person: int, match: MatchId) -> str:
        """What the person has noted about the match, empty if nothing."""

    async def save_private_note(self, person: int, match: MatchId, text: str) -> None:
        """Keep the note instead of the one before; an empty text removes it."""

    async def calendar_history(self, person: int) -> History:
        """All calendars of the person in order; none if nothing was said."""

    async def save_calendars(self, change: CalendarChange) -> None:
        """Put a changed history instead of the one it was made from.

        Raises StaleCalendar when another has taken its place already.
        """

    async def clocks_of(self, person: int) -> list[RunningClock]:
        """The clocks that run while the person is to move, in order of their matches."""

    async def move_deadlines(self, moved: Sequence[MovedDeadline]) -> None:
        """Set deadlines anew. A match that has gone on since, or whose clock stopped, keeps its."""


class Agenda(Protocol):
    """What there is to do."""

    async def upcoming(self, now: datetime) -> Mapping[str, datetime]:
        """When each `DueKind` of work is next due; without those of which there is none.

        What another process has taken on is left out, but for deletions: while one lasts, every
        process turns the person away.
        """

    async def due(self, kind: DueKind, now: datetime, limit: int = 50) -> list[Any]:
        """What is due of that kind and no other process is at, longest due first: matches, old
        posts, places and stretches by the number of the match, people by theirs, all else as its
        row. Of posts see `pending`, of lists of challenges `stale_lobbies`."""


class Processes(Protocol):
    """What several processes on one database need of each other."""

    def listen(self, on_change: Callable[[], None]) -> None:
        """Call that whenever another process may have left something to do. A file has none."""

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        """Take the next `count` places of a budget, which come every `interval` seconds: in how
        many seconds the first of them does. None if no other process can have a share."""

    async def put_off(self, budget: str, seconds: float) -> None:
        """Let nobody have a place of the budget for so many seconds."""

    async def claim(self, budget: str, seconds: float) -> bool:
        """Take the budget for so many seconds, where nobody has it; whether it was free. With
        `put_off` whoever has it keeps it for longer."""

    async def hold_shards(self, first: int, last: int, count: int) -> int | None:
        """Say that this process has the shards from the first to the last of so many: how many
        other processes at work have some of the same servers. One that was killed counts as at work
        until its lease ends. None if no other process can be at work."""


class WaitingPosts(NamedTuple):
    """How many posts wait to be made, how many of them because they were refused, and since when
    the oldest of the others does."""

    waiting: int
    refused: int
    since: datetime | None


class Workload(Protocol):
    """What a store can count at any size."""

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        """How many matches are open, by game and status."""

    async def waiting_posts(self) -> WaitingPosts:
        """How many posts wait, in all matches."""


class Store(
    EventLog,
    Positions,
    Outbox,
    People,
    Attempts,
    Dailies,
    LeaderRoles,
    Competitions,
    Results,
    OlderResults,
    Ratings,
    Notices,
    Places,
    Stretches,
    Invitations,
    Limits,
    Agenda,
    Processes,
    Workload,
    Privacy,
    Protocol,
):
    """All of it in one place: each call that writes is one transaction.

    Every method raises StoreTrouble when the disk or the database fails; nothing is changed then.
    """

    async def close(self) -> None:
        """Close the database. Closing twice is fine."""
