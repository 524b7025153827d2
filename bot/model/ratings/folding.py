"""All ratings are the fold of all contests, in the order of their ends. Pure.

A store settles them one after the other with the same function, `rate`; both give the same numbers,
as `check_ratings` verifies.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC, datetime
from math import inf

from bot.model.ratings.rated import looks_back, rate
from bot.model.ratings.rating import Contest, Eligibility, RatedContest, Rating, RatingPoint
from bot.model.records import MatchId, PersonId

PersonInPool = tuple[PersonId, str]
"""A person in a pool."""


@dataclass(slots=True)
class RatingHistory:
    """All that was settled so far, as far as later contests depend on it: the `last` points, and by
    person the contests that counted and may still bear on a later one."""

    last: dict[PersonInPool, RatingPoint] = field(default_factory=dict)
    _counted: dict[PersonId, list[Contest]] = field(default_factory=lambda: defaultdict(list))

    def settle(self, contest: Contest) -> RatedContest:
        """Settle the next contest in order."""
        people = [person for person in contest.people if person > 0]
        since = looks_back(contest)
        for person in people:
            # Contests come in order, so no later one looks further back.
            own = self._counted[person]
            self._counted[person] = [each for each in own if each.at > since]
        counted = {each.number: each for person in people for each in self._counted[person]}
        known = [self.last.get((person, contest.pool)) for person in people]
        rated = rate(contest, counted.values(), [point for point in known if point])
        self.last.update({(point.person, point.pool): point for point in rated.points})
        if rated.eligibility is Eligibility.COUNTED:
            for person in people:
                self._counted[person].append(rated.contest)
        return rated


def fold_ratings(contests: Iterable[Contest]) -> Iterator[RatedContest]:
    """The contests settled, in order. They may come in any order.

    Deleted people have no point; their rating in a contest is what was found when it was settled.
    """
    history = RatingHistory()
    for contest in sorted(contests, key=lambda each: each.order):
        yield history.settle(contest)


NEVER = datetime.max.replace(tzinfo=UTC), MatchId(0)
"""Where nothing is due, in the order of contests."""

CLOSE = 1e-9
"""Two numbers that differ by no more are the same rating."""

PointKey = tuple[PersonId, str, MatchId]


@dataclass(slots=True)
class RatingCheck:
    """The result of folding. `difference` is the largest between two numbers that should be the
    same, infinite if one is missing or counts in one place alone; `faults` say where.

    Of the `settled` contests, this many `counted`; `waiting` are not settled yet, and were left
    out. `points` were compared. `wrong` are the contests of which something else is stored, and
    `strays` the points of which no contest tells.
    """

    settled: int = 0
    counted: int = 0
    waiting: int = 0
    points: int = 0
    difference: float = 0.0
    faults: list[str] = field(default_factory=list)
    wrong: set[MatchId] = field(default_factory=set)
    strays: list[PointKey] = field(default_factory=list)

    def add(self, difference: float, where: str, contest: MatchId) -> None:
        self.difference = max(self.difference, difference)
        if difference > CLOSE:
            self.faults.append(f"{where}: {difference:.3g}")
            self.wrong.add(contest)

    def add_contest(self, contest: Contest, rated: RatedContest) -> None:
        """Compare a contest as folded with what was found when it was settled."""
        self.settled += 1
        self.counted += rated.eligibility is Eligibility.COUNTED
        for difference in _differences(contest, rated):
            self.add(difference, f"contest {contest.number}", contest.number)

    def add_point(self, point: RatingPoint, found: RatingPoint | None) -> None:
        """Compare a point as folded with the stored one."""
        self.points += 1
        name = _name(_key(point))
        if found is None or (found.contests, found.at) != (point.contests, point.at):
            self.add(inf, f"{name} is missing, or of other contests", point.number)
        else:
            self.add(_apart(found.rating, point.rating), name, point.number)
            self.add(_best_apart(found, point), f"{name}, the best opponent beaten", point.number)

    def add_stray(self, key: PointKey) -> None:
        """A stored point of which no contest tells."""
        self.add(inf, f"{_name(key)} is kept, and no contest tells of it", key[-1])
        self.strays.append(key)

    def add_current(self, last: RatingPoint, current: RatingPoint | None) -> None:
        """Compare somebody's current rating with their last point."""
        is_last = current is not None and replace(current, rating=last.rating) == last
        difference = _apart(current.rating, last.rating) if current and is_last else inf
        self.add(difference, f"{_name(_key(last))}, their current one", last.number)


def check_ratings(
    contests: Iterable[Contest],
    kept: Iterable[RatingPoint] | None,
    done: Callable[[int], object] = id,
    due: Collection[MatchId] = (),
) -> RatingCheck:
    """Fold the contests and compare all ratings with what was found when each was settled, and with
    the stored points; None if none are stored.

    `done` is called after each contest with 1. Those of which only a ruling of an earlier version
    is known wait to be settled again, and so does all from the first one on that is `due`: what is
    stored of them is what was found before.
    """
    contests = list(contests)
    waits = min((each.order for each in contests if each.number in due), default=NEVER)
    checked, settled = RatingCheck(), dict[MatchId, Contest]()
    for each in contests:
        is_settled = each.ruling.weights if each.ruling else each.has_deleted
        if not is_settled or each.order >= waits:
            checked.waiting += 1
        else:
            settled[each.number] = each
    points = None if kept is None else {_key(each): each for each in kept if each.order < waits}
    for rated in fold_ratings(settled.values()):
        checked.add_contest(settled[rated.contest.number], rated)
        for point in rated.points if points is not None else ():
            checked.add_point(point, points.pop(_key(point), None) if points else None)
        done(1)
    for key in points or ():
        checked.add_stray(key)
    return checked


def _differences(contest: Contest, rated: RatedContest) -> Iterator[float]:
    ruling = contest.ruling
    if ruling is None:
        return
    if ruling.eligibility is not rated.eligibility:
        yield inf
    for before, ruled in zip(rated.ruling.before, ruling.before, strict=True):
        yield _apart(before, ruled)
    for weight, found in zip(rated.ruling.weights, ruling.weights, strict=True):
        yield abs(weight - found)


def _apart(one: Rating, other: Rating) -> float:
    """How far two ratings are apart in the number in which they differ most."""
    return float(max(abs(a - b) for a, b in zip(astuple(one), astuple(other), strict=True)))


def _best_apart(one: RatingPoint, other: RatingPoint) -> float:
    if one.best is None or other.best is None:
        return 0.0 if one.best is other.best else inf
    return abs(one.best - other.best)


def _key(point: RatingPoint) -> PointKey:
    return point.person, point.pool, point.number


def _name(key: PointKey) -> str:
    person, pool, number = key
    return f"the rating of {person} in {pool} after contest {number}"
