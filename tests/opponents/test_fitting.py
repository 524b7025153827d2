"""The terms that `bench.fitting` fits, and its regression."""

from random import Random

import pytest

from bench.fitting.__main__ import rows
from bench.fitting.regression import FAINT, fitted, linear, logistic, total_of
from bench.fitting.terms import TERMS


@pytest.mark.parametrize("key", TERMS)
def test_the_worth_of_a_position_is_the_sum_of_the_terms_that_are_fitted(key: str) -> None:
    _, worths = rows(key, TERMS[key], games=3, nodes=60)
    weights = fitted(worths, linear, FAINT)
    assert len(worths) > 3 * len(weights)
    # The nearer color of Bi-Pod is halved to a whole point.
    assert all(abs(total_of(values, weights) - worth) < 0.002 for values, worth in worths)


def test_the_weights_under_which_results_came_about_are_found_again() -> None:
    chance, weights = Random(1), [0.5, -1.0, 2.0]
    some = [[chance.uniform(-1, 1) for _ in weights] for _ in range(500)]
    chances = [(values, logistic(total_of(values, weights))[0]) for values in some]
    assert fitted(chances, logistic, FAINT) == pytest.approx(weights)
