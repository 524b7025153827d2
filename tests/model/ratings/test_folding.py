"""Contests folded into ratings, what farming them brings, and the check of what is kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from math import inf
from random import Random

import pytest

from bot.model.clock.units import DAY, WEEK
from bot.model.ratings.folding import check_ratings, fold_ratings
from bot.model.ratings.rating import NEW, Contest, Eligibility, Rating, RatingPoint, Ruling
from bot.model.ratings.weeks import Meeting, after_scores, aged, rating_after
from bot.model.records import MatchId
from tests.helpers.people import ADA, GRACE, ROBOT
from tests.helpers.playing import known
from tests.model.ratings.contests import MONDAY, contest, season_of


def points(contests: list[Contest]) -> dict[tuple[int, str], RatingPoint]:
    weeks = fold_ratings(contests)
    return {(each.person, each.pool): each for week in weeks for each in week.points}


def test_games_are_rated_apart() -> None:
    found = points([contest(1, (1, 2)), contest(2, (2, 1), pool="tower")])

    assert found[1, "pile"].rating.rating > 1500 > found[1, "tower"].rating.rating


def test_what_does_not_count_changes_nobody() -> None:
    barred = replace(contest(1, (1, 2)), barred=Eligibility.SHORT)

    [week] = fold_ratings([barred])

    assert week.points == ()
    assert week.contests[0].eligibility is Eligibility.SHORT
    assert week.contests[0].before == week.contests[0].after


def test_four_contests_a_month_count_between_the_same_two() -> None:
    month = [contest(n, (1, 2), at=MONDAY + n * 5 * DAY) for n in range(1, 6)]
    tower = contest(6, (1, 2), at=MONDAY + 26 * DAY, pool="tower")
    other = contest(7, (1, 3), at=MONDAY + 26 * DAY)
    april = contest(8, (2, 1), at=MONDAY + 31 * DAY)

    found = {
        each.contest.number: each.eligibility
        for week in fold_ratings([*month, tower, other, april])
        for each in week.contests
    }

    assert [number for number, e in found.items() if e is Eligibility.TOO_OFTEN] == [5]


def test_of_losses_on_time_at_once_only_the_first_counts() -> None:
    lost = [
        contest(1, (5, 1), at=MONDAY, late=[1]),
        contest(2, (6, 1), at=MONDAY + DAY, late=[1], pool="tower"),
        contest(3, (7, 1), at=MONDAY + 2 * DAY),
        contest(4, (8, 1), at=MONDAY + 3 * DAY, late=[1]),
        contest(5, (9, 1), at=MONDAY + 3 * DAY + DAY / 24, late=[1]),
    ]

    [week] = fold_ratings(lost)

    late = Eligibility.TIMED_OUT_BEFORE
    assert [each.contest.number for each in week.contests if each.eligibility is late] == [2, 4]


def test_losses_on_time_at_once_may_be_of_two_months() -> None:
    end = MONDAY + 29 * DAY
    lost = [contest(n, (4 + n, 1), at=end + n * DAY, late=[1]) for n in range(3)]

    found = [each.eligibility for week in fold_ratings(lost) for each in week.contests]

    late = Eligibility.TIMED_OUT_BEFORE
    assert found == [Eligibility.COUNTED, late, late]


def test_an_established_rating_stands_against_provisional_ones() -> None:
    known, other, new = Rating(1700, 60), Rating(1500, 109.9), NEW
    two, three = contest(1, (1, 2), (2, 1)), contest(2, (1, 2, 3), pool="pile+")

    assert rating_after(ADA.id, [Meeting(two, (known, new))]) == aged(known, 1)
    assert rating_after(GRACE.id, [Meeting(two, (known, new))]).rating > new.rating
    assert rating_after(ADA.id, [Meeting(two, (known, other))]).rating < known.rating
    assert rating_after(ADA.id, [Meeting(three, (known, new, new))]) == aged(known, 1)
    assert rating_after(ADA.id, [Meeting(three, (known, new, other))]) == after_scores(
        known, [(other, 1.0)]
    )


# Who has others lose on purpose


FARMER = 1
FRIENDS = range(2, 12)
ACCOUNTS = range(100, 200)
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


def test_new_accounts_bring_nothing_to_an_established_player() -> None:
    before = rating(honest())
    farmed = rating([*honest(), *lost_to_farmer(list(ACCOUNTS), 4)])

    assert not before.is_provisional
    assert farmed.rating == before.rating
    assert farmed.deviation > before.deviation


Spoil = Callable[[list[Contest], list[RatingPoint]], None]


@pytest.mark.parametrize("accomplices", [[2], [2, 3]])
def test_a_fifth_contest_a_month_with_an_accomplice_brings_nothing(accomplices: list[int]) -> None:
    few = rating([*honest(), *lost_to_farmer(accomplices, 4)])
    many = rating([*honest(), *lost_to_farmer(accomplices, 40)])

    assert few.rating > rating(honest()).rating
    assert few == many


def test_two_who_win_by_turns_gain_nothing() -> None:
    swapped = [
        contest(n + 1, (FARMER, 2), (1 + n % 2, 2 - n % 2), MONDAY + timedelta(minutes=n))
        for n in range(4)
    ]

    assert rating(swapped).rating == pytest.approx(1500)


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

    assert (found.difference, found.faults) == (0.0, [])
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
    points.append(replace(points[3], person=ROBOT.id))


def _found_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    ruling = known(contests[3].ruling)
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


def test_another_word_for_why_it_does_not_count_is_found() -> None:
    contests, points = kept()
    barred = next(n for n, each in enumerate(contests) if each.barred)
    ruling = known(contests[barred].ruling)
    told = next(each.ruling.eligibility for each in contests if each.ruling and not each.barred)
    contests[barred] = replace(contests[barred], ruling=replace(ruling, eligibility=told))

    assert check_ratings(contests, points).difference == inf
