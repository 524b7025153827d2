"""A turn of Bump: what moves there are, and what becomes of one.

The movement phase says where a piece can go, the bump phase what its bumper sets off.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from bot.games.bump_board import (
    AREA_CELLS,
    AROUND,
    BEYOND,
    CENTER,
    NUMBER,
    SPACES,
    STARTS,
    Position,
    code,
    facing,
    opponent,
    owner,
)
from bot.games.core import Bumped, Captured, Effect, Moved, Passed, Placed, Rotated, Turn
from bot.games.hexes import DIRECTIONS, opposite, rotations

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


@dataclass(frozen=True, slots=True)
class Stasis(Captured):
    """A piece was captured where it stood, about to be bumped the same way a third time."""

    kind: ClassVar[str] = "stasis"


@dataclass(frozen=True, slots=True)
class Transferred(Effect):
    """A piece passed through a gate into the other area by its own movement."""

    kind: ClassVar[str] = "transfer"
    player: int
    at: str


@dataclass(frozen=True, slots=True)
class Held(Effect):
    """The player stands on the opposing center at the end of the turn: "Guard your center!"."""

    kind: ClassVar[str] = "hold"
    player: int
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


def _turns(before: int, points: int) -> tuple[int, ...]:
    within = [k for k in DIRECTIONS if rotations(before, k) <= points]
    return tuple(sorted(within, key=lambda k: rotations(before, k)))


TURNS = tuple(tuple(_turns(k, points) for points in range(POINTS + 1)) for k in DIRECTIONS)
"""The facings a piece can turn to, by its facing and its points; the one it has comes first."""


# The bump phase

TOWARD = tuple((code(1, opposite(k)), code(2, opposite(k))) for k in DIRECTIONS)
"""The pieces that, standing in each direction, face back."""


def _calm(direction: int) -> bytes:
    """For each piece that may stand there, the set of facings that are stable beside it."""
    calm = bytearray([63] * 24)
    for player in (1, 2):
        for k in DIRECTIONS:
            # Bumper to bumper is stable; otherwise one of the two bumps the other's blind side.
            only = 1 << direction
            calm[code(player, k)] = only if k == opposite(direction) else 63 ^ only
    return bytes(calm)


CALM = tuple(tuple((space, _calm(k)) for k, space in around) for around in AROUND)


def calm_facings(board: Sequence[int], space: int) -> int:
    """The facings, as bits, with which a piece can stand on the space without any bump."""
    facings = 63
    for neighbor, calm in CALM[space]:
        facings &= calm[board[neighbor]]
    return facings


def destination(space: int, direction: int) -> str:
    """How a choice names the space that a piece would be shifted to."""
    target = BEYOND[space][direction]
    if target is None:
        return f"X{direction}"
    return "C" if target in CENTER.values() else SPACES[target]


@dataclass(slots=True)
class Chain:
    """One bump phase. It runs until the board is stable, or stops where a choice is missing.

    `choices` are those not used up yet; `offered` is what the missing choice may be.
    """

    position: Position
    board: bytearray
    choices: list[str] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    offered: tuple[str, ...] = ()
    waiting: list[int] = field(default_factory=list)
    origin: dict[int, int] = field(default_factory=dict)
    pushes: Counter[tuple[int, int, int]] = field(default_factory=Counter)

    def settle(self, space: int) -> None:
        """Settle the piece that just moved, then every bumped piece where it lands."""
        self.waiting = [space]
        while self.waiting and not self.offered:
            bumped = self.bumped_by(self.waiting[-1])
            directions = self.bumps_against(bumped)
            if not directions:
                self.waiting.pop()
            elif (direction := self.choose(bumped, directions)) is not None:
                self.bump(bumped, direction)

    def bumped_by(self, space: int) -> int:
        """The piece to be bumped now: bumping comes before being bumped."""
        direction = facing(self.board[space])
        target = BEYOND[space][direction]
        if target is None or not self.board[target] or self.board[target] in TOWARD[direction]:
            return space
        return target

    def bumps_against(self, space: int) -> list[int]:
        """The directions in which its neighbors bump the piece."""
        front = facing(self.board[space])
        return [
            opposite(k)
            for k, neighbor in AROUND[space]
            if self.board[neighbor] in TOWARD[k] and k != front
        ]

    def choose(self, space: int, directions: list[int]) -> int | None:
        """The bump that is resolved: of several the player whose turn it is chooses one."""
        if len(directions) == 1:
            return directions[0]
        offered = [destination(space, k) for k in directions]
        if self.choices and self.choices[0] in offered:
            return directions[offered.index(self.choices.pop(0))]
        self.offered = tuple(offered)
        return None

    def bump(self, space: int, direction: int) -> None:
        """Shift the piece one space, or capture it where movement would forbid the shift."""
        player = owner(self.board[space])
        piece = self.origin.pop(space, space)
        target = BEYOND[space][direction]
        self.pushes[piece, space, direction] += 1
        if self.pushes[piece, space, direction] == 3:
            self.capture(space, Stasis(player, SPACES[space], direction))
        elif target is None or self.board[target] or target in self.position.closed(player):
            self.capture(space, Captured(player, SPACES[space], direction))
        else:
            self.origin[target] = piece
            self.shift(space, target)
            self.effects.append(Bumped(player, SPACES[space], SPACES[target], direction))

    def shift(self, space: int, target: int) -> None:
        """Put the piece on the next space, where it is the next to settle."""
        self.board[space], self.board[target] = 0, self.board[space]
        self.waiting = [target if s == space else s for s in self.waiting]
        self.waiting.append(target)

    def capture(self, space: int, effect: Captured) -> None:
        """Remove the piece; whatever it was waiting for is over."""
        self.board[space] = 0
        self.waiting = [s for s in self.waiting if s != space]
        self.effects.append(effect)


def complete_choices(position: Position, board: bytearray, space: int) -> Iterator[tuple[str, ...]]:
    """Every complete sequence of choices in the bump phase of the piece that just moved."""
    open_sequences: list[tuple[str, ...]] = [()]
    while open_sequences:
        choices = open_sequences.pop()
        chain = Chain(position, board[:], list(choices))
        chain.settle(space)
        if not chain.offered:
            yield choices
        open_sequences.extend((*choices, choice) for choice in reversed(chain.offered))


# Legal moves


def is_won(position: Position) -> bool:
    """Whether the player to move stands on the opposing center, which wins at once."""
    return position.board[CENTER[opponent(position.turn)]] != 0


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
        calm = 0 if position.board[space] else calm_facings(position.board, space)
        yield from (Reinforcement(name, k) for k in DIRECTIONS if calm >> k & 1)


def movements(position: Position, source: int) -> Iterator[Movement]:
    """Every movement of one piece, once for each complete sequence of choices."""
    piece = position.board[source]
    before = facing(piece)
    board = bytearray(position.board)
    board[source] = 0
    for target, path in reach(position.board, source, position.closed(position.turn)).items():
        calm = calm_facings(board, target)
        for after in TURNS[before][POINTS + 1 - len(path)]:
            if target == source and after == before:
                continue
            turned = None if after == before else after
            if calm >> after & 1:
                yield Movement(SPACES[source], SPACES[target], turned)
                continue
            board[target] = code(position.turn, after)
            for choices in complete_choices(position, board, target):
                yield Movement(SPACES[source], SPACES[target], turned, choices)
            board[target] = 0


# One move


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    """The turn that the move makes, None when it is not legal."""
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
    """The bump phase once the piece has gone along the path and turned."""
    board = bytearray(position.board)
    before, board[path[0]] = facing(board[path[0]]), 0
    board[path[-1]] = code(position.turn, before if move.facing is None else move.facing)
    chain = Chain(position, board, list(move.choices))
    chain.settle(path[-1])
    return chain


def path_of(position: Position, move: Movement) -> tuple[int, ...] | None:
    """The spaces the piece comes to, both ends counted; None where its points don't allow it."""
    source, target = NUMBER.get(move.source), NUMBER.get(move.target)
    if source is None or target is None or owner(position.board[source]) != position.turn:
        return None
    path = reach(position.board, source, position.closed(position.turn)).get(target)
    before = facing(position.board[source])
    if path is None or (path[-1] == source and move.facing is None):
        return None
    if move.facing is None:
        return path
    points = POINTS + 1 - len(path)
    return path if move.facing in TURNS[before][points][1:] else None


def _own_effects(position: Position, move: Movement, path: tuple[int, ...]) -> Iterator[Effect]:
    """What the player's own piece did in the movement phase."""
    names = tuple(SPACES[space] for space in path)
    if len(path) > 1:
        yield Moved(position.turn, move.source, move.target, names)
    for last, gate, following in zip(names, names[1:], names[2:], strict=False):
        if not any(last in cells and following in cells for cells in AREA_CELLS.values()):
            yield Transferred(position.turn, gate)
    if move.facing is not None:
        yield Rotated(position.turn, move.target, facing(position.board[path[0]]), move.facing)


def _end(position: Position, board: bytes | bytearray, effects: Sequence[Effect]) -> Turn[Position]:
    """The turn passes to the other player; who now holds the opposing center is remembered."""
    player, other = position.turn, opponent(position.turn)
    held = [p for p in position.held if p != player]
    if board[CENTER[other]]:
        held.append(player)
        effects = [*effects, Held(player, SPACES[CENTER[other]])]
    after = Position(bytes(board), other, position.reserves, tuple(sorted(held)))
    return Turn(after, tuple(effects))
