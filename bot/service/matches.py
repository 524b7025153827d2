"""The one async door to the matches: load, decide, append."""

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.commands import (
    Accept,
    AnswerReplacement,
    AskReplacement,
    Command,
    SayReady,
    TakeBack,
    Tick,
)
from bot.model.decide import decide
from bot.model.decide.base import Moment
from bot.model.decide.challenge import challenge_event, rematch_event
from bot.model.decide.muster import with_robot
from bot.model.decide.requirements import require_current
from bot.model.events import Challenged, Event, Person
from bot.model.fold import fold, record_events
from bot.model.invitations import Lobbies, StandingTerm
from bot.model.match import OPEN, Match
from bot.model.ports import Outbox, People, Projected, Store
from bot.model.projection import urgency
from bot.model.records import MatchId, MatchSummary, Status
from bot.model.refusals import Refused, StaleCalendar, StaleMatch
from bot.model.wanted import Wanted
from bot.service.due import DueMatches
from bot.service.folded import FoldedMatches
from bot.service.following import FollowingBook, PrivateNoteBook
from bot.service.inbox import InboxBook
from bot.service.invitations.asking import asked_since
from bot.service.invitations.lobby import Lobby
from bot.service.invitations.seating import Seating
from bot.service.invitations.standing_challenges import (
    RequirePlace,
    StandingChallengeBook,
    anywhere,
    standing_event,
)
from bot.service.invitations.welcome import Welcome
from bot.service.limits import LimitBook
from bot.service.notices import NoticeBook
from bot.service.personal.calendars import CalendarBook
from bot.service.personal.drafts import DraftBook
from bot.service.personal.preferences import PreferenceBook
from bot.service.personal.premoves import PremoveBook
from bot.service.personal.prepared_answers import PreparedAnswers
from bot.service.personal.recap import Visits
from bot.service.personal.takebacks import is_takeback_free
from bot.service.places import PlaceBook
from bot.service.privacy.deleting import PrivacyBook, Tell, tell_nobody
from bot.service.privacy.servers import ServerBook
from bot.service.profiles import ProfileBook
from bot.service.queue import LeftOver, Queue
from bot.service.stretches import StretchBook
from bot.service.writing import Writing

log = logging.getLogger(__name__)

T = TypeVar("T")

WEEK = days_a_move(7)
"""The time for a turn, unless something else is asked for."""


