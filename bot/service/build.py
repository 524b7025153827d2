"""Builds the service from its parts: the small doors that the front calls."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from bot.model.events import Person
from bot.model.places import LivingPosts
from bot.model.ports import Outbox, People, Store
from bot.model.records import MatchId, PersonId
from bot.model.results import Results
from bot.opponents.workers import Workers
from bot.service.competitions.book import CompetitionBook
from bot.service.competitions.leagues import LeagueBook
from bot.service.competitions.meetings import Meetings
from bot.service.competitions.outages import OutageBook
from bot.service.competitions.running import CompetitionSteps, SeasonStarts
from bot.service.due import DueMatches
from bot.service.exercises.book import ExerciseBook, NoteMilestone, note_nothing
from bot.service.exercises.daily import DailyBook
from bot.service.exercises.library import OF_DATA, Library
from bot.service.exercises.own import OwnPuzzles
from bot.service.folded import FoldedMatches
from bot.service.game_records import RecordBook
from bot.service.inbox import InboxBook
from bot.service.invitations.calls import Calls
from bot.service.invitations.open_challenges import (
    Admission,
    Lobby,
    RequirePlace,
    StandingChallengeBook,
    anywhere,
)
from bot.service.invitations.pairs import PairBook
from bot.service.invitations.seating import Seating, Welcome
from bot.service.limits import LimitBook
from bot.service.locks import Locks
from bot.service.matches import AfterWrite, HasLeft, Matches, nobody_left
from bot.service.notices.absences import Absences
from bot.service.notices.book import NoticeBook
from bot.service.owner import OwnerBook
from bot.service.personal.calendars import CalendarBook
from bot.service.personal.drafts import DraftBook
from bot.service.personal.following import FollowingBook, PrivateNoteBook
from bot.service.personal.preferences import PreferenceBook
from bot.service.personal.premoves import PremoveBook, PreparedAnswers
from bot.service.personal.recap import Visits
from bot.service.personal.studies import StudyBook
from bot.service.places import PlaceBook, StretchBook
from bot.service.practice import PracticeBook
from bot.service.privacy import PrivacyBook, ServerBook, Tell, tell_nobody
from bot.service.profiles import ProfileBook
from bot.service.queue import DueSource, Handling, Pause, Queue, no_handling, pause
from bot.service.results.digests import OlderDigests
from bot.service.results.leader_roles import LeaderRoleBook, ranking_by
from bot.service.results.older import OlderMatches
from bot.service.results.ratings import RatingBook
from bot.service.thinking import Analysis, Robot, ShowThinking, Thinking, show_nothing
from bot.service.writing import Writing

NOBODY = Person(PersonId(0), "")
"""Used instead of the robot if there is none."""

Sources = tuple[DueSource[Any], ...]
"""What the queue looks for, in that order."""


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What the parts of every topic are built from."""

    store: Store
    clock: Callable[[], datetime]
    chance: Random
    robot: Person
    wake: Callable[[], None]
    thinking: Thinking
    calendars: CalendarBook
    outages: OutageBook
    folded: FoldedMatches
    writing: Writing
    locks: Locks[MatchId]


