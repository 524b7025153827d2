"""Rating periods: weeks of UTC from Monday on, and what one does to a rating. Pure."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from bot.model.ratings.glicko import Score, after_scores, aged
from bot.model.ratings.plackett_luce import Ranked, after_tables
from bot.model.ratings.rating import NEW, Contest, Rating, RatingPoint

WEEK = timedelta(weeks=1)


class Meeting(NamedTuple):
    """A contest that counts, and by `people` of it the ratings with which its period began."""

    contest: Contest
    before: tuple[Rating, ...]


def period_of(at: datetime) -> date:
    """The Monday with which the rating period of that instant began."""
    day = at.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def rating_at(point: RatingPoint | None, period: date) -> Rating:
    """The rating with which somebody begins the period, of their last point before it; None where
    they have none."""
    if point is None:
        return NEW
    return aged(point.rating, (period - point.period) // WEEK - 1)


def rating_shown(point: RatingPoint | None, now: datetime) -> Rating:
    """The rating of somebody as if the running period ended now, of their last point."""
    if point is None:
        return NEW
    return aged(point.rating, max(0, (period_of(now) - point.period) // WEEK))


def rating_after(person: int, week: Sequence[Meeting]) -> Rating:
    """The person's rating after all their contests of one pool that count in a period, one at
    least. Their order means nothing.

    From a contest against provisional people alone, somebody who is not provisional learns
    nothing. Else everybody could win against new accounts of their own as often as they like: see
    `bench.farming`.
    """
    meetings = sorted(week, key=lambda each: each.contest.order)
    pairs = [(each, each.contest.people.index(person)) for each in meetings]
    begun = pairs[0][0].before[pairs[0][1]]
    told = [(each, place) for each, place in pairs if _tells(each, place)]
    if not told:
        return aged(begun, 1)
    if len(meetings[0].contest.people) == 2:
        return after_scores(begun, [_score(meeting, place) for meeting, place in told])
    tables = [Ranked(each.before, each.contest.ranks, place) for each, place in told]
    return after_tables(begun, tables)


def _tells(meeting: Meeting, place: int) -> bool:
    # Whether a contest says something of whoever had that place in it.
    mine, others = meeting.before[place], meeting.before[:place] + meeting.before[place + 1 :]
    return mine.is_provisional or not all(each.is_provisional for each in others)


def _score(meeting: Meeting, place: int) -> Score:
    mine, other = meeting.contest.ranks[place], meeting.contest.ranks[1 - place]
    return meeting.before[1 - place], (1 + (mine < other) - (mine > other)) / 2
