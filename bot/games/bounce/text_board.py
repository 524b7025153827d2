"""The board of Bounce in characters, for those who can't see its picture or prefer to read."""

from bot.games.bounce.board import LETTERS, NUMBER, PLAYERS, SIZE, Position, letters
from bot.games.bounce.moves import outcome
from bot.games.core import Names
from bot.games.phrases import NOBODY, SHAPES, board_lines, brief_name, state_of
from bot.games.squares import name

COLUMN = 3
"""Characters of a file; a stack may use those of the empty light square next to it."""

ROOM = 2 * COLUMN - 1
"""Pieces of a stack that fit on its square; a higher one is written below the board."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The board rank by rank with its stacks, bottom to top: `PYP`; `P9` for the highest."""
    ranks = (_rank(position, rank) for rank in reversed(range(SIZE)))
    files = "".join(f"{name((file, 0))[0]:{COLUMN}}" for file in range(SIZE))
    tall = [f"{s}: {letters(owners)}" for s, owners in position.pieces() if len(owners) > ROOM]
    below = (line for text in tall for line in board_lines(text))
    head = (line for player in PLAYERS for line in _player(position, player, names, over))
    return "\n".join((*head, *ranks, f"  {files.rstrip()}", *below))


def _player(position: Position, player: int, names: Names, over: bool) -> list[str]:
    way = "up" if player == PLAYERS[0] else "down"
    mark = f"{LETTERS[player - 1]}: {brief_name(player, names)} ({SHAPES[player]}), runs {way}"
    return board_lines(f"{mark}{state_of(player, position.turn, outcome(position), over)}.")


def _rank(position: Position, rank: int) -> str:
    line = ""
    for file in range(SIZE):
        square = name((file, rank))
        if square in NUMBER:
            line = f"{line:{COLUMN * file}}{_mark(position.stack(square))}"
    return f"{rank + 1} {line}"


def _mark(stack: bytes) -> str:
    if len(stack) > ROOM:
        return f"{LETTERS[stack[-1] - 1]}{len(stack)}"
    return letters(stack) or "."
