"""What Bi-Pod points out: what is in the way, ways to the sides, and the board in characters."""

from itertools import pairwise

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, NEIGHBORS, STARTS, Position, is_side
from bot.games.bipod.hints import CUTS, WAYS
from bot.games.bipod.moves import Block, Run
from bot.games.bipod.paths import is_cut_off, needed, way
from bot.games.core import NotationError
from tests.games.bipod.trapezium import after, begun, drawn
from tests.helpers.playing import Player
from tests.helpers.random_play import sequence

obstacle = Player(GAME).obstacle

NAMES = {1: "Ada", 2: "Grace"}

ALMOST = drawn(
    """
    . . . . x @ x . . . Q . . . . .
     . . . . x . . . . . . . . . .
    """,
    turn=2,
    runner=1,
)
"""o has one way left, over j2."""

FULL = "\n".join(["xxxxx@xxxxQxxxxx", *("x" * length for length in range(15, 10, -1))])


# What is in the way


def test_the_stones_on_the_cells_of_a_move_are_in_its_way() -> None:
    position = begun("e1", "f2", blocks=3)
    assert obstacle(position, "e1") == ("e1",)
    assert obstacle(position, "e1,g1,f2") == ("e1", "f2")
    assert obstacle(position, "i1") == ("i1",)
    assert obstacle(begun("adopt", "h2 o"), "h2") == ("h2",)
    assert obstacle(begun("adopt", "h2 o", "e1"), "h2 O") == ("h2",)
    # A wrong part and a wrong number stand on no cell, and neither does one off the board.
    for text in ("e1 o", "e1,g1,f2,h2"):
        assert obstacle(begun(blocks=3), text) == ()
    assert GAME.explain(begun(), Block(frozenset(["q9"]))).cells == ()
    assert GAME.explain(begun("adopt"), Run("q9", "o")).cells == ()


def test_once_both_colors_are_joined_their_paths_are_marked() -> None:
    over = drawn("o o o o o @ . . . . Q O O O O O", turn=2, runner=1)
    assert obstacle(over, "e3") == (
        *("i1", "g1", "e1", "c1", "a1", "=1"),
        *("s1", "u1", "w1", "y1", "-1", ";1"),
    )
    assert obstacle(after(ALMOST, "j2"), "e1") == ("i1",), "the start that is cut off"
    assert obstacle(drawn(FULL), "e3") == ()


# Hints


def arrows(position: Position) -> list[tuple[str, str | None]]:
    return [(hint.at, hint.towards) for hint in GAME.hints(position, 1)[WAYS]]


def cuts(position: Position) -> set[str]:
    return {hint.at for hint in GAME.hints(position, 1)[CUTS]}


def test_a_way_of_each_color_leads_from_its_start_to_a_side() -> None:
    shown = arrows(begun())
    assert {"i1", "s1"} <= {at for at, _ in shown}
    assert len(shown) == 10
    assert all(towards in NEIGHBORS[at] for at, towards in shown)


