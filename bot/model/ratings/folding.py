"""All ratings are the fold of all contests, week by week. Pure.

A store updates the same contest by contest, with `eligibility_of`, `rating_at` and `rating_after`;
both give the same numbers, as `check_ratings` verifies.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import date
from itertools import groupby
from math import inf

from bot.model.ratings.rating import (
    Contest,
    Counting,
    Eligibility,
    RatedContest,
    Rating,
    RatingPoint,
)
from bot.model.ratings.weeks import Meeting, period_of, rating_after, rating_at
from bot.model.records import PersonId

PersonInPool = tuple[PersonId, str]
"""A person in a pool."""


@dataclass(frozen=True, slots=True)
class RatedWeek:
    """A rating period: all contests that ended in it, in order, and the new point of everybody for
    whom one counted."""

    period: date
    contests: tuple[RatedContest, ...]
    points: tuple[RatingPoint, ...]


def fold_ratings(contests: Iterable[Contest]) -> Iterator[RatedWeek]:
    """The weeks in which contests ended, in order. The contests may come in any order.

    Deleted people have no point; their rating in a contest is what was found when it was settled.
    """
    counting, last = Counting(), dict[PersonInPool, RatingPoint]()
    ordered = sorted(contests, key=lambda each: each.order)
    for period, week in groupby(ordered, lambda each: period_of(each.at)):
        decided = [(contest, counting.decide(contest)) for contest in week]
        rated = _rated(period, decided, last)
        last.update({(point.person, point.pool): point for point in rated.points})
        yield rated


def _rated(
    period: date,
    decided: Sequence[tuple[Contest, Eligibility]],
    last: Mapping[PersonInPool, RatingPoint],
) -> RatedWeek:
    meetings = [Meeting(each, _before(each, period, last)) for each, _ in decided]
    counted: dict[PersonInPool, list[Meeting]] = defaultdict(list)
    for meeting, (contest, eligibility) in zip(meetings, decided, strict=True):
        if eligibility is Eligibility.COUNTED:
            for person in contest.people:
                # Numbers below zero are those of deleted people, of whom no rating is stored.
                if person > 0:
                    counted[person, contest.pool].append(meeting)
    after = {key: rating_after(key[0], week) for key, week in counted.items()}
    rated = [
        RatedContest(meeting.contest, eligibility, meeting.before, _after(meeting, after))
        for meeting, (_, eligibility) in zip(meetings, decided, strict=True)
    ]
    points = [
        RatingPoint(*key, period, rating, _contests(last.get(key)) + len(counted[key]))
        for key, rating in after.items()
    ]
    return RatedWeek(period, tuple(rated), tuple(points))


def _before(
    contest: Contest, period: date, last: Mapping[PersonInPool, RatingPoint]
) -> tuple[Rating, ...]:
    known = [rating_at(last.get((person, contest.pool)), period) for person in contest.people]
    if contest.ruling is None:
        return tuple(known)
    pairs = zip(contest.people, known, contest.ruling.before, strict=True)
    return tuple(found if person > 0 else ruled for person, found, ruled in pairs)


def _after(meeting: Meeting, after: Mapping[PersonInPool, Rating]) -> tuple[Rating, ...]:
    people, pool = meeting.contest.people, meeting.contest.pool
    return tuple(
        after.get((person, pool), before)
        for person, before in zip(people, meeting.before, strict=True)
    )


def _contests(point: RatingPoint | None) -> int:
    return point.contests if point else 0


CLOSE = 1e-9
"""Two numbers that differ by no more are the same rating."""

PointKey = tuple[int, str, date]


@dataclass(slots=True)
class RatingCheck:
    """The result of folding. `difference` is the largest between two numbers that should be the
    same, infinite if one is missing or counts in one place alone; `faults` say where.

    Of the `settled` contests, this many `counted`; `waiting` are not settled yet, and were left
    out. `points` were compared.
    """

    settled: int = 0
    counted: int = 0
    waiting: int = 0
    points: int = 0
    difference: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, difference: float, where: str) -> None:
        self.difference = max(self.difference, difference)
        if difference > CLOSE:
            self.faults.append(f"{where}: {difference:.3g}")

    def add_contest(self, rated: RatedContest) -> None:
        """Compare a contest as folded with what was found when it was settled."""
        self.settled += 1
        self.counted += rated.eligibility is Eligibility.COUNTED
        for difference in _differences(rated):
            self.add(difference, f"contest {rated.contest.number}")

    def add_point(self, point: RatingPoint, found: RatingPoint | None) -> None:
        """Compare a point as folded with the stored one."""
        self.points += 1
        if found is None or found.contests != point.contests:
            self.add(inf, f"{_name(_key(point))} is missing, or of other contests")
        else:
            self.add(_apart(found.rating, point.rating), _name(_key(point)))


def check_ratings(
    contests: Iterable[Contest],
    kept: Iterable[RatingPoint] | None,
    done: Callable[[int], object] = id,
) -> RatingCheck:
    """Fold the contests and compare all ratings with what was found when each was settled, and with
    the stored points; None if none are stored.

    `done` is called after each week with the number of its contests.
    """
    checked, settled = RatingCheck(), []
    for each in contests:
        if each.ruling is None and not each.has_deleted:
            checked.waiting += 1
        else:
            settled.append(each)
    points = None if kept is None else {_key(each): each for each in kept}
    for week in fold_ratings(settled):
        _compare(week, points, checked)
        done(len(week.contests))
    for key in points or ():
        checked.add(inf, f"{_name(key)} is kept, and no contest tells of it")
    return checked


def _compare(
    week: RatedWeek, kept: dict[PointKey, RatingPoint] | None, checked: RatingCheck
) -> None:
    for rated in week.contests:
        checked.add_contest(rated)
    for point in week.points if kept is not None else ():
        checked.add_point(point, kept.pop(_key(point), None) if kept else None)


def _differences(rated: RatedContest) -> Iterator[float]:
    ruling = rated.contest.ruling
    if ruling is None:
        return
    if ruling.eligibility is not rated.eligibility:
        yield inf
    for before, ruled in zip(rated.before, ruling.before, strict=True):
        yield _apart(before, ruled)


def _apart(one: Rating, other: Rating) -> float:
    """How far two ratings are apart in the number in which they differ most."""
    return float(max(abs(a - b) for a, b in zip(astuple(one), astuple(other), strict=True)))


def _key(point: RatingPoint) -> PointKey:
    return point.person, point.pool, point.period


def _name(key: PointKey) -> str:
    person, pool, period = key
    return f"the rating of {person} in {pool} after the week of {period}"
