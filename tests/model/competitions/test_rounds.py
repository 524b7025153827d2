"""Who meets whom."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    Presence,
    Settlement,
)
from bot.model.competitions.rounds import (
    round_robin_fixtures,
    rounds_needed,
    season_fixtures,
    swiss_fixtures,
)
from bot.model.competitions.standings import points_of
from tests.helpers.fixtures import entrants_of, played

PAIRS, SINGLES = FixtureTerms("bump"), FixtureTerms("bump", pair=False)


def pairs(fixtures: list[Fixture]) -> list[tuple[int, ...]]:
    return sorted(
        tuple(sorted((each.first, each.second))) for each in fixtures if each.second is not None
    )


@given(st.lists(st.integers(3, 5), min_size=1, max_size=8))
def test_in_a_season_everybody_meets_everybody_of_their_division_once(sizes: list[int]) -> None:
    entrants = [
        Entrant(0, 10 * division + seed, 0, "", division, seed)
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


def settled(fixture: Fixture, most: int, chance: Random) -> Fixture:
    if fixture.settlement is not None:
        return fixture
    mine = chance.randint(0, most)
    return played(fixture, (mine, most - mine))


def tournament(
    count: int, terms: FixtureTerms, chance: Random, stay: float = 0.95
) -> list[list[Fixture]]:
    """The rounds of a tournament in which so many play on after each of them."""
    entrants = entrants_of(count)
    rounds: list[list[Fixture]] = []
    for number in range(1, rounds_needed(Format.SWISS, count) + 1):
        before = [each for those in rounds for each in those]
        paired = swiss_fixtures(entrants, before, number, terms)
        check_round(entrants, paired, number)
        rounds.append([settled(each, terms.all_points, chance) for each in paired])
        entrants = [
            each if chance.random() < stay else replace(each, presence=Presence.WITHDRAWN)
            for each in entrants
        ]
    return rounds


def check_round(entrants: list[Entrant], paired: tuple[Fixture, ...], number: int) -> None:
    """Everybody who is still in plays once, or rests alone."""
    playing = {each.number for each in entrants if each.presence is Presence.IN}
    if len(playing) < 2:
        assert paired == ()
        return
    seated = [each for fixture in paired for each in (fixture.first, fixture.second) if each]
    assert sorted(seated) == sorted(playing)
    assert sum(each.second is None for each in paired) == len(playing) % 2
    assert [each.board for each in paired] == list(range(1, len(paired) + 1))
    assert all(each.round == number and each.division == 1 for each in paired)
    for each in paired:
        assert (each.second is None) == (each.settlement is Settlement.BYE)


@given(st.integers(2, 24), st.booleans(), st.integers(0, 2**32))
def test_in_swiss_all_play_every_round_until_they_leave(count: int, pair: bool, seed: int) -> None:
    tournament(count, PAIRS if pair else SINGLES, Random(seed))


@given(st.integers(9, 24), st.integers(0, 2**32))
def test_where_there_are_enough_nobody_meets_twice_or_rests_twice(count: int, seed: int) -> None:
    fixtures = [each for those in tournament(count, PAIRS, Random(seed), 1) for each in those]
    assert len(set(pairs(fixtures))) == len(pairs(fixtures))
    rested = Counter(each.first for each in fixtures if each.second is None)
    assert max(rested.values(), default=1) == 1


def test_where_all_have_met_they_meet_again() -> None:
    # After three rounds of six, two threes are left who have met nobody of their own.
    three, others = (1, 2, 3), (4, 5, 6)
    fixtures = [
        played(Fixture(0, number, board, 1, first, others[(board + number) % 3]), (4, 0))
        for number in (1, 2, 3)
        for board, first in enumerate(three, 1)
    ]
    paired = swiss_fixtures(entrants_of(6), fixtures, 4, PAIRS)
    first_round = pairs(fixtures[:3])
    again = [each for each in pairs(list(paired)) if each in pairs(fixtures)]
    assert again
    assert set(again) <= set(first_round)


def test_those_with_as_many_points_meet() -> None:
    entrants = entrants_of(8)
    first = [played(each, (4, 0)) for each in swiss_fixtures(entrants, [], 1, PAIRS)]
    points = points_of(entrants, first)
    second = swiss_fixtures(entrants, first, 2, PAIRS)
    assert all(points[each.first] == points[each.second or 0] for each in second)
    # The best seeds are spread over the boards of the first round.
    assert pairs(first) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@given(st.integers(9, 24), st.integers(0, 2**32))
def test_first_seats_of_single_matches_are_even(count: int, seed: int) -> None:
    fixtures = [each for those in tournament(count, SINGLES, Random(seed)) for each in those]
    seats = Counter[int]()
    for each in fixtures:
        if each.second is not None:
            seats[each.first] += 1
            seats[each.second] -= 1
    assert max(map(abs, seats.values())) <= 3
