"""Glicko-2 for a rating period (Glickman, Example of the Glicko-2 system, 2022). Pure."""

from collections.abc import Sequence
from math import exp, hypot

from glicko2 import Player

from bot.model.ratings.rating import NEW, Rating

SCALE = 173.7178
"""Points of the usual scale for one of Glicko-2's own; both have their middle at 1500."""

Score = tuple[Rating, float]
"""A contest against somebody of that rating: 1 for a win, 0.5 where it was shared, 0 for a loss."""


class _Player(Player):  # type: ignore[misc] # the library says no types
    """A player whose volatility follows step 5 of the paper.

    The library has the square of the rating where the paper has that of the deviation: both are
    about the same in the paper's example alone.
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
    """The rating after so many periods without a contest: less is known of it, as in step 6, but
    never less than of somebody new."""
    growth = SCALE * rating.volatility * periods**0.5
    deviation = min(hypot(rating.deviation, growth), NEW.deviation)
    return Rating(rating.rating, deviation, rating.volatility)
