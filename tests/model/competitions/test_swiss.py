"""Rounds of Swiss tournaments: nobody meets twice, seats are even, and each is paired in time."""

from collections import Counter
from collections.abc import Iterable, Sequence
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
from bot.model.competitions.rounds import rounds_needed
from bot.model.competitions.standings import points_of
from bot.model.competitions.swiss import SwissRound
from tests.model.competitions.fixtures import entrants_of, played

PAIRS, SINGLES = FixtureTerms("bump"), FixtureTerms("bump", pair=False)
MOST_APART = 2


def pairs(fixtures: Iterable[Fixture]) -> list[tuple[int, int]]:
    return sorted(
        (min(each.first, each.second), max(each.first, each.second))
        for each in fixtures
        if each.second is not None
    )


def paired(
    entrants: Sequence[Entrant],
    before: Sequence[Fixture],
    number: int,
    rounds: int,
    terms: FixtureTerms = PAIRS,
    *,
    by_fide: bool = True,
) -> tuple[Fixture, ...]:
    asked = SwissRound(tuple(entrants), tuple(before), number, rounds, terms, by_fide)
    return asked.answer()


def is_possible(playing: Sequence[int], met: set[tuple[int, int]]) -> bool:
    """Whether all of them, but one if they are odd, can meet without meeting again."""
    if len(playing) % 2:
        return any(is_possible([n for n in playing if n != rests], met) for rests in playing)
    if not playing:
        return True
    first, *others = playing
    return any(
        is_possible([n for n in others if n != other], met)
        for other in others
        if (first, other) not in met
    )


def ahead(fixtures: Iterable[Fixture]) -> Counter[int]:
    """How much more often each had the first seat than the second."""
    found = Counter[int]()
    for each in fixtures:
        if each.second is not None:
            found.update({each.first: 1})
            found.subtract({each.second: 1})
    return found


def settled(fixture: Fixture, most: int, chance: Random) -> Fixture:
    if fixture.settlement is not None:
        return fixture
    mine = chance.randint(0, most)
    return played(fixture, (mine, most - mine))


def tournament(
    count: int,
    terms: FixtureTerms,
    chance: Random,
    *,
    rounds: int = 0,
    stay: float = 0.95,
    by_fide: bool = True,
) -> list[Fixture]:
    """All fixtures of a tournament in which so many play on after each of its rounds."""
    entrants, before = entrants_of(count), list[Fixture]()
    rounds = rounds or rounds_needed(Format.SWISS, count)
    for number in range(1, rounds + 1):
        drawn = paired(entrants, before, number, rounds, terms, by_fide=by_fide)
        check_round(entrants, before, drawn, terms)
        if not drawn:
            return before
        before += [settled(each, terms.all_points, chance) for each in drawn]
        entrants = [
            each if chance.random() < stay else replace(each, presence=Presence.WITHDRAWN)
            for each in entrants
        ]
    return before


def check_round(
    entrants: list[Entrant],
    before: list[Fixture],
    drawn: tuple[Fixture, ...],
    terms: FixtureTerms,
) -> None:
    """Everybody who is still in plays once, or rests alone; nobody meets again."""
    playing = sorted(each.number for each in entrants if each.presence is Presence.IN)
    met = set(pairs(before))
    if not drawn:
        can_meet = len(playing) > 1 and is_possible(playing, met)
        asked = SwissRound(tuple(entrants), tuple(before), 0, 0, terms)
        assert asked.fails_by_seats == can_meet
        assert not (can_meet and terms.pair)
        return
    seated = [each for fixture in drawn for each in (fixture.first, fixture.second) if each]
    assert sorted(seated) == playing
    assert not met & set(pairs(drawn))
    assert [each.board for each in drawn] == list(range(1, len(drawn) + 1))
    for each in drawn:
        assert (each.second is None) == (each.settlement is Settlement.BYE)
    apart = ahead([*before, *drawn]).values()
    assert terms.pair or max(map(abs, apart), default=0) <= MOST_APART


@given(st.integers(2, 12), st.integers(1, 12), st.booleans(), st.booleans(), st.integers(0, 2**32))
def test_all_play_every_round_and_nobody_meets_again(
    count: int, rounds: int, pair: bool, by_fide: bool, seed: int
) -> None:
    terms = PAIRS if pair else SINGLES
    tournament(count, terms, Random(seed), rounds=min(rounds, count), by_fide=by_fide)


