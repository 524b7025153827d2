"""One space of Bump in words, and what can be done there."""

from collections.abc import Iterator, Sequence
from functools import partial

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
from bot.games.bump.moves import Held, is_won, movements, moves, reinforcements, resolve
from bot.games.bump.notation import write_move
from bot.games.core import (
    Bumped,
    Captured,
    Effect,
    Moved,
    Names,
    NotationError,
    Rotated,
    opponent,
)
from bot.games.guide import NOTHING, MovesByEffect, by_effect
from bot.games.hexes import COMPASS, DIRECTIONS
from bot.games.phrases import counted, name_of, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Who is on a space, what the space is, and its six neighbors; for C, both centers.

    Raises NotationError.
    """
    space = "".join(cell.split()).upper()
    if space == "C":
        centers = (SPACES[CENTER[player]] for player in PLAYERS)
        return "\n".join(" ".join(_about(position, center, names)) for center in centers)
    if space not in NUMBER:
        raise _unknown(cell)
    return " ".join(_about(position, space, names))


def _unknown(cell: str) -> NotationError:
    return NotationError(
        f"There is no space {quoted(cell)} on this board. Name one like 01, 011, C1 or C2."
    )


def _about(position: Position, space: str, names: Names) -> Iterator[str]:
    kind, mover = _kind(space, names), position.turn
    yield f"{space}{f', {kind},' if kind else ''} {_contents(position, space, names)}."
    if owner := next((player for player in PLAYERS if NUMBER[space] == CENTER[player]), None):
        yield f"No piece of {name_of(owner, names)} may ever enter it."
    if owner != mover and NUMBER[space] in position.closed(mover):
        why = "one stood there at the end of the turn before"
        yield f"No piece of {name_of(mover, names)} may enter it this turn: {why}."
    yield _around(position, space, names)


# What can be done there

MOST_NAMED = 4
"""How many links of a chain are named in a list of moves; the others are counted."""


def moves_by_effect(position: Position, cell: str, names: Names) -> MovesByEffect:
    """The moves of an own piece by all that they set off, what can be done to another one, and how
    a reinforcement can be placed on an empty space."""
    space, turn = _named(position, cell), position.turn
    piece = position.piece(space)
    listed = partial(by_effect, position, resolve=resolve, text_of=write_move)
    if is_won(position):
        return {}
    if piece is None:
        placed = (each for each in reinforcements(position) if each.target == space)
        return listed(placed, effect=lambda _: "places a piece from the reserve")
    if piece[0] != turn:
        return listed(moves(position), effect=partial(_done_to, space))
    return listed(movements(position, NUMBER[space]), effect=partial(_set_off, turn, names))


def _named(position: Position, cell: str) -> str:
    # C alone is the center that a piece stands on, or may stand on.
    space = "".join(cell.split()).upper()
    if space == "C":
        centers = [f"C{player}" for player in (opponent(position.turn), position.turn)]
        return next(filter(position.piece, centers), centers[0])
    if space not in NUMBER:
        raise _unknown(cell)
    return space


def _done_to(space: str, effects: Sequence[Effect]) -> str:
    # What becomes of the piece that stood on the space.
    at = space
    for effect in effects:
        match effect:
            case Captured(at=lost) if lost == at:
                return "captures it"
            case Bumped(source=source, target=target) if source == at:
                at = target
    return "" if at == space else f"bumps it to {shown(at)}"


def _set_off(mover: int, names: Names, effects: Sequence[Effect]) -> str:
    # The links in their order, and whether the center is held.
    links = [e for e in effects if isinstance(e, Bumped | Captured)]
    parts = [*_links(mover, names, effects)][:MOST_NAMED]
    parts += _counted(mover, links[MOST_NAMED:])
    parts += ["stands on the center" for e in effects if isinstance(e, Held)]
    return ", ".join(parts) or f"{NOTHING}bump"


def _links(mover: int, names: Names, effects: Sequence[Effect]) -> Iterator[str]:
    at = ""  # where the moved piece is
    for effect in effects:
        match effect:
            case Moved(target=space) | Rotated(at=space):
                at = space
            case Bumped(_, source, target) if source == at:
                at = target
                yield f"is bumped to {shown(target)}"
            case Bumped(player, source, target):
                yield f"bumps {_whose(player, mover, names, source)} to {shown(target)}"
            case Captured(player, space) if space == at:
                at = ""
                yield "loses itself"
            case Captured(player, space):
                verb = "loses" if player == mover else "captures"
                yield f"{verb} {_whose(player, mover, names, space)}"


def _whose(player: int, mover: int, names: Names, at: str) -> str:
    return f"own {shown(at)}" if player == mover else f"{name_of(player, names)}'s {shown(at)}"


def _counted(mover: int, links: Sequence[Bumped | Captured]) -> Iterator[str]:
    bumps = sum(isinstance(link, Bumped) for link in links)
    lost = sum(isinstance(link, Captured) and link.player == mover for link in links)
    if bumps:
        yield counted(bumps, "more bump")
    if lost:
        yield f"loses {lost} more"
    if captured := len(links) - bumps - lost:
        yield f"captures {captured} more"


# What is there


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
