"""Ratings between two are those of Glickman's paper."""

from math import exp, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.ratings.rating import NEW, Rating
from bot.model.ratings.weeks import after_scores, aged

EXAMPLE = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
"""The opponents of the paper's example, of whom the player beats the first alone."""

RATINGS = st.builds(Rating, st.floats(600, 2800), st.floats(25, 350), st.floats(0.03, 0.12))
SCORES = st.lists(st.tuples(RATINGS, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12)


def by_the_paper(rating: Rating, scores: list[tuple[Rating, float]]) -> Rating:
    """The paper's steps 2 to 8, with the volatility found by halving an interval."""
    mu, phi = (rating.rating - 1500) / 173.7178, rating.deviation / 173.7178
    others = [((r.rating - 1500) / 173.7178, r.deviation / 173.7178, s) for r, s in scores]
    weights = [1 / sqrt(1 + 3 * p * p / pi / pi) for _, p, _ in others]
    expected = [1 / (1 + exp(-g * (mu - m))) for g, (m, _, _) in zip(weights, others, strict=True)]
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    surprise = sum(g * (s - e) for g, e, (_, _, s) in zip(weights, expected, others, strict=True))
    delta = v * surprise

    def slope(x: float) -> float:
        spread = phi * phi + v + exp(x)
        pull = (x - log(rating.volatility**2)) / 0.25
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - pull

    low, high = -30.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    volatility = exp(low / 2)
    after = 1 / sqrt(1 / (phi * phi + volatility**2) + 1 / v)
    points = 1500 + 173.7178 * (mu + after * after * surprise)
    return Rating(points, min(173.7178 * after, 350), volatility)


def test_the_example_of_the_paper_comes_out_as_printed() -> None:
    after = after_scores(Rating(1500, 200), EXAMPLE)

    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, SCORES)
def test_ratings_are_as_the_paper_says(rating: Rating, scores: list[tuple[Rating, float]]) -> None:
    found, wanted = after_scores(rating, scores), by_the_paper(rating, scores)

    assert found.rating == pytest.approx(wanted.rating, abs=0.01)
    assert found.deviation == pytest.approx(wanted.deviation, abs=0.001)
    assert found.volatility == pytest.approx(wanted.volatility, rel=1e-5)


def test_a_rating_far_from_the_middle_has_its_own_volatility() -> None:
    # The library's own step takes what is far from 1500 for known badly: see `_Player`.
    far = after_scores(Rating(2500, 60), [(Rating(1500, 60), 0.0)] * 3)
    middle = after_scores(Rating(1500, 60), [(Rating(500, 60), 0.0)] * 3)

    assert far.volatility == pytest.approx(middle.volatility, rel=1e-5)
    assert far.volatility == pytest.approx(0.0601166, abs=1e-7)


def test_less_is_known_with_every_week_but_never_less_than_at_first() -> None:
    known = Rating(1700, 60)

    assert aged(known, 0) == known
    assert aged(known, 1).deviation == pytest.approx(sqrt(60**2 + (0.06 * 173.7178) ** 2))
    assert aged(known, 10_000) == Rating(1700, NEW.deviation)