@given(st.integers(9, 24), st.integers(0, 2**32), st.booleans())
def test_where_there_are_enough_nobody_rests_twice(count: int, seed: int, pair: bool) -> None:
    fixtures = tournament(count, PAIRS if pair else SINGLES, Random(seed), stay=1)
    assert max(each.round for each in fixtures) == rounds_needed(Format.SWISS, count)
    rested = Counter(each.first for each in fixtures if each.second is None)
    assert max(rested.values(), default=1) == 1


@pytest.mark.parametrize("count", [4, 6, 8, 10])
@pytest.mark.parametrize("seed", range(5))
def test_rounds_are_drawn_so_that_all_can_be_played(count: int, seed: int) -> None:
    rounds = count - 1
    fixtures = tournament(count, PAIRS, Random(seed), rounds=rounds, stay=1)
    assert pairs(fixtures) == list(combinations(range(1, count + 1), 2))


@pytest.mark.parametrize("by_fide", [True, False])
def test_where_all_have_met_no_round_is_drawn(by_fide: bool) -> None:
    # After three rounds of six, two threes are left who have met nobody of their own.
    three, others = (1, 2, 3), (4, 5, 6)
    fixtures = [
        played(Fixture(0, number, board, 1, first, others[(board + number) % 3]), (4, 0))
        for number in (1, 2, 3)
        for board, first in enumerate(three, 1)
    ]
    assert paired(entrants_of(6), fixtures, 4, 5, by_fide=by_fide) == ()
    # One of them leaves, and the others can meet, with a bye.
    fewer = [replace(entrants_of(6)[0], presence=Presence.WITHDRAWN), *entrants_of(6)[1:]]
    assert len(paired(fewer, fixtures, 4, 5, by_fide=by_fide)) == 3


def test_two_who_both_had_one_seat_too_often_do_not_meet_and_only_the_seats_are_to_blame() -> None:
    before = [
        played(Fixture(0, number, board, 1, first, other), (2, 0))
        for number, others in ((1, (3, 4)), (2, (5, 6)))
        for board, (first, other) in enumerate(zip((1, 2), others, strict=True), 1)
    ]
    gone = [replace(each, presence=Presence.WITHDRAWN) for each in entrants_of(6)[2:]]
    entrants = (*entrants_of(2), *gone)
    asked = SwissRound(entrants, tuple(before), 3, 5, SINGLES)
    assert (asked.answer(), asked.fails_by_seats) == ((), True)
    # In pairs both have both seats.
    as_pairs = replace(asked, terms=PAIRS)
    assert (len(as_pairs.answer()), as_pairs.fails_by_seats) == (1, False)
    # Two who have met can't meet, whatever their seats.
    met = replace(asked, fixtures=(*before, played(Fixture(0, 2, 3, 1, 2, 1), (2, 0))))
    assert (met.answer(), met.fails_by_seats) == ((), False)


@pytest.mark.parametrize("by_fide", [True, False])
def test_those_with_as_many_points_meet(by_fide: bool) -> None:
    entrants = entrants_of(8)
    first = [played(each, (4, 0)) for each in paired(entrants, [], 1, 4)]
    points = points_of(entrants, first)
    second = paired(entrants, first, 2, 4, by_fide=by_fide)
    assert all(points[each.first] == points[each.second or 0] for each in second)
    # The best seeds are spread over the boards of the first round.
    assert pairs(first) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1)])
def test_of_two_who_sat_first_as_often_another_does_next_than_last(one: int, other: int) -> None:
    before = [Fixture(0, 1, 1, 1, one, 3), Fixture(0, 2, 1, 1, 4, one)]
    before += [Fixture(0, 1, 2, 1, 4, other), Fixture(0, 2, 2, 1, other, 3)]
    gone = [replace(each, presence=Presence.WITHDRAWN) for each in entrants_of(4)[2:]]
    fixtures = [played(each, (1, 1)) for each in before]
    (third,) = paired([*entrants_of(2), *gone], fixtures, 3, 3, SINGLES)
    assert (third.first, third.second) == (one, other)


def test_a_round_that_the_search_by_the_rules_of_fide_does_not_finish_is_paired() -> None:
    # Ten people in nine rounds, where the search alone takes half a minute for the last ones.
    for seed in range(3):
        assert len(tournament(10, SINGLES, Random(seed), rounds=9, stay=1)) >= 40
