"""How good a person is at a game, what a contest says about it, and whether that counts: by itself
and given those that counted before it. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import combinations

from bot.model.records import GuildId, MatchId, PersonId

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
"""The rating of a person of whom nothing is known."""


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


def pool_of(game: str, players: int) -> str:
    """What is rated together: a game between two, or one between three and more."""
    return game if players == 2 else f"{game}+"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was found when a contest was settled: whether it counts, and by seat of the match that
    holds it the ratings with which their rating period began.

    It is decisive if a person of the contest was deleted since: nothing else tells who that was.
    """

    eligibility: Eligibility
    before: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """What is rated as one result: a match, or a pair under the number of its first one.

    It ended `at`. `people` are the ids of those who played, by seat of the match with its number;
    below zero for deleted people, who are told apart within the contest only. `ranks` are the
    places, from 1, equal for those who share. `timed_out` are those who lost it on time. `barred`
    is why it can't count by itself; None if it can. `ruling` is what was found when it was settled,
    by `people`; None before that.
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

    @property
    def order(self) -> tuple[datetime, MatchId]:
        return self.at, self.number

    @property
    def has_deleted(self) -> bool:
        """Whether it is no longer known who one of the people was."""
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

    person: PersonId
    pool: str
    period: date
    rating: Rating
    contests: int


SERIES = timedelta(days=3)
"""A player who is away loses everything that runs. Of the losses on time within this after one that
counted, none counts."""

OFTEN = 4
"""This many contests of a pool count in a month, of UTC, between the same two."""

LATEST = timedelta(weeks=4)
"""A contest that can't be settled until this long after its end, because one of its matches can't
be read, does not count if later ones have been settled."""


def looks_back(contest: Contest) -> datetime:
    """Since when contests of the same people that counted decide whether this one does."""
    return min(_month_of(contest.at), contest.at - SERIES)


def eligibility_of(contest: Contest, counted: Iterable[Contest]) -> Eligibility:
    """Whether the contest counts. `counted` are those of its people that ended since `looks_back`
    and count, of all pools; those after it in order are ignored.

    If a person was deleted, what was found before that stays; and so does that it was settled too
    late, which nothing else tells.
    """
    if contest.ruling and contest.ruling.eligibility is Eligibility.TOO_LATE:
        return Eligibility.TOO_LATE
    if contest.has_deleted:
        return contest.ruling.eligibility if contest.ruling else Eligibility.DELETED
    if contest.barred:
        return contest.barred
    earlier = [each for each in counted if each.order < contest.order]
    if _is_of_a_series(contest, earlier):
        return Eligibility.TIMED_OUT_BEFORE
    return Eligibility.TOO_OFTEN if _is_too_often(contest, earlier) else Eligibility.COUNTED


def _is_of_a_series(contest: Contest, earlier: Iterable[Contest]) -> bool:
    since = contest.at - SERIES
    return any(each.timed_out & contest.timed_out for each in earlier if each.at >= since)


def _is_too_often(contest: Contest, earlier: Iterable[Contest]) -> bool:
    month = _month_of(contest.at)
    same = {
        each.number: set(each.people)
        for each in earlier
        if each.pool == contest.pool and each.at >= month
    }
    return any(
        sum(people.issuperset(two) for people in same.values()) >= OFTEN
        for two in combinations(contest.people, 2)
    )


def _month_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


class Counting:
    """Decides about contests in the order in which they ended."""

    def __init__(self) -> None:
        self._counted: dict[PersonId, list[Contest]] = defaultdict(list)

    def decide(self, contest: Contest) -> Eligibility:
        """Whether the contest counts, given all decided on before."""
        known = {person for person in contest.people if person > 0}
        since = looks_back(contest)
        # Contests come in order, so no later one looks further back.
        for person in known:
            self._counted[person] = [each for each in self._counted[person] if each.at >= since]
        found = eligibility_of(contest, (e for person in known for e in self._counted[person]))
        if found is Eligibility.COUNTED:
            for person in known:
                self._counted[person].append(contest)
        return found
