"""The trapezium of Bi-Pod, sets of its cells, and positions on it.

A set of cells is an integer with a bit for each: stepping and flooding are then a few shifts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.games.core import BadOptions, Options
from bot.games.hexes import STEP, Cell

COLUMNS = "=`abcdefghijklmnopqrstuvwxyz-';"
"""The column characters from left to right. Cells of a row lie two columns apart."""

ROWS = range(1, 7)
PLAYERS = (1, 2)
COLORS = ("o", "O")

BLACK = "x"
STARTS = {"o": "i1", "O": "s1"}

STRIDE = 17
"""Bits from a cell to the one below it on the right; a row has 16 cells at most, and one spare."""


def _axial() -> Iterator[tuple[str, Cell]]:
    for row in ROWS:
        columns = COLUMNS[row - 1 : len(COLUMNS) - row + 1 : 2]
        yield from ((f"{column}{row}", (q, row - 1)) for q, column in enumerate(columns))


AXIAL: dict[str, Cell] = dict(_axial())
"""The axial coordinates of every cell: `q` along the row from 0, `r` the row from 0."""

CELLS: tuple[str, ...] = tuple(AXIAL)
"""The 81 cells in the order of position texts: row 1 to 6, left to right."""

NAMES = {cell: name for name, cell in AXIAL.items()}
NEIGHBORS: dict[str, tuple[str, ...]] = {
    name: tuple(NAMES[q + dq, r + dr] for dq, dr in STEP if (q + dq, r + dr) in NAMES)
    for name, (q, r) in AXIAL.items()
}
"""The cells next to each, clockwise from east."""

BIT = {name: 1 << (r * STRIDE + q) for name, (q, r) in AXIAL.items()}
NAME = {bit.bit_length(): name for name, bit in BIT.items()}
PLACE = {name: number for number, name in enumerate(CELLS)}


def readable(cell: str) -> str:
    """A cell whose column is no letter by the number of its column, as pictures have it: `2.3`."""
    return cell if cell[0].isalpha() else f"{COLUMNS.index(cell[0]) + 1}.{cell[1:]}"


def cells_of(row: int) -> tuple[str, ...]:
    """The cells of a row, left to right."""
    return tuple(name for name in CELLS if name[1:] == str(row))


def apart(a: str, b: str) -> int:
    """The number of steps between two cells; also for names of columns and rows without one."""
    rows = abs(int(a[1]) - int(b[1]))
    columns = abs(COLUMNS.index(a[0]) - COLUMNS.index(b[0]))
    return rows + max(0, columns - rows + 1) // 2


def nearest_to(wanted: Iterable[str], cells: Iterable[str]) -> list[str]:
    """The cells, those nearest to one of the wanted first."""
    marks = list(wanted)
    return sorted(cells, key=lambda cell: min(apart(cell, mark) for mark in marks))


# Sets of cells


def several(names: Iterable[str]) -> int:
    """The set of those cells."""
    return sum({BIT[name] for name in names})


def named(cells: int) -> Iterator[str]:
    """The cells of a set in the order of position texts."""
    while cells:
        lowest = cells & -cells
        yield NAME[lowest.bit_length()]
        cells ^= lowest


def beside(cells: int) -> int:
    """Every cell next to one of the set; some bits may be off the board."""
    row = cells << 1 | cells >> 1
    return row | cells << STRIDE | cells >> STRIDE | cells << STRIDE - 1 | cells >> STRIDE - 1


def flood(seed: int, within: int) -> int:
    """Every cell that can be reached from the seed inside a set."""
    reached, grown = 0, seed & within
    while grown != reached:
        reached, grown = grown, (grown | beside(grown)) & within
    return reached


BOARD = several(CELLS)
SIDES = several(cells_of(6)) | several(row[end] for row in map(cells_of, ROWS) for end in (0, -1))
"""The three short sides: row 6, and the first and last cell of every row."""


def is_side(cell: str) -> bool:
    """Whether a path may end on the cell."""
    return bool(BIT[cell] & SIDES)


STARTING = tuple(BIT[STARTS[color]] for color in COLORS)


# Positions


@dataclass(frozen=True, slots=True)
class Position:
    """Stones, roles, and the options of the match.

    `black` is the set of black stones, `runs` the sets of stones of color o and O with their start
    stones; `runner` is None until a player has adopted. `most` black stones may be placed in a turn
    while there are no roles, and the player who adopts takes the part that `adopting` names.
    """

    black: int
    runs: tuple[int, int]
    turn: int
    runner: int | None
    most: int = 1
    adopting: str = "blocking"

    @property
    def empty(self) -> int:
        return BOARD & ~(self.black | self.runs[0] | self.runs[1])

    def own(self, color: str) -> int:
        """The set of stones of a color, its start stone among them."""
        return self.runs[color == "O"]

    def open(self, color: str) -> int:
        """Where a path of that color could run: its own stones and empty cells."""
        return self.own(color) | self.empty

    def without(self, cells: Iterable[str]) -> "Position":
        """The position with some black stones not placed yet."""
        return replace(self, black=self.black & ~several(cells))

    def stone(self, cell: str) -> str | None:
        """What is on a cell: `x` black, `o` or `O`, None if it is empty."""
        bit = BIT[cell]
        sets = {BLACK: self.black, "o": self.runs[0], "O": self.runs[1]}
        return next((color for color, cells in sets.items() if cells & bit), None)

    def stones(self) -> Iterator[tuple[str, str]]:
        """Each stone as (cell, color) in the order of position texts, start stones included."""
        for cell in CELLS:
            if color := self.stone(cell):
                yield cell, color


EMPTY = Position(0, (STARTING[0], STARTING[1]), 1, None)


# The start

MOST = (1, 2, 3)
PARTS = ("blocking", "running")


def start(options: Options) -> Position:
    """The start stones alone. Options: `blocks` (1 to 3), `adopt` (blocking or running)."""
    if unknown := set(options) - {"blocks", "adopt"}:
        raise BadOptions(f"Bi-Pod has no option {min(unknown)}. It has blocks and adopt.")
    most, adopting = options.get("blocks", MOST[0]), options.get("adopt", PARTS[0])
    if type(most) is not int or most not in MOST:
        raise BadOptions("The option blocks is a number from 1 to 3: the most stones in a turn.")
    if adopting not in PARTS:
        raise BadOptions("The option adopt says which part is taken: blocking or running.")
    return replace(EMPTY, most=most, adopting=str(adopting))


def occupied(position: Position) -> Mapping[str, str]:
    return dict(position.stones())
