"""All ratings are the fold of all contests, week by week. Pure.

A store keeps the same up to date contest by contest, with `eligibility_of`, `rating_at` and
`rating_after`; both come to the same numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from bot.model.ratings.eligible import Counting
from bot.model.ratings.rating import Contest, Eligibility, RatedContest, Rating, RatingPoint
from bot.model.ratings.weeks import Meeting, period_of, rating_after, rating_at

PersonInPool = tuple[int, str]
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

    Of deleted people there is no point; their rating in a contest is what was found when it was
    settled.
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
