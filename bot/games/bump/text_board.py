"""The board of Bump without its picture: drawn in plain characters, or one space in words."""

from collections.abc import Iterator

from bot.games.bump.board import (
    AREA_CELLS,
    CENTER,
    GATES,
    NEIGHBORS,
    NUMBER,
    PLAYERS,
    RADIUS,
    SPACES,
    STARTS,
    Position,
    shown,
)
from bot.games.core import Names, NotationError
from bot.games.hexes import COMPASS, DIRECTIONS
from bot.games.phrases import NOBODY, SHAPES, brief_name, name_of, quoted

# The text board

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
    # The longest row, whose names are short: its ends come closer, so that it is no wider than
    # those beside it.
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


# One space


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Who stands on a space, what the space is, and its six neighbors; of C, both centers.

    Raises NotationError.
    """
    space = "".join(cell.split()).upper()
    if space == "C":
        centers = (SPACES[CENTER[player]] for player in PLAYERS)
        return "\n".join(" ".join(_about(position, center, names)) for center in centers)
    if space not in NUMBER:
        raise NotationError(
            f"There is no space {quoted(cell)} on this board. Name one like 01, 011, C1 or C2."
        )
    return " ".join(_about(position, space, names))


def _about(position: Position, space: str, names: Names) -> Iterator[str]:
    kind, mover = _kind(space, names), position.turn
    yield f"{space}{f', {kind},' if kind else ''} {_contents(position, space, names)}."
    if owner := next((player for player in PLAYERS if NUMBER[space] == CENTER[player]), None):
        yield f"No piece of {name_of(owner, names)} may ever enter it."
    if owner != mover and NUMBER[space] in position.closed(mover):
        yield f"No piece of {name_of(mover, names)} may enter it this turn."
    yield _around(position, space, names)


def _kind(space: str, names: Names) -> str:
    for player in PLAYERS:
        if NUMBER[space] == CENTER[player]:
            return f"the center of {name_of(player, names)}"
        if space in dict(STARTS[player]):
            return f"a starting space of {name_of(player, names)}"
    return "a gate between the areas" if space in GATES else ""


def _contents(position: Position, space: str, names: Names) -> str:
    piece = position.piece(space)
    if piece is None:
        return "is empty"
    player, front = piece
    beyond = NEIGHBORS[space][front]
    towards = f"towards {shown(beyond)}" if beyond else "towards a wall"
    return f"holds {name_of(player, names)}'s piece facing {front}, {COMPASS[front]}, {towards}"


def _around(position: Position, space: str, names: Names) -> str:
    # The six sides, in the order of their digits; walls are named together.
    open_sides = [
        f"{COMPASS[k]} {shown(neighbor)}, {_briefly(position, neighbor, names)}"
        for k in DIRECTIONS
        if (neighbor := NEIGHBORS[space][k])
    ]
    walls = [COMPASS[k] for k in DIRECTIONS if not NEIGHBORS[space][k]]
    closed = f" Walls: {', '.join(walls)}." if walls else ""
    return f"Beside it: {'; '.join(open_sides)}.{closed}"


def _briefly(position: Position, space: str, names: Names) -> str:
    piece = position.piece(space)
    if piece:
        return f"{name_of(piece[0], names)}'s piece facing {piece[1]}"
    if space.startswith("C"):
        return f"the center of {name_of(int(space[1]), names)}"
    return "a gate" if space in GATES else "empty"
