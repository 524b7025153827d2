"""Who has others lose on purpose gains nothing beyond the stated limits."""

from datetime import timedelta

import pytest

from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.rating import Contest, Rating
from tests.helpers.contests import DAY, MONDAY, contest

FARMER = 1
FRIENDS = range(2, 12)
NEW = range(100, 200)
WEEK = timedelta(weeks=1)
WEEKS = 24


def rating(contests: list[Contest]) -> Rating:
    """The farmer's rating after all."""
    points = [point for week in fold_ratings(contests) for point in week.points]
    return [point.rating for point in points if point.person == FARMER][-1]


def honest() -> list[Contest]:
    """Weeks in which all friends meet, and win by turns."""
    people, found = [FARMER, *FRIENDS], list[Contest]()
    for week in range(WEEKS):
        for n, person in enumerate(people):
            other, turn = people[(n + week + 1) % len(people)], (n + week) % 2
            if person != other:
                at, ranks = MONDAY + week * WEEK + n * DAY / 4, (1 + turn, 2 - turn)
                found.append(contest(len(found) + 1, (person, other), ranks, at))
    return found


def lost_to_farmer(people: list[int], each: int, first: int = 1) -> list[Contest]:
    """So many contests against each in the week after, which the farmer wins."""
    start = MONDAY + WEEKS * WEEK
    every = [person for person in people for _ in range(each)]
    return [
        contest(1000 + first + n, (FARMER, person), at=start + timedelta(minutes=n))
        for n, person in enumerate(every)
    ]


@pytest.mark.parametrize("accomplices", [[2], [2, 3]])
def test_a_fifth_contest_a_month_with_an_accomplice_brings_nothing(accomplices: list[int]) -> None:
    few = rating([*honest(), *lost_to_farmer(accomplices, 4)])
    many = rating([*honest(), *lost_to_farmer(accomplices, 40)])

    assert few.rating > rating(honest()).rating
    assert few == many


def test_new_accounts_bring_nothing_to_whoever_is_established() -> None:
    before = rating(honest())
    farmed = rating([*honest(), *lost_to_farmer(list(NEW), 4)])

    assert not before.is_provisional
    assert farmed.rating == before.rating
    assert farmed.deviation > before.deviation


def test_two_who_win_by_turns_gain_nothing() -> None:
    swapped = [
        contest(n + 1, (FARMER, 2), (1 + n % 2, 2 - n % 2), MONDAY + timedelta(minutes=n))
        for n in range(4)
    ]

    assert rating(swapped).rating == pytest.approx(1500)