def test_stones_that_stand_already_need_no_arrow() -> None:
    position = drawn(
        """
    . . . . . @ . . . . Q . . . . .
     . . . . o . . . . . . . . . .
      . . . . o . . . . . . . . .
    """,
        runner=1,
    )
    shown = arrows(position)
    assert len(shown) == needed(position, "o") + needed(position, "O")  # type: ignore[operator]
    assert not {"h2", "i3"} & {towards for _, towards in shown}
    joined = arrows(drawn("o o o o o @ . . . . Q . . . . .", runner=1))
    assert len(joined) == 5
    assert not {at for at, _ in joined} & {"i1", "=1"}
    closed = begun("g1", "h2", "k1", "j2")
    assert way(closed, "o") == ()
    assert "s1" in {at for at, _ in arrows(closed)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("color", ["o", "O"])
def test_a_way_costs_the_fewest_stones_there_can_be(seed: int, color: str) -> None:
    for position, _, _ in sequence(GAME, seed)[1]:
        found = way(position, color)
        wanted = needed(position, color)
        if wanted is None:
            assert found == ()
            continue
        assert found[0] == STARTS[color]
        assert is_side(found[-1])
        assert all(beyond in NEIGHBORS[cell] for cell, beyond in pairwise(found))
        assert {position.stone(cell) for cell in found} <= {None, color}
        assert sum(position.stone(cell) is None for cell in found) == wanted


@pytest.mark.parametrize("seed", range(3))
def test_a_stone_cuts_a_color_off_exactly_where_it_is_said(seed: int) -> None:
    assert (cuts(ALMOST), cuts(begun())) == ({"j2"}, set())
    for position, _, _ in sequence(GAME, seed)[1][::6]:
        blocking = Position(position.black, position.runs, 2, 1)
        deciding = set()
        for cell in CELLS if not GAME.outcome(blocking) else ():
            if not position.stone(cell):
                over = GAME.play(blocking, Block(frozenset([cell]))).position
                deciding |= {cell} if is_cut_off(over, "o") or is_cut_off(over, "O") else set()
        assert GAME.outcome(blocking) or cuts(blocking) == deciding


# The text board


def test_the_text_board_shows_six_rows_below_their_columns() -> None:
    position = begun("e1,f2,e3", "s3,u3", "adopt", "h2 o", blocks=3)
    assert (
        GAME.text_board(position)
        == """\
x black, o and O the colors, @ and Q their starts.
Player 2 runs; Player 1 is to move.
  =`abcdefghijklmnopqrstuvwxyz-';
1 . . . x . @ . . . . Q . . . . .
2  . . . x o . . . . . . . . . .
3   . . x . . . . . . x x . . .
4    . . . . . . . . . . . . .
5     . . . . . . . . . . . .
6      . . . . . . . . . . ."""
    )


def test_every_cell_stands_below_its_column() -> None:
    header, *rows = GAME.text_board(begun("e1", "f2", "-3", ";1")).splitlines()[2:]
    assert {header[k] for row in rows for k, mark in enumerate(row) if mark == "x"} == set("ef-;")


@pytest.mark.parametrize(
    ("position", "state"),
    [
        (begun(), "Nobody has adopted; Player 1 is to move."),
        (begun("adopt", adopt="running"), "Player 1 runs; Player 2 is to move."),
        (after(ALMOST, "j2"), "Player 1 runs; Player 2 has won."),
        (drawn(FULL), "Nobody has adopted; a draw."),
    ],
)
def test_the_text_board_says_who_runs_and_who_is_to_move(position: Position, state: str) -> None:
    assert GAME.text_board(position).splitlines()[1] == state
    named = GAME.text_board(position, {1: "Ada", 2: "Grace"}).splitlines()[1]
    assert named == state.replace("Player 1", "Ada").replace("Player 2", "Grace")


# One cell


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("i1", "i1 holds the start stone of o. Ada runs with o. Beside it: k1, a black stone; j2,"),
        ("g1", "g1 holds a black stone. Beside it: i1, the start stone of o; h2, a black stone;"),
        (" J2 ", "j2 is empty. Beside it: l2, empty;"),
        *((cell, f"{cell}, on a short side, is empty.") for cell in ("=1", "`2", "-3", "'2", ";1")),
        ("d6", "d6, on a short side, is empty."),
    ],
)
def test_a_cell_is_told_with_what_stands_on_it_and_beside_it(asked: str, sentence: str) -> None:
    assert sentence in GAME.describe_cell(ALMOST, asked, NAMES)


def test_a_cell_without_a_use_says_so() -> None:
    dead = drawn("""
    . . . x . @ . . . . Q . . . . .
     . . . x x . . . . . . . . . .
    """)
    assert "No stone on it can change how the match goes on." in GAME.describe_cell(
        dead, "g1", NAMES
    )
    assert "No stone on it" not in GAME.describe_cell(dead, "c1", NAMES)


def test_a_cell_that_is_not_there_is_refused_with_an_example() -> None:
    with pytest.raises(NotationError, match=r"no cell “e2” on this board\. Name one like i1"):
        GAME.describe_cell(begun(), "e2", NAMES)
