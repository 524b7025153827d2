"""The rules of Bi-Pod, each in a small drawing."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLORS, COLUMNS, NEIGHBORS, Position, is_side
from bot.games.bipod.moves import Adopted, Block, CutOff, Joined, Laid
from bot.games.bipod.paths import is_cut_off, is_joined
from bot.games.core import BadOptions, IllegalMove, Outcome
from tests.games.bipod.trapezium import PLAYER, after, begun, drawn, play, refused
from tests.helpers.long_runs import examples, some
from tests.helpers.playing import kinds

# The board


def test_the_board_has_81_cells_in_rows_of_16_to_11() -> None:
    rows = [[cell for cell in CELLS if cell[1] == row] for row in "123456"]
    assert [len(row) for row in rows] == [16, 15, 14, 13, 12, 11]
    assert [row[0] for row in rows] == ["=1", "`2", "a3", "b4", "c5", "d6"]
    assert [row[-1] for row in rows] == [";1", "'2", "-3", "z4", "y5", "x6"]


def test_a_row_takes_every_second_column() -> None:
    for cell in CELLS:
        assert COLUMNS.index(cell[0]) % 2 == (int(cell[1]) - 1) % 2


def test_neighbors_lie_beside_each_other_and_in_the_rows_above_and_below() -> None:
    assert set(NEIGHBORS["k3"]) == {"i3", "m3", "j2", "l2", "j4", "l4"}
    assert set(NEIGHBORS["=1"]) == {"a1", "`2"}
    assert set(NEIGHBORS["d6"]) == {"f6", "c5", "e5"}


def test_being_neighbors_is_mutual() -> None:
    for cell, around in NEIGHBORS.items():
        assert all(cell in NEIGHBORS[other] for other in around)
        assert len(set(around)) == len(around)


def test_the_short_sides_are_the_last_row_and_the_ends_of_every_row() -> None:
    sides = [cell for cell in CELLS if is_side(cell)]
    ends = {"=1", ";1", "`2", "'2", "a3", "-3", "b4", "z4", "c5", "y5"}
    assert set(sides) == ends | {f"{column}6" for column in "dfhjlnprtvx"}


def test_the_long_side_is_no_goal() -> None:
    # o reaches row 1 again and again, and still has nowhere to end.
    position = drawn(". . . . o @ o o . . Q . . . . .", runner=1)
    assert not is_joined(position, "o")


# Options


@pytest.mark.parametrize("blocks", [0, 4, -1, "2", 1.0, True, None, [1]])
def test_blocks_is_a_number_from_1_to_3(blocks: object) -> None:
    with pytest.raises(BadOptions, match="from 1 to 3"):
        GAME.start({"blocks": blocks})


@pytest.mark.parametrize("adopt", ["", "Blocking", "both", 1, None])
def test_adopt_names_one_of_two_parts(adopt: object) -> None:
    with pytest.raises(BadOptions, match="blocking or running"):
        GAME.start({"adopt": adopt})


def test_unknown_options_are_refused_by_name() -> None:
    with pytest.raises(BadOptions, match="no option stones"):
        GAME.start({"stones": 3})
    with pytest.raises(BadOptions, match="no option stones"):
        GAME.read(GAME.write(begun()), {"stones": 3})


def test_without_options_one_stone_is_placed_and_who_adopts_blocks() -> None:
    assert GAME.start({}) == GAME.start({"blocks": 1, "adopt": "blocking"})


# Before the parts are taken


def test_both_players_place_black_stones_in_turn() -> None:
    position = begun("e1", "f2")
    assert position == drawn("""
    . . . x . @ . . . . Q . . . . .
     . . . x . . . . . . . . . . .
    """)


@pytest.mark.parametrize(("blocks", "count"), [(1, 80), (2, 3161), (3, 82240)])
def test_the_first_move_is_a_set_of_stones_or_adopting(blocks: int, count: int) -> None:
    # 79 empty cells: one of them, or two, or three, and `adopt`.
    assert sum(1 for _ in GAME.moves(begun(blocks=blocks))) == count


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_as_many_stones_as_agreed_may_be_placed_and_no_more(blocks: int) -> None:
    position = begun(blocks=blocks)
    cells = ["e1", "f2", "e3", "s3"]
    for count in range(1, blocks + 1):
        turn = play(position, ",".join(cells[:count]))
        assert [e.at for e in turn.effects if isinstance(e, Laid)] == cells[:count]
    assert "stones" in refused(position, ",".join(cells[: blocks + 1]))


def test_stones_of_one_turn_need_different_empty_cells() -> None:
    position = begun("e1", blocks=3)
    for cells in ({"e1"}, {"i1", "f2"}, {"e2"}, {"e1", "f2", "e3"}, set()):
        with pytest.raises(IllegalMove):
            GAME.play(position, Block(frozenset(cells)))


@pytest.mark.parametrize("moves", [(), ("e1",), ("e1", "f2"), ("e1", "f2", "g3")])
def test_adopting_is_possible_on_any_turn_and_uses_it_up(moves: tuple[str, ...]) -> None:
    before = begun(*moves)
    turn = play(before, "adopt")
    assert turn.position.turn != before.turn
    assert (turn.position.black, turn.position.runs) == (before.black, before.runs)


def test_who_adopts_becomes_blocker_and_the_runner_plays_next() -> None:
    position = begun("e1", "adopt")
    assert (position.blocker, position.runner, position.turn) == (2, 1, 1)


def test_with_the_option_running_who_adopts_becomes_runner_and_the_blocker_plays_next() -> None:
    position = begun("e1", "adopt", adopt="running")
    assert (position.blocker, position.runner, position.turn) == (1, 2, 1)


def test_nobody_adopts_twice() -> None:
    assert "adopted already" in refused(begun("adopt"), "adopt")
    assert "adopted already" in refused(begun("adopt", "a1 o"), "adopt")


def test_nobody_runs_before_somebody_has_adopted() -> None:
    assert "without a color" in refused(begun(), "v2 O")


def test_a_start_stone_walled_in_before_the_parts_are_taken_decides_nothing_yet() -> None:
    position = begun("g1,h2", "j2,k1", blocks=2)
    assert is_cut_off(position, "o")
    assert GAME.outcome(position) is None
    assert "cut" not in kinds(play(position, "a1"))


@pytest.mark.parametrize(("adopt", "winner"), [("blocking", 1), ("running", 2)])
def test_adopting_when_a_start_stone_is_walled_in_decides_at_once(adopt: str, winner: int) -> None:
    turn = play(begun("g1,h2", "j2,k1", blocks=2, adopt=adopt), "adopt")
    assert kinds(turn) == ["adopt", "cut"]
    assert GAME.outcome(turn.position) == Outcome((winner,), "cut")


def full_but_one() -> Position:
    cells = [cell for cell in CELLS if cell not in {"i1", "s1", "k3"}]
    return begun(*cells)


def test_a_board_that_fills_up_without_parts_is_a_draw() -> None:
    position = after(full_but_one(), "k3")
    assert GAME.outcome(position) == Outcome((), "full")
    assert list(GAME.moves(position)) == []


def test_adopting_is_still_possible_with_one_cell_left() -> None:
    assert PLAYER.legal(full_but_one()) == ["adopt", "k3"]
    outcome = GAME.outcome(after(full_but_one(), "adopt"))
    assert outcome is not None
    assert outcome.reason == "cut"


# With the parts taken


def test_the_runner_has_every_empty_cell_in_two_colors_and_the_blocker_in_one() -> None:
    running = begun("e1", "adopt", blocks=3)
    assert sum(1 for _ in GAME.moves(running)) == 2 * 78
    blocking = after(running, "v2 O")
    assert sum(1 for _ in GAME.moves(blocking)) == 77


def test_with_the_parts_taken_the_blocker_places_one_stone_whatever_was_agreed() -> None:
    position = begun("e1,f2,e3", "adopt", "v2 O", blocks=3)
    assert "places one" in refused(position, "a1,c1")
    assert after(position, "a1").stone("a1") == "x"


def test_the_runner_chooses_a_color_in_every_turn_anew() -> None:
    position = begun("adopt", "v2 O", "a1", "g3 o", "c1", "h2 O")
    assert [position.stone(cell) for cell in ("v2", "g3", "h2")] == ["O", "o", "O"]


def test_the_blocker_has_no_color() -> None:
    assert "your stones are black" in refused(begun("adopt", adopt="running"), "v2 O")


@pytest.mark.parametrize("cell", ["i1", "s1", "e1"])
@pytest.mark.parametrize("color", COLORS)
def test_no_stone_goes_on_another(cell: str, color: str) -> None:
    position = begun("e1", "adopt")
    assert f"On {cell} stands" in refused(position, f"{cell} {color}")


# How it ends

BOTH_JOINED_BUT_ONE = """
. . . . . @ . . . . Q . . . . .
 . . . x o . . . . . O . . . .
  . . x o . . . . . x O . . .
   . . o x . . . . . O x . .
    . o . . . x . . x O x .
     o x . . . . . . . x .
