"""What Bi-Pod points out: what is in the way, ways to the sides, and the board in characters."""

from itertools import pairwise

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, NEIGHBORS, STARTS, Position, is_side
from bot.games.bipod.hints import CUTS, WAYS
from bot.games.bipod.moves import Block, Run
from bot.games.bipod.paths import is_cut_off, needed, way
from tests.games.bipod.trapezium import after, begun, drawn
from tests.helpers.playing import Player
from tests.helpers.random_play import sequence

obstacle = Player(GAME).obstacle

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
