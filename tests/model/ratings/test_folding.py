"""Contests folded into ratings, what farming them brings, and the check of what is kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from math import inf
from random import Random

import pytest

from bot.model.clock.units import DAY, HOUR, WEEK
from bot.model.ratings.counting import LEAST, SEASON, trust
from bot.model.ratings.folding import check_ratings, fold_ratings
from bot.model.ratings.glicko2 import aged
from bot.model.ratings.rated import certain_until, rating_at
from bot.model.ratings.rating import NEW, Contest, Eligibility, Rating, RatingPoint
from bot.model.records import MatchId, PersonId
from tests.helpers.people import ROBOT
from tests.helpers.playing import known
from tests.model.ratings.contests import MONDAY, contest, season_of


def points(contests: list[Contest]) -> dict[tuple[int, str], RatingPoint]:
    rated = fold_ratings(contests)
    return {(each.person, each.pool): each for one in rated for each in one.points}


def weights(contests: list[Contest]) -> dict[int, tuple[float, ...]]:
    """By the number of a contest how much it counts for each of its people."""
    return {each.contest.number: each.ruling.weights for each in fold_ratings(contests)}


def test_games_are_rated_apart() -> None:
    found = points([contest(1, (1, 2)), contest(2, (2, 1), pool="tower")])

    assert found[1, "pile"].rating.rating > 1500 > found[1, "tower"].rating.rating


def test_what_does_not_count_changes_nobody() -> None:
    barred = replace(contest(1, (1, 2)), barred=Eligibility.SHORT)

    [rated] = fold_ratings([barred])

    assert (*rated.points,) == ()
    assert rated.eligibility is Eligibility.SHORT
    assert rated.ruling.weights == (0, 0)


def test_a_contest_is_computed_from_what_was_before_it_alone() -> None:
    first, second = contest(1, (1, 2)), contest(2, (1, 3), at=MONDAY + DAY)

    one, two = fold_ratings([second, first])

    assert [rating.rating for rating in one.ruling.before] == [1500, 1500]
    assert two.ruling.before[0].rating == known(one.after[0]).rating.rating > 1600
    grown = aged(known(one.after[0]).rating, 1 / 7)
    assert two.ruling.before[0] == grown != known(one.after[0]).rating
    assert rating_at(one.after[0], MONDAY) == known(one.after[0]).rating


def test_a_rating_is_certain_until_its_deviation_has_grown() -> None:
    point = RatingPoint(PersonId(1), "pile", MatchId(1), MONDAY, Rating(1600, 100), 20, 1500)

    until = certain_until(point)

    assert rating_at(point, until + DAY).is_provisional
    assert not rating_at(point, until - DAY).is_provisional
    assert certain_until(replace(point, rating=NEW)) == MONDAY


def test_the_more_two_have_met_the_less_a_contest_counts() -> None:
    by_turns = [
        contest(n, (1, 2), (1 + n % 2, 2 - n % 2), at=MONDAY + n * DAY) for n in range(1, 6)
    ]
    tower = contest(6, (1, 2), at=MONDAY + 6 * DAY, pool="tower")
    other = contest(7, (1, 3), at=MONDAY + 6 * DAY)
    later = contest(8, (2, 1), at=MONDAY + SEASON + 6 * DAY)

    found = weights([*by_turns, tower, other, later])

    assert found[1] == found[6] == found[7] == found[8] == (1, 1)
    assert 1 > found[2][0] > found[3][0] > found[4][0] > found[5][0] > 0


def test_what_goes_further_in_the_same_direction_counts_the_least() -> None:
    found = weights([contest(n, (1, 2), at=MONDAY + n * DAY) for n in range(3)])
    turned = weights(
        [contest(1, (1, 2)), contest(2, (1, 2), at=MONDAY), contest(3, (2, 1), at=MONDAY + DAY)]
    )

    assert found[1] == found[2] == (LEAST, LEAST)
    assert turned[3][0] > 0.5


def test_an_absent_loser_loses_once_and_the_winners_win() -> None:
    lost = [
        contest(1, (5, 1), at=MONDAY, late=[1], away=8 * DAY),
        contest(2, (6, 1), at=MONDAY + DAY, late=[1], away=9 * DAY, pool="tower"),
        contest(3, (7, 1), at=MONDAY + 2 * DAY, late=[1], away=10 * DAY),
    ]

    found = weights(lost)

    assert [each[1] for each in found.values()] == [1, 0, 0]
    assert [each[0] for each in found.values()] == [1, 1, 1]
    assert points(lost)[1, "pile"].contests == 1


def test_who_was_there_within_a_week_loses_every_time() -> None:
    lost = [contest(n, (4 + n, 1), at=MONDAY + n * DAY, late=[1], away=n * DAY) for n in range(7)]

    assert all(each[1] == 1 for each in weights(lost).values())


def test_of_one_of_whom_less_is_known_the_established_learn_little() -> None:
    known, new = Rating(1700, 60), NEW

    assert trust(known, new) < 0.001
    assert trust(new, known) == trust(known, Rating(1500, 110)) == trust(new, new) == 1
    assert 0.1 < trust(known, Rating(1500, 150)) < 0.2


# Who has others lose on purpose


FARMER = 1
FRIENDS = range(2, 12)
ACCOUNTS = range(100, 200)
WEEKS = 24


def rating(contests: list[Contest]) -> Rating:
    """The farmer's rating after all."""
    return points(contests)[FARMER, "pile"].rating


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


