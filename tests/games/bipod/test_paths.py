"""Which cells can still matter, and how far a color has to go."""

from itertools import pairwise
from random import Random

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLORS, NEIGHBORS, STARTS, Position, apart, is_side
from bot.games.bipod.paths import is_cut_off, needed, path, useful
from tests.games.bipod.trapezium import begun, drawn
from tests.helpers.long_runs import some
from tests.helpers.random_play import wandered


def idle(position: Position) -> set[str]:
    """The empty cells without a use."""
    return {cell for cell in CELLS if not position.stone(cell)} - useful(position)


def test_a_corner_behind_a_wall_is_of_no_use() -> None:
    # The author's own opening: nothing leads through e1, f2, e3, c3, a3.
    position = drawn("""
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . . . . .
      x x x . . . . . . . . . . .
    """)
    assert idle(position) == {"=1", "a1", "c1", "`2", "b2", "d2", "g1"}


def test_a_cell_between_stones_already_tied_is_of_no_use_to_them() -> None:
    # j2 lies between i1, h2, k1, i3 and others; all its neighbors are one group of o.
    position = drawn(
        """
    . . . . . @ o . . . Q . . . . .
     . . . . o . o . . . . . . . .
      . . . . o o . . . . . . . .
    """,
        runner=1,
    )
    assert "j2" not in useful_to_o(position)
    assert "g3" in useful_to_o(position)


def useful_to_o(position: Position) -> frozenset[str]:
    """What is of use when O has reached its side, so that only o is left."""
    text = GAME.write(position)
    rows = text.split("/")
    rows[0] = rows[0][:11] + "OOOOO"
    joined = GAME.read("/".join(rows), {})
    assert path(joined, "O")
    return useful(joined)


def test_when_one_color_is_joined_only_the_other_counts() -> None:
    # s1 is home along row 1; what lies behind the walls around the right half is of no use to o.
    position = drawn(
        """
    . . . . . @ . . x x Q O O O O O
     . . . . . . . . x . . . . . .
      . . . . . . . . x . . . . .
       . . . . . . . x . . . . .
        . . . . . . . x . . . .
         . . . . . . x . . . .
    """,
        runner=1,
    )
    assert {"t2", "u3", "s5", "x6"} <= idle(position)
    assert {"h2", "i3", "d6"} <= useful(position)


def test_before_the_parts_are_taken_a_color_cut_off_leaves_the_other() -> None:
    position = drawn("""
    . . . . x @ x . . . Q . . . . .
     . . . . x x . . . . . . . . .
    """)
    assert is_cut_off(position, "o")
    assert "t2" in useful(position)


def test_a_detour_is_of_no_use() -> None:
    # From g1 there is a way on, by h2 alone, but h2 lies next to i1 itself.
    position = drawn("""
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . . . . .
    """)
    assert idle(position) == {"g1"}


@pytest.mark.parametrize("runner", [1, 2])
def test_when_the_game_is_over_no_cell_is_of_use(runner: int) -> None:
    position = drawn(
        """
    . . . . x @ x . . . Q . . . . .
     . . . . x x . . . . . . . . .
    """,
        runner=runner,
    )
    assert useful(position) == frozenset()


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


def test_stones_on_the_way_count_as_steps_already_made() -> None:
    # From i1 it takes five stones to any short side at first.
    assert needed(begun(), "o") == 5
    position = drawn(
        """
    . . . . . @ . . . . Q . . . . .
     . . . . . . . . . . . . . . .
      . . . o . . . . . . . . . .
       . . o . . . . . . . . . .
    """,
        runner=1,
    )
    assert needed(position, "o") == 2 + 1


def test_a_path_is_a_shortest_one_of_neighbors() -> None:
    position = drawn(
        """
    . . . . . @ o . . . Q . . . . .
     . . . . o . o . . . . . . . .
      . . . o . . o . . . . . . .
       . . o . . . o . . . . . .
        . o . . . . o o . . . .
         o . . . . . . o . . .
    """,
        runner=1,
    )
    way = path(position, "o")
    assert way == ("i1", "h2", "g3", "f4", "e5", "d6")
    assert all(apart(a, b) == 1 for a, b in pairwise(way))
    assert path(position, "O") == ()


def test_distances_are_steps_over_neighbors() -> None:
    for cell in CELLS:
        assert {other for other in CELLS if apart(cell, other) == 1} == set(NEIGHBORS[cell])
    assert apart("i1", "s1") == 5
    assert apart("=1", "x6") == 15
