"""Who plays in which division, and who goes up and down."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import Entrant, Fixture, Member, Settlement
from bot.model.competitions.divisions import (
    division_sizes,
    moving,
    new_orders,
    promoted,
    season_entrants,
)
from bot.model.competitions.rounds import season_fixtures

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
SIZES = st.sampled_from([4, 5])


def members(count: int) -> list[Member]:
    return [Member(1, 100 + n, f"Player {n}", NOW, n) for n in range(1, count + 1)]


@given(st.integers(0, 200), SIZES)
def test_divisions_hold_everybody_and_none_is_smaller_than_three(count: int, size: int) -> None:
    found = division_sizes(count, size)
    if count < 3:
        assert found == ()
        return
    assert sum(found) == count
    assert min(found) >= 3
    assert max(found) <= size or (count, size) == (5, 4)
    assert list(found) == sorted(found, reverse=True)
    # Those that are not full are the last ones, and as even as can be.
    rest = [each for each in found if each < size]
    assert not rest or max(rest) - min(rest) <= 1


@given(st.integers(3, 200), SIZES)
def test_as_many_divisions_are_full_as_leave_three_to_each_other(count: int, size: int) -> None:
    found = division_sizes(count, size)
    full = found.count(size)
    # One more full one would leave fewer than three to some other, or a single one uneven.
    others = len(found) - full - 1
    assert others <= 1 or count - (full + 1) * size < 3 * others


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (3, 4, (3,)),
        (5, 4, (5,)),
        (6, 5, (3, 3)),
        (8, 5, (4, 4)),
        (9, 4, (3, 3, 3)),
        (11, 5, (5, 3, 3)),
        (13, 5, (5, 4, 4)),
        (40, 5, (5,) * 8),
    ],
)
def test_divisions_of_some_leagues(count: int, size: int, sizes: tuple[int, ...]) -> None:
    assert division_sizes(count, size) == sizes


def test_members_are_dealt_out_in_their_order() -> None:
    entrants = season_entrants(members(7), 4)
    assert [(e.number, e.person, e.called, e.division, e.seed) for e in entrants] == [
        *((n, 100 + n, f"Player {n}", 1, n) for n in range(1, 5)),
        *((n, 100 + n, f"Player {n}", 2, n - 4) for n in range(5, 8)),
    ]


@given(st.integers(3, 60), SIZES)
def test_everybody_stands_once_after_promotion_and_sizes_stay(count: int, size: int) -> None:
    divisions = split(division_sizes(count, size))
    after = promoted(divisions)
    assert sorted(chain.from_iterable(after)) == list(range(1, count + 1))
    assert [len(each) for each in after] == [len(each) for each in divisions]


@given(st.integers(3, 60), SIZES)
def test_nobody_moves_further_than_one_division_and_the_best_go_up(count: int, size: int) -> None:
    divisions = split(division_sizes(count, size))
    after = promoted(divisions)
    was, now = where(divisions), where(after)
    moves = moving([len(each) for each in divisions])
    for at, division in enumerate(divisions):
        up, down = moves[at + 1]
        expected = [-1] * up + [0] * (len(division) - up - down) + [1] * down
        assert [now[each] - was[each] for each in division] == expected
        assert up + down <= len(division)


def split(sizes: Sequence[int]) -> list[list[int]]:
    """Numbers from 1 in divisions of these sizes, by place."""
    numbers = iter(range(1, sum(sizes) + 1))
    return [[next(numbers) for _ in range(each)] for each in sizes]


def where(divisions: list[list[int]]) -> dict[int, int]:
    return {number: at for at, division in enumerate(divisions) for number in division}


def test_one_goes_up_and_one_down() -> None:
    after = promoted([[1, 2, 3, 4], [5, 6, 7], [8, 9, 10]])
    assert after == [[1, 2, 3, 5], [4, 6, 8], [7, 9, 10]]


def test_two_go_up_and_down_between_fives_of_a_large_league() -> None:
    assert moving((5,) * 5)[2] == (1, 1)
    assert moving((4,) * 9)[2] == (1, 1)
    large = moving((5, 5, 5, 5, 5, 4, 4))
    assert list(large.values()) == [(0, 2), (2, 2), (2, 2), (2, 2), (2, 1), (1, 1), (1, 0)]


def test_a_season_gives_its_players_the_order_of_the_next() -> None:
    entrants = season_entrants(members(8), 4)
    fixtures = [won_by_the_later(each) for each in season_fixtures(entrants)]
    gone = [each if each.number != 7 else without_person(each) for each in entrants]
    orders = new_orders(gone, fixtures)
    # 4, 3, 2, 1 and 8, 7, 6, 5: 8 goes up and 1 down.
    assert sorted(orders, key=orders.__getitem__) == [104, 103, 102, 108, 101, 106, 105]
    assert list(orders.values()) == list(range(1, 8))


def won_by_the_later(fixture: Fixture) -> Fixture:
    assert fixture.second
    points = (0, 4) if fixture.second > fixture.first else (4, 0)
    return replace(fixture, points=points, settlement=Settlement.PLAYED)


def without_person(entrant: Entrant) -> Entrant:
    return replace(entrant, person=None)
