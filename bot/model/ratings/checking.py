"""Whether what is kept of ratings is what the events say: all of it folded anew. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from math import inf

from bot.model.ratings.folding import RatedWeek, fold_ratings
from bot.model.ratings.rating import Contest, Eligibility, RatedContest, Rating, RatingPoint

CLOSE = 1e-9
"""Two numbers that differ by no more are the same rating."""

PointKey = tuple[int, str, date]


@dataclass(slots=True)
class RatingCheck:
    """What came of folding. `difference` is the largest between two numbers that should be the
    same, infinite where something is missing or counts in one place alone; `faults` say where.

    Of so many contests that are `settled`, as many `counted`; `waiting` are not settled yet, and
    were left out. `points` were compared.
    """

    settled: int = 0
    counted: int = 0
    waiting: int = 0
    points: int = 0
    difference: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def is_close(self) -> bool:
        return self.difference <= CLOSE

    def add(self, difference: float, where: str) -> None:
        self.difference = max(self.difference, difference)
        if difference > CLOSE:
            self.faults.append(f"{where}: {difference:.3g}")

    def add_contest(self, rated: RatedContest) -> None:
        """A contest as it was folded, beside what was found when it was settled."""
        self.settled += 1
        self.counted += rated.eligibility is Eligibility.COUNTED
        for difference in _differences(rated):
            self.add(difference, f"contest {rated.contest.number}")

    def add_point(self, point: RatingPoint, found: RatingPoint | None) -> None:
        """A point as it was folded, beside the one that is kept."""
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
    """Fold the contests and compare all ratings with what was found when each was settled, and
    with the points that are kept; None where none are.

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
    """How far two ratings are apart in the number in which they are the most."""
    return max(
        abs(one.rating - other.rating),
        abs(one.deviation - other.deviation),
        abs(one.volatility - other.volatility),
    )


def _key(point: RatingPoint) -> PointKey:
    return point.person, point.pool, point.period


def _name(key: PointKey) -> str:
    person, pool, period = key
    return f"the rating of {person} in {pool} after the week of {period}"
