"""Ways of runs, drawn as they look on the board.

Digits (then letters from `a`) number the squares that a run comes by, from its source 0; `x` is a
stack that it jumps, in the place of that square's number. `#` is another stack.
"""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Covered, Run
from bot.games.effects import Moved
from tests.games.bounce.boards import board, play
from tests.helpers.playing import side_by_side

ORDER = "0123456789abcdefgh"
DRAWN = side_by_side("""
straight ahead   left rail        far rail         round the board  jumps midway
. . . . . . . #  . . . . . . . #  . . . . . 2 . .  . . . 1 . . . .  . . . . . . . #
. . . . . . . .  . . . . . . . .  . . . . 1 . 3 .  . . 0 . 2 . . .  . . . . . . . .
. . . . . . . .  . . . 5 . . . .  . . . 0 . . . 4  . x . # . 3 . .  . . . . . . . .
. . . . . . . .  . . 4 . . . . .  . . . . . . . .  c . . . . . 4 .  . . . . 3 . . .
. . . . . 3 . .  . 3 . . . . . .  . . . . . . . .  . b . . . . . 5  . . . x . . . .
. . . . 2 . . .  2 . . . . . . .  . . . . . . . .  . . a . . . 6 .  . . 1 . . . . .
. . . 1 . . . .  . 1 . . . . . .  . . . . . . . .  . . . 9 . 7 . .  . 0 . . . . . .
. . 0 . . . . .  . . 0 . . . . .  # . . . . . . .  # . . . 8 . . .  . . . . . . . .

jumps on rail    then jumps       jumps, bounces   jumps again
. . . . . . . #  . . . . . . . #  . . . . . . . 4  . . . . . . . .
. . . . . . . .  . . . . . . . .  . . . . . . 3 .  . . . . . . 6 .
. 2 . . . . . .  . . . 4 . . . .  . . . . . x . .  . . . . . x . .
x . . . . . . .  . . x . . . . .  . . . . 1 . . .  . . . . 4 . . .
. 0 . . . . . .  . 2 . . . . . .  . . . 0 . . . .  . . . x . . . .
. . . . . . . .  1 . . . . . . .  . . . . . . . .  . . 2 . . . . .
. . . . . . . .  . 0 . . . . . .  . . . . . . . .  . x . . . . . #
. . . . . . . .  . . . . . . . .  # . . . . . . .  0 . . . . . . .
""")
RUNS = {
    "straight ahead": ("c1:PPP h8:Y", "c1-f4"),
    "left rail": ("c1:PPPPP h8:Y", "c1-d6"),
    "far rail": ("d6:PPPP a1:Y", "d6-h6"),
    "round the board": ("c7:PPPPPPPPPPPPP a1:Y b6:Y d6:Y", "c7xb6-c7"),
    "jumps midway": ("b2:PPP d4:YYY h8:Y", "b2xd4-e5"),
    "jumps on rail": ("b4:P a5:Y h8:Y", "b4xa5-b6"),
    "then jumps": ("b2:PPPP c5:Y h8:Y", "b2xc5-d6"),
    "jumps, bounces": ("d4:PPPP f6:Y a1:Y", "d4xf6-h8"),
    "jumps again": ("a1:P b2:Y d4:Y f6:Y h2:Y", "a1xb2xd4xf6-g7"),
}


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


@pytest.mark.parametrize("name", RUNS)
def test_a_run_leads_as_it_is_drawn(name: str) -> None:
    stacks, text = RUNS[name]
    variant = "accelerating" if name == "jumps again" else "standard"
    assert drawing(board(stacks, variant=variant), text) == DRAWN[name]


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


@pytest.mark.parametrize("variant", ["standard", "ten", "accelerating", "chess"])
def test_yellow_sees_the_same_game_from_the_other_side(variant: str) -> None:
    start = GAME.start({"variant": variant})
    swapped = " ".join(
        f"{turned(square)}:{''.join('YP'[owner - 1] for owner in owners)}"
        for square, owners in start.pieces()
    )
    other = board(swapped, "Y", variant)
    assert ways(other) == {tuple(map(turned, way)) for way in ways(start)}
