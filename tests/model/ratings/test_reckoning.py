"""Ratings are those of Glickman's paper, and those an independent reckoning of the events finds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.model.clock.units import DAY, HOUR
from bot.model.events import (
    Adjudicated,
    Ended,
    Event,
    Person,
    Played,
    Recorded,
    Replaced,
    TakenBack,
)
from bot.model.events.play import Claimed
from bot.model.ratings.contests import contests_of, leg_of
from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.glicko2 import RatedScore, after_scores, aged
from bot.model.ratings.rating import (
    NEW,
    Contest,
    Eligibility,
    RatedContest,
    Rating,
    RatingPoint,
)
from bot.model.records import MatchId, PersonId
from tests.helpers.long_runs import examples
from tests.helpers.people import ADA, FIRST, GRACE, ROBOT, SECOND
from tests.model.ratings.contests import MONDAY, MOVES, PEOPLE, RATED, history, season_of
from tests.model.ratings.reckoned import Strength, glicko2, reckoned

EXAMPLE = [
    RatedScore(Rating(1400, 30), 1),
    RatedScore(Rating(1550, 100), 0),
    RatedScore(Rating(1700, 300), 0),
]
"""The opponents of the paper's example, of whom the player beats the first alone."""

RATINGS = st.builds(Rating, st.floats(600, 2800), st.floats(45, 350), st.floats(0.03, 0.1))
SCORES = st.lists(
    st.builds(RatedScore, RATINGS, st.sampled_from([0.0, 0.5, 1.0]), st.floats(1e-6, 1)),
    min_size=1,
    max_size=12,
)


def test_the_example_of_the_paper_comes_out_as_printed() -> None:
    after = after_scores(Rating(1500, 200, 0.06), EXAMPLE, 1)

    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, SCORES, st.floats(0, 60))
# Which says next to nothing of them.
@example(Rating(600, 350, 0.1), [RatedScore(Rating(2800, 350), 0)], 0.5)
def test_ratings_are_as_the_paper_says(
    rating: Rating, scores: list[RatedScore], periods: float
) -> None:
    me = Strength(rating.rating, rating.deviation, rating.volatility)
    found = after_scores(rating, scores, periods)
    games = [(each.rating, each.deviation, score, weight) for each, score, weight in scores]
    wanted = Rating(*glicko2(me, games, periods))

    assert found.rating == pytest.approx(wanted.rating, abs=0.01)
    assert found.deviation == pytest.approx(wanted.deviation, abs=0.001)
    assert found.volatility == pytest.approx(wanted.volatility, rel=1e-5)


def test_a_rating_far_from_the_middle_has_the_volatility_of_one_there() -> None:
    far = after_scores(Rating(2500, 60, 0.06), [RatedScore(Rating(1500, 60), 0)] * 3, 1)
    middle = after_scores(Rating(1500, 60, 0.06), [RatedScore(Rating(500, 60), 0)] * 3, 1)

    assert far.volatility == pytest.approx(middle.volatility, rel=1e-5)
    assert far.volatility == pytest.approx(0.0601166, abs=1e-7)


def test_a_deviation_and_a_volatility_have_limits() -> None:
    sure = after_scores(Rating(1500, 45), [RatedScore(Rating(1500, 45), 0.5)] * 30, 0)
    wild = after_scores(Rating(1500, 60, 0.1), [RatedScore(Rating(500, 60), 0)] * 9, 1)

    assert sure.deviation == 45
    assert wild.volatility == 0.1


def test_less_is_known_with_every_moment_but_never_less_than_at_first() -> None:
    known = Rating(1700, 60)

    assert aged(known, 0) == known
    assert aged(known, 0.25).deviation == pytest.approx(sqrt(60**2 + (0.09 * 173.7178) ** 2 / 4))
    assert aged(aged(known, 0.5), 0.5).deviation == pytest.approx(aged(known, 1).deviation)
    assert aged(known, 10_000) == Rating(1700, NEW.deviation)


GONE = Replaced(SECOND, Person(PersonId(7), "P7"), Person(GRACE.id, "P2"), Person(ADA.id, "P1"))

