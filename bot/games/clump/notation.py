"""Clump in writing: move texts like `c3-d3`, and position texts.

>>> from bot.games.clump import GAME
>>> start = GAME.start({})
>>> GAME.format(start, GAME.parse(start, "A1 - B1"))
'a1-b1'
>>> GAME.write(start)[:17]
'BRBRBRBR/RBRBRBRB'
"""

import re

from bot.games.clump.board import LETTERS, SIZES, Position, named, size_of
from bot.games.clump.moves import Move, Swap, moves
from bot.games.core import NotationError, Options
from bot.games.guide import leniently
from bot.games.phrases import normalized, quoted
from bot.games.squares import NAME

# Moves

SWAP = re.compile(rf"({NAME})[-,x]?({NAME})", re.ASCII)


def write_move(position: Position, move: Move) -> str:
    """The move's one canonical text, the own stone first."""
    return f"{move.source}-{move.target}"


@leniently(moves, write_move, between=r"[\s,;:./>→-]+")
def parse_move(position: Position, text: str) -> Move:
    fields = SWAP.fullmatch(normalized(text))
    if not fields:
        raise NotationError(f"{quoted(text)} isn't a Clump move. {example(position)}")
    for square in fields.groups():
        if not named(square, position.size):
            raise NotationError(f"The board has no square {square}. {example(position)}")
    return Swap(fields[1], fields[2])


def example(position: Position) -> str:
    move = next(moves(position), None)
    if move is None:
        return "The game is over."
    return f"Write your stone and the neighbor it swaps with, like {write_move(position, move)}."


# Positions

START = "BRBR/RBRB/BRBR/RBRB;R"


def write_position(position: Position) -> str:
    """The position's text: the ranks from the top, then whose turn it is."""
    return f"{'/'.join(rows(position))};{LETTERS[position.turn - 1]}"


def rows(position: Position) -> list[str]:
    """The ranks from the top, a letter for each stone."""
    size = position.size
    return [
        "".join(LETTERS[position.owner(rank * size + file) - 1] for file in range(size))
        for rank in reversed(range(size))
    ]


def read_position(text: str, options: Options) -> Position:
    """The position of a position text, whose size is its own. Raises NotationError."""
    size_of(options)  # refuses options that are none
    board, _, turn = "".join(text.split()).upper().rpartition(";")
    ranks = board.split("/")
    size = len(ranks)
    if turn not in tuple(LETTERS) or set(board) - {*LETTERS, "/"} or not board:
        raise NotationError(
            f"A position of Clump reads like “{START}”: the ranks from the top, R or B for each "
            "stone, then the color to move."
        )
    if size not in SIZES or {len(rank) for rank in ranks} != {size}:
        raise NotationError(
            f"A board of Clump has an even number of ranks, {SIZES[0]} to {SIZES[-1]}, and as many "
            f"stones in each rank. It reads like “{START}”, the smallest one."
        )
    letters = "".join(reversed(ranks))
    red = sum(1 << number for number, letter in enumerate(letters) if letter == LETTERS[0])
    return Position(size, red, LETTERS.index(turn) + 1)
