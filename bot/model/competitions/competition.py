"""Leagues, their seasons, and tournaments: who takes part, who meets whom. Plain values.

A season of a league and a tournament are both a competition: entrants, who meet in fixtures.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Any

from bot.catalog import entry
from bot.games.names import plain_name, skeleton
from bot.games.phrases import comma_list
from bot.model.clock.time_control import TimeControl
from bot.model.records import ChannelId, GuildId, MatchId, PersonId
from bot.model.refusals import Refused
from bot.model.shape import JsonFields


class Format(StrEnum):
    """How pairings are made. The values are stored."""

    SEASON = "season"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class Phase(StrEnum):
    """The state of a competition. The values are stored."""

    SIGN_UP = "sign_up"
    RUNNING = "running"
    ENDED = "ended"
    CALLED_OFF = "called_off"


class Presence(StrEnum):
    """Whether an entrant still plays. The values are stored."""

    IN = "in"
    WITHDRAWN = "withdrawn"
    DELETED = "deleted"


class Settlement(StrEnum):
    """How the result of a fixture came about. The values are stored."""

    PLAYED = "played"
    PROVEN = "proven"
    """Unfinished when time was up, and adjudicated by a proof for those matches that have one."""
    SHARED = "shared"
    """Unfinished when time was up, and shared."""
    FORFEITED = "forfeited"
    """One of the two had withdrawn."""
    ABSENT = "absent"
    """Somebody did not come to a match of it."""
    BYE = "bye"
    ANNULLED = "annulled"
    """Both had withdrawn, or the fixture was called off: it counts for nobody."""


USUAL_ROUND = timedelta(days=7)
"""The default longest time of a round."""

LONGEST_NAME = 60
"""Most characters of the name of a league or tournament."""


def require_name(name: str) -> None:
    if not 1 <= len(plain_name(name)) <= LONGEST_NAME:
        raise Refused(f"A name has 1 to {LONGEST_NAME} visible characters. Choose another.")


def require_new_name(name: str, taken: Iterable[str]) -> None:
    """Refuse a name that the server uses already, as people choose by names."""
    if skeleton(name) in map(skeleton, taken):
        raise Refused(
            "That name is taken in this server, and with two of a name nobody could tell which is "
            "meant. Choose another name."
        )


@dataclass(frozen=True, slots=True)
class FixtureTerms(JsonFields):
    """What every match of a competition agrees on. `pair`: each fixture is a pair of matches.

    `banks`: each player has half of the time until the date of the round or season, in one bank. A
    competition without began under earlier rules, by which the `control` holds for every match, and
    what runs at the date is adjudicated. `unprepared`: no answers may be prepared; studying always
    may be.
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    control: TimeControl | None = None
    rated: bool = True
    pair: bool = True
    banks: bool = False
    unprepared: bool = False

    @property
    def all_points(self) -> int:
        """The points for winning every match of a fixture."""
        return 4 if self.pair else 2


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server, posted in a channel, that begins a season whenever the last one ends.

    Seasons last `weeks`, and divisions have `size` people if they can. The next season begins at
    `begins`, None while the league rests; it is put off if there are too few. `season` is the
    number of the last one, which is the competition `current`, None before the first. `host` is the
    founder, None once they are deleted. `changes` counts changes of it and of its members.
    """

    number: int
    guild: GuildId
    channel: ChannelId
    name: str
    terms: FixtureTerms
    weeks: int
    size: int
    host: PersonId | None
    begins: datetime | None = None
    season: int = 0
    current: int | None = None
    changes: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))


@dataclass(frozen=True, slots=True)
class Member:
    """A person who is signed up for a league until they withdraw, by the name they had.

    `order` is their place for the next season, from 1 for the first of the first division; None for
    those who have not played one, who come after all others by the time of sign-up.
    """

    league: int
    person: PersonId
    called: str
    since: datetime
    order: int | None = None

    def __post_init__(self) -> None:
        called = plain_name(self.called) or (str(self.person) if self.called else "")
        object.__setattr__(self, "called", called)


@dataclass(frozen=True, slots=True)
class Competition:
    """A season of a league, or a tournament.

    It has `rounds`, of which `round` is the last one that has begun. A season has one. A round ends
    when all its fixtures have a result, or at `round_ends`, the `round_time` after its beginning,
    which in a season is what it has from its actual beginning to its end; the whole at `ends` at
    the latest. `due` is when there is something to do, None if there never is any more. `host` is
    who announced it, None once they are deleted. `changes` counts changes of it, of its entrants
    and fixtures, and how often one of its matches began or ended.
    """

    number: int
    format: Format
    guild: GuildId
    channel: ChannelId
    name: str
    terms: FixtureTerms
    host: PersonId | None
    phase: Phase
    begins: datetime
    ends: datetime
    league: int | None = None
    season: int = 0
    rounds: int = 1
    round: int = 0
    round_time: timedelta | None = None
    round_ends: datetime | None = None
    due: datetime | None = None
    changes: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))

    @property
    def is_open(self) -> bool:
        """Whether it can be entered or runs."""
        return self.phase in (Phase.SIGN_UP, Phase.RUNNING)

    @property
    def is_cut_short(self) -> bool:
        """Whether a tournament ended before its date with rounds left, because nobody was left to
        meet."""
        planned = self.begins + self.rounds * (self.round_time or USUAL_ROUND)
        return self.phase is Phase.ENDED and self.round < self.rounds and self.ends < planned


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who takes part, under a number in the competition, by the name they had.

    `seed` is their former rank in their division, from 1. A deleted one has the person `None` and
    the name of all deleted players; the competition is due then, if it goes on, and they are `IN`
    until that is handled.
    """

    competition: int
    number: int
    person: PersonId | None
    called: str
    division: int = 1
    seed: int = 1
    presence: Presence = Presence.IN

    def __post_init__(self) -> None:
        called = plain_name(self.called) or (f"Player {self.number}" if self.called else "")
        object.__setattr__(self, "called", called)


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two entrants who meet, by number, in a round; `second` is None for a bye.

    `board` counts the fixtures of a round from 1. The first entrant has the first seat in the first
    match, which has the number `match` once it has begun. `points` are those of both in all their
    matches, 2 for a win and 1 for a draw; None before the fixture has a result, which came about by
    that `settlement`, and if it was annulled. Winning without playing gives all points.
    """

    competition: int
    round: int
    board: int
    division: int
    first: int
    second: int | None
    match: MatchId | None = None
    points: tuple[int, int] | None = None
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a division's table: the entrant of that `rank`, by number.

    A fixture won is worth 2 `points`, a shared one 1. `matches` are the points of single matches.
    `direct` are the points against those with as many points, `sonneborn` those of beaten entrants
    and half of those of entrants with whom they shared, doubled so that it is a whole number.
    """

    rank: int
    entrant: int
    played: int
    won: int
    shared: int
    lost: int
    points: int
    matches: int
    direct: int
    sonneborn: int


def require_terms(terms: FixtureTerms) -> None:
    """Refuse terms that no two can play, or whose winner is known before the first move."""
    offered = entry(terms.game)
    if 2 not in offered.players:
        raise Refused(f"{offered.name} is not for two, who meet here. Choose another game.")
    known = {option.name for option in offered.options}
    if unknown := sorted(set(terms.options) - known):
        raise Refused(f"{offered.name} has no {comma_list(unknown)}. Choose again.")
    if known_winner := offered.why_solved(terms.options):
        raise Refused(f"{known_winner} Choose other options, so that both can win.")
    # The dice of this trial are not used.
    offered.game.start(offered.game.prepare(dict(terms.options), 2, Random(0)))
