"""The board of Bump in characters, for those who can't see its picture or prefer to read."""

from collections.abc import Iterator

from bot.games.bump.board import AREA_CELLS, PLAYERS, RADIUS, Position, shown
from bot.games.core import Names
from bot.games.phrases import NOBODY, SHAPES, brief_name

LEGEND = """\
A0: a piece of A facing east;
A1: one facing southeast.
Numbers: empty spaces. Gates show twice."""

WIDEST = 40
"""Characters of a line, as many as a phone shows in a row."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """Both areas row by row, from the north and the west: `A0` a piece, `011` an empty space."""
    areas = ("\n".join(_area(position, player, names, over)) for player in PLAYERS)
    return "\n".join((LEGEND, *areas))


def _area(position: Position, player: int, names: Names, over: bool) -> Iterator[str]:
    # A heading and eleven rows, each shifted by half a space as on the page.
    yield from _heading(position, player, names, over)
    there = {cell: space for space, cell in AREA_CELLS[player].items()}
    for r in range(-RADIUS, RADIUS + 1):
        row = [(q, there[q, r]) for q in range(-RADIUS, RADIUS + 1) if (q, r) in there]
        if r == 0:
            yield _middle([_mark(position, s) for _, s in row])
            continue
        indent = 4 * (row[0][0] + RADIUS) + 2 * r - 2
        yield " " * indent + " ".join(f"{_mark(position, s):3}" for _, s in row).rstrip()


def _middle(marks: list[str]) -> str:
    # The longest row, whose names are short: its ends come closer, so that it is no wider than its
    # neighbors.
    return " ".join(f"{mark:{3 if 2 <= at <= 7 else 2}}" for at, mark in enumerate(marks)).rstrip()


def _heading(position: Position, player: int, names: Names, over: bool) -> Iterator[str]:
    reserve = position.reserve(player)
    is_moving = player == position.turn and not over
    states = ["to move"] * is_moving + [f"{reserve} in reserve"] * (reserve > 0)
    whose = f"-- {_letter(player)}, {brief_name(player, names)} ({SHAPES[player]})"
    whole = f"{', '.join([whose, *states])} --"
    yield from [whole] if len(whole) <= WIDEST else [whose, f"{', '.join(states)} --"]


def _mark(position: Position, space: str) -> str:
    piece = position.piece(space)
    return f"{_letter(piece[0])}{piece[1]}" if piece else shown(space)


def _letter(player: int) -> str:
    return "AB"[player - 1]
