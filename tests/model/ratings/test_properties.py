"""Whatever happens in whatever order, everybody's rating is the same."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.rating import Contest, Eligibility, RatedContest, RatingPoint, Ruling
from bot.model.records import MatchId
from tests.helpers.contests import PEOPLE, season_of

Points = dict[tuple[int, str, date], RatingPoint]


SEASONS = st.builds(season_of, st.randoms(use_true_random=True), st.sampled_from([1, 2, 3, 10, 60]))


def folded(contests: Iterable[Contest]) -> tuple[list[RatedContest], Points]:
    weeks = list(fold_ratings(contests))
    points = [point for week in weeks for point in week.points]
    rated = [each for week in weeks for each in week.contests]
    return rated, {(each.person, each.pool, each.period): each for each in points}


def without(person: int, rated: Sequence[RatedContest]) -> list[Contest]:
    """The contests once the person was deleted, with what was found when they were settled."""
    return [
        replace(
            each.contest,
            people=tuple(-n if p == person else p for n, p in enumerate(each.contest.people, 1)),
            timed_out=each.contest.timed_out - {person},
            ruling=Ruling(each.eligibility, each.before),
        )
        for each in rated
    ]


@given(SEASONS, st.randoms())
def test_the_order_contests_are_read_in_is_nothing(season: list[Contest], random: Random) -> None:
    shuffled = random.sample(season, len(season))

    assert folded(shuffled) == folded(season)


@given(SEASONS, st.sets(st.sampled_from(PEOPLE), max_size=3))
def test_deletions_leave_the_others_ratings(season: list[Contest], deleted: set[int]) -> None:
    rated, points = folded(season)

    for person in deleted:
        rated, _ = folded(without(person, rated))

    others = {key: point for key, point in points.items() if key[0] not in deleted}
    assert folded(each.contest for each in rated)[1] == others


@given(SEASONS)
def test_seats_mean_nothing(season: list[Contest]) -> None:
    turned = [replace(each, people=each.people[::-1], ranks=each.ranks[::-1]) for each in season]

    found, wanted = folded(turned)[1], folded(season)[1]

    assert found.keys() == wanted.keys()
    for key, point in found.items():
        assert abs(point.rating.rating - wanted[key].rating.rating) < 1e-9


@given(SEASONS)
def test_numbers_mean_nothing_where_no_limit_is_reached(season: list[Contest]) -> None:
    rated, points = folded(season)
    season = [each.contest for each in rated if each.eligibility is Eligibility.COUNTED]
    numbered = [replace(each, number=MatchId(n)) for n, each in enumerate(reversed(season), 1)]

    found = folded(numbered)[1]

    assert found.keys() == points.keys()
    for key, point in found.items():
        assert abs(point.rating.rating - points[key].rating.rating) < 1e-9


@given(SEASONS)
def test_every_rating_is_a_sensible_one(season: list[Contest]) -> None:
    rated, points = folded(season)

    for each in points.values():
        assert 0 < each.rating.rating < 3000
        assert 20 < each.rating.deviation <= 350
        assert 0.03 < each.rating.volatility < 0.2
    assert sum(point.contests for point in last_of(points)) == sum(
        len(each.contest.people) for each in rated if each.eligibility is Eligibility.COUNTED
    )


def last_of(points: Points) -> list[RatingPoint]:
    newest = {
        (each.person, each.pool): each for _, each in sorted(points.items(), key=lambda p: p[0][2])
    }
    return list(newest.values())


@given(SEASONS)
def test_no_two_meet_more_often_than_is_stated(season: list[Contest]) -> None:
    counted = [
        each.contest for each in folded(season)[0] if each.eligibility is Eligibility.COUNTED
    ]

    for each in counted:
        for one in each.people:
            for other in set(each.people) - {one}:
                same = [
                    c
                    for c in counted
                    if c.pool == each.pool and {one, other} <= set(c.people)
                    if (c.at.year, c.at.month) == (each.at.year, each.at.month)
                ]
                assert len(same) <= 4
