"""A catalog with one small game, and a club that plays it."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import bot.catalog
from bot.model.commands import Accept, Command, Play, Resign
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import Post
from bot.model.refusals import Refused
from bot.service.build import Service
from bot.service.competitions.outages import OF_NO_SERVER
from bot.service.personal.preferences import PERSON
from bot.service.personal.suggestions import legal_texts
from tests.helpers import pile
from tests.helpers.people import ADA, GRACE, ROBOT
from tests.helpers.playing import known
from tests.helpers.thinking import InThreads
from tests.store.contracts.matches import deliver_all
from tests.store.memory import MemoryStore

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> datetime:
        self.now += timedelta(**time)
        return self.now


async def was_there(store: Any, now: datetime) -> None:
    """The bot has reported that it is there, up to that time."""
    await store.change_preferences(*OF_NO_SERVER, lambda was: {**was, "seen": now.isoformat()})


class Club:
    """People who play over one store, and the time that passes for them."""

    def __init__(
        self, store: Any = None, clock: Clock | None = None, robot: Person = ROBOT, **parts: Any
    ) -> None:
        # Any store: the one in memory can be asked by SQL, too.
        self.store: Any = store or MemoryStore()
        self.clock, self.robot = clock or Clock(), robot
        given: dict[str, Any] = {"thinking": InThreads(), **parts}
        self.service = Service(
            self.store, clock=self.clock, chance=random.Random(1), robot=robot, **given
        )
        self.matches = self.service.matches
        self.do, self.match = self.matches.do, self.matches.match
        self.tick, self.pass_by = self.service.queue.tick, self.clock.pass_by

    async def at(self, now: datetime) -> datetime | None:
        """It is that time, and all that is due then is done; when something is due next. What was
        posted before has come, and the bot was there all the while."""
        await self.deliver()
        self.clock.now = now
        await was_there(self.store, now)
        return await self.tick()

    async def later(self, **time: float) -> datetime | None:
        """The same, so much later."""
        return await self.at(self.pass_by(**time))

    def restarted(self) -> "Club":
        """Another process over the same store, or the same one after a restart."""
        return Club(self.store, self.clock, self.robot)

    async def ask(self, *invited: Person | None, **terms: Any) -> Match:
        """Ada's challenge to Grace, or to others."""
        plain: dict[str, Any] = {"game": "pile", "options": {}, "host": ADA, "first": "host"}
        place: dict[str, Any] = {"channel": 7, "guild": 70}
        return await self.matches.challenge(invited=invited or (GRACE,), **plain | place | terms)

    async def begin(self, *guests: Person, moves: str = "", **terms: Any) -> Match:
        """A match in which all have accepted, after moves in turn; Ada begins."""
        match = await self.ask(*guests, **terms)
        for guest in guests or (GRACE,):
            if guest != self.robot:
                match = await self.do(match.id, Accept(guest))
        for text in moves.split():
            match = await self.do(match.id, Play(known(match.turn_person).id, text))
        return match

    async def moved(self, match: Match) -> Match:
        """The match after some move of the person to move."""
        text = legal_texts(match, "", 1)[0]
        return await self.do(match.id, Play(known(match.turn_person).id, text))

    async def resigned(self, person: Person = GRACE, **terms: Any) -> Match:
        """A match of Ada and that person that ended at once."""
        match = await self.begin(person, **terms)
        return await self.do(match.id, Resign(person.id))

    async def answer_at_once(self, *people: Person) -> None:
        """What these people prepare from then on is played at once."""
        for each in people:
            await self.service.preferences.change(
                PERSON, each.id, lambda stored: replace(stored, prepared="at_once")
            )

    async def refused(self, match: Match, command: Command) -> Refused:
        """The refusal of a command; the match does not change."""
        with pytest.raises(Refused) as caught:
            await self.do(match.id, command)
        assert await self.match(match.id) == match
        return caught.value

    async def deliver(self) -> list[Post]:
        """All that is due is posted."""
        return await deliver_all(self.store, self.clock.now)


@pytest.fixture(autouse=True)
def pile_is_on_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {**bot.catalog.catalog(), "pile": pile.ENTRY}
    monkeypatch.setattr(bot.catalog, "catalog", lambda: offered)


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def clock() -> Clock:
    return Clock()
