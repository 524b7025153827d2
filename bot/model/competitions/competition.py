"""Leagues, their seasons, and tournaments: who takes part, who meets whom. Plain values.

A season of a league and a tournament are both a competition: entrants, who meet in fixtures.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.model.clock.time_control import TimeControl


class Format(StrEnum):
    """How it is found out who meets whom. The values are stored."""

    SEASON = "season"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class Phase(StrEnum):
    """Where a competition stands. The values are stored."""

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
    """Unfinished when time was up, and adjudicated as shared."""
    FORFEITED = "forfeited"
    """One of both had withdrawn."""
    BYE = "bye"
    ANNULLED = "annulled"
    """Both had withdrawn, or the fixture was called off: it counts for nobody."""


@dataclass(frozen=True, slots=True)
class FixtureTerms:
    """What every match of a competition agrees on. `pair`: each fixture is a pair of matches."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    control: TimeControl | None = None
    rated: bool = True
    pair: bool = True


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server, posted in a channel, that begins a season whenever the last one ends.

    Seasons last so many `weeks`, and divisions have `size` people where they can. The next season
    begins at `begins`, None while the league rests. `season` is the number of the last one, which
    is the competition `current`, None before the first. `changes` counts what was done to it.
    """

    number: int
    guild: int
    channel: int
    name: str
    terms: FixtureTerms
    weeks: int
    size: int
    host: int
    begins: datetime | None = None
    season: int = 0
    current: int | None = None
    message: int | None = None
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is signed up for a league until they withdraw, by the name they went by.

    `order` is where they stand for the next season, from 1 for the first of the first division;
    None for whoever has not played one, and comes behind all others by the time of sign-up.
    """

    league: int
    person: int
    called: str
    since: datetime
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Competition:
    """A season of a league, or a tournament.

    It has so many `rounds`, of which `round` is the last one that has begun. A season has one. A
    round ends when all its fixtures have a result, or at `round_ends`; the whole at `ends` at the
    latest. `due` is when there is something to do, None where there never is any more. `message`
    holds the living table. `changes` counts what was done to it.
    """

    number: int
    format: Format
    guild: int
    channel: int
    name: str
    terms: FixtureTerms
    host: int
    phase: Phase
    begins: datetime
    ends: datetime
    league: int | None = None
    season: int = 0
    rounds: int = 1
    round: int = 0
    round_days: int | None = None
    round_ends: datetime | None = None
    due: datetime | None = None
    message: int | None = None
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part, under a number of the competition, by the name they went by.

    `seed` is where they stood in their division before, from 1. Whoever is deleted has the person
    `None` and the name of all deleted players.
    """

    competition: int
    number: int
    person: int | None
    called: str
    division: int = 1
    seed: int = 1
    presence: Presence = Presence.IN


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two entrants who meet, by number, in a round; `second` is None for a bye.

    `board` counts the fixtures of a round from 1. The first entrant has the first seat in the first
    match. Of the matches that are over, `points` are those of both, 2 for a win and 1 for a draw;
    None before the fixture has a result, which came about by that `settlement`.
    """

    competition: int
    round: int
    board: int
    division: int
    first: int
    second: int | None
    points: tuple[int, int] | None = None
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a division's table: the entrant on `place`, by number.

    A fixture won is worth 2 `points`, a shared one 1. `matches` are the points of single matches.
    `direct` are the points against those with as many points, `sonneborn` those of beaten entrants
    and half of those of entrants with whom they shared, doubled so that it is a whole number.
    """

    place: int
    entrant: int
    played: int
    won: int
    shared: int
    lost: int
    points: int
    matches: int
    direct: int
    sonneborn: int
