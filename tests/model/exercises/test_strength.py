"""How hard the next puzzle is, by those before it."""

from collections.abc import Iterator

import pytest

from bot.model.exercises.attempt import Trial
from bot.model.exercises.strength import strength_of
from tests.service.conftest import START


def trials(told: str) -> Iterator[Trial]:
    """Of each letter a puzzle: Clean, Given up, Tried twice, Helped, Open."""
    for letter in told:
        helped, given_up, is_done = letter == "h", letter == "g", letter in "cth"
        yield Trial("puzzle", "bump", "a", START, letter in "ot", helped, given_up, is_done)


@pytest.mark.parametrize(
    ("told", "strength"),
    [
        ("", 1),
        ("cc", 1),
        ("ccc", 2),
        ("ccccc", 2),
        ("cccccc", 3),
        ("cctccc", 2),
        ("cchc", 1),
        ("cocoogc", 1),
        ("cocooc", 2),
        ("cccccc" + "gg", 2),
        ("cccccc" + "gtg", 3),
        ("cccccc" + "gogo", 2),
        ("gg" * 3 + "ccc", 2),
        ("c" * 30, 5),
        ("c" * 30 + "gg", 4),
    ],
)
def test_three_clean_ones_are_one_harder_two_given_up_one_easier(told: str, strength: int) -> None:
    assert strength_of(trials(told)) == strength