class Service:
    """Everything that can be asked for, built over a store. `posts`, `living_posts` and
    `people` are the store.

    `robot` is the person whose moves the clock makes. The queue also does what the `sources` find;
    it waits with `pause`, runs each item inside `handling`, and `woken` is set after every commit.
    `require_place` refuses channels in which no standing challenge may be renewed; `has_left` says
    who is no longer in a server; `on_deleted`
    notifies a person that all data about them is deleted. Searches run in `thinking`; without it,
    in processes that `close` ends. Exercises come from the `library`; `note_milestone` counts what
    is done in them.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        chance: Random,
        robot: Person = NOBODY,
        sources: Sequence[DueSource[Any]] = (),
        woken: asyncio.Event | None = None,
        pause: Pause = pause,
        handling: Handling = no_handling,
        require_place: RequirePlace = anywhere,
        has_left: HasLeft = nobody_left,
        on_deleted: Tell = tell_nobody,
        thinking: Thinking | None = None,
        library: Library = OF_DATA,
        note_milestone: NoteMilestone = note_nothing,
        show_thinking: ShowThinking = show_nothing,
    ) -> None:
        woken = woken or asyncio.Event()
        parts = _parts(store, clock, chance, robot, woken.set, thinking or Workers())
        self.posts: Outbox = store
        self.living_posts: LivingPosts = store
        self.people: People = store
        self.results: Results = store
        self.thinking: Thinking = parts.thinking
        self._make_personal(parts)
        all_sources = (
            *self._make_matches(parts, require_place, has_left, show_thinking),
            *self._make_privacy(parts, on_deleted),
            *self._make_ratings(parts),
            *self._make_competitions(parts),
            *sources,
            # Nobody waits for the settlement of older matches.
            OlderMatches(store, parts.folded, clock, robot.id),
            OlderDigests(store, clock),
        )
        self._make_lists(parts)
        self._make_exercises(parts, library, note_milestone)
        self.queue = Queue(store, clock, all_sources, woken=woken, pause=pause, handling=handling)

    def _make_personal(self, parts: Parts) -> None:
        store, clock, robot = parts.store, parts.clock, parts.robot
        self.calendars, self.preferences = parts.calendars, PreferenceBook(store)
        self.limits, self.profiles = (
            LimitBook(store, clock),
            ProfileBook(store, store, robot),
        )
        self.welcome = Welcome(store, robot)
        self.drafts = DraftBook(store, self.limits)
        self.visits = Visits(store, clock)

    def _make_matches(
        self,
        parts: Parts,
        require_place: RequirePlace,
        has_left: HasLeft,
        show_thinking: ShowThinking,
    ) -> Sources:
        store, clock, chance, robot = parts.store, parts.clock, parts.chance, parts.robot
        folded, writing, locks, wake = parts.folded, parts.writing, parts.locks, parts.wake
        of_person = Locks[PersonId]()
        seating = Seating(store, store, self.profiles, folded.match, of_person, robot)
        self.stretches = StretchBook(store, clock, robot.id, wake)
        self.standing = StandingChallengeBook(store, seating, writing.create, clock, require_place)
        self.pairs = PairBook(store, folded.match, writing.arrange, clock)
        prepared = PreparedAnswers(store, folded.match, writing.append, locks, clock, chance)
        self.premoves = PremoveBook(store, folded, locks, self.preferences, clock, wake)
        calls = Calls(store, self.limits, clock, robot.id)
        admission = Admission(self.welcome, seating, self.standing, of_person, calls)
        after_write = AfterWrite(self.pairs, prepared, self.standing, self.stretches)
        self.matches = Matches(
            store,
            folded,
            writing,
            admission,
            self.pairs,
            after_write,
            locks,
            clock,
            chance,
            robot.id,
            wake,
            has_left,
        )
        # Nobody sees the bot think there.
        silent = Robot(parts.thinking, robot)
        self.practice = PracticeBook(store, self.matches, self.profiles, silent, robot)
        self.notices = NoticeBook(store, clock, wake, Absences(self.matches, store, clock))
        player = Robot(parts.thinking, robot, show_thinking)
        due = DueMatches(self.matches, store, clock, player, robot)
        left_over = (self.standing.left_over, self.pairs.left_over)
        return prepared, *left_over, due, self.notices

    def _make_privacy(self, parts: Parts, on_deleted: Tell) -> Sources:
        store, clock = parts.store, parts.clock
        self.privacy = PrivacyBook(self.matches, store, clock, parts.robot, parts.wake, on_deleted)
        self.servers = ServerBook(store, clock)
        self.owner = OwnerBook(store, parts.calendars, clock)
        return self.privacy, self.privacy.wiping, self.servers

    def _make_ratings(self, parts: Parts) -> Sources:
        store, clock = parts.store, parts.clock
        self.ratings = RatingBook(store, parts.folded, parts.writing, parts.locks, clock)
        self.leader_roles = LeaderRoleBook(store, ranking_by(self.ratings), clock, parts.wake)
        return (self.ratings,)

    def _make_competitions(self, parts: Parts) -> Sources:
        store, clock = parts.store, parts.clock
        self.outages, self.leagues = parts.outages, LeagueBook(store, clock, parts.wake)
        self.competitions = CompetitionBook(store, clock, parts.wake)
        outages, back_since = parts.outages.calendar, parts.outages.back_since
        meetings = Meetings(self.matches, store, parts.thinking, self.pairs, outages, clock)
        steps = CompetitionSteps(store, meetings, parts.thinking, back_since, clock)
        return SeasonStarts(store, clock), steps

    def _make_lists(self, parts: Parts) -> None:
        # What is cached of matches.
        store, robot = parts.store, parts.robot
        self.following, self.private_notes = FollowingBook(store), PrivateNoteBook(store)
        self.inbox, self.lobby, self.places = InboxBook(store), Lobby(store), PlaceBook(store)
        self.analysis = Analysis(parts.thinking, robot.id)
        self.game_records = RecordBook(
            store, parts.writing, parts.thinking, parts.clock, robot.id, self.limits
        )
        self.studies = StudyBook(
            store, self.limits, parts.folded, self.game_records.record, parts.clock, parts.chance
        )

    def _make_exercises(
        self, parts: Parts, library: Library, note_milestone: NoteMilestone
    ) -> None:
        store, clock, thinking = parts.store, parts.clock, parts.thinking
        self.own_puzzles = OwnPuzzles(
            parts.folded.match, self.analysis, self.preferences, parts.robot.id
        )
        self.exercises = ExerciseBook(
            store,
            library,
            self.own_puzzles.find,
            thinking,
            self.limits,
            clock,
            parts.chance,
            note_milestone,
        )
        self.daily = DailyBook(store, library, clock, parts.wake)


def _parts(
    store: Store,
    clock: Callable[[], datetime],
    chance: Random,
    robot: Person,
    wake: Callable[[], None],
    thinking: Thinking,
) -> Parts:
    calendars, outages = CalendarBook(store, clock, wake), OutageBook(store, clock)
    folded = FoldedMatches(store, clock, outages.calendar, calendars.recompute)
    writing = Writing(store, folded, calendars, chance, robot, wake)
    locks = Locks[MatchId]()
    return Parts(
        store=store,
        clock=clock,
        chance=chance,
        robot=robot,
        wake=wake,
        thinking=thinking,
        calendars=calendars,
        outages=outages,
        folded=folded,
        writing=writing,
        locks=locks,
    )