def test_new_accounts_bring_next_to_nothing_to_an_established_player() -> None:
    before = rating(honest())
    farmed = rating([*honest(), *lost_to_farmer(list(ACCOUNTS), 4)])

    assert not before.is_provisional
    assert before.rating < farmed.rating < before.rating + 15


Spoil = Callable[[list[Contest], list[RatingPoint]], None]


@pytest.mark.parametrize("accomplices", [[2], [2, 3]])
def test_a_second_contest_with_an_accomplice_brings_next_to_nothing(
    accomplices: list[int],
) -> None:
    few = rating([*honest(), *lost_to_farmer(accomplices, 2)])
    many = rating([*honest(), *lost_to_farmer(accomplices, 40)])

    assert few.rating > rating(honest()).rating
    assert many.rating < few.rating + 3


def test_five_new_ones_who_beat_the_established_are_no_champions() -> None:
    start = MONDAY + WEEKS * WEEK
    people = [(1000 + n, helper) for n in range(5) for helper in (2, 3, 4) for _ in range(4)]
    won = [contest(1000 + n, each, at=start + n * HOUR) for n, each in enumerate(people)]

    before, found = points(honest()), points([*honest(), *won])

    assert all(found[1000 + n, "pile"].listed.rating < 1950 for n in range(5))
    for helper in (2, 3, 4):
        lost = before[helper, "pile"].rating.rating - found[helper, "pile"].rating.rating
        assert 0 < lost < 50


def test_two_who_win_by_turns_gain_next_to_nothing() -> None:
    swapped = [
        contest(n + 1, (FARMER, 2), (1 + n % 2, 2 - n % 2), MONDAY + timedelta(minutes=n))
        for n in range(40)
    ]

    assert rating(swapped).rating == pytest.approx(1500, abs=50)


def kept() -> tuple[list[Contest], list[RatingPoint]]:
    """Contests as they are settled, and the points of all their people."""
    rated = list(fold_ratings(season_of(Random(1), 40)))
    return [each.contest for each in rated], [point for each in rated for point in each.points]


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


def test_what_only_an_earlier_version_has_settled_waits() -> None:
    contests, points = kept()
    ruling = known(contests[-1].ruling)
    old = replace(contests[-1], ruling=replace(ruling, weights=()))
    others = [each for each in points if each.number != old.number]

    found = check_ratings([*contests[:-1], old], others)

    assert (found.waiting, found.difference) == (1, 0.0)


def test_what_is_due_is_left_out_with_all_that_depends_on_it() -> None:
    """As after a kill between the event that tells of a contest and its points."""
    contests, points = kept()
    by_time = sorted(contests, key=lambda each: each.order)
    first = by_time[30]
    stale = [replace(each, contests=90) if each.order >= first.order else each for each in points]

    found = check_ratings(contests, stale, due={first.number})

    assert (found.settled, found.waiting, found.faults) == (30, 10, [])
    assert check_ratings(contests, stale, due={by_time[31].number}).faults


def _point_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    points[3] = replace(points[3], rating=replace(points[3].rating, deviation=90.0))


def _point_of_more(contests: list[Contest], points: list[RatingPoint]) -> None:
    points[3] = replace(points[3], contests=90)


def _point_missing(contests: list[Contest], points: list[RatingPoint]) -> None:
    del points[3]


def _point_too_many(contests: list[Contest], points: list[RatingPoint]) -> None:
    points.append(replace(points[3], person=ROBOT.id))


def _best_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    points[3] = replace(points[3], best=(points[3].best or 1500) - 1)


def _counts_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    ruling = known(contests[3].ruling)
    weights = (ruling.weights[0] / 2, *ruling.weights[1:])
    contests[3] = replace(contests[3], ruling=replace(ruling, weights=weights))


def _found_apart(contests: list[Contest], points: list[RatingPoint]) -> None:
    ruling = known(contests[3].ruling)
    first = replace(ruling.before[0], rating=ruling.before[0].rating + 0.5)
    contests[3] = replace(contests[3], ruling=replace(ruling, before=(first, *ruling.before[1:])))


@pytest.mark.parametrize(
    ("spoil", "least", "most"),
    [
        (_point_apart, 1e-9, 350.0),
        (_found_apart, 0.499, 0.501),
        (_counts_apart, 1e-9, 0.5),
        (_best_apart, 1, inf),
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
