"""When seasons begin and end, who meets whom in them, and who did nothing in one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.running import Segment
from bot.model.clock.units import DAY
from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    Format,
    Member,
    Settlement,
)
from bot.model.competitions.divisions import did_nothing, new_orders, season_entrants, was_away
from bot.model.competitions.phases import begun_late, next_monday, season_after, season_end
from bot.model.competitions.rounds import (
    round_robin_fixtures,
    rounds_needed,
    season_fixtures,
)
from bot.model.records import GuildId, MatchId, PersonId
from bot.model.results import MatchResult
from tests.helpers.people import ADA, FIRST, GRACE
from tests.model.competitions.fixtures import entrants_of


def pairs(fixtures: list[Fixture]) -> list[tuple[int, ...]]:
    return sorted(
        tuple(sorted((each.first, each.second))) for each in fixtures if each.second is not None
    )


@given(st.lists(st.integers(3, 5), min_size=1, max_size=8))
def test_in_a_season_everybody_meets_everybody_of_their_division_once(sizes: list[int]) -> None:
    entrants = [
        Entrant(0, 10 * division + seed, PersonId(0), "", division, seed)
        for division, size in enumerate(sizes, 1)
        for seed in range(1, size + 1)
    ]
    fixtures = list(season_fixtures(Random(1).sample(entrants, len(entrants))))
    assert [each.board for each in fixtures] == list(range(1, len(fixtures) + 1))
    assert {each.round for each in fixtures} == {1}
    wanted = [
        (first.number, second.number)
        for first, second in combinations(entrants, 2)
        if first.division == second.division
    ]
    assert pairs(fixtures) == wanted
    assert all(each.first // 10 == each.division == (each.second or 0) // 10 for each in fixtures)
    # The first seat of single matches goes round as evenly as can be.
    firsts = Counter(each.first for each in fixtures)
    for entrant in entrants:
        met = sizes[entrant.division - 1] - 1
        assert abs(2 * firsts[entrant.number] - met) <= 1


@given(st.integers(2, 16))
def test_in_a_round_robin_everybody_meets_everybody_and_once_in_a_round(count: int) -> None:
    fixtures = list(round_robin_fixtures(entrants_of(count)))
    assert pairs(fixtures) == list(combinations(range(1, count + 1), 2))
    rounds = rounds_needed(Format.ROUND_ROBIN, count)
    assert {each.round for each in fixtures} == set(range(1, rounds + 1))
    for number in range(1, rounds + 1):
        those = [each for each in fixtures if each.round == number]
        assert [each.board for each in those] == list(range(1, count // 2 + 1))
        assert len({each.first for each in those} | {each.second for each in those}) == 2 * (
            count // 2
        )


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (17, 6)]
)
def test_a_swiss_tournament_has_few_rounds(entrants: int, rounds: int) -> None:
    assert rounds_needed(Format.SWISS, entrants) == rounds
    assert rounds_needed(Format.SEASON, entrants) == 1


MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
WEEKS = st.sampled_from([4, 6, 8])
TIMES = st.integers(0, 20 * 365 * 86_400).map(
    lambda seconds: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


@given(TIMES)
def test_a_season_may_begin_at_most_a_week_later_on_a_monday_evening(now: datetime) -> None:
    begins = next_monday(now)
    assert timedelta(0) < begins - now <= timedelta(weeks=1)
    assert (begins.weekday(), begins.hour, begins.minute, begins.second) == (0, 18, 0, 0)
    assert begins.microsecond == 0


@given(TIMES, WEEKS)
def test_seasons_end_on_a_sunday_and_the_next_begins_behind_it(now: datetime, weeks: int) -> None:
    begins = next_monday(now)
    end = season_end(begins, weeks)
    assert end.weekday() == 6
    assert end == begins + timedelta(days=7 * weeks - 1)
    assert season_after(begins, weeks) == end + timedelta(days=1) == next_monday(end)


@given(TIMES, st.integers(-10, 60), st.integers(0, 23))
def test_after_an_outage_only_whole_weeks_are_put_on(now: datetime, days: int, hours: int) -> None:
    planned = next_monday(now)
    late = planned + timedelta(days=days, hours=hours)
    begins = begun_late(planned, late)
    assert begins == next_monday(begins - timedelta(seconds=1))
    assert begins >= planned
    if late >= planned:
        assert timedelta(0) <= late - begins < timedelta(weeks=1)
    else:
        assert begins == planned


# Season after season


NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
SIZES = st.sampled_from([4, 5])


def season(
    members: Sequence[Member], size: int
) -> tuple[Sequence[Entrant], Mapping[PersonId, int]]:
    """The entrants of a season in which whoever has the lower number wins, and the orders after."""
    entrants = season_entrants(members, size)
    people = {each.number: each.person or 0 for each in entrants}
    fixtures = [
        replace(
            each,
            points=(4, 0) if people[each.first] < people[each.second or 0] else (0, 4),
            settlement=Settlement.PLAYED,
        )
        for each in season_fixtures(entrants)
    ]
    return entrants, new_orders(entrants, fixtures)


def in_order(members: Sequence[Member], orders: Mapping[PersonId, int]) -> list[Member]:
    return sorted(members, key=lambda each: orders.get(each.person, len(members) + 1))


@given(st.integers(3, 30), SIZES, st.integers(0, 2**32))
def test_the_best_are_in_the_first_division_in_the_end(count: int, size: int, seed: int) -> None:
    numbers = Random(seed).sample(range(1, count + 1), count)
    members = [Member(1, PersonId(each), str(each), NOW) for each in numbers]
    for _ in range(3 * count):
        entrants, orders = season(members, size)
        members = in_order(members, orders)
    found = sorted(each.person for each in entrants if each.person and each.division == 1)
    # A person who has just come up or down is not where they belong.
    strong = [each for each in found if each <= len(found)]
    assert len(strong) >= len(found) - 2
    assert 1 in found


@given(st.integers(6, 30), SIZES, st.integers(0, 2**32))
def test_who_leaves_and_who_comes_moves_nobody_up_or_down(count: int, size: int, seed: int) -> None:
    chance = Random(seed)
    members = [Member(1, PersonId(each), str(each), NOW) for each in range(1, count + 1)]
    _, orders = season(members, size)
    stay = in_order([each for each in members if chance.random() < 0.8], orders)
    new = [Member(1, PersonId(100 + each), "new", NOW) for each in range(3)]
    entrants = season_entrants([*stay, *new], size)
    assert [each.person for each in entrants] == [each.person for each in (*stay, *new)]
    divisions = [each.division for each in entrants]
    assert divisions == sorted(divisions)
    for division in set(divisions):
        seeds = [each.seed for each in entrants if each.division == division]
        assert seeds == list(range(1, len(seeds) + 1))


# Who did nothing, and who was away


OF_ADA = MatchResult(
    ADA.id,
    MatchId(1),
    "pile",
    GuildId(7),
    MONDAY,
    FIRST,
    2,
    0,
    GRACE.id,
    "time_lost",
    0,
    0,
    0,
    True,
    1,
)


@pytest.mark.parametrize(
    ("changes", "is_silent"),
    [
        ([{}], True),
        ([{"plies": 1}], False),
        ([{"seat": 2, "plies": 1}], True),
        ([{"seat": 2, "plies": 2}], False),
        ([{"seat": 2}], False),
        ([{"seat": 2, "points": 2}, {}], True),
        ([{}, {"plies": 4}], False),
        ([{"ending": "resigned"}], False),
        ([{"ending": "resigned", "points": 2}], False),
        ([{"ending": "adjudicated", "points": 1}], True),
        ([], False),
    ],
)
def test_silent_is_whose_turn_came_and_who_neither_moved_nor_resigned(
    changes: list[dict[str, object]], is_silent: bool
) -> None:
    results = [replace(OF_ADA, **each) for each in changes]  # type: ignore[arg-type]
    assert did_nothing(results) == ({1} if is_silent else set())


def test_away_means_a_vacation_by_hand_within_the_season() -> None:
    vacation = Vacation(MONDAY - DAY, MONDAY + DAY)
    planned = (Segment(MONDAY - 9 * DAY, Calendar(vacations=(vacation,))),)
    assert was_away(planned, MONDAY, MONDAY + 28 * DAY)
    assert not was_away(planned, MONDAY + DAY, MONDAY + 28 * DAY)
    assert not was_away(planned, MONDAY - 28 * DAY, MONDAY - 10 * DAY)
    assert not was_away((), MONDAY, MONDAY + 28 * DAY)


def test_vacation_that_was_spent_by_itself_is_none_however_often() -> None:
    first, second = (Vacation(MONDAY + n * DAY, MONDAY + (n + 1) * DAY) for n in (3, 7))
    history = (
        Segment(first.start, Calendar(vacations=(first,), unasked=first)),
        Segment(second.start, Calendar(vacations=(first, second), unasked=second)),
    )
    assert not was_away(history, MONDAY, MONDAY + 28 * DAY)
    by_hand = replace(history[1].calendar, unasked=None)
    assert was_away((history[0], Segment(second.start, by_hand)), MONDAY, MONDAY + 28 * DAY)
