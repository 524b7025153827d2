"""Ratings of three and more who play at one table, by the model of Plackett and Luce. Pure.

After Weng and Lin, A Bayesian Approximation Method for Online Ranking (2011), algorithm 4.
"""

from collections.abc import Sequence
from functools import cache
from math import fsum, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.model.ratings.glicko import SCALE, aged
from bot.model.ratings.rating import NEW, Rating


class Ranked(NamedTuple):
    """A contest at which somebody had a `place`, from 0: all ratings and ranks, by place."""

    ratings: tuple[Rating, ...]
    ranks: tuple[int, ...]
    place: int


def after_tables(rating: Rating, tables: Sequence[Ranked]) -> Rating:
    """The rating after a period that it began with, in which there were these contests, one at
    least.

    Each is taken alone, as evidence about the same rating, and evidence adds up: that is how
    Glicko-2 treats the contests of a period, so the order within it means nothing here either.
    """
    begun = aged(rating, 1)
    known = begun.deviation**-2
    seen = [_after_one(begun, table) for table in tables]
    precision = known + fsum(each.deviation**-2 - known for each in seen)
    pulled = fsum((each.rating - begun.rating) * each.deviation**-2 for each in seen)
    return Rating(begun.rating + pulled / precision, precision**-0.5, rating.volatility)


def _after_one(begun: Rating, table: Ranked) -> Rating:
    model = _model(len(table.ratings))
    ratings = [begun if n == table.place else each for n, each in enumerate(table.ratings)]
    teams = [[model.rating(each.rating, each.deviation)] for each in ratings]
    found = model.rate(teams, ranks=[float(rank) for rank in table.ranks])[table.place][0]
    return Rating(found.mu, found.sigma, begun.volatility)


@cache
def _model(players: int) -> PlackettLuce:
    # Among players who are known well, 400 points more mean ten times the odds, as in Glicko-2.
    beta = SCALE / sqrt(players)
    return PlackettLuce(mu=NEW.rating, sigma=NEW.deviation, beta=beta, tau=0.0)
