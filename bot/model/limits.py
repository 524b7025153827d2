"""How much is allowed, with the reasons, and what a store keeps of it.

The numbers are such that nobody meets them who plays, however much: they end what a script or a
quarrel would do to everybody else. What counts are the people and servers of Discord; a direct
message has no server, and there the limits of the person alone hold.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

MOST_CHALLENGES = 25
"""Challenges of one person that may wait for an answer at the same time. Each calls somebody, or
stands in a list that others read."""

MOST_MATCHES = 250
"""Matches of one person that may run at the same time when they begin one more, those against the
bot among them. The keenest players of correspondence games have about a hundred."""

MOST_DRAFTS = 150
"""Moves that one person may be in the middle of making: more than have it on their mind at once."""

MOST_SERVER_CHALLENGES = 500
"""Challenges of one server that may wait for an answer: twenty people with as many as they may."""

MOST_SERVER_MATCHES = 5000
"""Matches that may run in one server: a thousand players with ten each. At two turns a day they are
seven posts a minute, which Discord takes."""


class Allowance(NamedTuple):
    """So many at once, and then one more after each `interval`."""

    burst: int
    interval: timedelta


class Rate(NamedTuple):
    """What may be asked for so often: by one person, and by all people of one server together.

    `things` is how it is called in a refusal. A process takes `at_once` of them in advance, so that
    not every one costs a write; what it has not used after a minute is lost to the person.
    """

    name: str
    things: str
    person: Allowance
    server: Allowance
    at_once: int = 1


PICTURES = Rate(
    "pictures",
    "private boards",
    # Somebody with a hundred matches may look at each, and press twice as often for a move in each;
    # then two a second, which is faster than anybody reads them.
    Allowance(300, timedelta(seconds=0.5)),
    # Ten such people at once; then as many as half the threads that draw them have time for.
    Allowance(3000, timedelta(seconds=0.05)),
    at_once=10,
)
"""Pictures that one person alone sees: each is some 30 ms of a processor."""

EXPORTS = Rate(
    "exports",
    "replays, comparisons or exports",
    # Each of a hundred matches once; then twelve a minute. An animation runs for longer than that.
    Allowance(120, timedelta(seconds=5)),
    # One thread draws them, a second or less for each.
    Allowance(600, timedelta(seconds=1)),
)
"""What takes long: animations, comparisons, and somebody's data as a file."""

TRIES = Rate(
    "tries",
    "puzzles and tries",
    # Whoever guesses through the moves of a board; then one in two seconds.
    Allowance(120, timedelta(seconds=2)),
    # No server is known where they are counted.
    Allowance(3000, timedelta(seconds=0.05)),
    at_once=10,
)
"""Tries of exercises, and puzzles drawn: each may be searched for as long as a move of the bot."""

IMPORTS = Rate(
    "imports",
    "imported records",
    # A tournament that was played elsewhere; then two an hour.
    Allowance(30, timedelta(minutes=30)),
    # Ten such people. Each record stays, and costs as much as a match of its length.
    Allowance(300, timedelta(minutes=3)),
)
"""Records that are read from files. Each is played through, and becomes a match."""

RATES = {rate.name: rate for rate in (PICTURES, EXPORTS, TRIES, IMPORTS)}


class OpenCounts(NamedTuple):
    """What a person and a server have open: challenges of the person's that wait for an answer and
    their matches that run, and the same of the server."""

    challenges: int
    matches: int
    server_challenges: int
    server_matches: int


class Charge(NamedTuple):
    """What is taken of one allowance. `scope` is `person` or `guild`, `owner` their number.

    It is all there again after `cost` at most; no more than `most` may be taken of it.
    """

    scope: str
    owner: int
    cost: timedelta
    most: timedelta


class Limits(Protocol):
    """What people and servers have open, and what they have taken of their allowances."""

    async def open_counts(self, person: int, guild: int | None) -> OpenCounts:
        """What they have open. Without a server its counts are 0."""

    async def drafts_held(self, person: int) -> int:
        """In how many running matches the person is in the middle of making a move."""

    async def take_allowance(
        self, name: str, charges: Sequence[Charge], now: datetime
    ) -> datetime | None:
        """Take all of the charges: None when that is done, else nothing is taken, and it is when
        there will be enough."""

    async def sweep_allowances(self, now: datetime) -> None:
        """Forget the allowances of which nothing is missing any more."""