# How a match goes behind its start.
COURSES: dict[str, list[Event]] = {
    "won": [*MOVES, Ended((FIRST,), "resigned")],
    "lost": [*MOVES, Ended((SECOND,), "rules")],
    "shared": [*MOVES, Ended((), "agreed")],
    "claimed": [*MOVES, Claimed(FIRST), Ended((FIRST,), "time")],
    "late": [*MOVES, Ended((SECOND,), "time_lost")],
    "short": [*MOVES[:3], Ended((FIRST,), "resigned")],
    "short by a takeback": [*MOVES, TakenBack(SECOND, 1), Ended((FIRST,), "resigned")],
    "long in spite of a takeback": [
        *(*MOVES, TakenBack(SECOND, 2), Played(FIRST, "c"), Played(SECOND, "d")),
        Ended((FIRST,), "resigned"),
    ],
    "late and short": [*MOVES[:2], Claimed(SECOND), Ended((SECOND,), "time")],
    "called off": [*MOVES, Ended((), "called_off")],
    "abandoned": [*MOVES, Ended((), "abandoned")],
    "replaced": [*MOVES[:2], GONE, *MOVES[2:], Ended((FIRST,), "resigned")],
    "replaced at the end": [*MOVES, GONE, Ended((FIRST,), "time")],
    "adjudicated": [*MOVES, Adjudicated(("a",)), Ended((SECOND,), "adjudicated")],
    "undecided": [*MOVES, Adjudicated(), Ended((), "adjudicated")],
}
PLAIN = ("won", "lost", "shared", "claimed", "late")


@dataclass(frozen=True)
class Made:
    """What is to be a match, or a pair: how its matches go, when they end, and after how many days
    without a move."""

    people: tuple[int, int]
    courses: tuple[str, ...]
    hours: tuple[int, ...]
    rated: bool = True
    idle: int = 0


# The evenings of some days around the ends of weeks and months, and any other hour.
EVENINGS = [d * 24 + 22 for d in (5, 6, 7, 27, 28, 29, 30, 31, 34)]
TIMES = st.sampled_from(EVENINGS) | st.integers(0, 24 * 80)


@st.composite
def made(draw: st.DrawFn) -> Made:
    people = draw(st.lists(st.integers(1, 4), min_size=2, max_size=2, unique=True))
    courses = st.sampled_from(PLAIN) | st.sampled_from(sorted(COURSES))
    pair = 1 + draw(st.booleans())
    return Made(
        (people[0], people[1]),
        tuple(draw(st.lists(courses, min_size=pair, max_size=pair))),
        tuple(draw(st.lists(TIMES, min_size=pair, max_size=pair))),
        draw(st.sampled_from([True, True, True, False])),
        draw(st.sampled_from([0, 0, 2, 8, 30])),
    )


def histories_of(season: Sequence[Made]) -> dict[int, list[Recorded]]:
    found: dict[int, list[Recorded]] = {}
    for each in season:
        terms = replace(RATED, rated=each.rated, pair=len(each.courses) == 2)
        people = each.people
        for course, hour in zip(each.courses, each.hours, strict=True):
            at = MONDAY + hour * HOUR
            number = len(found) + 1
            found[number] = history(
                *COURSES[course], people=people, terms=terms, at=at, idle=each.idle * DAY
            )
            terms, people = replace(terms, pair_of=number), (people[1], people[0])
    return found


def compare(histories: dict[int, list[Recorded]]) -> list[RatingPoint]:
    """Hold both to each other; all points."""
    legs = [leg_of(MatchId(number), each) for number, each in histories.items()]
    rated = fold_ratings(contests_of(leg for leg in legs if leg))
    points = {(p.person, p.pool, p.number): p for each in rated for p in each.points}
    expected = reckoned(histories, ROBOT.id)
    assert points.keys() == expected.keys()
    for key, point in points.items():
        known, rating = expected[key], point.rating
        assert (point.contests, point.at) == (known.contests, known.at)
        assert point.best == (known.best and pytest.approx(known.best, abs=1e-3))
        # The example ends its search for the volatility at a millionth.
        assert rating.rating == pytest.approx(known.rating, abs=1e-3)
        assert rating.deviation == pytest.approx(known.deviation, abs=1e-3)
        assert rating.volatility == pytest.approx(known.volatility, abs=1e-6)
    return list(points.values())


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(made(), max_size=16))
def test_ratings_are_what_they_are_reckoned_to_be(season: list[Made]) -> None:
    compare(histories_of(season))


def test_a_long_season_is_what_it_is_reckoned_to_be() -> None:
    dice = Random(7)
    season = [
        Made(
            tuple(dice.sample(range(1, 9), 2)),  # type: ignore[arg-type]
            tuple(dice.choice(sorted(COURSES)) for _ in range(pair)),
            tuple(dice.randrange(24 * 200) for _ in range(pair)),
            idle=dice.choice([0, 2, 8, 30]),
        )
        for pair in dice.choices([1, 2], k=150)
    ]
    assert len(compare(histories_of(season))) > 50


