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
    least. Their order means nothing."""
    meetings = sorted(week, key=lambda each: each.contest.order)
    places = [each.contest.people.index(person) for each in meetings]
    begun = meetings[0].before[places[0]]
    pairs = list(zip(meetings, places, strict=True))
    if len(meetings[0].contest.people) == 2:
        return after_scores(begun, [_score(meeting, place) for meeting, place in pairs])
    tables = [Ranked(each.before, each.contest.ranks, place) for each, place in pairs]
    return after_tables(begun, tables)


def _score(meeting: Meeting, place: int) -> Score:
    mine, other = meeting.contest.ranks[place], meeting.contest.ranks[1 - place]
    return meeting.before[1 - place], (1 + (mine < other) - (mine > other)) / 2
