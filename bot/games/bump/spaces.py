"""One space of Bump in words."""

from collections.abc import Iterator

from bot.games.bump.board import (
    CENTER,
    GATES,
    NEIGHBORS,
    NUMBER,
    PLAYERS,
    SPACES,
    STARTS,
    Position,
    shown,
)
from bot.games.core import Names, NotationError
from bot.games.hexes import COMPASS, DIRECTIONS
from bot.games.phrases import name_of, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Who is on a space, what the space is, and its six neighbors; for C, both centers.

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