def lost_on_time(*ends: tuple[int, int], person: int = 2) -> list[int]:
    """The numbers of the matches that count for whoever lost them all on time, in this many days
    and that many after their last move."""
    season = [
        Made((9 + n, person), ("claimed",), (24 * at,), idle=i) for n, (at, i) in enumerate(ends)
    ]
    points = compare(histories_of(season))
    assert sum(point.person != person for point in points) == len(ends)
    return [point.number for point in points if point.person == person]


def test_of_losses_while_away_for_a_week_only_the_first_counts() -> None:
    assert lost_on_time((40, 9), (41, 9), (44, 12)) == [1]


def test_of_losses_within_a_week_after_a_move_all_count() -> None:
    assert lost_on_time((40, 5), (41, 6), (42, 0)) == [1, 2, 3]


def test_who_has_moved_since_the_last_loss_was_there() -> None:
    assert lost_on_time((40, 9), (60, 9), (61, 19)) == [1, 2]


def test_a_loss_four_months_after_the_first_counts_again() -> None:
    assert lost_on_time((40, 9), (159, 128), (161, 130)) == [1, 3]


Points = dict[tuple[int, str, int], RatingPoint]


SEASONS = st.builds(season_of, st.randoms(use_true_random=True), st.sampled_from([1, 2, 3, 10, 60]))


def folded(contests: Iterable[Contest]) -> tuple[list[RatedContest], Points]:
    rated = list(fold_ratings(contests))
    points = [point for each in rated for point in each.points]
    return rated, {(each.person, each.pool, each.number): each for each in points}


def without(person: PersonId, rated: Sequence[RatedContest]) -> list[Contest]:
    """The contests once the person was deleted, with what was found when they were settled."""
    return [
        replace(
            each.contest,
            people=tuple(
                PersonId(-n) if p == person else p for n, p in enumerate(each.contest.people, 1)
            ),
            timed_out=each.contest.timed_out - {person},
        )
        for each in rated
    ]


@given(SEASONS, st.randoms())
def test_the_order_contests_are_read_in_changes_nothing(
    season: list[Contest], random: Random
) -> None:
    shuffled = random.sample(season, len(season))

    assert folded(shuffled) == folded(season)


@given(SEASONS, st.sets(st.sampled_from(PEOPLE), max_size=3))
def test_deletions_leave_the_others_ratings(season: list[Contest], deleted: set[int]) -> None:
    rated, points = folded(season)

    for person in deleted:
        rated, _ = folded(without(PersonId(person), rated))

    others = {key: point for key, point in points.items() if key[0] not in deleted}
    assert folded(each.contest for each in rated)[1] == others


@given(SEASONS)
def test_seats_mean_nothing(season: list[Contest]) -> None:
    turned = [
        replace(each, people=each.people[::-1], ranks=each.ranks[::-1], moved=each.moved[::-1])
        for each in season
    ]

    assert_alike(folded(turned)[1], folded(season)[1])


def assert_alike(found: Points, wanted: Points) -> None:
    assert found.keys() == wanted.keys()
    for key, point in found.items():
        assert abs(point.rating.rating - wanted[key].rating.rating) < 1e-9


@given(SEASONS)
def test_every_rating_is_a_sensible_one(season: list[Contest]) -> None:
    rated, points = folded(season)

    for each in points.values():
        assert 0 < each.rating.rating < 3000
        assert 45 <= each.rating.deviation <= 350
        assert 0.03 < each.rating.volatility <= 0.1
    counted = [each.ruling.weights for each in rated if each.eligibility is Eligibility.COUNTED]
    assert len(points) == sum(weight > 0 for weights in counted for weight in weights)


@given(SEASONS)
def test_nobody_is_listed_far_above_the_best_they_have_beaten(season: list[Contest]) -> None:
    rated, points = folded(season)

    for each in points.values():
        beaten = [
            before.rating
            for other in rated
            if other.contest.pool == each.pool and other.contest.order <= each.order
            if other.contest.weight_for(each.person)
            for before, rank in zip(other.ruling.before, other.contest.ranks, strict=True)
            if rank > other.contest.ranks[other.contest.people.index(each.person)]
        ]
        assert each.best == max(beaten, default=None)
        assert each.listed.rating <= (max(beaten) + 400 if beaten else 1500)


@given(SEASONS)
def test_who_wins_always_gains_something_to_go_by(season: list[Contest]) -> None:
    for each in folded(season)[0]:
        if each.eligibility is Eligibility.COUNTED:
            ranks = zip(each.contest.ranks, each.after, strict=True)
            assert all(after is not None for rank, after in ranks if rank == 1)
