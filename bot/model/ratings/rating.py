"""How good a person is at a game, what is rated as one result, and what it did. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.model.records import GuildId, MatchId, PersonId

PROVISIONAL = 110.0
"""A rating with that deviation or more is provisional, and no leaderboard ranks it."""

AHEAD = 400.0
"""Nobody is listed by more points above the best opponent they have beaten."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on the usual scale, its deviation in the same points, and its volatility in units of
    Glicko-2 per square root of a week.

    The true strength lies within two deviations with a probability of 95 % (Glickman, Example of
    the Glicko-2 system, 2022).
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.09

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL


NEW = Rating()
"""The rating of a person of whom nothing is known."""


class Eligibility(StrEnum):
    """Whether a contest counts, or why it does not. The values are stored, and never renamed.

    The last two are of earlier versions. They stand for contests of people deleted since.
    """

    COUNTED = "counted"
    SHORT = "short"
    CALLED_OFF = "called_off"
    REPLACED = "replaced"
    ABANDONED = "abandoned"
    UNDECIDED = "undecided"
    TOO_LATE = "too_late"
    DELETED = "deleted"
    BOT = "bot"
    TIMED_OUT_BEFORE = "timed_out_before"
    TOO_OFTEN = "too_often"


def pool_of(game: str, players: int) -> str:
    """What is rated together: a game between two, or one between three and more."""
    return game if players == 2 else f"{game}+"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was found when a contest was settled: whether it counts, and by seat of the match that
    holds it the ratings at its end and how much it counts for each, from 0 to 1.

    It is decisive if a person of the contest was deleted since: nothing else tells who that was.
    Rulings of earlier versions have no weights.
    """

    eligibility: Eligibility
    before: tuple[Rating, ...]
    weights: tuple[float, ...] = ()


Order = tuple[datetime, MatchId]
"""The place of a contest among all: its end, then its number."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is rated as one result: a match, or a pair under the number of its first one.

    It ended `at`. `people` are the ids of those who played, by seat of the match with its number;
    below zero for deleted people, who are told apart within the contest only. `ranks` are the
    places, from 1, equal for those who share. `timed_out` are those who lost it on time. `moved`
    has by `people` when each made their last move in it. `barred` is why it can't count by itself;
    None if it can. `ruling` is what was found when it was settled, by `people`; None before that.
    """

    number: MatchId
    pool: str
    guild: GuildId | None
    at: datetime
    people: tuple[PersonId, ...]
    ranks: tuple[int, ...]
    timed_out: frozenset[PersonId] = frozenset()
    barred: Eligibility | None = None
    ruling: Ruling | None = None
    moved: tuple[datetime | None, ...] = ()

    @property
    def order(self) -> Order:
        return self.at, self.number

    @property
    def has_deleted(self) -> bool:
        """Whether it is no longer known who one of the people was."""
        return min(self.people) < 0

    def weight_for(self, person: PersonId) -> float:
        """How much it counted for a person of it when it was settled; 0 for others."""
        weights = self.ruling.weights if self.ruling else ()
        return dict(zip(self.people, weights, strict=False)).get(person, 0.0)

    def moved_by(self, person: PersonId) -> datetime | None:
        return dict(zip(self.people, self.moved, strict=False)).get(person)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A person's rating in a pool after the contest `number`, which ended `at`, and how many
    contests had counted by then. `best` is the rating that the best opponent they have beaten had;
    None before they have beaten anybody."""

    person: PersonId
    pool: str
    number: MatchId
    at: datetime
    rating: Rating
    contests: int
    best: float | None

    @property
    def order(self) -> Order:
        return self.at, self.number

    @property
    def listed(self) -> Rating:
        """The rating as people are shown it: limited by whom the person has beaten, and who has
        beaten nobody is listed no higher than a new player."""
        most = NEW.rating if self.best is None else self.best + AHEAD
        return replace(self.rating, rating=min(self.rating.rating, most))


def listed(point: RatingPoint | None) -> Rating:
    """The rating as people are shown it, after that point; None if there is none yet."""
    return point.listed if point else NEW


@dataclass(frozen=True, slots=True)
class RatedContest:
    """A contest with its ruling, and by its people the `last` points before it and the points
    `after` it: None if there was none, and if it does not count for them."""

    contest: Contest
    last: tuple[RatingPoint | None, ...]
    after: tuple[RatingPoint | None, ...]

    @property
    def ruling(self) -> Ruling:
        assert self.contest.ruling, "it is ruled"
        return self.contest.ruling

    @property
    def eligibility(self) -> Eligibility:
        return self.ruling.eligibility

    @property
    def points(self) -> Iterator[RatingPoint]:
        """The new points of all for whom it counts."""
        return (point for point in self.after if point)
