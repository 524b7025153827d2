"""Which cells can still matter, and how far a color has to go."""

from random import Random

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLORS, NEIGHBORS, STARTS, Position, is_side
from bot.games.bipod.paths import is_cut_off, needed, path, useful
from tests.games.bipod.trapezium import begun
from tests.helpers.long_runs import some
from tests.helpers.random_play import wandered


def random_position(seed: int) -> Position:
    chance = Random(seed)
    return wandered(GAME, chance, chance.randint(5, 50), begun("adopt"))


def ways(position: Position, color: str, straight: bool) -> set[str]:
    """Every empty cell on a way from the start to the first side it meets, found by trying.

    A way uses each group of stones once; a straight one takes no detour over a cell between two
    that touch each other anyway.
    """
    found: set[str] = set()
    group = {cell: own_group(position, cell) for cell in CELLS if position.stone(cell) == color}
    open_cells = {cell for cell in CELLS if position.stone(cell) in (None, color)}

    def node(cell: str) -> frozenset[str]:
        return group.get(cell, frozenset([cell]))

    def around(at: frozenset[str]) -> set[frozenset[str]]:
        return {node(n) for cell in at for n in NEIGHBORS[cell] if n in open_cells} - {at}

    def go(way: list[frozenset[str]]) -> None:
        if any(is_side(cell) for cell in way[-1]):
            found.update(*way)
            return
        for further in around(way[-1]) - set(way):
            if not straight or not around(further) & set(way[:-1]):
                go([*way, further])

    go([node(STARTS[color])])
    return {cell for cell in found if not position.stone(cell)}


def own_group(position: Position, cell: str) -> frozenset[str]:
    group, queue = {cell}, [cell]
    for at in queue:
        near = [n for n in NEIGHBORS[at] if position.stone(n) == position.stone(cell)]
        queue += [n for n in near if n not in group]
        group.update(near)
    return frozenset(group)


@pytest.mark.parametrize("seed", some(range(12), 4))
def test_every_straight_way_to_a_side_is_of_use_and_nothing_off_all_ways(seed: int) -> None:
    # On crowded boards all ways can be tried one by one.
    chance = Random(seed)
    while True:
        position = random_position(chance.randrange(10**6))
        free = sum(position.stone(cell) is None for cell in CELLS)
        if free < 34 and GAME.outcome(position) is None:
            break
    unfinished = [color for color in COLORS if not path(position, color)]
    straight, all_ways = (
        set().union(*(ways(position, color, only) for color in unfinished))
        for only in (True, False)
    )
    assert straight <= useful(position) <= all_ways


@pytest.mark.parametrize("seed", some(range(20), 5))
def test_a_color_is_cut_off_exactly_when_no_number_of_stones_is_enough(seed: int) -> None:
    position = random_position(seed)
    for color in COLORS:
        assert (needed(position, color) is None) == is_cut_off(position, color)
        assert (needed(position, color) == 0) == bool(path(position, color))
