"""A small Discord and the worker that posts to it, for histories in which anything goes wrong.

It does by the service and the store what the real worker does; that one is tested on the simulated
Discord. A message that stands already is found, also where none may be posted any more.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment
from bot.model.events import Accepted, Challenged, Person, Played
from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.ports import Appended
from bot.model.post_kinds import PostKind
from bot.model.records import (
    CalendarChange,
    ChannelId,
    MatchId,
    MatchSummary,
    MessageId,
    NoticeItem,
    PersonId,
    Post,
    Seq,
)
from bot.service.build import NOBODY
from bot.service.notices.book import NoticeBook
from tests.helpers.people import FIRST
from tests.helpers.rounds import do_once
from tests.store.contracts.matches import row_of
from tests.store.memory import MemoryStore

START = datetime.fromisoformat("2026-03-27T12:00:00+00:00")
PEOPLE = tuple(Person(PersonId(number), f"P{number}") for number in (1, 2, 3))
CHECK = timedelta(hours=6)


@dataclass(frozen=True)
class Sent:
    """A message that exists: of which post, where (None: directly), and what it told to whom."""

    post: int
    person: PersonId
    channel: ChannelId | None
    items: tuple[NoticeItem, ...]
    at: datetime


@dataclass
class Phone:
    """Matches of two, people who can be reached or not, and all that was ever sent to them."""

    store: MemoryStore = field(default_factory=MemoryStore)
    now: datetime = START
    sent: list[Sent] = field(default_factory=list)
    silent: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    unwanted: set[tuple[MatchId, int]] = field(default_factory=set)
    """Turns during which their player wanted no calls, for a time at least."""

    known: set[tuple[MatchId, int]] = field(default_factory=set)
    """Turns of which their player knows, because they took a move back."""

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """The same store, and a process that knows nothing."""
        self.book = NoticeBook(self.store, lambda: self.now, lambda: None)

    # What people do

    async def begin(self, channel: ChannelId, first: Person, second: Person) -> MatchId:
        asked = Challenged("bump", {}, first, (second,), channel, None, "host", 7, self.now)

        def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
            return self._summary(number, Seq(2), channel, first, second), [
                Post(number, Seq(2), PostKind.TURN)
            ]

        number = await self.store.create([asked, Accepted(second)], self.now, summarize)
        await self._note_unwanted()
        return number

    async def move(self, match: MatchId, *, known: bool = False) -> None:
        """The player to move makes a move; `known`: the next one knows of it."""
        old = await self.store.summary(match)
        mover, other = old.people if old.turn == old.people[0].id else old.people[::-1]
        new = self._summary(match, Seq(old.seq + 1), old.channel, other, mover)
        new = replace(new, turn_known=known)
        posts = [Post(match, new.seq, PostKind.TURN)]
        await self.store.append(Appended(old, [Played(FIRST, "a")], self.now, new, posts))
        if known:
            self.known.add((match, new.seq))
        await self._note_unwanted()

    async def choose(self, person: PersonId, settings: NoticeSettings) -> None:
        await self.book.change(person, lambda _: settings)
        await self._note_unwanted()

    async def sleep(self, person: PersonId, calendar: Calendar) -> None:
        before = await self.store.calendar_history(person)
        since = max([self.now, *(each.since + timedelta(seconds=1) for each in before)])
        change = CalendarChange(person, (*before, Segment(since, calendar)), before)
        await self.store.save_calendars(change)

    async def look(self, person: PersonId, match: MatchId) -> None:
        summary = await self.store.summary(match)
        await self.store.visit(person, match, summary.seq, self.now)

    def _summary(
        self, match: MatchId, seq: Seq, channel: ChannelId, mover: Person, other: Person
    ) -> MatchSummary:
        since, budget = self.now, timedelta(days=5)
        times = {"deadline": since + budget, "due": since + budget, "updated": since}
        clock = {"clock_since": since, "clock_budget": budget}
        seats = {"channel": channel, "people": (mover, other), "turn": mover.id, "turn_seq": seq}
        return row_of(match, seq, **times, **clock, **seats)

    async def _note_unwanted(self) -> None:
        for summary in await self.store.summaries():
            assert summary.turn is not None
            assert summary.turn_seq is not None
            settings = await self.book.settings(summary.turn)
            if settings.destination is Destination.NONE:
                self.unwanted.add((summary.match, summary.turn_seq))

    # What the bot does

    async def tick(self) -> None:
        for _ in range(100):
            if not await do_once(self.store, self.book, self.now):
                return
        raise AssertionError("the clock does not come to rest")

    async def deliver(self, *, crash: bool = False) -> None:
        """Deliver the first post that waits; `crash`: the process ends before it is marked."""
        for post in (await self.store.pending(self.now))[:1]:
            deliver = self._deliver if post.person is None else self._deliver_to_one
            await deliver(post, crash)
        if crash:
            self.restart()

    async def deliver_all(self) -> None:
        for _ in range(500):
            if not await self.store.pending(self.now):
                return
            await self.deliver()
        raise AssertionError("there are ever more posts")

    async def _deliver(self, post: Post, crash: bool) -> None:
        summary = await self.store.summary(post.match)
        found = [sent for sent in self.sent if sent.post == post.id]
        if summary.channel in self.silent and not found:
            if not crash:
                notified = await self.book.fallback_notifications(
                    await self.store.for_posts(post.match)
                )
                later = self.now + CHECK
                await self.store.failed(
                    replace(post, refused=True), "403", later, notified=notified
                )
            return
        people = [summary.turn or NOBODY.id] if summary.seq == post.seq else []
        read = await self.store.for_posts(post.match)
        called = await self.book.called_by(PostKind.TURN, people, read)
        pinged = called.pinged
        if found:
            pinged = frozenset(sent.person for sent in found if sent.person)
        else:
            item = NoticeItem(post.match, post.seq, PostKind.TURN)
            for person in pinged or [0]:
                self.sent.append(
                    Sent(post.id, PersonId(person), summary.channel, (item,), self.now)
                )
        if crash:
            return
        notified = ()
        if people:
            item = NoticeItem(post.match, post.seq, PostKind.TURN)
            notified = await self.book.notifications(item, pinged, called)
        await self.store.delivered(
            post, summary.channel, MessageId(1000 + post.id), notified=notified
        )

    async def _deliver_to_one(self, post: Post, crash: bool) -> None:
        assert post.person is not None
        stands = any(sent.post == post.id for sent in self.sent)
        items = tuple([item for item in post.about if await self._holds(item, post.person)])
        summary = await self.store.summary(post.match)
        if not items:
            await self.store.failed(post, "too late", None)
        elif not stands and self._is_closed(post, summary.channel):
            await self._refused(post)
        else:
            if not stands:
                channel = None if post.direct else summary.channel
                self.sent.append(Sent(post.id, post.person, channel, items, self.now))
            if not crash:
                await self.store.delivered(post, summary.channel, MessageId(1000 + post.id))

    def _is_closed(self, post: Post, channel: ChannelId) -> bool:
        return post.person in self.closed if post.direct else channel in self.silent

    async def _refused(self, post: Post) -> None:
        instead = await self.book.instead_of(post)
        if instead or post.direct:
            again = self.now + CHECK if post.direct and post.kind == PostKind.FALLBACK else None
            await self.store.failed(post, "403", None, instead=instead, call_again_at=again)
        else:
            later = self.now + CHECK
            await self.store.failed(replace(post, refused=True), "403", later)

    async def _holds(self, item: NoticeItem, person: PersonId) -> bool:
        summary = await self.store.summary(item.match)
        return (summary.turn, summary.turn_seq) == (person, item.seq)

    # What came of it

    def calls(self) -> Counter[tuple[MatchId, int, int, bool]]:
        """How often anybody was called to a turn, in a channel and directly."""
        return Counter(
            (item.match, item.seq, sent.person, sent.channel is None)
            for sent in self.sent
            for item in sent.items
            if item.kind == "turn" and sent.person
        )

    def reminders(self) -> Counter[tuple[MatchId, int]]:
        """How often anything else was said of a turn."""
        return Counter(
            (item.match, item.seq)
            for sent in self.sent
            for item in sent.items
            if item.kind != "turn"
        )
