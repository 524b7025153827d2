"""The kinds of faults, how often each is to come, and in which order: a seed decides."""

import random
import resource
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from tests.discord.fake.faults import PASSING


class Said(StrEnum):
    """What can go wrong with an interaction on its way to the bot."""

    LATE = "interaction late"
    TWICE = "interaction twice"
    TURNED = "interactions out of order"
    OVER = "interaction too late for any answer"


class Trouble(StrEnum):
    """What can happen to the bot as a whole."""

    KILL = "kill -9"
    KILL_STUCK = "kill -9 while Discord does not answer"
    STOP = "asked to stop"
    CUT = "gateway cut"
    RECONNECT = "gateway: RECONNECT"
    INVALID = "gateway: INVALID_SESSION"
    FORBIDDEN = "posts refused: 403"
    UNKNOWN = "posts refused: 404"
    FULL = "disk full"
    FILLING = "disk full within a write"
    NO_PAGES = "database full"
    READ_ONLY = "file read-only"
    READ_ONLY_START = "file read-only at a start"
    LOCKED = "file locked"
    DAMAGED = "page damaged"
    DAMAGED_START = "page damaged at a start"
    DELETED = "file deleted"
    REPLACED = "file replaced"


STARTS = (
    *(Trouble.KILL, Trouble.KILL_STUCK, Trouble.STOP),
    *(Trouble.READ_ONLY_START, Trouble.DAMAGED_START),
)
"""Troubles after which the bot is started again."""

KILLS_OF_10000, TROUBLES_OF_10000 = 160, 30
REQUESTS_OF_10000 = 900
"""Of 10,000 faults, how many are requests and interactions of each kind; kills, and each other
kind."""

AHEAD = 2
"""For how many troubles at most faults of requests and interactions may be ahead."""


def possible() -> tuple[Trouble, ...]:
    """The troubles that this system can be put into."""
    can_limit = hasattr(resource, "prlimit")
    limits = (Trouble.FULL, Trouble.FILLING)
    return tuple(each for each in Trouble if can_limit or each not in limits)


def shares() -> dict[str, int]:
    """How often each kind is to come among 10,000, about."""
    cheap: dict[str, int] = dict.fromkeys(chain(PASSING, Said), REQUESTS_OF_10000)
    troubles: dict[str, int] = dict.fromkeys(possible(), TROUBLES_OF_10000)
    return cheap | troubles | {Trouble.KILL: KILLS_OF_10000}


def counts(faults: int) -> dict[str, int]:
    """How often each kind comes among so many faults: every kind once at least."""
    weights = shares()
    whole = sum(weights.values())
    found = {kind: max(1, faults * weight // whole) for kind, weight in weights.items()}
    cheap = [*PASSING, *Said]
    for place in range(max(0, faults - sum(found.values()))):
        found[cheap[place % len(cheap)]] += 1
    return found


@dataclass
class Deck:
    """The faults that are still to come, in three heaps, each in the order that the seed gives."""

    wanted: Mapping[str, int]
    seed: int
    over: int = 0
    """How many troubles are over."""

    dealt_to_requests: Counter[str] = field(default_factory=Counter)
    requests: list[str] = field(init=False)
    interactions: list[str] = field(init=False)
    troubles: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.requests = self._shuffled(PASSING)
        self.interactions = self._shuffled(tuple(Said))
        self.troubles = self._shuffled(tuple(Trouble))
        self._cheap = self.cheap

    def _shuffled(self, kinds: tuple[str, ...]) -> list[str]:
        heap = [kind for kind in kinds for _ in range(self.wanted.get(kind, 0))]
        random.Random(f"{self.seed} {kinds[0]}").shuffle(heap)
        return heap

    @property
    def cheap(self) -> int:
        """How many faults of requests and interactions are still to come."""
        return len(self.requests) + len(self.interactions)

    @property
    def is_ahead(self) -> bool:
        """Whether faults of requests and interactions have to wait for the troubles, so that
        troubles come among them to the end."""
        return self.dealt > (self.over + AHEAD) / max(1, len(self.troubles))

    @property
    def dealt(self) -> float:
        """The share of those that have come."""
        return 1 - self.cheap / max(1, self._cheap)
