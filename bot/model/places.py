"""Where the posts of a match go: the effective mode, the state and name of its thread; when a
stretch is offered, in which the board changes in place, and what is posted at its end; posts that
follow something. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Protocol

from bot.catalog import entry
from bot.model.decide.consent import LEFT
from bot.model.match import Match, Ply
from bot.model.post_kinds import PostKind
from bot.model.records import (
    ChannelId,
    Finding,
    GuildId,
    MatchId,
    MessageId,
    PersonId,
    Post,
    Seq,
    Status,
)


class Mode(StrEnum):
    """How the boards of a match are posted."""

    AUTO = "auto"
    THREAD = "thread"
    LIVING = "living"
    POSTS = "posts"


class State(StrEnum):
    """The state of the thread of a match.

    It is yet to be made (`making`), open, was `lost` because it was deleted or locked, or `refused`
    when it was to be made. Players have `left` it for the channel. At the end of the match it is
    `closing`, then `closed`.
    """

    NONE = "none"
    MAKING = "making"
    OPEN = "open"
    LOST = "lost"
    REFUSED = "refused"
    LEFT = "left"
    CLOSING = "closing"
    CLOSED = "closed"


MANY = 3
"""Above this many running matches in a channel each usually has a thread."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is posted. `mode` is what was chosen for it, None for the server's.

    `thread` is made from the message of the same number in the channel; in a forum it is a post
    with its own number. `note` is what the next post in the channel says about this; `explained`
    says whether it was posted before that there can be no thread. At `due` there is something to do
    about the thread, and `tries` counts failed tries.
    """

    match: MatchId
    mode: Mode | None = None
    thread: ChannelId | None = None
    state: State = State.NONE
    note: str = ""
    due: datetime | None = None
    tries: int = 0
    explained: bool = False

    @property
    def in_thread(self) -> bool:
        """Whether the match is played in a thread, or is about to be."""
        return self.state in {State.MAKING, State.OPEN}

    @property
    def has_thread(self) -> bool:
        """Whether the match is played in an existing thread, or was to its end."""
        return self.state in {State.OPEN, State.CLOSING, State.CLOSED}

    @property
    def may_begin(self) -> bool:
        """Whether a thread may be made from the next board. One that was lost is not made again."""
        return self.state in {State.NONE, State.REFUSED}


@dataclass(frozen=True, slots=True)
class Placing:
    """How a place changes once a post of its match is delivered, and what is posted because of it.

    It happens `at` that time. `before` is the place before it.
    """

    before: Place
    place: Place
    at: datetime
    posts: tuple[Post, ...] = ()


def where(place: Place, channel: ChannelId) -> ChannelId:
    """Where posts of the match go now, given its channel."""
    open_thread = place.thread if place.state is State.OPEN else None
    return channel if open_thread is None else open_thread


def chosen_mode(place: Place, posting: str | None) -> Mode:
    """The mode chosen for the match, else for its server, if this version knows it."""
    return place.mode or next((mode for mode in Mode if mode == posting), Mode.AUTO)


def mode_of(place: Place, server: Mode, running: int, *, allowed: bool) -> Mode:
    """The effective mode of a match, never `auto`: once in a thread it stays there.

    `server` is the server's mode, `running` how many matches run in the channel, and `allowed`
    whether threads may be made there.
    """
    if place.in_thread:
        return Mode.THREAD
    chosen = place.mode or server
    if chosen is Mode.AUTO:
        chosen = Mode.THREAD if running > MANY else Mode.POSTS
    if chosen is Mode.THREAD and not (allowed and place.may_begin):
        return Mode.POSTS
    return chosen


def begun(place: Place, message: MessageId | None, now: datetime) -> Place:
    """A thread is to be made from that message, or from none if it gets its own number."""
    thread = None if message is None else ChannelId(message)
    return replace(place, thread=thread, state=State.MAKING, due=now, tries=0)


def opened(place: Place, thread: ChannelId) -> Place:
    return _settled(replace(place, thread=thread, state=State.OPEN, note="", explained=False))


def refused(place: Place, note: str) -> Place:
    """The thread can't be made. That is posted once."""
    note = place.note if place.explained else note
    return _settled(replace(place, thread=None, state=State.REFUSED, note=note, explained=True))


def dropped(place: Place) -> Place:
    """The message that the thread was to be made from is gone; the next board will do."""
    return _settled(replace(place, thread=None, state=State.NONE))


def without_note(place: Place) -> Place:
    """The note has been posted."""
    return replace(place, note="")


