"""A catalog with one small game, a clock that stands still until moved, and some people."""

import random
from datetime import UTC, datetime, timedelta

import pytest

import bot.catalog
from bot.service.build import Service, build_service
from bot.service.matches import Matches
from tests.helpers import pile
from tests.helpers.people import ROBOT
from tests.store.memory import MemoryStore

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that its owner moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> datetime:
        """Let days, hours or seconds pass."""
        self.now += timedelta(**time)
        return self.now


@pytest.fixture(autouse=True)
def pile_is_on_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {**bot.catalog.catalog(), "pile": pile.ENTRY}
    monkeypatch.setattr(bot.catalog, "catalog", lambda: offered)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def service(store: MemoryStore, clock: Clock) -> Service:
    return build_service(store, clock=clock, chance=random.Random(1), robot=ROBOT)


@pytest.fixture
def matches(service: Service) -> Matches:
    return service.matches