"""


def test_the_runner_wins_when_both_colors_reach_a_short_side() -> None:
    turn = play(drawn(BOTH_JOINED_BUT_ONE, turn=2, runner=2), "t6 O")
    assert kinds(turn) == ["place", "join"]
    assert GAME.outcome(turn.position) == Outcome((2,), "joined")


def test_one_color_joined_is_not_enough() -> None:
    position = drawn(BOTH_JOINED_BUT_ONE, turn=2, runner=2)
    assert is_joined(position, "o")
    assert GAME.outcome(position) is None


def test_the_other_color_does_not_help() -> None:
    turn = play(drawn(BOTH_JOINED_BUT_ONE, turn=2, runner=2), "t6 o")
    assert GAME.outcome(turn.position) is None


def test_a_path_is_told_from_its_start_to_the_side() -> None:
    turn = play(drawn(BOTH_JOINED_BUT_ONE, turn=2, runner=2), "t6 O")
    joined = [effect for effect in turn.effects if isinstance(effect, Joined)]
    assert joined == [Joined(2, "O", ("s1", "t2", "u3", "t4", "u5", "t6"))]


@pytest.mark.parametrize("end", ["=1", ";1"])
def test_the_ends_of_row_1_lie_on_a_short_side(end: str) -> None:
    left = "o o o o o @ . . . . Q . . . . ." if end == "=1" else None
    row = left or ". . . . . @ . . . . Q O O O O O"
    assert is_joined(drawn(row, runner=1), "o" if left else "O")


def test_a_stone_next_to_a_side_is_not_on_it() -> None:
    position = drawn(". o o o o @ . . . . Q . . . . .", runner=1)
    assert not is_joined(position, "o")
    assert kinds(play(position, "=1 o")) == ["place", "join"]


WALLED_BUT_ONE = """
. . . . x @ . . . . Q . . . . .
 . . . . x x . . . . . O . . .
