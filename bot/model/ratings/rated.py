"""What one contest does to ratings, and what a rating is later. Pure.

Matches, the check and the command line all go through `rate`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.model.clock.units import WEEK
from bot.model.ratings.counting import (
    SEASON,
    eligibility_of,
    score_between,
    trust,
    weights_of,
)
from bot.model.ratings.glicko2 import SCALE, RatedScore, after_scores, aged
from bot.model.ratings.rating import (
    NEW,
    PROVISIONAL,
    Contest,
    Eligibility,
    RatedContest,
    Rating,
    RatingPoint,
    Ruling,
)
from bot.model.records import PersonId


def periods_between(one: datetime, other: datetime) -> float:
    """Rating periods, which are weeks, and fractions of them; none before the first instant."""
    return max(0.0, (other - one) / WEEK)


def rating_at(point: RatingPoint | None, at: datetime) -> Rating:
    """A person's rating at an instant, from their last point before it; None if they have none."""
    return aged(point.rating, periods_between(point.at, at)) if point else NEW


def rating_shown(point: RatingPoint, now: datetime) -> Rating:
    """A person's rating as people are shown it now, from their last point."""
    return replace(rating_at(point, now), rating=point.listed.rating)


def certain_until(point: RatingPoint) -> datetime:
    """From when on the rating is provisional without another contest."""
    growth = (SCALE * point.rating.volatility) ** 2
    periods = max(0.0, PROVISIONAL**2 - point.rating.deviation**2) / growth
    return point.at + periods * WEEK


def looks_back(contest: Contest) -> datetime:
    """Since when contests of the same people that counted bear on this one."""
    return contest.at - SEASON


def rate(
    contest: Contest, counted: Iterable[Contest], points: Iterable[RatingPoint]
) -> RatedContest:
    """Settle a contest.

    `counted` are those of its people that ended since `looks_back` and count, of all pools, with
    their rulings; `points` the newest of its people in its pool. Those not before it in order are
    ignored.
    """
    last = _last(contest, points)
    ruling = _ruling(contest, counted, [last.get(person) for person in contest.people])
    ruled = replace(contest, ruling=ruling)
    after = [
        # Numbers below zero are those of deleted people, of whom no rating is stored.
        _point(ruled, ruling, seat, last.get(person)) if weight and person > 0 else None
        for seat, (person, weight) in enumerate(zip(contest.people, ruling.weights, strict=True))
    ]
    return RatedContest(ruled, tuple(map(last.get, contest.people)), tuple(after))


def _last(contest: Contest, points: Iterable[RatingPoint]) -> Mapping[PersonId, RatingPoint]:
    before = [each for each in points if each.pool == contest.pool and each.order < contest.order]
    return {each.person: each for each in sorted(before, key=lambda each: each.order)}


def _ruling(
    contest: Contest, counted: Iterable[Contest], last: Sequence[RatingPoint | None]
) -> Ruling:
    since, known = looks_back(contest), contest.ruling.before if contest.ruling else ()
    before = [rating_at(point, contest.at) for point in last]
    for seat, (person, rating) in enumerate(zip(contest.people, known, strict=False)):
        before[seat] = rating if person < 0 else before[seat]
    eligibility = eligibility_of(contest)
    if eligibility is not Eligibility.COUNTED:
        return Ruling(eligibility, tuple(before), (0.0,) * len(contest.people))
    # Sums of the same numbers in another order may differ.
    ordered = sorted(counted, key=lambda each: each.order)
    earlier = [each for each in ordered if since < each.at and each.order < contest.order]
    return Ruling(eligibility, tuple(before), weights_of(contest, before, earlier))


def _point(contest: Contest, ruling: Ruling, index: int, last: RatingPoint | None) -> RatingPoint:
    scores = list(_scores(contest, ruling, index))
    periods = periods_between(last.at, contest.at) if last else 0.0
    rating = after_scores(last.rating if last else NEW, scores, periods)
    beaten = [score.other.rating for score in scores if score.score == 1]
    best = max([*beaten, *([last.best] if last and last.best is not None else [])], default=None)
    contests = (last.contests if last else 0) + 1
    person = contest.people[index]
    return RatingPoint(person, contest.pool, contest.number, contest.at, rating, contests, best)


def _scores(contest: Contest, ruling: Ruling, index: int) -> Iterator[RatedScore]:
    own = ruling.before[index]
    for other, before in enumerate(ruling.before):
        score = score_between(contest, index, other) if other != index else None
        if score is not None:
            yield RatedScore(before, score, ruling.weights[index] * trust(own, before))
