"""How much is allowed, with the reasons, and what a store keeps of it.

Nobody who plays meets these limits, however much they play: they stop what a script or a quarrel
would do to everybody else. Discord's people and servers are counted; a direct message has no
server, and only the limits of the person apply.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from bot.model.records import PersonId

MOST_CHALLENGES = 25
"""Most challenges of one person that may wait for an answer. Each calls a person, or is in a list
that others read."""

MOST_MATCHES = 250
"""Most running matches of one person at which another may begin, including those against the bot.
The keenest players of correspondence games have about a hundred."""

MOST_PRACTICE = 3
"""Most running matches of one person for practice: as many as anybody goes on with."""

MOST_DRAFTS = 150
"""Most drafts of one person: more than anybody thinks about at once."""

MOST_STUDIES = 100
"""Most studies of one person: one of each match of the keenest players, who delete a few."""

MOST_SERVER_CHALLENGES = 500
"""Most challenges of one server that may wait for an answer: twenty people with the personal
maximum."""

MOST_SERVER_MATCHES = 5000
"""Most running matches of a server: a thousand players with ten each. At two turns a day they are
seven posts a minute, which Discord accepts."""


CALLED_ONCE = timedelta(hours=1)
"""How long after a challenge or a request for a replacement that was not answered another one by
the same person calls the same people again."""


class Allowance(NamedTuple):
    """This many at once, and then one more after each `interval`."""

    burst: int
    interval: timedelta


class Rate(NamedTuple):
    """A limit on requests: by one person, and by all people of one server together.

    `things` is its name in a refusal. A process takes `at_once` of them in advance, so that not
    every one costs a write; the person loses what it has not used after a minute.
    """

    name: str
    things: str
    person: Allowance
    server: Allowance
    at_once: int = 1


PICTURES = Rate(
    "pictures",
    "private boards",
    # A person with a hundred matches may look at each, and press twice as often for a move in each;
    # then two a second, faster than anybody reads them.
    Allowance(300, timedelta(seconds=0.5)),
    # Ten such people at once; then as many as half the drawing threads have time for.
    Allowance(3000, timedelta(seconds=0.05)),
    at_once=10,
)
"""Pictures shown to one person in private: each takes some 30 ms of a processor."""

EXPORTS = Rate(
    "exports",
    "replays, comparisons or exports",
    # Each of a hundred matches once; then twelve a minute. An animation takes longer than that.
    Allowance(120, timedelta(seconds=5)),
    # One thread draws them, in a second or less each.
    Allowance(600, timedelta(seconds=1)),
)
"""What takes long: animations, comparisons, and exports of a person's data."""

TRIES = Rate(
    "tries",
    "puzzles and tries",
    # A person who guesses through the moves of a board; then one in two seconds.
    Allowance(120, timedelta(seconds=2)),
    # They are not counted by server.
    Allowance(3000, timedelta(seconds=0.05)),
    at_once=10,
)
"""Tries of exercises, and puzzles drawn: each may be searched as long as a move of the bot."""

IMPORTS = Rate(
    "imports",
    "imported records",
    # A tournament that was played elsewhere; then two an hour.
    Allowance(30, timedelta(minutes=30)),
    # Ten such people. Each record is stored, and costs as much as a match of its length.
    Allowance(300, timedelta(minutes=3)),
)
"""Records that are read from files. Each is replayed, and becomes a match."""

CALLS = Rate(
    "calls",
    "challenges and requests to others",
    # As many as may wait for an answer, and some that are answered at once; then one in four
    # minutes: an evening of short matches, each with another rematch, takes less.
    Allowance(MOST_CHALLENGES + 5, timedelta(minutes=4)),
    # Twenty such people.
    Allowance(500, timedelta(seconds=12)),
)
"""Notifications of others that a person may cause without having a match with them: each person
whom a challenge or a request for a replacement asks counts, an open challenge as one."""

FEEDBACK = Rate(
    "feedback",
    "messages to the person who runs the bot",
    # Three thoughts of an evening; then six a day.
    Allowance(3, timedelta(hours=4)),
    # Ten such people.
    Allowance(30, timedelta(minutes=24)),
)
"""What people write to the owner of the bot."""

NEW_STUDIES = Rate(
    "studies",
    "new studies",
    # Half of what one may have; then thirty an hour.
    Allowance(50, timedelta(minutes=2)),
    # They are not counted by server.
    Allowance(3000, timedelta(seconds=0.05)),
)
"""Studies that are begun. Each is stored, with up to some hundred moves at once."""

RATES = {
    rate.name: rate for rate in (PICTURES, EXPORTS, TRIES, IMPORTS, CALLS, FEEDBACK, NEW_STUDIES)
}


class OpenCounts(NamedTuple):
    """What a person and a server have open: the person's waiting challenges and running matches,
    and the same of the server."""

    challenges: int
    matches: int
    server_challenges: int
    server_matches: int


class Charge(NamedTuple):
    """What is taken of one allowance. `scope` is `person` or `guild`, `owner` their id.

    It is full again after `cost` at most; no more than `most` may be taken of it.
    """

    scope: str
    owner: int
    cost: timedelta
    most: timedelta


class Limits(Protocol):
    """What people have taken of their allowances, and how many drafts they have."""

    async def drafts_held(self, person: PersonId) -> int:
        """In how many running matches the person has a draft."""

    async def take_allowance(
        self, name: str, charges: Sequence[Charge], now: datetime
    ) -> datetime | None:
        """Take all of the charges: None if that is done; otherwise nothing is taken, and it returns
        when there will be enough."""

    async def sweep_allowances(self, now: datetime) -> None:
        """Forget the allowances that are full again."""
