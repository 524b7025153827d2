"""Bi-Pod in writing: move texts like `e1,f2` and `v2 O`, and position texts.

Every character of a cell's name counts: backtick, `=`, `-`, `'` and `;` are columns too.

>>> from bot.games.bipod import GAME
>>> start = GAME.start({})
>>> GAME.format(start, GAME.parse(start, "F2, E1"))
'e1,f2'
>>> GAME.parse(start, "z9")
Traceback (most recent call last):
bot.games.core.NotationError: ...
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.games.bipod.board import (
    BIT,
    BLACK,
    CELLS,
    COLORS,
    COLUMNS,
    ROWS,
    STARTS,
    Position,
    cells_of,
    named,
    nearest_to,
    several,
    start,
)
from bot.games.bipod.moves import Adopt, Block, Move, Run, at_once, outcome
from bot.games.core import NotationError, Options
from bot.games.phrases import plain, quoted

# Moves

ADOPT = "adopt"
GROUP = re.compile(rf"([{re.escape(COLUMNS)}]+)([0-9]+)", re.ASCII | re.IGNORECASE)
"""Columns and rows, each with each: `e13` is e1 and e3."""

NUMBERED = re.compile(r"(?<![^,])([1-9][0-9]?)[.:]?([0-9])(?![0-9])", re.ASCII)
"""A cell by the number of its column, as pictures have it, and its row: `11.1` or `111` is i1."""

STONES = re.compile(rf"((?:[{re.escape(COLUMNS)}]+[0-9]+,*)+)([ox]?)", re.ASCII | re.IGNORECASE)


def write_move(position: Position, move: Move) -> str:
    match move:
        case Adopt():
            return ADOPT
        case Block():
            return ",".join(move.ordered())
        case Run(cell, color):
            return f"{cell} {color}"


def parse_move(position: Position, text: str) -> Move:
    """The move of a text; of its case only that of a color counts. Raises NotationError."""
    color, cell = color_before(position, text)
    line = lettered(cell + color)
    if line.casefold() == ADOPT:
        return Adopt()
    fields = STONES.fullmatch(line)
    if not fields:
        raise NotationError(f"{quoted(text)} isn't a Bi-Pod move. {example(position)}")
    cells = list(_cells(position, fields[1]))
    if fields[2] not in COLORS:
        return Block(frozenset(cells))
    if len(cells) > 1:
        raise NotationError(f"A turn places one stone of a color. {example(position)}")
    return Run(cells[0], fields[2])


def color_before(position: Position, text: str) -> tuple[str, str]:
    """The color that the Runner wrote before the cell, as the buttons do (`O u3`), and the rest of
    the text; no color if it comes after, or if it is a column."""
    color, _, cell = text.strip().partition(" ")
    stands_before = position.turn == position.runner and color in COLORS and cell.strip()
    return (color, cell) if stands_before else ("", text)


def lettered(text: str) -> str:
    """A typed text made plain, its numbers of columns turned into their letters."""

    def named(cell: re.Match[str]) -> str:
        number = int(cell[1])
        return COLUMNS[number - 1] + cell[2] if number <= len(COLUMNS) else cell[0]

    return NUMBERED.sub(named, plain(text))


def spelled(text: str) -> Iterator[str]:
    """Every cell, on the board or not, that a text names, in the order written."""
    for columns, rows in GROUP.findall(lettered(text).lower()):
        yield from (column + row for column in columns for row in rows)


def _cells(position: Position, text: str) -> Iterator[str]:
    seen = set[str]()
    for cell in spelled(text):
        if cell not in BIT:
            raise NotationError(f"The board has no cell {cell}. {_instead(position, cell)}")
        if cell in seen:
            raise NotationError(f"{cell} appears twice. Name every cell once.")
        seen.add(cell)
        yield cell


def _instead(position: Position, cell: str) -> str:
    if int(cell[1]) not in ROWS:
        return f"Rows run from 1 to {ROWS[-1]}. {example(position)}"
    first, second = sorted(nearest_to([cell], cells_of(int(cell[1])))[:2], key=CELLS.index)
    return f"In row {cell[1]} the nearest ones are {first} and {second}."


def example(position: Position) -> str:
    """An example of a move for now, with empty cells near the start stones."""
    if outcome(position):
        return "The game is over."
    cells = nearest_to(STARTS.values(), named(position.empty))
    if position.turn == position.runner:
        return f"Write a cell and a color, like {cells[0]} o or {cells[0]} O."
    if position.runner:
        return f"Write a cell, like {cells[0]}."
    more = write_move(position, Block(frozenset(cells[: at_once(position)])))
    several = f" or {more}" if "," in more else ""
    return f"Write a cell, like {cells[0]}{several}, or adopt."


# Positions

SHOWN = {STARTS["o"]: "@", STARTS["O"]: "Q"}
"""How position texts write the start stones."""

MEANT = {"@": "o", "Q": "O"}
FORM = re.compile(r"([.xoO@Q/]*);([12]);([12-])")
SAMPLE = "/".join(["...xx@....Q.....", "." * 15, "." * 14, "." * 13, "." * 12, "." * 11])


def write_position(position: Position) -> str:
    """The position's text: six rows with `/` between, then `;TURN;RUNNER`."""
    marks = dict.fromkeys(CELLS, ".") | dict(position.stones()) | SHOWN
    rows = "/".join("".join(marks[cell] for cell in cells_of(row)) for row in ROWS)
    return f"{rows};{position.turn};{position.runner or '-'}"


def read_position(text: str, options: Options) -> Position:
    """The position of a position text under those options. Raises NotationError."""
    fields = FORM.fullmatch("".join(text.split()))
    if not fields:
        raise NotationError(
            "A position of Bi-Pod is its six rows with / between, then the player to move (1 or "
            "2) and the Runner (1, 2 or -), with ; between. A cell is . when empty, x, o or O "
            f"for its stone; the start stones are @ and Q. Write it like {SAMPLE};2;- for example."
        )
    marks = _marks(fields[1])
    black, first, second = (
        several(cell for cell, mark in marks.items() if MEANT.get(mark, mark) == color)
        for color in (BLACK, *COLORS)
    )
    runner = None if fields[3] == "-" else int(fields[3])
    if runner is None and {*COLORS} & {*marks.values()}:
        raise NotationError("Stones of o and O need a Runner. Name the player who runs, 1 or 2.")
    agreed = start(options)
    return replace(agreed, black=black, runs=(first, second), turn=int(fields[2]), runner=runner)


def _marks(text: str) -> dict[str, str]:
    rows = text.split("/")
    lengths = [len(cells_of(row)) for row in ROWS]
    if [len(row) for row in rows] != lengths:
        wanted = ", ".join(map(str, lengths))
        raise NotationError(f"The six rows have {wanted} cells, with / between the rows.")
    marks = dict(zip(CELLS, "".join(rows), strict=True))
    found = {cell: mark for cell, mark in marks.items() if mark in MEANT}
    if found != SHOWN:
        raise NotationError("The start stones are @ on i1 and Q on s1, and nowhere else.")
    return marks