class Matches:
    """All matches of a store. `robot` is the person whose moves the clock makes by itself.

    `match` is a match as it stands, `at` as it stood after an event; both raise NoSuchMatch.
    `listed` is the match of a row that was just read, `earlier` a match just read as it stood after
    an event, `timed` one with its time by the calendars that hold now.
    `people`, `posts`, `places`, `drafts`, `preferences`, `visits`, `calendars`, `premoves`,
    `notices`, `following` and `private_notes` are kept beside the matches; `profiles` and the
    `inbox` are read off them. `limits` refuse what would be too much. `welcome` knows who may
    challenge whom, `standing` which challenges are made anew;
    `stretches` are those in which a board changes in place;
    `lobby` reads the open ones of a channel, and `lobbies` are where they are listed.
    `privacy` hands out and deletes what is about people, `servers` knows which have the bot.
    `require_place` refuses a channel in which no standing challenge may be made anew, `on_deleted`
    tells somebody that all about them is deleted.
    The `queue` does what is due about all of them; it is woken after every commit.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        chance: random.Random,
        robot: Person | None = None,
        queue: Queue | None = None,
        require_place: RequirePlace = anywhere,
        on_deleted: Tell = tell_nobody,
    ) -> None:
        self.queue = queue or Queue(store.upcoming, clock)
        self._folded = FoldedMatches(store, clock)
        self.match, self.at = self._folded.match, self._folded.at
        self.listed, self.earlier = self._folded.listed, self._folded.earlier
        self.timed = self._folded.timed
        self.posts: Outbox = store
        self.lobbies: Lobbies = store
        self.people: People = store
        self.limits = LimitBook(store, clock, None if robot is None else robot.id)
        self.drafts = DraftBook(store, self.limits)
        self.preferences = PreferenceBook(store)
        self.calendars = CalendarBook(store, clock, self.queue.wake)
        self.visits = Visits(store, clock)
        self.places = PlaceBook(store)
        self.notices = NoticeBook(store, clock, self.queue.wake)
        self.premoves = PremoveBook(store, self._folded, self._lock)
        self.profiles = ProfileBook(store, robot)
        self.inbox = InboxBook(store)
        self.following, self.private_notes = FollowingBook(store), PrivateNoteBook(store)
        self._store = store
        self._clock = clock
        self._chance = chance
        self._robot = robot
        self._robot_id = None if robot is None else robot.id
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._people: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._seating = Seating(
            store,
            self.profiles,
            self.preferences,
            self.limits,
            self.match,
            self._lock_of_person,
            robot,
        )
        self.welcome = Welcome(store, self.preferences, robot)
        self.standing = StandingChallengeBook(
            store, self._seating, self._create, clock, require_place
        )
        self.lobby = Lobby(store)
        self._writing = Writing(store, self._folded, self.calendars, self._robot_id)
        self._prepared = PreparedAnswers(store, self._writing.append, clock, chance)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stretches = StretchBook(store, clock, self._robot_id, self.queue.wake)
        self.replies = LeftOver("reply", store.prepared, self.reply_again)
        """Prepared answers that a crash or trouble came before."""
        self.privacy = PrivacyBook(self, store, clock, robot, self.queue.wake, on_deleted)
        self.servers = ServerBook(store, clock)
        self.queue.add(self.replies, self.standing.left_over)
        self.queue.add(DueMatches(self, store, clock, chance, robot), self.notices)
        self.queue.add(self.privacy, self.privacy.wiping, self.servers)

    async def challenge(
        self,
        *,
        game: str,
        options: Mapping[str, Any],
        host: Person,
        invited: tuple[Person | None, ...],
        channel: int,
        guild: int | None,
        first: str = "random",
        control: TimeControl | None = WEEK,
        wanted: Wanted | None = None,
        standing: bool = False,
    ) -> Match:
        """A new challenge. Options per seat stand in the order host, then invited.

        A `standing` one is made anew whenever somebody has taken it.
        """
        now = self._clock()
        asked = challenge_event(
            game, options, host, invited, channel, guild, first, control, now, wanted
        )
        if standing:
            asked = standing_event(asked, now)
        return await self._whole(
            self._challenge(asked, now, StandingTerm(asked.expires) if standing else None)
        )

    async def do(
        self, match: MatchId | Match, command: Command, *, seq: int | None = None
    ) -> Match:
        """The match after the command. Raises PlayerError with a sentence.

        A match that was read just now is not read again; StaleMatch when it has gone on since.
        `seq` is the event whose board the caller saw: StaleMatch when the board has changed since.
        """
        return await self._whole(self._do_and_follow(match, command, seq))

    async def summary(self, match_id: MatchId) -> MatchSummary:
        """What the lists show of the match. Raises NoSuchMatch."""
        return await self._store.summary(match_id)

    async def of_person(
        self, person_id: int, *, channel: int | None = None, open_only: bool = True
    ) -> list[MatchSummary]:
        """A person's matches: those that wait for them first, then by deadline."""
        statuses = OPEN if open_only else None
        found = await self._store.summaries(
            person=person_id, channel=channel, statuses=statuses, limit=500
        )
        return sorted(found, key=lambda each: urgency(each, person_id))

    async def of_channel(self, channel_id: int, *, open_only: bool = True) -> list[MatchSummary]:
        """A channel's matches, the newest first."""
        return await self._store.summaries(channel=channel_id, statuses=OPEN if open_only else None)

    async def of_guild(self, guild: int) -> list[MatchSummary]:
        """The matches that run in a server, the newest first."""
        return await self._store.summaries(guild=guild, statuses=[Status.RUNNING], limit=500)

    async def rematch(self, match_id: MatchId, person: Person) -> Match:
        """A challenge to the same match with seats swapped, or the other side's one accepted.

        Asked again once the rematch has begun, it is that one: no second begins while it runs.
        """
        return await self._whole(self._rematch(match_id, person))

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish the work even if the caller is cancelled in the middle of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def _lock(self, match_id: MatchId) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _lock_of_person(self, person: int) -> asyncio.Lock:
        """Taken behind the lock of a match, never before it."""
        return self._people.setdefault(person, asyncio.Lock())

    async def _challenge(
        self, asked: Challenged, now: datetime, standing: StandingTerm | None = None
    ) -> Match:
        async with self._lock_of_person(asked.host.id):
            await self.limits.require_challenge(asked.host, asked.guild)
            await self.welcome.require_welcome(asked)
            if standing:
                await self.standing.require_few(asked.host, asked.channel)
            await self._seating.require_host(asked)
            return await self._create(asked, now, standing)

    async def _create(
        self, asked: Challenged, now: datetime, standing: StandingTerm | None = None
    ) -> Match:
        events: list[Event] = [asked]
        if self._robot and self._robot.id in {p.id for p in asked.invited if p}:
            unnumbered = fold(record_events(events, 0, now), MatchId(0))
            events += decide(unnumbered, Accept(self._robot), now, self._chance)
        recorded = record_events(events, 0, now)
        history = await self._folded.history(fold(recorded, MatchId(0)))

        def summarize(number: MatchId) -> Projected:
            begun = fold(recorded, number).timed(history, now)
            return self._writing.summary(begun), self._writing.posts(None, begun, events)

        match_id = await self._store.create(events, now, summarize, standing)
        self.queue.wake()
        return self._folded.keep(fold(recorded, match_id).timed(history, now))

    async def _do_and_follow(
        self, match: MatchId | Match, command: Command, seq: int | None
    ) -> Match:
        after = await self._do(match, command, seq)
        if not after.plies:
            await self.standing.follow(after)
        if after.successions:
            await self.stretches.follow(after)
        return after

    async def _do(self, known: MatchId | Match, command: Command, seq: int | None) -> Match:
        match_id = known.id if isinstance(known, Match) else known
        async with self._lock(match_id), AsyncExitStack() as seating:
            if isinstance(known, Match):
                match = self._folded.newest(known)
            else:
                match = await self.match(match_id)
            if seq is not None:
                require_current(match, seq)
            if isinstance(command, Accept | AnswerReplacement):
                await self.welcome.require_seat(match, command)
                await seating.enter_async_context(self._seating.letting_in(match, command))
            command = await self._weighed(match, command)
            try:
                after = await self._decided(match, command)
            except (StaleCalendar, StaleMatch):
                # Another process has written meanwhile, or whoever is to move has changed their
                # calendar: the same to the match as it is now.
                match = await self.match(match_id)
                if seq is not None:
                    require_current(match, seq)
                after = await self._decided(match, await self._weighed(match, command))
            try:
                return await self._prepared.followed(match, after)
            except Exception:
                # The move itself is on disk, and whoever made it is told so; the clock tries again.
                log.exception("match %s: a prepared answer has to wait", match_id)
                self.replies.look_again()
                return await self.match(match_id)
            finally:
                # Not before: nobody is called to a turn that a prepared answer has taken.
                self.queue.wake()

    async def _decided(self, match: Match, command: Command) -> Match:
        now = self._clock()
        # A move is computed beside the event loop.
        events = await asyncio.to_thread(self._decide, match, command, now)
        if not events and isinstance(command, Tick):
            # Nothing was due: the row is told when something is, or it would be due again at once.
            return await self._writing.write(match, events, now)
        return await self._writing.append(match, events, now)

    def _decide(self, match: Match, command: Command, now: datetime) -> list[Event]:
        events = decide(match, command, now, self._chance, match.history)
        if self._robot_id is None:
            return events
        return with_robot(match, events, self._robot_id, Moment(now, self._chance))

    async def _weighed(self, match: Match, command: Command) -> Command:
        """The command with what only the store or the service knows: whether anybody has seen the
        move that is taken back, and that the robot agrees to a replacement."""
        match command:
            case TakeBack(person_id):
                free = await is_takeback_free(self._store, match, person_id, self._robot_id)
                return replace(command, free=free)
            case AskReplacement():
                robot = frozenset() if self._robot_id is None else frozenset({self._robot_id})
                command = replace(command, agreeing=robot)
                # Who may not ask at all is told so, and nothing of the successor.
                decide(match, command, self._clock(), self._chance)
                await self.welcome.require_successor(match, command)
        return command

    async def reply_again(self, match_id: MatchId) -> None:
        """Play what is prepared in a match; where it has ended, forget it."""
        async with self._lock(match_id):
            match = await self.match(match_id)
            if match.status is not Status.RUNNING:
                await self._prepared.drop(match)
            elif match.plies:
                await self._prepared.replied(match)
                self.queue.wake()

    async def _rematch(self, match_id: MatchId, person: Person) -> Match:
        async with self._lock(match_id):
            match = await self.match(match_id)
            now = self._clock()
            challenge = rematch_event(match, person.id, now)
            asked = await asked_since(self._store, self.match, match, person.id)
            if asked is None:
                return await self._challenge(challenge, now)
            if asked.status is Status.RUNNING:
                return asked
            if person.id in {awaited.id for awaited in asked.awaited}:
                return await self._do(asked.id, SayReady(person.id), None)
            if asked.host.id == person.id:
                raise Refused(
                    f"You have asked for a rematch already: match {asked.id}. Wait for the answer."
                )
            return await self._do(asked.id, Accept(person), None)
