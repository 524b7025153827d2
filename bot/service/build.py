"""Makes the service of its parts: the small doors that the front knocks at."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from bot.model.events import Person
from bot.model.invitations import Lobbies
from bot.model.ports import Outbox, People, Store
from bot.model.records import MatchId
from bot.service.due import DueMatches
from bot.service.folded import FoldedMatches
from bot.service.following import FollowingBook, PrivateNoteBook
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
from bot.service.stretches import StretchBook
from bot.service.writing import Writing

NOBODY = Person(0, "")
"""In the place of the robot where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """All that can be asked for. `posts`, `lobbies` and `people` are the store itself."""

    calendars: CalendarBook
    drafts: DraftBook
    following: FollowingBook
    inbox: InboxBook
    limits: LimitBook
    lobbies: Lobbies
    lobby: Lobby
    matches: Matches
    notices: NoticeBook
    people: People
    places: PlaceBook
    posts: Outbox
    preferences: PreferenceBook
    premoves: PremoveBook
    privacy: PrivacyBook
    private_notes: PrivateNoteBook
    profiles: ProfileBook
    queue: Queue
    servers: ServerBook
    standing: StandingChallengeBook
    stretches: StretchBook
    visits: Visits
    welcome: Welcome


def build_service(
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
) -> Service:
    """The service over a store. `robot` is the person whose moves the clock makes by itself.

    Its queue looks for what the `sources` find, too, waits by `pause` and does each item inside
    `handling`; `woken` is set after every commit. `require_place` refuses a channel in which no
    standing challenge may be made anew, `on_deleted` tells somebody that all about them is deleted.
    """
    woken = woken or asyncio.Event()
    wake = woken.set
    locks, lock_of_person = Locks[MatchId](), Locks[int]()
    folded = FoldedMatches(store, clock)
    limits, preferences = LimitBook(store, clock, robot.id), PreferenceBook(store)
    profiles, calendars = ProfileBook(store, robot), CalendarBook(store, clock, wake)
    welcome = Welcome(store, preferences, robot)
    stretches = StretchBook(store, clock, robot.id, wake)
    writing = Writing(store, folded, calendars, chance, robot, wake)
    seating = Seating(store, profiles, preferences, limits, folded.match, lock_of_person, robot)
    standing = StandingChallengeBook(store, seating, writing.create, clock, require_place)
    prepared = PreparedAnswers(store, folded.match, writing.append, locks, clock, chance, wake)
    matches = Matches(
        *(store, folded, writing, limits, welcome, seating, standing, prepared, stretches),
        *(locks, lock_of_person, clock, chance, robot.id, wake),
    )
    notices, servers = NoticeBook(store, clock, wake), ServerBook(store, clock)
    privacy = PrivacyBook(matches, store, clock, robot, wake, on_deleted)
    due = DueMatches(matches, store, clock, chance, robot)
    by_itself = (prepared.left_over, standing.left_over, due, notices, privacy, privacy.wiping)
    all_sources: Sequence[DueSource[Any]] = (*by_itself, servers, *sources)
    queue = Queue(store.upcoming, clock, all_sources, woken=woken, pause=pause, handling=handling)
    return Service(
        calendars=calendars,
        drafts=DraftBook(store, limits),
        following=FollowingBook(store),
        inbox=InboxBook(store),
        limits=limits,
        lobbies=store,
        lobby=Lobby(store),
        matches=matches,
        notices=notices,
        people=store,
        places=PlaceBook(store),
        posts=store,
        preferences=preferences,
        premoves=PremoveBook(store, folded, locks),
        privacy=privacy,
        private_notes=PrivateNoteBook(store),
        profiles=profiles,
        queue=queue,
        servers=servers,
        standing=standing,
        stretches=stretches,
        visits=Visits(store, clock),
        welcome=welcome,
    )
