"""A turn of Bump: the legal moves, and their effects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from bot.games.bump.board import (
    AREA_CELLS,
    AROUND,
    CENTER,
    NUMBER,
    SPACES,
    STARTS,
    Position,
    code,
    facing,
    owner,
)
from bot.games.bump.chain import Chain, complete_chains, stable_facings
from bot.games.core import Effect, Moved, Outcome, Passed, Placed, Rotated, Turn, opponent
from bot.games.hexes import DIRECTIONS, rotations

POINTS = 3


# Moves and effects


@dataclass(frozen=True, slots=True)
class Pass:
    """No piece moves."""


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A piece of the reserve is placed on a starting space."""

    target: str
    facing: int


@dataclass(frozen=True, slots=True)
class Movement:
    """One piece is shifted, then rotated.

    `facing` is the new facing, None when it stays. `choices` names, for each option of the bump
    phase, the space that the bumped piece is shifted to: "04", "C", or "X2" for a wall.
    """

    source: str
    target: str
    facing: int | None = None
    choices: tuple[str, ...] = ()


Move = Pass | Reinforcement | Movement


class Transferred(Effect, kind="transfer"):
    """A piece passed through a gate into the other area by its own movement."""

    at: str


class Held(Effect, kind="hold"):
    """The player stands on the opposing center at the end of the turn: "Guard your center!"."""

    threat: ClassVar[str] = "they stand on your center"

    at: str


# The movement phase


@lru_cache(maxsize=64)  # the moves of a piece are often asked for one by one
def reach(
    board: bytes, source: int, closed: tuple[int, ...], points: int = POINTS
) -> Mapping[int, tuple[int, ...]]:
    """A shortest path to every space the points can shift the piece to, nearest first.

    No shift leads onto another piece or into a closed center. A path counts both ends.
    """
    paths: dict[int, tuple[int, ...]] = {source: (source,)}
    edge = [source]
    for _ in range(points):
        further = []
        for space in edge:
            for _, target in AROUND[space]:
                if not board[target] and target not in paths and target not in closed:
                    paths[target] = (*paths[space], target)
                    further.append(target)
        edge = further
    return paths


def _turns(before: int, shifts: int) -> tuple[int, ...]:
    within = [k for k in DIRECTIONS if shifts + rotations(before, k) <= POINTS]
    return tuple(sorted(within, key=lambda k: rotations(before, k)))


TURNS = tuple(tuple(_turns(k, shifts) for shifts in range(POINTS + 1)) for k in DIRECTIONS)
"""The facings open to a piece by its current one, which comes first, and the shifts it made."""


# Legal moves


def is_won(position: Position) -> bool:
    """Whether the player to move stands on the opposing center, which wins at once."""
    return position.board[CENTER[opponent(position.turn)]] != 0


def outcome(position: Position) -> Outcome | None:
    """The player to move has won with a piece on the opposing center."""
    return Outcome((position.turn,), "center") if is_won(position) else None


def moves(position: Position) -> Iterator[Move]:
    """Every legal move: the pass, reinforcements, then each piece's movements, nearest first."""
    if is_won(position):
        return
    yield Pass()
    yield from reinforcements(position)
    for space, piece in enumerate(position.board):
        if piece and owner(piece) == position.turn:
            yield from movements(position, space)


def reinforcements(position: Position) -> Iterator[Reinforcement]:
    """Every way to place a piece of the reserve: on a free starting space, without any bump."""
    if not position.reserve(position.turn):
        return
    for name, _ in STARTS[position.turn]:
        space = NUMBER[name]
        stable = 0 if position.board[space] else stable_facings(position.board, space)
        yield from (Reinforcement(name, k) for k in DIRECTIONS if stable >> k & 1)


def movements(position: Position, source: int) -> Iterator[Movement]:
    """Every movement of one piece, once for each complete sequence of choices."""
    before, board = facing(position.board[source]), bytearray(position.board)
    for target, after, is_stable in _ends(position, board, source):
        turned = None if after == before else after
        if is_stable:
            yield Movement(SPACES[source], SPACES[target], turned)
        else:
            for choices, _ in _chains(position, board, target, after):
                yield Movement(SPACES[source], SPACES[target], turned, choices)


