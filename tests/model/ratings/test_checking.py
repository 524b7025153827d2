"""What is kept of ratings is compared with what the events say."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random

import pytest

from bot.model.ratings.checking import check_ratings
from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.rating import Contest, RatingPoint, Ruling
from bot.model.records import MatchId
from tests.helpers.contests import season_of

Spoil = Callable[[list[Contest], list[RatingPoint]], None]


def kept() -> tuple[list[Contest], list[RatingPoint]]:
    """Contests as they are settled, and the points of all their people."""
    weeks = list(fold_ratings(season_of(Random(1), 40)))
    settled = [
        replace(each.contest, ruling=Ruling(each.eligibility, each.before))
        for week in weeks
        for each in week.contests
    ]
    return settled, [point for week in weeks for point in week.points]


def test_what_is_kept_as_the_events_say_is_right() -> None:
    contests, points = kept()
    done: list[int] = []

    found = check_ratings(contests, points, done.append)

    assert (found.difference, found.faults, found.is_close) == (0.0, [], True)
    assert (found.settled, found.points, sum(done)) == (40, len(points), 40)


def test_what_is_not_settled_yet_is_left_out() -> None:
    contests, points = kept()
    last = max(contests, key=lambda each: each.order)
    later = replace(last, number=MatchId(last.number + 100), ruling=None)

    found = check_ratings([*contests, later], points)

    assert (found.waiting, found.difference) == (1, 0.0)


def _point_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    points[3] = replace(points[3], rating=replace(points[3].rating, deviation=90.0))


def _point_of_more(contests: list[Contest], points: list[RatingPoint]) -> None:
    points[3] = replace(points[3], contests=90)


def _point_missing(contests: list[Contest], points: list[RatingPoint]) -> None:
    del points[3]


def _point_too_many(contests: list[Contest], points: list[RatingPoint]) -> None:
    points.append(replace(points[3], person=99))


def _found_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    ruling = contests[3].ruling
    assert ruling is not None
    first = replace(ruling.before[0], rating=ruling.before[0].rating + 0.5)
    contests[3] = replace(contests[3], ruling=replace(ruling, before=(first, *ruling.before[1:])))


@pytest.mark.parametrize(
    ("spoil", "least", "most"),
    [
        (_point_apart, 1e-9, 350.0),
        (_found_apart, 0.499, 0.501),
        (_point_of_more, inf, inf),
        (_point_missing, inf, inf),
        (_point_too_many, inf, inf),
    ],
)
def test_what_differs_is_found(spoil: Spoil, least: float, most: float) -> None:
    contests, points = kept()
    spoil(contests, points)

    found = check_ratings(contests, points)

    assert least <= found.difference <= most
    assert len(found.faults) == 1
    assert not found.is_close


def test_another_word_for_why_it_does_not_count_is_found() -> None:
    contests, points = kept()
    barred = next(n for n, each in enumerate(contests) if each.barred)
    ruling = contests[barred].ruling
    assert ruling is not None
    told = next(each.ruling.eligibility for each in contests if each.ruling and not each.barred)
    contests[barred] = replace(contests[barred], ruling=replace(ruling, eligibility=told))

    assert check_ratings(contests, points).difference == inf
