"""Glicko-2: what scores against others do to a rating. Pure.

Glickman, *Example of the Glicko-2 system* (2022), steps 2 to 8, with time in fractions of a rating
period as at lichess. A score may say less than a whole contest does: its weight multiplies what it
adds to the information, 1/v, and to the improvement that it suggests. With weights of 1 it is the
paper's.
"""

from collections.abc import Sequence
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

from bot.model.ratings.rating import NEW, Rating

SCALE = 173.7178
"""Points of the usual scale for one of Glicko-2's own; both are centered at 1500."""

TAU = 0.5
"""The system constant: how much results may change the volatility."""

LEAST_DEVIATION = 45.0
"""No contest makes a rating surer than that: the players' strength changes, too."""

MOST_VOLATILE = 0.1
"""The limit of volatility. A period without a contest can't add more to a deviation."""

CLOSE = 1e-6
"""The search for the volatility ends when it is known so well, on the scale of its logarithm."""


class RatedScore(NamedTuple):
    """A result against a player of that rating: 1 for a win, 0.5 if it was shared, 0 for a loss;
    and how much of a whole contest it says, above 0."""

    other: Rating
    score: float
    weight: float = 1.0


def aged(rating: Rating, periods: float) -> Rating:
    """The rating so many periods later without a contest: less is known, as in step 6, but never
    less than of a new player."""
    growth = SCALE * rating.volatility * sqrt(periods)
    deviation = min(hypot(rating.deviation, growth), NEW.deviation)
    return Rating(rating.rating, deviation, rating.volatility)


def expected(own: Rating, other: Rating) -> float:
    """What a player is expected to score against another, from 0 to 1: steps 3 and 4."""
    return 1 / (1 + exp(-_certainty(other) * (own.rating - other.rating) / SCALE))


def _certainty(other: Rating) -> float:
    # The paper's g: the less is known of the other, the less it says.
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)


def after_scores(rating: Rating, scores: Sequence[RatedScore], periods: float) -> Rating:
    """The rating after those scores, so many periods after the last ones. The others' ratings are
    those before it."""
    if not scores:
        return aged(rating, periods)
    phi, information, gain = rating.deviation / SCALE, 0.0, 0.0
    for other, score, weight in scores:
        g, e = _certainty(other), expected(rating, other)
        information += weight * g**2 * e * (1 - e)
        gain += weight * g * (score - e)
    sigma = _volatility(phi, rating.volatility, 1 / information, gain / information)
    sigma = min(sigma, MOST_VOLATILE)
    before = min(hypot(phi, sigma * sqrt(periods)), NEW.deviation / SCALE)
    variance = 1 / (1 / before**2 + information)
    deviation = max(SCALE * sqrt(variance), LEAST_DEVIATION)
    return Rating(rating.rating + SCALE * variance * gain, deviation, sigma)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    # Step 5, by the letters of the paper.
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    one, other = a, a - TAU
    if delta**2 > phi**2 + v:
        other = log(delta**2 - phi**2 - v)
    while other < a and f(other) < 0:
        other -= TAU
    f_one, f_other = f(one), f(other)
    while abs(other - one) > CLOSE:
        between = one + (one - other) * f_one / (f_other - f_one)
        f_between = f(between)
        if f_between * f_other <= 0:
            one, f_one = other, f_other
        else:
            f_one /= 2
        other, f_other = between, f_between
    return exp(one / 2)
