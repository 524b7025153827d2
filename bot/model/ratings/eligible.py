"""Whether a contest counts, by itself and beside those that counted before it. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import combinations

from bot.model.ratings.rating import Contest, Eligibility

SERIES = timedelta(days=3)
"""Whoever is away loses all that runs. Of the losses on time within this after one that counted,
none counts."""

OFTEN = 4
"""So many contests of a pool count in a month, of UTC, between the same two."""

LATEST = timedelta(weeks=4)
"""A contest that can't be settled until so long after its end, as one of its matches could not be
read, does not count where later ones have been settled."""


def looks_back(contest: Contest) -> datetime:
    """Since when contests of the same people that counted decide whether this one does."""
    return min(_month_of(contest.at), contest.at - SERIES)


def eligibility_of(contest: Contest, counted: Iterable[Contest]) -> Eligibility:
    """Whether the contest counts. `counted` are those of its people that ended since `looks_back`
    and count, of all pools; none that comes after it in order is looked at.

    Where somebody was deleted, what was found before that stands; and so does that it was settled
    too late, which nothing else tells.
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
        self._counted: dict[int, list[Contest]] = defaultdict(list)

    def decide(self, contest: Contest) -> Eligibility:
        """Whether the contest counts, after all that were decided on before."""
        known = {person for person in contest.people if person > 0}
        since = looks_back(contest)
        for person in known:
            self._counted[person] = [each for each in self._counted[person] if each.at >= since]
        found = eligibility_of(contest, (e for person in known for e in self._counted[person]))
        if found is Eligibility.COUNTED:
            for person in known:
                self._counted[person].append(contest)
        return found
