"""How good somebody is at a game, and what a contest says of it. Plain values."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from bot.model.records import MatchId

PROVISIONAL = 110.0
"""A rating with that deviation or more is provisional, and no leaderboard ranks it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on the usual scale, its deviation in the same points, and its volatility.

    The true strength lies within two deviations with a probability of 95 % (Glickman, Example of
    the Glicko-2 system, 2022).
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL


NEW = Rating()
"""That of somebody of whom nothing is known."""


def pool_of(game: str, players: int) -> str:
    """What is rated together: a game between two, or one between three and more."""
    return game if players == 2 else f"{game}+"


class Eligibility(StrEnum):
    """Whether a contest counts, or why it does not. The values are stored, and never renamed."""

    COUNTED = "counted"
    SHORT = "short"
    CALLED_OFF = "called_off"
    REPLACED = "replaced"
    ABANDONED = "abandoned"
    UNDECIDED = "undecided"
    TIMED_OUT_BEFORE = "timed_out_before"
    TOO_OFTEN = "too_often"
    TOO_LATE = "too_late"
    DELETED = "deleted"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was found when a contest was settled: whether it counts, and by seat of the match that
    tells of it the ratings with which their rating period began.

    It is believed where somebody of the contest was deleted since: nothing else tells who that was.
    """

    eligibility: Eligibility
    before: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """What is rated as one result: a match, or a pair under the number of its first one.

    It ended `at`. `people` are the ids of those who played, by seat of the match with its number;
    below zero for deleted people, who are told apart within the contest only. `ranks` is how they
    came out, from 1, alike for those who share. `timed_out` are those who lost it on time. `barred`
    is why it can't count, seen from it alone; None where nothing speaks against it. `ruling` is
    what was found when it was settled, by `people`; None before that.
    """

    number: MatchId
    pool: str
    guild: int | None
    at: datetime
    people: tuple[int, ...]
    ranks: tuple[int, ...]
    timed_out: frozenset[int] = frozenset()
    barred: Eligibility | None = None
    ruling: Ruling | None = None

    @property
    def order(self) -> tuple[datetime, MatchId]:
        return self.at, self.number

    @property
    def has_deleted(self) -> bool:
        """Whether it is not known any more who one of the people was."""
        return min(self.people) < 0


@dataclass(frozen=True, slots=True)
class RatedContest:
    """What a contest did: by person of it, the rating with which their rating period began and the
    one after all that counts in it so far. A deleted person's stays as it began."""

    contest: Contest
    eligibility: Eligibility
    before: tuple[Rating, ...]
    after: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A person's rating in a pool after the period that began on the day `period`, and how many
    contests had counted by then."""

    person: int
    pool: str
    period: date
    rating: Rating
    contests: int
