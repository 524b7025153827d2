"""Clump's squares as sets, its groups, and what falls apart when a stone leaves."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import (
    SIZES,
    Position,
    distance,
    edges,
    grid,
    named,
    numbers,
    parts_without,
    winning_path,
)
from bot.games.clump.evaluation import missing
from tests.games.clump.stones import drawn, play

LADDER = drawn("""
    BBBBBB
    BRRRRB
    BRBBRB
    BRBBRB
    BRRRBB
    BBBBBB
""")


def squares(position: Position, some: int) -> set[str]:
    return {position.grid.name(number) for number in numbers(some)}


def number(position: Position, name: str) -> int:
    square = named(name, position.size)
    assert square is not None
    return position.grid.number(square)


@pytest.mark.parametrize("size", SIZES)
def test_every_square_has_a_number_and_a_name_of_its_own(size: int) -> None:
    board = grid(size)
    names = [board.name(n) for n in range(size * size)]
    assert len(set(names)) == size * size
    assert [board.number(board.square(n)) for n in range(size * size)] == list(range(size * size))
    assert all(named(name, size) == board.square(n) for n, name in enumerate(names))


@pytest.mark.parametrize("size", SIZES)
def test_neighbors_are_neighbors_of_each_other_and_one_step_apart(size: int) -> None:
    board = grid(size)
    assert sum(map(len, board.beside)) == 4 * size * (size - 1)
    for here, beside in enumerate(board.beside):
        assert all(here in board.beside[there] for there in beside)
        assert all(distance(board.square(here), board.square(there)) == 1 for there in beside)


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "i1", "a9", "aa1", "A1", "a-1", "ä1"])
def test_a_name_that_is_no_square_of_the_board_is_known(name: str) -> None:
    assert named(name, 8) is None


def test_growing_stops_at_the_edges_of_the_board() -> None:
    board = grid(4)
    corner, side = 1, 1 << board.number((3, 1))
    assert {board.name(n) for n in numbers(board.grown(corner))} == {"a1", "a2", "b1"}
    assert {board.name(n) for n in numbers(board.grown(side))} == {"d2", "d1", "d3", "c2"}


def test_each_player_joins_two_opposite_sides() -> None:
    board = grid(4)
    south, north = edges(board, 1)
    west, east = edges(board, 2)
    assert {board.name(n) for n in numbers(south)} == {"a1", "b1", "c1", "d1"}
    assert {board.name(n) for n in numbers(north)} == {"a4", "b4", "c4", "d4"}
    assert {board.name(n) for n in numbers(west)} == {"a1", "a2", "a3", "a4"}
    assert {board.name(n) for n in numbers(east)} == {"d1", "d2", "d3", "d4"}


def test_groups_are_stones_of_one_color_that_touch_along_their_sides() -> None:
    sizes = sorted(group.bit_count() for group in LADDER.groups())
    assert sizes == [4, 11, 21]
    inner = squares(LADDER, LADDER.group(number(LADDER, "c3")))
    assert inner == {"c3", "d3", "c4", "d4"}


def test_at_the_start_every_stone_is_a_group_of_its_own() -> None:
    assert len(GAME.start({}).groups()) == 64


def test_a_stone_in_the_middle_of_a_line_leaves_two_parts() -> None:
    group = LADDER.group(number(LADDER, "b2"))
    parts = parts_without(6, group, number(LADDER, "b3"))
    assert sorted(part.bit_count() for part in parts) == [3, 7]


def test_a_stone_at_an_end_leaves_one_part_and_a_lone_stone_none() -> None:
    group = LADDER.group(number(LADDER, "b2"))
    assert len(parts_without(6, group, number(LADDER, "e3"))) == 1
    assert parts_without(6, 1 << 7, 7) == ()


def test_a_path_is_the_shortest_there_is() -> None:
    board = drawn("""
        RRBR
        RBRR
        RRRB
        BRBR
    """)
    path = [board.grid.name(n) for n in winning_path(board, 1)]
    assert path == ["b1", "b2", "c2", "c3", "d3", "d4"] or path == ["b1", "b2", "a2", "a3", "a4"]
    assert len(path) == 5
    assert winning_path(board, 2) == ()


def test_what_is_missing_is_the_fewest_enemy_stones_in_the_way() -> None:
    board = drawn("""
        BRBB
        BBRB
        RRBR
        BRBB
    """)
    assert missing(board, 1) == 1
    assert missing(GAME.start({"size": 4}), 1) == missing(GAME.start({"size": 4}), 2) == 2


def test_effects_are_recorded_as_short_facts() -> None:
    records = [effect.record() for effect in play(GAME.start({}), "c3-d3").effects]
    assert records[:2] == [
        {"kind": "swap", "player": 1, "from": "c3", "to": "d3"},
        {"kind": "form", "player": 1, "at": "d3", "before": 1, "after": 4},
    ]
    assert records[-1] == {"kind": "diminish", "player": 2, "at": "d3", "size": 1}
