"""Season after season people come to those who play as well as they do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import Entrant, Member, Settlement
from bot.model.competitions.divisions import new_orders, season_entrants
from bot.model.competitions.rounds import season_fixtures

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
SIZES = st.sampled_from([4, 5])


def season(members: Sequence[Member], size: int) -> tuple[Sequence[Entrant], Mapping[int, int]]:
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


def in_order(members: Sequence[Member], orders: Mapping[int, int]) -> list[Member]:
    return sorted(members, key=lambda each: orders.get(each.person, len(members) + 1))


@given(st.integers(3, 30), SIZES, st.integers(0, 2**32))
def test_the_best_are_in_the_first_division_in_the_end(count: int, size: int, seed: int) -> None:
    numbers = Random(seed).sample(range(1, count + 1), count)
    members = [Member(1, each, str(each), NOW) for each in numbers]
    for _ in range(3 * count):
        entrants, orders = season(members, size)
        members = in_order(members, orders)
    found = sorted(each.person for each in entrants if each.person and each.division == 1)
    # Whoever has just come up or down is not where they belong.
    strong = [each for each in found if each <= len(found)]
    assert len(strong) >= len(found) - 2
    assert 1 in found


@given(st.integers(6, 30), SIZES, st.integers(0, 2**32))
def test_who_leaves_and_who_comes_moves_nobody_up_or_down(count: int, size: int, seed: int) -> None:
    chance = Random(seed)
    members = [Member(1, each, str(each), NOW) for each in range(1, count + 1)]
    _, orders = season(members, size)
    stay = in_order([each for each in members if chance.random() < 0.8], orders)
    new = [Member(1, 100 + each, "new", NOW) for each in range(3)]
    entrants = season_entrants([*stay, *new], size)
    assert [each.person for each in entrants] == [each.person for each in (*stay, *new)]
    divisions = [each.division for each in entrants]
    assert divisions == sorted(divisions)
    for division in set(divisions):
        seeds = [each.seed for each in entrants if each.division == division]
        assert seeds == list(range(1, len(seeds) + 1))
