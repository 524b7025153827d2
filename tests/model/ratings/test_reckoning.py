"""Ratings of matches of all kinds are what an independent reckoning of their events says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from bot.model.ratings.rating import RatingPoint
from bot.model.records import MatchId
from tests.helpers.contests import HOUR, MONDAY, MOVES, RATED, history
from tests.helpers.long_runs import examples
from tests.helpers.people import ROBOT
from tests.helpers.reckoned import reckoned

GONE = Replaced(2, Person(7, "P7"), Person(2, "P2"), Person(1, "P1"))

# How a match goes behind its start.
COURSES: dict[str, list[Event]] = {
    "won": [*MOVES, Ended((1,), "resigned")],
    "lost": [*MOVES, Ended((2,), "rules")],
    "shared": [*MOVES, Ended((), "agreed")],
    "claimed": [*MOVES, Claimed(1), Ended((1,), "time")],
    "late": [*MOVES, Ended((2,), "time_lost")],
    "short": [*MOVES[:3], Ended((1,), "resigned")],
    "short by a takeback": [*MOVES, TakenBack(2, 1), Ended((1,), "resigned")],
    "long in spite of a takeback": [
        *(*MOVES, TakenBack(2, 2), Played(1, "c"), Played(2, "d")),
        Ended((1,), "resigned"),
    ],
    "late and short": [*MOVES[:2], Claimed(2), Ended((2,), "time")],
    "called off": [*MOVES, Ended((), "called_off")],
    "abandoned": [*MOVES, Ended((), "abandoned")],
    "replaced": [*MOVES[:2], GONE, *MOVES[2:], Ended((1,), "resigned")],
    "replaced at the end": [*MOVES, GONE, Ended((1,), "time")],
    "adjudicated": [*MOVES, Adjudicated(("a",)), Ended((2,), "adjudicated")],
    "undecided": [*MOVES, Adjudicated(), Ended((), "adjudicated")],
}
PLAIN = ("won", "lost", "shared", "claimed", "late")


@dataclass(frozen=True)
class Made:
    """What is to be a match, or a pair: how its matches go, and when they end."""

    people: tuple[int, int]
    courses: tuple[str, ...]
    hours: tuple[int, ...]
    rated: bool = True


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
    )


def histories_of(season: Sequence[Made]) -> dict[int, list[Recorded]]:
    found: dict[int, list[Recorded]] = {}
    for each in season:
        terms = replace(RATED, rated=each.rated, pair=len(each.courses) == 2)
        people = each.people
        for course, hour in zip(each.courses, each.hours, strict=True):
            at = MONDAY + hour * HOUR
            number = len(found) + 1
            found[number] = history(*COURSES[course], people=people, terms=terms, at=at)
            terms, people = replace(terms, pair_of=number), (people[1], people[0])
    return found


def compare(histories: dict[int, list[Recorded]]) -> list[RatingPoint]:
    """Hold both to each other; all points."""
    legs = [leg_of(MatchId(number), each) for number, each in histories.items()]
    weeks = fold_ratings(contests_of(leg for leg in legs if leg))
    points = {(p.person, p.pool, p.period): p for week in weeks for p in week.points}
    expected = reckoned(histories, ROBOT.id)
    assert points.keys() == expected.keys()
    for key, point in points.items():
        known, rating = expected[key], point.rating
        assert point.contests == known.contests
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
        )
        for pair in dice.choices([1, 2], k=150)
    ]
    assert len(compare(histories_of(season))) > 50


def test_of_a_series_over_the_end_of_a_month_the_first_counts() -> None:
    month_end = timedelta(days=29, hours=22) // HOUR
    season = [Made((1, 2), ("claimed",), (month_end + 20 * each,)) for each in range(6)]
    assert [point.contests for point in compare(histories_of(season))] == [2, 2]
