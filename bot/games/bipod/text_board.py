"""The board of Bi-Pod without its picture: drawn in plain characters, or one cell in words."""

from collections.abc import Iterator

from bot.games.bipod.board import (
    BIT,
    CELLS,
    COLORS,
    COLUMNS,
    NEIGHBORS,
    ROWS,
    Position,
    cells_of,
    is_side,
)
from bot.games.bipod.moves import outcome
from bot.games.bipod.narration import holder
from bot.games.bipod.notation import SHOWN, lettered
from bot.games.bipod.paths import useful
from bot.games.core import Names, NotationError
from bot.games.phrases import NOBODY, brief_name, name_of, quoted

# The text board


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The six rows, each column below its character: `x` black, `.` an empty cell."""
    marks = dict.fromkeys(CELLS, ".") | dict(position.stones()) | SHOWN
    lines = ["x black, o and O the colors, @ and Q their starts.", _state(position, names, over)]
    lines += [f"  {COLUMNS}", *(_row(marks, row) for row in ROWS)]
    return "\n".join(lines)


def _row(marks: dict[str, str], row: int) -> str:
    shift = " " * COLUMNS.index(cells_of(row)[0][0])
    return f"{row} {shift}{' '.join(marks[cell] for cell in cells_of(row))}"


def _state(position: Position, names: Names, over: bool) -> str:
    end, runner = outcome(position), position.runner
    part = f"{brief_name(runner, names)} runs" if runner else "Nobody has adopted"
    if end and not end.winners:
        return f"{part}; a draw."
    if over and not end:
        return f"{part}."
    who = brief_name(end.winners[0] if end else position.turn, names)
    return f"{part}; {who} {'has won' if end else 'is to move'}."


# One cell


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What stands on a cell, what is beside it, and whether it is of use. Raises NotationError."""
    name = lettered(cell).lower()
    if name not in BIT:
        raise NotationError(
            f"There is no cell {quoted(cell)} on this board. Name one like i1, its column first."
        )
    beside = "; ".join(f"{n}, {_contents(position, n)}" for n in NEIGHBORS[name])
    return " ".join((*_about(position, name, names), f"Beside it: {beside}."))


def _about(position: Position, cell: str, names: Names) -> Iterator[str]:
    where = ", on a short side," if is_side(cell) else ""
    stone = position.stone(cell)
    yield f"{cell}{where} {f'holds {holder(cell, stone)}' if stone else 'is empty'}."
    if stone in COLORS and position.runner:
        yield f"{name_of(position.runner, names)} runs with {stone}."
    if not stone and cell not in useful(position):
        yield "No stone on it can change how the match goes on."


def _contents(position: Position, cell: str) -> str:
    stone = position.stone(cell)
    return holder(cell, stone) if stone else "empty"
