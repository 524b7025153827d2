"""Tables are reckoned as the rules of competitions say."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import Entrant, Fixture, Presence, Settlement, TableRow
from bot.model.competitions.standings import points_of, table_of, tables
from tests.helpers.fixtures import divisions, entrants_of, played

FIXTURES = (Fixture(0, 1, 1, 1, 1, 2), Fixture(0, 1, 2, 1, 3, 1), Fixture(0, 1, 3, 1, 2, 3))


def reckoned(entrants: list[Entrant], fixtures: list[Fixture]) -> list[TableRow]:
    """The table by the words of the rules alone, with none of the bot's own arithmetic.

    A fixture won is worth 2, a shared one 1. Ties: points of single matches; points against those
    level on points; Sonneborn-Berger, which is the points of those beaten and half of those with
    whom somebody shared; the better seed. Whoever withdrew is last.
    """
    ended = [f for f in fixtures if f.points is not None]
    outcome: list[tuple[int, int | None, int]] = []
    singles = {e.number: 0 for e in entrants}
    for f in ended:
        assert f.points
        mine, others = f.points
        sign = (mine > others) - (mine < others)
        outcome.append((f.first, f.second, sign))
        singles[f.first] += mine
        if f.second is not None:
            outcome.append((f.second, f.first, -sign))
            singles[f.second] += others
    worth = {1: 2, 0: 1, -1: 0}
    total = {
        e.number: sum(worth[sign] for who, _, sign in outcome if who == e.number) for e in entrants
    }
    keys, rows = {}, {}
    for e in entrants:
        own = [(other, sign) for who, other, sign in outcome if who == e.number]
        met = [(other, sign) for other, sign in own if other is not None]
        direct = sum(worth[s] for other, s in met if total[other] == total[e.number])
        beaten = sum(Fraction(total[other]) for other, s in met if s == 1)
        half = sum(Fraction(total[other], 2) for other, s in met if s == 0)
        signs = [sign for _, sign in own]
        counts = (signs.count(1), signs.count(0), signs.count(-1))
        sonneborn = 2 * (beaten + half)
        last = e.presence != Presence.IN
        keys[e.number] = (last, -total[e.number], -singles[e.number], -direct, -sonneborn, e.seed)
        rows[e.number] = (len(own), *counts, total[e.number], singles[e.number], direct, sonneborn)
    order = sorted(keys, key=lambda number: keys[number])
    return [TableRow(rank, number, *map(int, rows[number])) for rank, number in enumerate(order, 1)]


@given(divisions())
def test_every_table_is_as_the_rules_make_it(division: tuple[list[Entrant], list[Fixture]]) -> None:
    assert list(table_of(*division)) == reckoned(*division)


@given(divisions(), st.integers())
def test_order_changes_no_table(division: tuple[list[Entrant], list[Fixture]], seed: int) -> None:
    entrants, fixtures = division
    chance = Random(seed)
    shuffled = chance.sample(entrants, len(entrants)), chance.sample(fixtures, len(fixtures))
    assert table_of(*shuffled) == table_of(*division)


@given(divisions())
def test_points_are_two_for_each_fixture(division: tuple[list[Entrant], list[Fixture]]) -> None:
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
    more = [*entrants, Entrant(0, 5, 5, "five", seed=5)]
    beaten = [
        played(Fixture(0, 1, 6 + n, 1, 5, n), (0, 4) if n == 4 else (4, 0)) for n in range(1, 5)
    ]
    assert [row.entrant for row in table_of(more, [*fixtures, *beaten])] == [5, 4, 2, 1, 3]


def test_whoever_has_withdrawn_is_last_with_all_their_points() -> None:
    first, *others = entrants_of(3)
    fixtures = [played(f, p) for f, p in zip(FIXTURES, [(4, 0), (0, 4), (2, 2)], strict=True)]
    rows = table_of([replace(first, presence=Presence.WITHDRAWN), *others], fixtures)
    assert [(row.entrant, row.points) for row in rows] == [(2, 1), (3, 1), (1, 4)]


def test_a_bye_is_a_win_against_nobody() -> None:
    bye = replace(FIXTURES[0], second=None, points=(4, 0), settlement=Settlement.BYE)
    first, second = table_of(entrants_of(2), [bye])
    assert first == TableRow(1, 1, 1, 1, 0, 0, 2, 4, 0, 0)
    assert second == TableRow(2, 2, 0, 0, 0, 0, 0, 0, 0, 0)


def test_each_division_has_a_table_of_its_own() -> None:
    entrants = [replace(each, division=1 + each.number // 3) for each in entrants_of(4)]
    fixtures = [
        played(Fixture(0, 1, 1, 1, 1, 2), (1, 3)),
        played(Fixture(0, 1, 2, 2, 3, 4), (4, 0)),
    ]
    found = tables(entrants, fixtures)
    assert {d: [row.entrant for row in rows] for d, rows in found.items()} == {1: [2, 1], 2: [3, 4]}
