"""Ways of runs, drawn as they look on the board.

Digits (then letters from `a`) number the squares that a run comes by, from its source 0; `x` is a
stack that it jumps, in the place of that square's number. `#` is another stack.
"""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import SQUARES, Position
from bot.games.bounce.moves import Covered, Run
from bot.games.effects import Moved
from tests.games.bounce.boards import board, play

ORDER = "0123456789abcdefgh"


def drawing(position: Position, text: str) -> str:
    """The board with a move's way on it."""
    effects = play(position, text).effects
    moved = effects[0]
    assert isinstance(moved, Moved)
    signs = {square: "#" for square, _ in position.pieces()}
    signs |= {square: ORDER[number] for number, square in reversed(list(enumerate(moved.path)))}
    signs |= {effect.at: "x" for effect in effects if isinstance(effect, Covered)}
    rows = [[signs.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(8, 0, -1)]
    return "\n".join(" ".join(row) for row in rows)


def looks(position: Position, text: str, picture: str) -> bool:
    wanted = "\n".join(line.strip() for line in picture.strip().splitlines())
    return drawing(position, text) == wanted


def test_a_run_straight_ahead() -> None:
    assert looks(
        board("c1:PPP h8:Y"),
        "c1-f4",
        """
        . . . . . . . #
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . 3 . .
        . . . . 2 . . .
        . . . 1 . . . .
        . . 0 . . . . .
        """,
    )


def test_a_run_off_the_left_rail() -> None:
    assert looks(
        board("c1:PPPPP h8:Y"),
        "c1-d6",
        """
        . . . . . . . #
        . . . . . . . .
        . . . 5 . . . .
        . . 4 . . . . .
        . 3 . . . . . .
        2 . . . . . . .
        . 1 . . . . . .
        . . 0 . . . . .
        """,
    )


def test_a_run_off_the_far_rail() -> None:
    assert looks(
        board("d6:PPPP a1:Y"),
        "d6-h6",
        """
        . . . . . 2 . .
        . . . . 1 . 3 .
        . . . 0 . . . 4
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        # . . . . . . .
        """,
    )


def test_a_run_round_the_whole_board_covers_a_stack_and_lands_where_it_began() -> None:
    assert looks(
        board("c7:PPPPPPPPPPPPP a1:Y b6:Y d6:Y"),
        "c7xb6-c7",
        """
        . . . 1 . . . .
        . . 0 . 2 . . .
        . x . # . 3 . .
        c . . . . . 4 .
        . b . . . . . 5
        . . a . . . 6 .
        . . . 9 . 7 . .
        # . . . 8 . . .
        """,
    )


def test_a_run_jumps_in_the_middle_of_the_board() -> None:
    assert looks(
        board("b2:PPP d4:YYY h8:Y"),
        "b2xd4-e5",
        """
        . . . . . . . #
        . . . . . . . .
        . . . . . . . .
        . . . . 3 . . .
        . . . x . . . .
        . . 1 . . . . .
        . 0 . . . . . .
        . . . . . . . .
        """,
    )


def test_a_run_jumps_on_the_rail() -> None:
    assert looks(
        board("b4:P a5:Y h8:Y"),
        "b4xa5-b6",
        """
        . . . . . . . #
        . . . . . . . .
        . 2 . . . . . .
        x . . . . . . .
        . 0 . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )


def test_a_run_jumps_after_a_bounce() -> None:
    assert looks(
        board("b2:PPPP c5:Y h8:Y"),
        "b2xc5-d6",
        """
        . . . . . . . #
        . . . . . . . .
        . . . 4 . . . .
        . . x . . . . .
        . 2 . . . . . .
        1 . . . . . . .
        . 0 . . . . . .
        . . . . . . . .
        """,
    )


def test_a_run_goes_on_after_its_jump_and_bounces_there() -> None:
    assert looks(
        board("d4:PPPP f6:Y a1:Y"),
        "d4xf6-h8",
        """
        . . . . . . . 4
        . . . . . . 3 .
        . . . . . x . .
        . . . . 1 . . .
        . . . 0 . . . .
        . . . . . . . .
        . . . . . . . .
        # . . . . . . .
        """,
    )


def test_an_accelerating_run_jumps_again_and_again() -> None:
    assert looks(
        board("a1:P b2:Y d4:Y f6:Y h2:Y", variant="accelerating"),
        "a1xb2xd4xf6-g7",
        """
        . . . . . . . .
        . . . . . . 6 .
        . . . . . x . .
        . . . . 4 . . .
        . . . x . . . .
        . . 2 . . . . .
        . x . . . . . #
        0 . . . . . . .
        """,
    )


# Every direction is the mirror of another


def mirrored(square: str) -> str:
    """The square on the other side of the long diagonal from a1 to h8."""
    return f"{'abcdefgh'[int(square[1]) - 1]}{'abcdefgh'.index(square[0]) + 1}"


def turned(square: str) -> str:
    """The square seen from the other side of the board."""
    return f"{'hgfedcba'['abcdefgh'.index(square[0])]}{9 - int(square[1])}"


def ways(position: Position) -> set[tuple[str, ...]]:
    """Every move as its squares."""
    return {
        (move.source, *move.covered, move.target)
        for move in GAME.moves(position)
        if isinstance(move, Run)
    }


STACKS = {"b2": "PP", "c5": "YPP", "e3": "YP", "f6": "PYY", "g3": "YY", "d8": "YPYP", "h8": "Y"}


@pytest.mark.parametrize("variant", ["standard", "accelerating"])
def test_stacks_run_alike_on_both_sides_of_the_diagonal(variant: str) -> None:
    one = board(" ".join(f"{s}:{o}" for s, o in STACKS.items()), variant=variant)
    other = board(" ".join(f"{mirrored(s)}:{o}" for s, o in STACKS.items()), variant=variant)
    assert ways(other) == {tuple(map(mirrored, way)) for way in ways(one)}


@pytest.mark.parametrize("variant", ["standard", "ten", "accelerating", "chess"])
def test_yellow_sees_the_same_game_from_the_other_side(variant: str) -> None:
    start = GAME.start({"variant": variant})
    swapped = " ".join(
        f"{turned(square)}:{''.join('YP'[owner - 1] for owner in owners)}"
        for square, owners in start.pieces()
    )
    other = board(swapped, "Y", variant)
    assert ways(other) == {tuple(map(turned, way)) for way in ways(start)}


@pytest.mark.parametrize("source", SQUARES)
def test_from_every_square_a_high_stack_comes_everywhere_its_diagonals_lead(source: str) -> None:
    alone = board(f"{source}:{'P' * 28} {'a1' if source == 'h8' else 'h8'}:Y")
    reached = {way[-1] for way in ways(alone) if len(way) == 2}
    assert len(reached) >= 6
    for target in reached:
        moved = play(alone, f"{source}-{target}").effects[0]
        assert isinstance(moved, Moved)
        assert moved.path[0] == source
        assert moved.path[-1] == target
        assert len(moved.path) <= 29
