"""The bump phase: one bump sets off the next until the board is stable."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.games.bump.board import (
    AROUND,
    BEYOND,
    PLAYERS,
    SPACES,
    Position,
    code,
    facing,
    owner,
    shown,
)
from bot.games.core import Bumped, Captured
from bot.games.hexes import DIRECTIONS, opposite


class Stasis(Captured, kind="stasis"):
    """A piece was captured where it stood, about to be bumped the same way a third time."""


STASIS = 3
"""The repetition at which a piece is captured in stasis."""

TOWARD = tuple((code(1, opposite(k)), code(2, opposite(k))) for k in DIRECTIONS)
"""The pieces that face back, by the direction in which they stand."""


EVERY_FACING = 0b111111


def _stable_beside(direction: int) -> bytes:
    # For each piece standing in that direction, the facings, as bits, that lead to no bump.
    towards_it = 1 << direction
    stable = bytearray([EVERY_FACING] * (code(2, 5) + 1))
    for piece in (code(player, k) for player in PLAYERS for k in DIRECTIONS):
        # Bumper to bumper is stable; otherwise a bumper must not meet a blind side.
        faces_back = piece in TOWARD[direction]
        stable[piece] = towards_it if faces_back else EVERY_FACING ^ towards_it
    return bytes(stable)


STABLE = tuple(tuple((space, _stable_beside(k)) for k, space in around) for around in AROUND)


def stable_facings(board: Sequence[int], space: int) -> int:
    """The facings, as bits, with which a piece can stand on the space without any bump."""
    facings = EVERY_FACING
    for neighbor, stable in STABLE[space]:
        facings &= stable[board[neighbor]]
    return facings


def unstable_beside(board: Sequence[int], space: int, front: int) -> list[int]:
    """The neighbors that a piece with that facing would bump, or be bumped by, on the space."""
    return [near for near, stable in STABLE[space] if not stable[board[near]] >> front & 1]


def destination(space: int, direction: int) -> str:
    """The name of the space that a piece would be shifted to, in a choice."""
    target = BEYOND[space][direction]
    return f"X{direction}" if target is None else shown(SPACES[target])


@dataclass(slots=True)
class Chain:
    """One bump phase. It runs until the board is stable, or stops if a choice is missing."""

    position: Position
    """The position before the turn."""
    board: bytearray
    """The board with the player's own movement made, changed from bump to bump."""
    choices: list[str]
    """The player's choices not used yet."""
    offered: tuple[str, ...] = ()
    """The options of the missing choice; none once the board is stable."""
    effects: list[Bumped | Captured] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    """The spaces of pieces that are not settled, the next one last."""
    began: dict[int, int] = field(default_factory=dict)
    """Which piece is on a space: where it began the phase, if it was bumped since."""
    times: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """How often a piece was about to be bumped from a space in a direction."""

    def settle(self, space: int) -> None:
        """Settle the piece that just moved, then every bumped piece where it lands."""
        self.waiting = [space]
        while self.waiting and not self.offered:
            bumped = self.bumped_by(self.waiting[-1])
            directions = self.bumps_of(bumped)
            if not directions:
                self.waiting.pop()
            elif (direction := self.choose(bumped, directions)) is not None:
                self.bump(bumped, direction)

    def bumped_by(self, space: int) -> int:
        """The piece it bumps, else itself: bumping comes before being bumped."""
        direction = facing(self.board[space])
        target = BEYOND[space][direction]
        if target is None or not self.board[target] or self.board[target] in TOWARD[direction]:
            return space
        return target

    def bumps_of(self, space: int) -> list[int]:
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
        """Shift the piece one space, or capture it if movement would forbid the shift."""
        player = owner(self.board[space])
        piece = self.began.pop(space, space)
        target = BEYOND[space][direction]
        self.times[piece, space, direction] += 1
        if self.times[piece, space, direction] == STASIS:
            self.capture(space, Stasis(player, SPACES[space], direction))
        elif target is None or self.board[target] or target in self.position.closed(player):
            self.capture(space, Captured(player, SPACES[space], direction))
        else:
            self.began[target] = piece
            self.shift(space, target)
            self.effects.append(Bumped(player, SPACES[space], SPACES[target], direction))

    def shift(self, space: int, target: int) -> None:
        """Put the piece on the next space, where it is the next to settle."""
        self.board[space], self.board[target] = 0, self.board[space]
        self.waiting = [target if s == space else s for s in self.waiting]
        self.waiting.append(target)

    def capture(self, space: int, effect: Captured) -> None:
        """Remove the piece, also from those waiting to settle."""
        self.board[space] = 0
        self.waiting = [s for s in self.waiting if s != space]
        self.effects.append(effect)


def complete_chains(
    position: Position, board: bytearray, space: int
) -> Iterator[tuple[tuple[str, ...], Chain]]:
    """Every complete sequence of choices in the bump phase of the piece that just moved, with the
    phase that it makes."""
    open_sequences: list[tuple[str, ...]] = [()]
    while open_sequences:
        choices = open_sequences.pop()
        chain = Chain(position, board[:], list(choices))
        chain.settle(space)
        if not chain.offered:
            yield choices, chain
        open_sequences.extend((*choices, choice) for choice in reversed(chain.offered))
