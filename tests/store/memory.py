"""A store in memory, held to the same contract as the others. For tests of what lies above it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.matches.clock.calendar import Calendar
from bot.matches.clock.changes import History
from bot.matches.clock.running import Segment
from bot.matches.events import Declined, Event, Expired, Recorded, Replaced, event
from bot.matches.invitations.records import StandingTerm
from bot.matches.match import OPEN
from bot.matches.notices.records import Told
from bot.matches.places.place import Placing
from bot.matches.post_kinds import PostKind
from bot.matches.records import (
    CalendarChange,
    Delivered,
    Draft,
    MatchId,
    MatchSummary,
    MovedDeadline,
    NoticeItem,
    Post,
    Premove,
    RunningClock,
    Status,
)
from bot.matches.refusals import (
    NoSuchMatch,
    RewrittenMatch,
    StaleCalendar,
    StaleMatch,
    StalePlace,
)
from bot.matches.store import BEHIND_ALL, ignore
from bot.matches.workload import WaitingPosts
from tests.store.memory_following import MemoryFollowing
from tests.store.memory_invitations import MemoryInvitations
from tests.store.memory_limits import MemoryLimits
from tests.store.memory_notices import MemoryNotices
from tests.store.memory_places import MemoryPlaces
from tests.store.memory_privacy import MemoryPrivacy
from tests.store.memory_stretches import MemoryStretches


@dataclass
class Waiting:
    """A post in the outbox; delivered or given up once `retry_at` is None."""

    post: Post
    retry_at: datetime | None
    delivered: Delivered | None = None
    error: str = ""
    has_buttons: bool = False
    remove_at: datetime | None = None


@dataclass
class MemoryStore(
    MemoryNotices,
    MemoryInvitations,
    MemoryFollowing,
    MemoryPlaces,
    MemoryStretches,
    MemoryLimits,
    MemoryPrivacy,
):
    """A Store that forgets everything with the process."""

    recorded: dict[MatchId, list[Recorded]] = field(default_factory=dict)
    outbox: list[Waiting] = field(default_factory=list)
    kept: dict[tuple[MatchId, int], tuple[str, str]] = field(default_factory=dict)
    drafts: dict[tuple[int, MatchId], Draft] = field(default_factory=dict)
    said: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    visits: dict[tuple[int, MatchId], int] = field(default_factory=dict)
    answers: dict[tuple[int, MatchId, str], Premove] = field(default_factory=dict)
    notes: dict[tuple[int, MatchId], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.on_change: Callable[[], None] = ignore

    async def open_matches(self) -> dict[tuple[str, Status], int]:
        open_rows = [row for row in self.rows.values() if row.status in OPEN]
        return dict(Counter((row.game, row.status) for row in open_rows))

    async def waiting_posts(self) -> WaitingPosts:
        waiting = [each.post for each in self.outbox if each.retry_at is not None]
        first = next((post for post in waiting if not post.refused), None)
        since = None
        if first:
            since = first.written or self.recorded[first.match][first.seq - 1].at
        return WaitingPosts(len(waiting), sum(post.refused for post in waiting), since)

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        return None

    async def put_off(self, budget: str, seconds: float) -> None:
        pass

    async def claim(self, budget: str, seconds: float) -> bool:
        return True

    async def hold_shards(self, first: int, last: int, count: int) -> int | None:
        return None

    calendars: dict[int, History] = field(default_factory=dict)
    absent: set[tuple[int, MatchId]] = field(default_factory=set)
    departed: set[tuple[int, MatchId]] = field(default_factory=set)

    async def create(
        self,
        events: Sequence[Event],
        at: datetime,
        summarize: Callable[[MatchId], tuple[MatchSummary, Sequence[Post]]],
        standing: StandingTerm | None = None,
    ) -> MatchId:
        number = MatchId(len(self.recorded) + 1)
        summary, posts = summarize(number)
        if standing:
            self._save_standing(summary, standing)
        self._write(number, 0, events, at, summary, posts)
        return number

    async def append(
        self,
        before: MatchSummary,
        events: Sequence[Event],
        at: datetime,
        summary: MatchSummary,
        posts: Sequence[Post],
        calendars: CalendarChange | None = None,
    ) -> None:
        match, after = before.match, before.seq
        found = await self.summary(match)
        if (found.seq, found.edition) != (after, summary.edition):
            kind = RewrittenMatch if found.seq == after else StaleMatch
            raise kind(f"Match {match} has gone on meanwhile. Look at its newest board.")
        if calendars:
            await self.save_calendars(calendars)
        self._write(match, after, events, at, summary, posts)

    def _write(
        self,
        match: MatchId,
        after: int,
        events: Sequence[Event],
        at: datetime,
        summary: MatchSummary,
        posts: Sequence[Post],
    ) -> None:
        # Through JSON and back, as a real store would.
        read = [event(each.kind, each.payload()) for each in events]
        numbered = [Recorded(seq, each, at) for seq, each in enumerate(read, after + 1)]
        self.recorded.setdefault(match, []).extend(numbered)
        before = self.rows.get(match)
        self._note_challenge(before, summary)
        self.rows[match] = summary
        self._turn_begins(before, summary)
        self._note_absences(match, read)
        self._hand_over(match, read)
        self._followed_match_goes_on(before, summary)
        self._stretch_goes_on(before, summary)
        first = len(self.outbox) + 1
        for number, post in enumerate(posts, first):
            self._add(Waiting(replace(post, id=number), at + post.delay))

    def _add_post(self, post: Post, at: datetime) -> None:
        self.outbox.append(Waiting(replace(post, id=len(self.outbox) + 1), at))
        self._follower_told(post)

    def _post_beside(self, post: Post, at: datetime) -> None:
        self._add(Waiting(replace(post, id=len(self.outbox) + 1), at))

    def _add(self, added: Waiting) -> None:
        """A new post calls for the refused ones before it, and stands for what was thought on."""
        for each in self._of(added.post):
            if each.post.person is not None:
                continue
            if each.retry_at and each.post.kind == "thinking":
                each.retry_at = None
            elif each.retry_at and added.retry_at and each.post.refused:
                each.retry_at = min(each.retry_at, added.retry_at)
        self.outbox.append(added)

    async def events(self, match: MatchId) -> list[Recorded]:
        await self.summary(match)
        return list(self.recorded[match])

    async def summary(self, match: MatchId) -> MatchSummary:
        if match not in self.rows:
            raise NoSuchMatch(f"There is no match {match}, or none any more.")
        return self.rows[match]

    async def summaries(
        self,
        *,
        person: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int = 100,
    ) -> list[MatchSummary]:
        fitting = [
            each
            for each in self.rows.values()
            if (person is None or person in {p.id for p in each.people})
            and channel in (None, each.channel)
            and guild in (None, each.guild)
            and (statuses is None or each.status in statuses)
        ]
        return sorted(fitting, key=lambda each: -each.match)[:limit]

    async def histories(
        self, matches: Sequence[MatchId], last: int
    ) -> dict[MatchId, list[Recorded]]:
        return {
            number: [
                each
                for each in self.recorded[number]
                if each.event.kind != "played" or each.seq > self.rows[number].seq - last
            ]
            for number in matches
            if number in self.recorded
        }

    async def absences(self, person: int, limit: int) -> list[MatchSummary]:
        found = sorted((number for who, number in self.absent if who == person), reverse=True)
        return [self.rows[number] for number in found[:limit]]

    async def departures(self, person: int, limit: int) -> list[MatchSummary]:
        found = sorted((number for who, number in self.departed if who == person), reverse=True)
        return [self.rows[number] for number in found[:limit]]

    def _hand_over(self, match: MatchId, events: Sequence[Event]) -> None:
        """What the trigger does."""
        for each in [each for each in events if isinstance(each, Replaced)]:
            former = each.former.id
            self.departed.add((former, match))
            self.drafts.pop((former, match), None)
            for answer in [key for key in self.answers if key[:2] == (former, match)]:
                del self.answers[answer]
            for number, (who, held) in list(self.mentions.items()):
                if held.item.match == match and who in (former, each.person.id):
                    del self.mentions[number]
            self.followers.discard((each.person.id, match))

    def _note_absences(self, match: MatchId, events: Sequence[Event]) -> None:
        """What the triggers do."""
        if not any(each.event.kind == "mustered" for each in self.recorded[match]):
            return
        for each in events:
            if isinstance(each, Declined):
                self.absent.add((each.person, match))
            elif isinstance(each, Expired):
                self.absent |= {(p.id, match) for p in self.rows[match].people}

    async def positions(self, match: MatchId, rules: str) -> dict[int, str]:
        kept = {seq: one for (number, seq), one in self.kept.items() if number == match}
        return {seq: position for seq, (version, position) in kept.items() if version == rules}

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[int, str]
    ) -> None:
        self.kept |= {(match, seq): (rules, text) for seq, text in positions.items()}

    async def due(self, now: datetime, limit: int = 50) -> list[MatchId]:
        due = sorted((each.due, each.match) for each in self.rows.values() if each.due)
        return [match for at, match in due if at <= now][:limit]

    async def upcoming(self, now: datetime) -> dict[str, datetime]:
        times: dict[str, list[datetime | None]] = {
            "match": [each.due for each in self.rows.values()],
            "person": [at for at, _ in self._times()],
            "post": [at for at, _ in self._first(now)],
            "old_post": [each.remove_at for each in self.outbox],
            "place": [each.due for each in self.places.values()],
            "stretch": [each.due for each in self.stretches.values()],
            "lobby": [now for _ in await self.stale_lobbies()],
            "deletion": [each.asked for each in await self.deletions()],
            "server": [at for _, at in self.known_servers.values()],
        }
        known = {kind: [at for at in each if at] for kind, each in times.items()}
        return {kind: min(each) for kind, each in known.items() if each}

    def _first(self, now: datetime) -> list[tuple[datetime, Waiting]]:
        first: list[tuple[datetime, Waiting]] = []
        held: set[tuple[MatchId, int | None, bool]] = set()
        for waiting in self.outbox:
            lane = (waiting.post.match, waiting.post.person, waiting.post.direct)
            if waiting.retry_at is not None and lane not in held:
                first.append((waiting.retry_at, waiting))
                if not waiting.post.refused or waiting.retry_at <= now:
                    held.add(lane)
        return first

    async def pending(self, now: datetime, limit: int = 50) -> list[Post]:
        ready = [waiting.post for at, waiting in self._first(now) if at <= now]
        return sorted(ready, key=lambda post: post.id)[:limit]

    async def delivered(
        self,
        post: Post,
        channel: int,
        message: int,
        *,
        at: datetime | None = None,
        has_buttons: bool = False,
        outdates: Sequence[str] = (),
        told: Sequence[Told] = (),
        placing: Placing | None = None,
    ) -> list[Delivered]:
        waiting = self.outbox[post.id - 1]
        if self._is_deleted(waiting, post):
            return []
        if placing and not await self.save_place(placing.place, placing.before):
            raise StalePlace
        self._tell(told)
        if placing:
            for each in placing.posts:
                self._post_beside(each, placing.at)
        waiting.retry_at = None
        waiting.post = replace(waiting.post, refused=False)
        waiting.delivered = Delivered(waiting.post, channel, message)
        waiting.has_buttons = has_buttons
        old = [w for w in self._of(post) if w.has_buttons and w.post.kind in outdates]
        for older in old:
            is_same = older.delivered and older.delivered.message == message
            older.has_buttons, older.remove_at = False, None if is_same else at
            older.post = replace(older.post, tries=0)
        standing = [replace(each.delivered, post=each.post) for each in old if each.delivered]
        return [each for each in standing if each.message != message]

    async def outdated(self, now: datetime, limit: int = 50) -> list[Delivered]:
        old = [w for w in self.outbox if w.remove_at and w.remove_at <= now]
        return [replace(w.delivered, post=w.post) for w in old if w.delivered][:limit]

    async def buttons_removed(self, post: Post, retry_at: datetime | None = None) -> None:
        waiting = self.outbox[post.id - 1]
        waiting.remove_at = retry_at
        waiting.post = replace(waiting.post, tries=waiting.post.tries + 1)

    async def failed(
        self,
        post: Post,
        error: str,
        retry_at: datetime | None,
        *,
        told: Sequence[Told] = (),
        instead: Sequence[Post] = (),
        call_again_at: datetime | None = None,
    ) -> None:
        waiting = self.outbox[post.id - 1]
        if waiting.retry_at is None:
            return
        self._tell(told)
        for each in instead:
            assert each.written
            self._add_post(each, each.written)
        if call_again_at:
            self._call_again(post.about, call_again_at)
        waiting.post = replace(post, tries=waiting.post.tries + 1)
        waiting.retry_at, waiting.error = retry_at, error
        if post.refused and retry_at:
            self._take_along(post, retry_at)

    def _take_along(self, post: Post, at: datetime) -> None:
        lane = (post.match, post.person, post.direct)
        for earlier in self.outbox[: post.id - 1]:
            its = (earlier.post.match, earlier.post.person, earlier.post.direct)
            if its == lane and earlier.post.refused and earlier.retry_at:
                earlier.retry_at = min(earlier.retry_at, at)

    def _is_deleted(self, waiting: Waiting, post: Post) -> bool:
        return post.match not in self.rows or waiting.post.person != post.person

    async def retry_refused(self, at: datetime, channels: Sequence[int] | None = None) -> bool:
        found = [
            waiting
            for waiting in self.outbox
            if waiting.post.refused
            and waiting.retry_at
            and (channels is None or self._is_in(waiting.post.match, channels))
        ]
        for waiting in found:
            waiting.retry_at = at
        return bool(found)

    async def any_refused(self) -> bool:
        return any(waiting.post.refused and waiting.retry_at for waiting in self.outbox)

    async def refusal(self, match: MatchId, before_post: int = BEHIND_ALL) -> str | None:
        found = [
            waiting.error
            for waiting in self.outbox
            if waiting.post.match == match and waiting.post.refused and waiting.retry_at
            if waiting.post.person is None and waiting.post.id < before_post
        ]
        return found[-1] if found else None

    def _is_in(self, match: MatchId, channels: Sequence[int]) -> bool:
        thread = self.places[match].thread if match in self.places else None
        return self.rows[match].channel in channels or thread in channels

    async def waits(self, match: MatchId, seq: int) -> bool:
        return any(w.retry_at and w.post == Post(match, seq, PostKind.TURN) for w in self.outbox)

    async def boards_due(self, matches: Sequence[MatchId], at: datetime) -> frozenset[MatchId]:
        found, held = set[MatchId](), set[MatchId]()
        for each in [w for w in self.outbox if w.retry_at and w.post.person is None]:
            assert each.retry_at
            if each.retry_at > at and not each.post.refused:
                held.add(each.post.match)
            elif each.retry_at <= at and each.post.kind in ("turn", "pause"):
                found |= {each.post.match} - held
        return frozenset(found & set(matches))

    async def last_board(self, match: MatchId, before_post: int | None = None) -> Delivered | None:
        standing = [
            waiting.delivered
            for waiting in self.outbox
            if waiting.delivered
            and waiting.post.match == match
            and waiting.post.kind.traits.board
            and (before_post is None or waiting.post.id < before_post)
        ]
        return standing[-1] if standing else None

    def _of(self, post: Post) -> list[Waiting]:
        """What was written before a post in its match."""
        return [w for w in self.outbox if w.post.match == post.match and w.post.id < post.id]

    async def draft(self, person: int, match: MatchId) -> Draft | None:
        return self.drafts.get((person, match))

    async def save_draft(self, draft: Draft) -> bool:
        old = self.drafts.get((draft.person, draft.match))
        if (
            old
            and (draft.seq, draft.changes) != (old.seq, old.changes + 1)
            and draft.seq <= old.seq
        ):
            return False
        self.drafts[draft.person, draft.match] = draft
        return True

    async def drop_draft(self, person: int, match: MatchId) -> None:
        self.drafts.pop((person, match), None)

    async def preferences(self, scope: str, owner: int) -> dict[str, Any]:
        return self.said.get((scope, owner), {})

    async def change_preferences(
        self, scope: str, owner: int, change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Any]:
        self.said[scope, owner] = dict(change(self.said.get((scope, owner), {})))
        return self.said[scope, owner]

    async def premoves(self, person: int, match: MatchId) -> list[Premove]:
        own = [p for p in self.answers.values() if (p.person, p.match) == (person, match)]
        return sorted(own, key=lambda p: p.when)

    async def save_premove(self, premove: Premove) -> None:
        self.answers[premove.person, premove.match, premove.when] = premove

    async def drop_premoves(self, person: int, match: MatchId, before: int | None = None) -> None:
        for premove in await self.premoves(person, match):
            if before is None or premove.board_seq < before:
                del self.answers[person, match, premove.when]

    async def prepared(self) -> list[MatchId]:
        return sorted({p.match for p in self.answers.values()})

    async def leave_note(self, person: int, match: MatchId, text: str) -> None:
        self.notes[person, match] = text

    async def take_note(self, person: int, match: MatchId) -> str | None:
        return self.notes.pop((person, match), None)

    async def visited(self, person: int, match: MatchId) -> int | None:
        return self.visits.get((person, match))

    async def about(self, match: MatchId, message: int) -> tuple[NoticeItem, ...]:
        found = [w.post for w in self.outbox if w.delivered and w.delivered.message == message]
        return next((post.about for post in found if post.match == match), ())

    async def visit(
        self, person: int, match: MatchId, seq: int, at: datetime | None = None
    ) -> None:
        if at:
            self.looks[person, match] = at
        self.visits[person, match] = max(seq, self.visits.get((person, match), 0))

    async def calendar_history(self, person: int) -> History:
        return self.calendars.get(person, ())

    async def save_calendars(self, change: CalendarChange) -> None:
        if await self.calendar_history(change.person) != change.expected:
            raise StaleCalendar
        # Through JSON values and back, as a real store would.
        read = (Segment(each.since, Calendar.of(each.calendar.values())) for each in change.history)
        self.calendars[change.person] = tuple(read)
        self._plan_all_anew(change.person)

    async def clocks_of(self, person: int) -> list[RunningClock]:
        return [
            RunningClock(
                *(each.match, each.seq, each.clock_since, each.clock_budget),
                *(each.due_otherwise, each.deadline, each.updated),
            )
            for _, each in sorted(self.rows.items())
            if each.turn == person and each.clock_since and each.clock_budget is not None
        ]

    async def move_deadlines(self, moved: Sequence[MovedDeadline]) -> None:
        for match, seq, deadline, due, _ in moved:
            found = self.rows.get(match)
            if found and found.seq == seq and found.clock_since:
                self.rows[match] = replace(found, deadline=deadline, due=due)
                self._turn_begins(found, self.rows[match])

    async def close(self) -> None:
        """Nothing to let go of."""