def lost(place: Place, note: str, due: datetime) -> Place:
    """The thread takes no more posts; by then the channel has to have the board."""
    if not place.in_thread:
        return place
    return replace(place, state=State.LOST, note=note, due=due, tries=0)


def ended(place: Place, due: datetime) -> Place:
    """The match is over: its thread is closed then."""
    if not place.in_thread:
        return replace(place, due=None)
    return replace(place, state=State.CLOSING, due=due, tries=0)


def finished(place: Place) -> Place:
    """The work on the thread is done, or given up."""
    state = State.CLOSED if place.state is State.CLOSING else place.state
    return _settled(replace(place, state=state))


def put_off(place: Place, due: datetime) -> Place:
    """The work on the thread has failed, and is tried again."""
    return replace(place, due=due, tries=place.tries + 1)


def choose(place: Place, mode: Mode, note: str, now: datetime) -> Place:
    """That mode was chosen for the match. `note` says that it goes on in the channel."""
    place = replace(place, mode=mode)
    if mode in {Mode.LIVING, Mode.POSTS} and place.in_thread:
        return replace(place, state=State.LEFT, note=note, due=now, tries=0)
    if mode in {Mode.THREAD, Mode.AUTO} and place.state in {State.LOST, State.LEFT, State.REFUSED}:
        return _settled(replace(place, state=State.NONE, note="", explained=False))
    return place


def _settled(place: Place) -> Place:
    return replace(place, due=None, tries=0)


BETWEEN = " \N{EN DASH} "
"""Separates the players."""

LONGEST = 100
"""Most characters of a thread's name."""


