"""Bounce in writing: move texts like `c3-d4` and `c3xd4-e5`, and position texts.

>>> from bot.games.bounce import GAME
>>> start = GAME.start({})
>>> GAME.parse(start, "A1 x B2 - C3")
Run(source='a1', covered=('b2',), target='c3')
>>> GAME.format(start, GAME.parse(start, "b2-a3"))
'b2-a3'
"""

import re
from collections import Counter

from bot.games.bounce.board import (
    LETTERS,
    MOST_PIECES,
    NUMBER,
    SIZE,
    SQUARES,
    Position,
    letters,
    variant_of,
)
from bot.games.bounce.moves import Move, Pass, Run, moves, outcome
from bot.games.core import NotationError, Options
from bot.games.guide import leniently
from bot.games.phrases import normalized, quoted
from bot.games.squares import NAME
from bot.games.squares import square as place_of

# Moves

RUN = re.compile(rf"({NAME})((?:x{NAME})*)-({NAME})", re.ASCII)


def write_move(position: Position, move: Move) -> str:
    match move:
        case Pass():
            return "pass"
        case Run(source, covered, target):
            return f"{'x'.join((source, *covered))}-{target}"


@leniently(moves, write_move, between=r"[\s,;:./>→-]+|(?<=[0-9])x(?=[a-z])")
def parse_move(position: Position, text: str) -> Move:
    line = normalized(text)
    if line == "pass":
        return Pass()
    fields = RUN.fullmatch(line)
    if not fields:
        raise NotationError(f"{quoted(text)} isn't a Bounce move. {example(position)}")
    for square in re.findall(NAME, line):
        _require_square(position, square)
    return Run(fields[1], tuple(fields[2].split("x")[1:]), fields[3])


def _require_square(position: Position, square: str) -> None:
    if square in NUMBER:
        return
    if is_on_board(square):
        raise NotationError(
            f"{square} is a light square; Bounce is played on the dark ones. {example(position)}"
        )
    raise NotationError(f"The board has no square {square}. {example(position)}")


def is_on_board(name: str) -> bool:
    """Whether the board has a square of that name, dark or light."""
    place = place_of(name)
    return place is not None and max(place) < SIZE


def example(position: Position) -> str:
    """Examples of moves for now: one that captures and one that does not, as far as there are."""
    if outcome(position):
        return "The game is over."
    legal = list(moves(position))
    runs = [move for move in legal if isinstance(move, Run)]
    if not runs:
        return "Write pass: none of your stacks can move."
    shown = {bool(run.covered): write_move(position, run) for run in reversed(runs)}
    return f"Write a move like {' or '.join(shown[kind] for kind in sorted(shown))}."


# Positions

STACK = re.compile(rf"({NAME}):([{LETTERS}]+)", re.ASCII | re.IGNORECASE)
START = "a1:PP b8:Y;P"


def write_position(position: Position) -> str:
    """The position's text: `SQUARE:OWNERS` for each stack, then whose turn it is."""
    stacks = (f"{square}:{letters(owners)}" for square, owners in position.pieces())
    return f"{' '.join(stacks)};{LETTERS[position.turn - 1]}"


def read_position(text: str, options: Options) -> Position:
    """The position of a position text; repetitions count from it. Raises NotationError."""
    first, _, last = text.strip().rpartition(";")
    turn = last.strip().upper()
    words = re.sub(r"\s*:\s*", ":", first).split()
    if turn not in tuple(LETTERS) or not words:
        raise NotationError(
            "A position of Bounce is its stacks, each a square and its owners from bottom to top, "
            f"then ; and the color to move, P or Y, like {START}."
        )
    stacks = dict(map(_stack, words))
    _refuse_crowding([word.partition(":")[0].lower() for word in words], stacks)
    board = tuple(stacks.get(square, b"") for square in SQUARES)
    return Position(board, LETTERS.index(turn) + 1, variant_of(options))


def _stack(word: str) -> tuple[str, bytes]:
    fields = STACK.fullmatch(word)
    if not fields:
        raise NotationError(
            f"{quoted(word)} isn't a stack. Write a square and owners, like c3:PYP."
        )
    square = fields[1].lower()
    if square not in NUMBER:
        raise NotationError(
            f"{square} isn't a dark square of the board, and only those hold stacks."
        )
    return square, bytes(LETTERS.index(letter) + 1 for letter in fields[2].upper())


def _refuse_crowding(squares: list[str], stacks: dict[str, bytes]) -> None:
    square, count = Counter(squares).most_common(1)[0]
    if count > 1:
        raise NotationError(f"{square} appears twice. Write each stack once.")
    if sum(map(len, stacks.values())) > MOST_PIECES:
        raise NotationError(f"These are more cups than {MOST_PIECES}, the most that can be read.")
