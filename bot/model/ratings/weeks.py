"""Rating periods: weeks of UTC from Monday on, and what one does to a rating. Pure."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from math import exp, hypot
from typing import NamedTuple

from glicko2 import Player

from bot.model.clock.units import WEEK
from bot.model.ratings.rating import NEW, PROVISIONAL, Contest, Rating, RatingPoint
from bot.model.records import PersonId

SCALE = 173.7178
"""Points of the usual scale for one of Glicko-2's own; both are centered at 1500."""

Score = tuple[Rating, float]
"""A contest against a player of that rating: 1 for a win, 0.5 if it was shared, 0 for a loss."""


class _Player(Player):  # type: ignore[misc] # the library says no types
    """A player whose volatility follows step 5 of the paper.

    The library has the square of the rating where the paper has that of the deviation: only in the
    paper's example are the two about the same.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        spread = (self.rd / SCALE) ** 2 + v + exp(x)
        gain = exp(x) * (delta**2 - spread) / (2 * spread**2)
        return float(gain - (x - a) / self._tau**2)


def after_scores(rating: Rating, scores: Sequence[Score]) -> Rating:
    """The rating after a period that it began with, in which there were these contests, one at
    least. The others' ratings are those with which they began the period."""
    player = _Player(rating.rating, rating.deviation, rating.volatility)
    others = [other for other, _ in scores]
    player.update_player(
        [other.rating for other in others],
        [other.deviation for other in others],
        [score for _, score in scores],
    )
    return Rating(player.rating, min(player.rd, NEW.deviation), player.vol)


def aged(rating: Rating, periods: int) -> Rating:
    """The rating after that many periods without a contest: less is known, as in step 6, but never
    less than of a new player."""
    growth = SCALE * rating.volatility * periods**0.5
    deviation = min(hypot(rating.deviation, growth), NEW.deviation)
    return Rating(rating.rating, deviation, rating.volatility)


class Meeting(NamedTuple):
    """A contest that counts, and by `people` of it the ratings with which its period began."""

    contest: Contest
    before: tuple[Rating, ...]


def period_of(at: datetime) -> date:
    """The Monday on which the rating period of that instant began."""
    day = at.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def rating_at(point: RatingPoint | None, period: date) -> Rating:
    """The rating with which a person begins the period, from their last point before it; None if
    they have none."""
    if point is None:
        return NEW
    return aged(point.rating, (period - point.period) // WEEK - 1)


def rating_shown(point: RatingPoint | None, now: datetime) -> Rating:
    """A person's rating as if the running period ended now, from their last point."""
    if point is None:
        return NEW
    return aged(point.rating, max(0, (period_of(now) - point.period) // WEEK))


def certain_until(point: RatingPoint) -> datetime:
    """From when on the rating is provisional without another contest; a time long past if it is
    already."""
    begun = datetime.combine(point.period, time(), UTC)
    if point.rating.is_provisional:
        return begun
    growth = (SCALE * point.rating.volatility) ** 2
    weeks = int((PROVISIONAL**2 - point.rating.deviation**2) / growth)
    # If the sum is slightly off, the rating itself decides.
    while not aged(point.rating, weeks).is_provisional:
        weeks += 1
    return begun + weeks * WEEK


def rating_after(person: PersonId, week: Sequence[Meeting]) -> Rating:
    """The person's rating after all their contests of one pool that count in a period, one at
    least. Their order does not matter.

    Among three and more, a contest is one against each of the others. A person who is not
    provisional learns nothing from provisional people. Otherwise everybody could win against new
    accounts of their own as often as they like: see `bench.farming`.
    """
    meetings = sorted(week, key=lambda each: each.contest.order)
    places = [each.contest.people.index(person) for each in meetings]
    begun = meetings[0].before[places[0]]
    scores = [
        score
        for each, place in zip(meetings, places, strict=True)
        for score in _scores(each, place)
        if begun.is_provisional or not score[0].is_provisional
    ]
    return after_scores(begun, scores) if scores else aged(begun, 1)


def _scores(meeting: Meeting, index: int) -> Iterator[Score]:
    # Those who are behind the winner have not shared anything with each other: it is unknown which
    # of them is better.
    mine = meeting.contest.ranks[index]
    for other, (rank, before) in enumerate(zip(meeting.contest.ranks, meeting.before, strict=True)):
        if other != index and (rank != mine or rank == 1):
            yield before, (1 + (mine < rank) - (mine > rank)) / 2