def thread_name(match: Match) -> str:
    """The game, the number, who plays, and how it ended: `Bump 12 · Ada, Grace · Ada wins`,
    with a dash between the players."""
    head = name_head(match)
    result = f" · {result_words(match)}" if match.outcome else ""
    result = _clipped(result, LONGEST // 2)
    room = LONGEST - len(head) - len(result)
    return f"{head}{_joined((p.name for p in match.people), room)}{result}"


def name_head(match: Match) -> str:
    """How the names of a match's threads begin, and of no other match's."""
    return f"{entry(match.game).name} {match.id} · "


def tag_names(match: Match) -> tuple[str, str]:
    """The tags of a match: its game and its state."""
    running = match.status is Status.RUNNING
    return entry(match.game).name, "running" if running else "finished"


def result_words(match: Match) -> str:
    winners = match.outcome.winners if match.outcome else ()
    if not winners:
        return "nobody wins"
    names = " and ".join(_plain(match.names[seat]) for seat in sorted(winners))
    return f"{names} {'wins' if len(winners) == 1 else 'win'}"


def _joined(names: Iterable[str], room: int) -> str:
    # The names within that many characters; each is shortened to its share if they are too long.
    plain = [_plain(name) for name in names]
    joined = BETWEEN.join(plain)
    if len(joined) <= room:
        return joined
    share = max(1, (room - len(BETWEEN) * (len(plain) - 1)) // len(plain))
    return BETWEEN.join(_clipped(name, share) for name in plain)


def _plain(name: str) -> str:
    return "".join(c for c in " ".join(name.split()) if c.isprintable()) or "?"


def _clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


QUICK_TURNS = 3
"""This many turns in a row have to be quick before a stretch is offered."""

QUICK = timedelta(minutes=3)
"""A quick turn comes at most this long after the one before."""

PAUSE = timedelta(minutes=10)
"""A stretch ends when no turn comes for this long."""


@dataclass(frozen=True, slots=True)
class FastStretch:
    """A stretch of a match: what happened after event `began`, and up to event `ended` once it is
    over.

    `person` has begun it. It ends at `due` unless a turn comes before; None once it is over.
    """

    match: MatchId
    began: Seq
    person: PersonId
    due: datetime | None
    ended: Seq | None = None

    @property
    def is_open(self) -> bool:
        return self.ended is None

    def covers(self, seq: Seq) -> bool:
        return self.began < seq and (self.ended is None or seq <= self.ended)


def plies_of(stretch: FastStretch, match: Match) -> tuple[Ply, ...]:
    """The moves of the stretch that were not taken back."""
    return tuple(ply for ply in match.plies if stretch.covers(ply.seq))


def was_played(plies: Sequence[Ply]) -> bool:
    """Whether any of those is a move, and not a player leaving."""
    return any(ply.text not in LEFT for ply in plies)


def has_turned(stretch: FastStretch, match: Match) -> bool:
    """Whether a turn has begun in the stretch, to which nobody was called."""
    return match.turn_seq > stretch.began


def is_handed_over(stretch: FastStretch, match: Match) -> bool:
    """Whether a replacement has taken over since it began, who was not there and is called as
    usual."""
    return any(stretch.covers(succession.seq) for succession in match.successions)


def is_news(stretch: FastStretch, match: Match) -> bool:
    """Whether a post has to show the state of the match after the stretch."""
    return has_turned(stretch, match) or is_handed_over(stretch, match)


def is_quick(match: Match, now: datetime) -> bool:
    """Whether the last turns of different people each came soon after the one before."""
    last = match.plies[-QUICK_TURNS - 1 :]
    if len(last) <= QUICK_TURNS or len({ply.seat for ply in last[1:]}) < 2:
        return False
    times = [*(ply.at for ply in last), now]
    return all(later - earlier <= QUICK for earlier, later in pairwise(times))


def may_play_on(match: Match, robot: PersonId | None, now: datetime) -> bool:
    """Whether the match is among people, who answer so fast that a stretch is offered."""
    if match.status is not Status.RUNNING or robot in {person.id for person in match.people}:
        return False
    return is_quick(match, now)


def posts_after(stretch: FastStretch, match: Match) -> list[Post]:
    """The post that sums up a stretch that ends now, if there is anything, with the board and the
    call to the turn. The post of the match's end sums up the stretch that led to it."""
    is_posted = match.status is Status.RUNNING and is_news(stretch, match)
    return [Post(match.id, match.seq, PostKind.PAUSE)] if is_posted else []


def led_to(end: Match, stretch: FastStretch | None) -> FastStretch | None:
    """The stretch in which the match came to its end, as ending there; None if there was none, or
    nothing was played in it."""
    if stretch is None or (stretch.ended is not None and stretch.ended < end.seq):
        return None
    whole = replace(stretch, ended=end.seq, due=None)
    return whole if was_played(plies_of(whole, end)) else None


# What is needed of a store


class Places(Finding, Protocol):
    """Where the posts of matches go."""

    async def save_place(self, place: Place, before: Place) -> bool:
        """Store this instead of the place it follows; False if another is stored.

        If none is stored, the place before is an empty one.
        """


class Stretches(Protocol):
    """The last stretch of each match, in which its board changes in place.

    Every turn puts its end off by a `PAUSE`, unless it is due already; with the end of its match it
    is due at once.
    """

    async def begin_stretch(self, stretch: FastStretch) -> bool:
        """Begin it; False if one lasts, or the match has gone on or does not run.

        Nobody gets reminders in the match before the stretch is due.
        """

    async def finish_stretch(self, match: MatchId, at: datetime) -> bool:
        """Make the stretch of the match due at that time; False if none lasts."""

    async def end_stretch(
        self, match: MatchId, seq: Seq, at: datetime, posts: Sequence[Post]
    ) -> bool:
        """End the stretch of the match as of that event, and write its posts; False if none lasts
        or the match has gone on."""


LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Earlier than anything to do."""


class LivingKind(StrEnum):
    """What a post follows. The values are stored."""

    LEAGUE = "league"
    COMPETITION = "competition"
    """A season of a league, or a tournament."""
    DAILY = "daily"
    """The puzzle of the day of a server: a new post each day."""
    LOBBY = "lobby"
    """The open challenges of a channel."""
    ANNOUNCEMENT = "announcement"
    """What the owner of the bot tells a server, with its number: each is a new post."""


@dataclass(frozen=True, slots=True)
class PostState:
    """The state of the post that follows the league, server or the like with the number `subject`.

    `changes` counts the changes of what it shows. The `message` in the channel is as after `shown`
    of them, and none is made or edited before `due`. `posted` is the last thing that had a message
    of its own, in a word of the front's, with a question mark from when that was begun, which is
    `due` then, until the message is known. `number` is that of the row.
    """

    kind: LivingKind
    subject: int
    guild: GuildId
    channel: ChannelId
    due: datetime = LONG_AGO
    message: MessageId | None = None
    posted: str = ""
    shown: int = -1
    changes: int = 0
    number: int = 0

    @property
    def is_current(self) -> bool:
        return self.shown == self.changes


class LivingPosts(Finding, Protocol):
    """The states of all living posts. Those of leagues and competitions come and go with these."""

    async def put_post(self, post: PostState) -> None:
        """Store it instead of an earlier one about the same. Something may have changed meanwhile:
        that is a change, too."""

    async def note_post(self, before: PostState, after: PostState) -> None:
        """Store `due`, `message`, `posted` and `shown`, unless the post is elsewhere by now: in
        another channel, or another message."""

    async def drop_post(self, post: PostState) -> None:
        """Forget it, unless another message has replaced it."""