def bump_phases(position: Position, source: int) -> Iterator[tuple[int, Chain]]:
    """The bump phases that one piece's movements set off, each with the space that it is on by
    then; those without any bump are left out."""
    board = bytearray(position.board)
    for target, after, is_stable in _ends(position, board, source):
        if not is_stable:
            for _, chain in _chains(position, board, target, after):
                yield target, chain


def _ends(position: Position, board: bytearray, source: int) -> Iterator[tuple[int, int, bool]]:
    # Where a piece can come and how it can face there, and whether nothing is bumped then. It is
    # taken off the board.
    before, board[source] = facing(position.board[source]), 0
    for target, path in reach(position.board, source, position.closed(position.turn)).items():
        stable = stable_facings(board, target)
        for after in TURNS[before][len(path) - 1]:
            if target != source or after != before:
                yield target, after, bool(stable >> after & 1)


def _chains(
    position: Position, board: bytearray, target: int, after: int
) -> Iterator[tuple[tuple[str, ...], Chain]]:
    board[target] = code(position.turn, after)
    yield from complete_chains(position, board, target)
    board[target] = 0


# One move


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    if is_won(position):
        return None
    match move:
        case Pass():
            return _end(position, position.board, [Passed(position.turn)])
        case Reinforcement():
            return _reinforced(position, move)
        case Movement():
            return _moved(position, move)


def _reinforced(position: Position, move: Reinforcement) -> Turn[Position] | None:
    if move not in reinforcements(position):
        return None
    board = bytearray(position.board)
    board[NUMBER[move.target]] = code(position.turn, move.facing)
    first, second = position.reserves
    left = (first - 1, second) if position.turn == 1 else (first, second - 1)
    effects = [Placed(position.turn, move.target, move.facing)]
    return _end(replace(position, reserves=left), board, effects)


def _moved(position: Position, move: Movement) -> Turn[Position] | None:
    path = path_of(position, move)
    if path is None:
        return None
    chain = chain_after(position, path, move)
    if chain.offered or chain.choices:
        return None
    return _end(position, chain.board, [*_own_effects(position, move, path), *chain.effects])


def chain_after(position: Position, path: Sequence[int], move: Movement) -> Chain:
    """The bump phase once the piece has moved along the path and turned."""
    board = bytearray(position.board)
    before, board[path[0]] = facing(board[path[0]]), 0
    board[path[-1]] = code(position.turn, before if move.facing is None else move.facing)
    chain = Chain(position, board, list(move.choices))
    chain.settle(path[-1])
    return chain


def path_of(position: Position, move: Movement) -> tuple[int, ...] | None:
    """The spaces of the piece's path, both ends counted; None if its points don't allow it."""
    source = NUMBER.get(move.source)
    if source is None or owner(position.board[source]) != position.turn:
        return None
    paths = reach(position.board, source, position.closed(position.turn))
    path = paths.get(NUMBER.get(move.target, -1))
    if path is None:
        return None
    before = facing(position.board[source])
    after = before if move.facing is None else move.facing
    changes = len(path) > 1 if move.facing is None else after != before
    return path if changes and after in TURNS[before][len(path) - 1] else None


def _own_effects(position: Position, move: Movement, path: tuple[int, ...]) -> Iterator[Effect]:
    names = tuple(SPACES[space] for space in path)
    if len(path) > 1:
        yield Moved(position.turn, move.source, move.target, names)
    for last, gate, following in zip(names, names[1:], names[2:], strict=False):
        if not any(last in cells and following in cells for cells in AREA_CELLS.values()):
            yield Transferred(position.turn, gate)
    if move.facing is not None:
        yield Rotated(position.turn, move.target, facing(position.board[path[0]]), move.facing)


def _end(position: Position, board: bytes | bytearray, effects: Sequence[Effect]) -> Turn[Position]:
    player, other = position.turn, opponent(position.turn)
    held = [p for p in position.held if p != player]
    if board[CENTER[other]]:
        held.append(player)
        effects = [*effects, Held(player, SPACES[CENTER[other]])]
    after = Position(bytes(board), other, position.reserves, tuple(sorted(held)))
    return Turn(after, tuple(effects))
