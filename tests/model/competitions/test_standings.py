"""Tables are reckoned by the rules of competitions, and say who goes up and down."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    Member,
    Presence,
    Settlement,
    TableRow,
)
from bot.model.competitions.divisions import (
    division_sizes,
    moving,
    new_orders,
    promoted,
    season_entrants,
)
from bot.model.competitions.rounds import season_fixtures
from bot.model.competitions.standings import is_decided, points_of, table_of, tables
from bot.model.records import PersonId
from tests.helpers.people import MARGARET
from tests.model.competitions.fixtures import divisions, entrants_of, played
from tests.service.competitions.reckoned import reckoned_table

FIXTURES = (Fixture(0, 1, 1, 1, 1, 2), Fixture(0, 1, 2, 1, 3, 1), Fixture(0, 1, 3, 1, 2, 3))


@given(divisions())
def test_every_table_is_as_the_rules_make_it(division: tuple[list[Entrant], list[Fixture]]) -> None:
    entrants, fixtures = division
    seeds = {each.number: each.seed for each in entrants}
    out = {each.number for each in entrants if each.presence != Presence.IN}
    results = [(each.first, each.second, *each.points) for each in fixtures if each.points]
    found = reckoned_table(seeds, out, results)
    assert list(table_of(*division)) == [TableRow(at, *row) for at, row in enumerate(found, 1)]


@given(divisions())
def test_each_fixture_that_ended_has_two_points(
    division: tuple[list[Entrant], list[Fixture]],
) -> None:
    entrants, fixtures = division
    ended = [each for each in fixtures if each.points]
    assert sum(points_of(entrants, fixtures).values()) == 2 * len(ended)
    rows = table_of(entrants, fixtures)
    assert sum(row.won for row in rows) - sum(row.lost for row in rows) == sum(
        each.second is None for each in ended
    )
    assert [row.rank for row in rows] == list(range(1, len(entrants) + 1))


def test_points_of_single_matches_part_those_who_are_level() -> None:
    # Everybody wins one fixture: 4:0, 4:0 and 3:1.
    fixtures = [played(f, p) for f, p in zip(FIXTURES, [(4, 0), (3, 1), (4, 0)], strict=True)]
    rows = table_of(entrants_of(3), fixtures)
    assert [(row.entrant, row.points, row.matches) for row in rows] == [
        (1, 2, 5),
        (2, 2, 4),
        (3, 2, 3),
    ]


def test_with_all_else_level_the_direct_fixture_counts_and_then_who_was_beaten() -> None:
    entrants = entrants_of(4)
    meetings = [(1, 2, 0, 4), (1, 3, 4, 0), (1, 4, 2, 2), (2, 3, 2, 2), (2, 4, 0, 4), (3, 4, 4, 0)]
    fixtures = [
        played(Fixture(0, 1, board, 1, first, second), (mine, others))
        for board, (first, second, mine, others) in enumerate(meetings, 1)
    ]
    rows = table_of(entrants, fixtures)
    assert {(row.points, row.matches) for row in rows} == {(3, 6)}
    # Everybody has met everybody: level on all points they have taken from each other, too.
    assert {(row.direct, row.sonneborn) for row in rows} == {(3, 9)}
    assert [row.entrant for row in rows] == [1, 2, 3, 4]
    # A fifth, who lost to the last seed and beat the others, parts them.
    more = [*entrants, Entrant(0, 5, MARGARET.id, "five", seed=5)]
    beaten = [
        played(Fixture(0, 1, 6 + n, 1, 5, n), (0, 4) if n == 4 else (4, 0)) for n in range(1, 5)
    ]
    assert [row.entrant for row in table_of(more, [*fixtures, *beaten])] == [5, 4, 2, 1, 3]


NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
SIZES = st.sampled_from([4, 5])


def test_a_person_who_has_withdrawn_is_last_with_all_their_points() -> None:
    first, *others = entrants_of(3)
    fixtures = [played(f, p) for f, p in zip(FIXTURES, [(4, 0), (0, 4), (2, 2)], strict=True)]
    rows = table_of([replace(first, presence=Presence.WITHDRAWN), *others], fixtures)
    assert [(row.entrant, row.points) for row in rows] == [(2, 1), (3, 1), (1, 4)]


def test_a_bye_is_a_win_against_nobody() -> None:
    bye = replace(FIXTURES[0], second=None, points=(4, 0), settlement=Settlement.BYE)
    first, second = table_of(entrants_of(2), [bye])
    assert first == TableRow(1, 1, 1, 1, 0, 0, 2, 4, 0, 0)
    assert second == TableRow(2, 2, 0, 0, 0, 0, 0, 0, 0, 0)


def members(count: int) -> list[Member]:
    return [Member(1, PersonId(100 + n), f"Player {n}", NOW, n) for n in range(1, count + 1)]


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


def test_nobody_moves_to_or_from_a_division_in_which_nothing_was_decided() -> None:
    assert dict(moving((4, 4, 4), undecided={3})) == {1: (0, 1), 2: (1, 0), 3: (0, 0)}
    entrants = season_entrants(members(12), 4)
    fixtures = [
        shared(each) if each.division == 2 else won_by_the_later(each)
        for each in season_fixtures(entrants)
    ]
    found = tables(entrants, fixtures)
    assert [is_decided(found[division]) for division in (1, 2, 3)] == [True, False, True]
    orders = new_orders(entrants, fixtures)
    kept = [104, 103, 102, 101, 105, 106, 107, 108, 112, 111, 110, 109]
    assert sorted(orders, key=orders.__getitem__) == kept


def shared(fixture: Fixture) -> Fixture:
    return replace(fixture, points=(2, 2), settlement=Settlement.SHARED)


def won_by_the_later(fixture: Fixture) -> Fixture:
    assert fixture.second
    points = (0, 4) if fixture.second > fixture.first else (4, 0)
    return replace(fixture, points=points, settlement=Settlement.PLAYED)


def without_person(entrant: Entrant) -> Entrant:
    return replace(entrant, person=None)
