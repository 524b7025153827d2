"""Makes the service of its parts: the small doors that the front knocks at."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random
from typing import Any

from bot.model.events import Person
from bot.model.invitations import Lobbies
from bot.model.ports import Outbox, People, Store
from bot.model.records import MatchId
from bot.model.results.result import Results
from bot.opponents.workers import Workers
from bot.service.competitions.book import CompetitionBook
from bot.service.competitions.leagues import LeagueBook
from bot.service.competitions.meetings import Meetings
from bot.service.competitions.running import CompetitionSteps
from bot.service.competitions.seasons import SeasonStarts
from bot.service.due import DueMatches
from bot.service.exercises.book import ExerciseBook, NoteMilestone, note_nothing
from bot.service.exercises.daily import DailyBook
from bot.service.exercises.library import OF_DATA, Library
from bot.service.exercises.own import OwnPuzzles
from bot.service.folded import FoldedMatches
from bot.service.following import FollowingBook, PrivateNoteBook
from bot.service.game_records import RecordBook
from bot.service.inbox import InboxBook
from bot.service.invitations.lobby import Lobby
from bot.service.invitations.seating import Seating
from bot.service.invitations.standing_challenges import (
    RequirePlace,
    StandingChallengeBook,
    anywhere,
)
from bot.service.invitations.welcome import Welcome
from bot.service.limits import LimitBook
from bot.service.locks import Locks
from bot.service.matches import Matches
from bot.service.notices import NoticeBook
from bot.service.opponents.analysis import Analysis
from bot.service.opponents.robot import Robot
from bot.service.opponents.thinking import ShowThinking, Thinking, show_nothing
from bot.service.personal.calendars import CalendarBook
from bot.service.personal.drafts import DraftBook
from bot.service.personal.preferences import PreferenceBook
from bot.service.personal.premoves import PremoveBook
from bot.service.personal.prepared_answers import PreparedAnswers
from bot.service.personal.recap import Visits
from bot.service.places import PlaceBook
from bot.service.privacy.deleting import PrivacyBook, Tell, tell_nobody
from bot.service.privacy.servers import ServerBook
from bot.service.profiles import ProfileBook
from bot.service.queue import DueSource, Handling, Pause, Queue, no_handling, pause
from bot.service.results.leader_roles import LeaderRoleBook, ranking_by
from bot.service.results.older import OlderMatches
from bot.service.results.ratings import RatingBook
from bot.service.stretches import StretchBook
from bot.service.writing import Writing

NOBODY = Person(0, "")
"""In the place of the robot where there is none."""


class Service:
    """All that can be asked for, made over a store. `posts`, `lobbies` and `people` are the store.

    `robot` is the person whose moves the clock makes by itself. The queue looks for what the
    `sources` find, too, waits by `pause` and does each item inside `handling`; `woken` is set after
    every commit. `require_place` refuses a channel in which no standing challenge may be made anew,
    `on_deleted` tells somebody that all about them is deleted. Searches are asked of `thinking`,
    without which they run in processes of their own, which `close` of it ends; exercises are those
    of the `library`, and `note_milestone` counts what is done in them.
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
        on_deleted: Tell = tell_nobody,
        thinking: Thinking | None = None,
        library: Library = OF_DATA,
        note_milestone: NoteMilestone = note_nothing,
        show_thinking: ShowThinking = show_nothing,
    ) -> None:
        woken = woken or asyncio.Event()
        wake = woken.set
        locks, lock_of_person = Locks[MatchId](), Locks[int]()
        folded = FoldedMatches(store, clock)
        self.posts: Outbox = store
        self.lobbies: Lobbies = store
        self.people: People = store
        self.results: Results = store
        self.limits, self.preferences = LimitBook(store, clock, robot.id), PreferenceBook(store)
        self.profiles, self.calendars = ProfileBook(store, robot), CalendarBook(store, clock, wake)
        self.welcome = Welcome(store, self.preferences, robot)
        self.stretches = StretchBook(store, clock, robot.id, wake)
        writing = Writing(store, folded, self.calendars, chance, robot, wake)
        seating = Seating(
            *(store, self.profiles, self.preferences, self.limits, folded.match),
            *(lock_of_person, robot),
        )
        self.standing = StandingChallengeBook(store, seating, writing.create, clock, require_place)
        prepared = PreparedAnswers(store, folded.match, writing.append, locks, clock, chance, wake)
        self.matches = Matches(
            *(store, folded, writing, self.limits, self.welcome, seating, self.standing, prepared),
            *(self.stretches, locks, lock_of_person, clock, chance, robot.id, wake),
        )
        self.notices, self.servers = NoticeBook(store, clock, wake), ServerBook(store, clock)
        self.privacy = PrivacyBook(self.matches, store, clock, robot, wake, on_deleted)
        self.drafts, self.premoves = (
            DraftBook(store, self.limits),
            PremoveBook(store, folded, locks),
        )
        self.following, self.private_notes = FollowingBook(store), PrivateNoteBook(store)
        self.inbox, self.lobby, self.places = InboxBook(store), Lobby(store), PlaceBook(store)
        self.visits = Visits(store, clock)
        self.thinking: Thinking = thinking or Workers()
        self.analysis = Analysis(self.thinking, robot.id)
        self.game_records = RecordBook(store, writing, self.thinking, clock, robot.id)
        self.own_puzzles = OwnPuzzles(folded.match, self.analysis, self.preferences, robot.id)
        self.exercises = ExerciseBook(
            *(store, library, self.own_puzzles.find, self.thinking, self.limits, clock, chance),
            note_milestone,
        )
        self.daily = DailyBook(store, library, clock, wake)
        self.leagues = LeagueBook(store, clock, wake)
        self.competitions = CompetitionBook(store, clock, wake)
        meetings = Meetings(self.matches, store, self.thinking, clock)
        self.ratings = RatingBook(store, folded, writing, locks, clock)
        self.leader_roles = LeaderRoleBook(store, ranking_by(self.ratings), clock, wake)
        older = OlderMatches(store, folded, clock, robot.id)
        player = Robot(self.thinking, robot, show_thinking)
        due = DueMatches(self.matches, store, clock, player, robot)
        by_itself = (prepared.left_over, self.standing.left_over, due, self.notices, self.privacy)
        all_sources: Sequence[DueSource[Any]] = (
            *by_itself,
            self.privacy.wiping,
            self.servers,
            self.ratings,
            SeasonStarts(store, clock),
            CompetitionSteps(store, meetings, clock),
            *sources,
            older,
        )
        self.queue = Queue(
            store.upcoming, clock, all_sources, woken=woken, pause=pause, handling=handling
        )
