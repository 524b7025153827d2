"""Whether a contest counts, for whom and how much, given those that counted before it. Pure.

The numbers bound what a person gains by having others lose on purpose: see `bench.farming`.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from bot.model.clock.units import WEEK
from bot.model.ratings.glicko2 import expected
from bot.model.ratings.rating import PROVISIONAL, Contest, Eligibility, Rating
from bot.model.records import PersonId

SEASON = timedelta(days=120)
"""Contests of the same people that ended so long before don't bear on how much one counts."""

MOST_TOGETHER = 10.0
"""All contests of a pool against the same player in a season count no more than so many whole
ones."""

MOST_SURPRISE = 0.15
"""How far results of a season against the same player may go beyond what was expected, in points of
contests: what goes further in the same direction counts the least."""

LEAST = 1 / 1024
"""The least that a contest counts for somebody for whom it does."""

ABSENT = WEEK
"""Who has not moved for so long is absent. Of their losses on time only the first counts."""

CAUTION = 6
"""How steeply a contest against a player of whom less is known loses its weight."""

LATEST = timedelta(weeks=4)
"""A contest that can't be settled until this long after its end, because one of its matches can't
be read, does not count if later ones have been settled."""

Ratings = Sequence[Rating]
"""Those of the people of a contest at its end."""


def eligibility_of(contest: Contest) -> Eligibility:
    """Whether the contest counts. If a person was deleted, what was found before that stays; and so
    does that it was settled too late, which nothing else tells."""
    ruled = contest.ruling.eligibility if contest.ruling else Eligibility.DELETED
    if contest.has_deleted or ruled is Eligibility.TOO_LATE:
        return ruled
    return contest.barred or Eligibility.COUNTED


def weights_of(contest: Contest, before: Ratings, earlier: Sequence[Contest]) -> tuple[float, ...]:
    """How much an eligible contest counts, by its people. `earlier` are those of its people that
    counted in the season before, of all pools, in order, with their rulings."""
    if contest.has_deleted:
        found = contest.ruling.weights if contest.ruling else ()
        return found or (1.0,) * len(contest.people)
    return tuple(
        0.0
        if is_lost_in_absence(person, contest, earlier)
        else _weight(contest, before, n, earlier)
        for n, person in enumerate(contest.people)
    )


def is_lost_in_absence(person: PersonId, contest: Contest, earlier: Iterable[Contest]) -> bool:
    """Whether the person lost it on time, absent since before another loss on time that counted.

    Moves are known of contests that count and have ended.
    """
    if person not in contest.timed_out:
        return False
    own = [each for each in earlier if person in each.people]
    moves = [at for each in (*own, contest) if (at := each.moved_by(person))]
    last = max(moves, default=None)
    if last and contest.at - last < ABSENT:
        return False
    return any(
        person in each.timed_out and each.weight_for(person) and (last is None or last < each.at)
        for each in own
    )


def _weight(contest: Contest, before: Ratings, own: int, earlier: Iterable[Contest]) -> float:
    # Against the opponent with whom least is left of what may count.
    person = contest.people[own]
    met = [each for each in earlier if each.pool == contest.pool and person in each.people]
    used = [
        _used(contest, before, own, other, [each for each in met if opponent in each.people])
        for other, opponent in enumerate(contest.people)
        if other != own
    ]
    return max(LEAST, 1 - max(used))


def _used(contest: Contest, before: Ratings, own: int, other: int, met: Sequence[Contest]) -> float:
    # The share of what may count between the two that is used up, in the direction of the result.
    person, opponent = contest.people[own], contest.people[other]
    together = sum(each.weight_for(person) for each in met) / MOST_TOGETHER
    so_far = sum(_surprise_of(each, person, opponent) for each in met)
    goes_further = so_far * surprise(contest, before, own, other) > 0
    return max(together, abs(so_far) / MOST_SURPRISE) if goes_further else together


def _surprise_of(contest: Contest, person: PersonId, opponent: PersonId) -> float:
    assert contest.ruling, "what counted is ruled"
    own, other = contest.people.index(person), contest.people.index(opponent)
    return contest.weight_for(person) * surprise(contest, contest.ruling.before, own, other)


def surprise(contest: Contest, before: Ratings, own: int, other: int) -> float:
    """How much more than expected one of the people scored against another, from -1 to 1; 0 if the
    two are not compared."""
    score = score_between(contest, own, other)
    return 0.0 if score is None else score - expected(before[own], before[other])


def score_between(contest: Contest, own: int, other: int) -> float | None:
    """What one of the people scored against another. Those who stayed behind the winner have not
    shared anything with each other: it is unknown which of them is better."""
    mine, theirs = contest.ranks[own], contest.ranks[other]
    if mine == theirs:
        return 0.5 if mine == 1 else None
    return 1.0 if mine < theirs else 0.0


def trust(own: Rating, other: Rating) -> float:
    """How much of a contest counts for a player against one of whom less is known: a little for the
    established, otherwise new accounts would make ratings."""
    return min(1.0, (max(own.deviation, PROVISIONAL) / other.deviation) ** CAUTION)