"""


def test_the_blocker_wins_by_cutting_one_color_off() -> None:
    turn = play(drawn(WALLED_BUT_ONE, turn=1, runner=2), "k1")
    assert [e for e in turn.effects if isinstance(e, CutOff)] == [CutOff(1, "o")]
    assert GAME.outcome(turn.position) == Outcome((1,), "cut")
    assert list(GAME.moves(turn.position)) == []


def test_one_color_of_the_runner_can_cut_off_the_other() -> None:
    turn = play(drawn(WALLED_BUT_ONE, turn=2, runner=2), "k1 O")
    assert [e for e in turn.effects if isinstance(e, CutOff)] == [CutOff(2, "o")]
    assert GAME.outcome(turn.position) == Outcome((1,), "cut")


def test_the_runner_saves_a_color_by_breaking_out() -> None:
    assert kinds(play(drawn(WALLED_BUT_ONE, turn=2, runner=2), "k1 o")) == ["place"]


def test_a_color_is_cut_off_however_much_room_it_has_left() -> None:
    # A whole wall across the board, from the long side to the long side.
    position = drawn(". . x . . @ . . x . Q . . . . .", turn=1, runner=2)
    for cell in ("d2", "e3", "g3", "i3", "k3", "m3"):
        position = after(position, cell, _elsewhere(position))
        assert GAME.outcome(position) is None
    turn = play(position, "n2")
    assert kinds(turn) == ["place", "cut"]


def _elsewhere(position: Position) -> str:
    """A move of the Runner's far from the wall."""
    free = [cell for cell in ("w1", "y1", "u1", "v2", "x2", "z2") if not position.stone(cell)]
    return f"{free[0]} O"


def test_nothing_told_before_is_told_again() -> None:
    joined = after(drawn(BOTH_JOINED_BUT_ONE.replace("x O x .", "x . x ."), 2, 2), "a1 o")
    assert kinds(play(joined, "=1")) == ["place"]


# What a turn tells


def test_stones_are_told_in_the_order_of_the_board() -> None:
    turn = play(begun(blocks=3), "s3,e1,f2")
    assert turn.effects == tuple(Laid(1, cell, "x") for cell in ("e1", "f2", "s3"))


def test_adopting_tells_who_runs() -> None:
    assert play(begun("e1"), "adopt").effects == (Adopted(2, 1),)
    assert play(begun("e1", adopt="running"), "adopt").effects == (Adopted(2, 2),)


def test_effects_are_recorded_as_plain_facts() -> None:
    turn = play(drawn(WALLED_BUT_ONE, turn=2, runner=2), "k1 O")
    assert [effect.record() for effect in turn.effects] == [
        {"kind": "place", "player": 2, "at": "k1", "color": "O"},
        {"kind": "cut", "player": 2, "color": "o"},
    ]


# One home of legality


def test_moves_come_lazily_and_in_a_fixed_order() -> None:
    position = begun(blocks=3)
    first = PLAYER.written(position, islice(GAME.moves(position), 4))
    assert first == ["adopt", "=1", "a1", "c1"]
    assert first == PLAYER.written(position, islice(GAME.moves(position), 4))


@pytest.mark.parametrize("adopt", some(["blocking", "running"], 1))
def test_with_three_stones_a_turn_every_move_comes_once(adopt: str) -> None:
    position = begun("e1,f2,e3", "s3", blocks=3, adopt=adopt)
    moves = list(GAME.moves(position))
    assert len(moves) == len(set(moves)) == 1 + 75 + 75 * 74 // 2 + 75 * 74 * 73 // 6


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 10**6))
def test_with_the_parts_taken_somebody_wins(seed: int) -> None:
    chance = Random(seed)
    position = after(GAME.start({}), "adopt")
    plies = 0
    while GAME.outcome(position) is None:
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
        plies += 1
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert plies <= 79
    joined = all(is_joined(position, color) for color in COLORS)
    assert outcome.reason == ("joined" if joined else "cut")
