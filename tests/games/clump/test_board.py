"""Clump's squares as sets, its groups, and what falls apart when a stone leaves."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import (
    SIZES,
    distance,
    edges,
    grid,
    named,
    numbers,
    parts_without,
    winning_path,
)
from bot.games.clump.evaluation import missing
from tests.games.clump.stones import drawn

LADDER = drawn("ladder")
SMALL = grid(4)


def number(name: str) -> int:
    square = named(name, LADDER.size)
    assert square is not None
    return LADDER.grid.number(square)


def names(some: int) -> str:
    return " ".join(sorted(SMALL.name(n) for n in numbers(some)))


@pytest.mark.parametrize("size", SIZES)
def test_every_square_has_a_name_and_number_of_its_own_and_neighbors_one_step_apart(
    size: int,
) -> None:
    board = grid(size)
    names = [board.name(n) for n in range(size * size)]
    assert len(set(names)) == size * size
    assert [board.number(board.square(n)) for n in range(size * size)] == list(range(size * size))
    assert all(named(name, size) == board.square(n) for n, name in enumerate(names))
    assert sum(map(len, board.beside)) == 4 * size * (size - 1)
    for here, beside in enumerate(board.beside):
        assert all(here in board.beside[there] for there in beside)
        assert all(distance(board.square(here), board.square(there)) == 1 for there in beside)


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "i1", "a9", "aa1", "A1", "a-1", "ä1"])
def test_a_name_that_is_no_square_of_the_board_is_known(name: str) -> None:
    assert named(name, 8) is None


def test_each_player_joins_two_opposite_sides() -> None:
    assert [names(side) for side in edges(SMALL, 1)] == ["a1 b1 c1 d1", "a4 b4 c4 d4"]
    assert [names(side) for side in edges(SMALL, 2)] == ["a1 a2 a3 a4", "d1 d2 d3 d4"]


def test_groups_are_stones_of_one_color_that_touch_along_their_sides() -> None:
    assert sorted(group.bit_count() for group in LADDER.groups()) == [4, 11, 21]
    inner = LADDER.group(number("c3"))
    assert {LADDER.grid.name(n) for n in numbers(inner)} == {"c3", "d3", "c4", "d4"}
    assert len(GAME.start({}).groups()) == 64


def test_a_stone_that_leaves_a_group_leaves_as_many_parts_as_it_tied() -> None:
    group = LADDER.group(number("b2"))
    in_the_middle = parts_without(6, group, number("b3"))
    assert sorted(part.bit_count() for part in in_the_middle) == [3, 7]
    assert len(parts_without(6, group, number("e3"))) == 1
    assert parts_without(6, 1 << 7, 7) == ()


def test_a_path_is_the_shortest_there_is() -> None:
    board = drawn("path")
    path = [board.grid.name(n) for n in winning_path(board, 1)]
    assert path == ["b1", "b2", "a2", "a3", "a4"]
    assert winning_path(board, 2) == ()


def test_what_is_missing_is_the_fewest_enemy_stones_in_the_way() -> None:
    assert missing(drawn("missing one"), 1) == 1
    assert missing(GAME.start({"size": 4}), 1) == missing(GAME.start({"size": 4}), 2) == 2
