"""The board of Bi-Pod in characters, for those who can't see its picture or prefer to read."""

from collections.abc import Iterator

from bot.games.bipod.board import (
    BLACK,
    CELLS,
    COLORS,
    COLUMNS,
    ROWS,
    Position,
    cells_of,
    named,
)
from bot.games.bipod.moves import outcome
from bot.games.bipod.notation import SHOWN
from bot.games.core import Names
from bot.games.phrases import NOBODY, board_lines, brief_name

LEGEND = "x black, o and O the colors, @ and Q their starts. A row begins with its number."


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The six rows, each column below its character: `x` black, `.` an empty cell; then the stones
    by name."""
    marks = dict.fromkeys(CELLS, ".") | dict(position.stones()) | SHOWN
    words = [*board_lines(LEGEND), *board_lines(_state(position, names, over))]
    rows = (_row(marks, row) for row in ROWS)
    return "\n".join([*words, f" {COLUMNS}", *rows, *_by_name(position)])


def _by_name(position: Position) -> Iterator[str]:
    # By ear nobody counts the cells of a row.
    sets = {BLACK: position.black} | {color: position.own(color) for color in COLORS}
    for color, cells in sets.items():
        yield from board_lines(f"{color}: {' '.join(named(cells)) or 'none'}")


def _row(marks: dict[str, str], row: int) -> str:
    shift = " " * COLUMNS.index(cells_of(row)[0][0])
    return f"{row}{shift}{' '.join(marks[cell] for cell in cells_of(row))}"


def _state(position: Position, names: Names, over: bool) -> str:
    end, runner = outcome(position), position.runner
    part = f"{brief_name(runner, names)} runs" if runner else "Nobody has a part"
    if end and not end.winners:
        return f"{part}; a draw."
    if over and not end:
        return f"{part}."
    who = brief_name(end.winners[0] if end else position.turn, names)
    return f"{part}; {who} {'has won' if end else 'is to move'}."
