"""A move of Bi-Pod step by step, and what is pointed out of it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, NEIGHBORS, STARTS, Position, cells_of, is_side, several
from bot.games.bipod.evaluation import CUTS, WAYS
from bot.games.bipod.moves import Adopt, Block, Move, Run
from bot.games.bipod.paths import is_cut_off, needed, way
from bot.games.guide import Step
from tests.games.bipod.trapezium import after, begun, drawn
from tests.helpers.playing import Player, choice, keys, ranking, walk
from tests.helpers.random_play import sequence

step = Player(GAME).step

START = begun()
SEVERAL = begun(blocks=3)
PAGE = 20
"""What the buttons of one message hold."""


# Black stones


FREE = [cell for cell in CELLS if cell not in STARTS.values()]


def cells(asked: Step[Move]) -> list[str]:
    return [choice.cell for choice in asked.offered if choice.cell]


def likely(position: Position, *made: str) -> list[str]:
    """The cells offered besides rows after these keys."""
    assert GAME.short
    return [choice.cell or "" for choice in GAME.short(position, made, ranking(GAME)).extra]


def filled(empty: int, **options: object) -> Position:
    """A position without parts in which so many cells are empty, the first of the board."""
    rows, left = [], iter(range(len(FREE)))
    for length, start in zip((16, 15, 14, 13, 12, 11), (0, 16, 31, 45, 58, 70), strict=True):
        shown = {CELLS.index(STARTS["o"]): "@", CELLS.index(STARTS["O"]): "Q"}
        rows.append(
            "".join(
                shown.get(n) or (".x"[next(left) >= empty]) for n in range(start, start + length)
            )
        )
    return drawn("\n".join(rows), **options)  # type: ignore[arg-type]


def test_first_the_cells_that_matter_are_offered_then_rows_then_adopting() -> None:
    asked = step(START)
    assert asked.prompt == "Place a black stone, or adopt? For any other cell choose its row."
    assert keys(asked) == ["1", "2", "3", "4", "5", "6", "adopt"]
    assert asked.move is None
    offered = likely(START)
    assert len(offered) == 13
    assert set(offered) < set(FREE)
    assert "h2" in offered
    assert offered == sorted(offered, key=CELLS.index)


def test_a_row_leads_to_all_of_its_empty_cells() -> None:
    assert keys(step(START, "2")) == [cell for cell in CELLS if cell[1] == "2"]
    assert step(START, "2").prompt == "Which cell of row 2?"
    assert len(keys(step(START, "1"))) == 14
    assert {c.group for c in step(START, "2").choices} == {"Row 2"}


def test_rows_with_few_empty_cells_are_offered_together() -> None:
    filled = [cell for cell in CELLS if cell[1] > "2" and cell not in cells_of(3)[:4]]
    few = replace(START, black=several(filled))
    free = [cell for cell in CELLS if cell not in (*filled, *STARTS.values())]
    assert [key for key in keys(step(few)) if key.isdigit()] == ["1", "23"]
    assert choice(step(few), "23").label == "Rows 2-3"
    assert step(few, "23").prompt == "Which cell of rows 2-3?"
    # Buttons from before, for one row each, still lead to its cells.
    assert keys(step(few, "2")) + keys(step(few, "3")) == keys(step(few, "23")) == free[14:]
    filled += free[:14]
    assert keys(step(replace(START, black=several(filled)))) == [*free[14:], "adopt"]


# Adopting


def test_a_stone_placed_is_a_whole_move_and_the_cells_near_it_come_next() -> None:
    asked = step(SEVERAL, "6", "h6")
    assert asked.move == Block(frozenset(["h6"]))
    assert asked.chosen == ("h6",)
    assert (
        asked.prompt
        == "1 of up to 3 stones: place another, or stop there? For any other cell choose its row."
    )
    assert {"f6", "j6", "g5", "i5"} <= set(likely(SEVERAL, "6", "h6"))
    assert "h6" not in keys(step(SEVERAL, "6", "h6", "6"))
    assert "adopt" not in keys(asked)
    # With a row chosen the stones so far can still be the move.
    further = step(SEVERAL, "e1", "3")
    assert (further.move, further.prompt) == (Block(frozenset(["e1"])), "Which cell of row 3?")


def test_the_last_stone_ends_the_move() -> None:
    last = step(SEVERAL, "e1", "f2", "3", "e3")
    assert last.choices == ()
    assert last.move == Block(frozenset(["e1", "f2", "e3"]))
    assert last.chosen == ("e1", "f2", "e3")
    assert step(begun(blocks=2), "e1", "f2").choices == ()
    assert step(START, "e1").choices == ()


def test_on_a_board_almost_full_all_cells_are_offered_at_once() -> None:
    asked = step(filled(empty=15))
    assert keys(asked) == [*FREE[:15], "adopt"]
    last = step(filled(empty=1, blocks=3), FREE[0])
    assert last == Step("This move", (), Block(frozenset([FREE[0]])), (FREE[0],))


@pytest.mark.parametrize(("adopting", "part"), [("blocking", "Blocker"), ("running", "Runner")])
def test_adopting_says_which_part_is_taken(adopting: str, part: str) -> None:
    position = begun(adopt=adopting)
    assert choice(step(position), "adopt").note == f"You become the {part}"
    assert step(position, "adopt") == Step("This move", (), Adopt())
    blocking = after(SEVERAL, "adopt", "h2 o")
    parts = [GAME.part(each, seat) for each in (START, blocking) for seat in (1, 2)]
    assert parts == ["", "", "the Blocker", "the Runner"]
    assert "adopt" not in keys(step(blocking))
    assert (
        step(blocking).prompt == "Where does the black stone go? For any other cell choose its row."
    )
    assert step(blocking, "1", "e1") == Step("This move", (), Block(frozenset(["e1"])), ("e1",))


# The Runner


def test_the_runner_chooses_a_color_first_and_reads_how_far_it_has_to_go() -> None:
    asked = step(begun("adopt"))
    assert keys(asked) == ["o", "O"]
    assert choice(asked, "O").label == "Color O (from s1)"
    assert choice(asked, "o").note == "5 from a short side"
    assert GAME.short
    assert GAME.short(begun("adopt"), ()).prompt.startswith(
        "Which color, and where? o (dot) is 5 from a short side; O (diamond) is 5 from"
    )


# Size


def test_a_color_that_has_arrived_says_so_and_may_still_be_chosen() -> None:
    arrived = drawn("o o o o o @ . . . . Q . . . . .", runner=1)
    asked = step(arrived)
    assert choice(asked, "o").note == "joined to a short side already"
    assert step(arrived, "o", "6", "d6").move == Run("d6", "o")


def test_the_cells_of_a_color_lie_on_its_own_ways() -> None:
    running = begun("adopt")
    left, right = (likely(running, color) for color in ("o", "O"))
    assert {"h2", "g1"} <= set(left)
    assert {"r2", "u1"} <= set(right)
    assert not set(left) & set(right)
    assert (
        step(running, "O").prompt
        == "Where does the stone of O go? For any other cell choose its row."
    )
    assert step(running, "o", "h2") == Step("This move", (), Run("h2", "o"), ("h2",))
    reached = {s.move for _, s in walk(GAME, running) if s.move}
    assert reached == {Run(cell, color) for cell in FREE for color in ("o", "O")}


def strolls(position: Position, chance: Random) -> Iterator[Step[Move]]:
    way: tuple[str, ...] = ()
    asked = step(position)
    yield asked
    while asked.choices:
        way = (*way, chance.choice(asked.choices).key)
        asked = step(position, *way)
        yield asked


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_no_step_needs_a_second_page(blocks: int) -> None:
    position, chance = begun(blocks=blocks), Random(blocks)
    while not GAME.outcome(position):
        for asked in strolls(position, chance):
            assert len(asked.choices) <= PAGE
            last = asked
        assert last.move is not None
        position = GAME.play(position, last.move).position


# What Bi-Pod points out: what is in the way, ways to the sides, and the board in characters


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


def test_cells_beyond_the_letters_are_called_by_the_numbers_of_their_columns() -> None:
    ends = {c.key: c.label for c in GAME.steps(GAME.start({}), ("1",)).choices}
    assert [ends["=1"], ends["a1"], ends[";1"]] == ["1.1", "a1", "31.1"]
    assert {GAME.parse(GAME.start({}), label) for label in ends.values()} == {
        GAME.parse(GAME.start({}), key) for key in ends
    }
