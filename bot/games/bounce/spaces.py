"""One space of Bounce in words."""

from collections.abc import Iterator

from bot.games.bounce.board import AHEAD, HEADINGS, NUMBER, SQUARES, Position, letters
from bot.games.bounce.moves import outcome
from bot.games.bounce.notation import is_on_board
from bot.games.bounce.ways import directions
from bot.games.core import Names, NotationError
from bot.games.phrases import SHAPES, comma_list, name_of, normalized, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What is on a square, what is next to it, what it can do. Raises NotationError."""
    square = normalized(cell)
    if square not in NUMBER:
        raise NotationError(_nowhere(square, cell))
    parts = [f"{square} {_contents(position, square, names)}.", _beside(position, square, names)]
    return " ".join((*parts, *_doing(position, square)))


def _nowhere(square: str, cell: str) -> str:
    if is_on_board(square):
        return f"{square} is a light square, which is never used. Name a dark one, like c3."
    return f"There is no square {quoted(cell)} on this board. Name a dark one, like c3."


def _contents(position: Position, square: str, names: Names) -> str:
    stack = position.stack(square)
    if not stack:
        return "is empty"
    if len(stack) == 1:
        return f"holds {_whose(stack, names)} single cup, a {SHAPES[stack[-1]]}"
    return (
        f"holds {_whose(stack, names)} stack of {len(stack)}, {letters(stack)} from bottom to top"
    )


def _beside(position: Position, square: str, names: Names) -> str:
    numbers = dict.fromkeys(AHEAD[NUMBER[square]][heading][0] for heading in HEADINGS)
    parts = []
    for number in sorted(numbers):
        stack = position.stacks[number]
        what = f"{_whose(stack, names)} {letters(stack)}" if stack else "empty"
        parts.append(f"{SQUARES[number]}, {what}")
    return f"Beside it: {'; '.join(parts)}."


def _doing(position: Position, square: str) -> Iterator[str]:
    stack = position.stack(square)
    if not stack or outcome(position):
        return
    ways = [way.run for ways in directions(position, square).values() for way in ways]
    ends = sorted({run.target for run in ways if not run.covered})
    taken = sorted({covered for run in ways for covered in run.covered})
    can = [f"run to {comma_list(ends, 'or')}"] if ends else []
    can += [f"cover {comma_list(taken, 'or')}"] if taken else []
    yield f"It can {', and '.join(can)}." if can else "It can't run now."


def _whose(stack: bytes, names: Names) -> str:
    return f"{name_of(stack[-1], names)}'s"
