"""What games say about who is stronger, and how surely."""

import math
from typing import NamedTuple

SURE = 1.96
"""Standard deviations within which it lies in 95 of 100 cases."""

MOST_ELO = 999.0
"""The difference that is printed where one of the two got everything."""


class Interval(NamedTuple):
    """A figure, and between which it lies in 95 of 100 cases."""

    low: float
    found: float
    high: float


def share_of_points(wins: int, draws: int, losses: int) -> Interval:
    """The part of the points that the first got, half for a draw, with Wilson's interval."""
    games = wins + draws + losses
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share = (wins + draws / 2) / games
    spread = SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return Interval(max(0.0, middle - half), share, min(1.0, middle + half))


def elo(share: Interval) -> Interval:
    """How many points of Elo lie between two, of whom the first got that share."""
    return Interval(*map(_elo, share))


def _elo(share: float) -> float:
    if not 0 < share < 1:
        return math.copysign(MOST_ELO, share - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(share / (1 - share))))
