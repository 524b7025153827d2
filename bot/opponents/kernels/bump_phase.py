# cython: wraparound=False
"""The bump phase of Bump, on a board that is changed and changed back."""

from bot.games.bump.board import Position
from bot.games.bump.chain import STASIS
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.bump_tables import (
    AIMS,
    AWAY,
    BLIND,
    LAST_SIDE,
    NEXT,
    NO_WAY,
    SIDE,
    VALUES,
    WALL,
)
from bot.opponents.longs import Longs


class BumpPhase(Base):
    """The board, and who aims at which of its spaces."""

    def __init__(self, position: Position) -> None:
        super().__init__(2, position.turn)
        self._board = bytearray(WALL + 1)
        self._aimed = bytearray(WALL + 1)
        self._held = sum(position.held)
        # The bumps since the first position: 65536 x piece + 256 x from + to, `WALL` if captured.
        self._bumps = Longs()
        # Where it has still to be looked whether something bumps.
        self._waiting = Longs()
        # The choices of bumps that are made: 8 x the sides to choose from + the side.
        self._path = Longs()
        self._asked = WALL
        self._sides = 0
        for space, piece in enumerate(position.board):
            if piece:
                self._put(piece, space)

    def _lift(self, space: int) -> None:
        piece = self._board[space]
        self._board[space] = 0
        self._aimed[NEXT[space << 3 | piece & 7]] ^= AIMS[piece]

    def _put(self, piece: int, space: int) -> None:
        self._board[space] = piece
        self._aimed[NEXT[space << 3 | piece & 7]] ^= AIMS[piece]

    def _settle(self, start: int) -> int:
        # Bump until all is stable, or a choice is missing: then `_sides` are the sides from which
        # the piece on the space `_asked` can be bumped. Returns what it adds to the mover's sum.
        board, aimed, waiting, bumps = self._board, self._aimed, self._waiting, self._bumps
        side, gain, used, mark = self.turn << SIDE, 0, 0, len(bumps)
        self._sides = 0
        waiting.append(start)
        while len(waiting):
            space = waiting.top()
            front = board[space] & 7
            bumped = NEXT[space << 3 | front]
            if not board[bumped] or aimed[space] >> front & 1:
                bumped = space
            piece = board[bumped]
            sides = aimed[bumped] & BLIND[piece]
            if not sides:
                waiting.pop()
                continue
            away = AWAY[sides]
            if away == NO_WAY:
                if used == len(self._path):
                    self._asked, self._sides = bumped, sides
                    waiting.clear()
                    break
                away = AWAY[1 << (self._path.get(used) & 7)]
                used += 1
            target = NEXT[bumped << 3 | away]
            gain -= VALUES[side | piece << 8 | bumped]
            board[bumped] = 0
            aimed[NEXT[bumped << 3 | piece & 7]] ^= AIMS[piece]
            if (
                board[target]
                or target == WALL
                or (target < 2 and self._is_closed(piece, target))
                or (len(bumps) - mark >= 2 * STASIS - 2 and self._is_stasis(bumped, target, mark))
            ):
                waiting.drop(bumped)
                target = WALL
            else:
                if bumped == space or len(waiting) > 1:
                    waiting.replace(bumped, target)
                waiting.append(target)
                board[target] = piece
                aimed[NEXT[target << 3 | piece & 7]] ^= AIMS[piece]
                gain += VALUES[side | piece << 8 | target]
            bumps.append(piece << 16 | bumped << 8 | target)
        return gain

    def _is_closed(self, piece: int, center: int) -> bool:
        # Whether a piece can't be shifted to that center, so that it is captured instead.
        player = piece >> 3
        return center == player - 1 or (player == self.turn and self._held & player != 0)

    def _is_stasis(self, space: int, target: int, mark: int) -> bool:
        # Whether the piece from the space is bumped to the same target once too often.
        times, here = 0, space
        for at in range(len(self._bumps) - 1, mark - 1, -1):
            bump = self._bumps.get(at)
            if bump & 255 == here:
                here = bump >> 8 & 255
                times += here == space and bump & 255 == target
        return times == STASIS - 1

    def _unbump(self, mark: int) -> None:
        board, aimed, bumps = self._board, self._aimed, self._bumps
        for _ in range(len(bumps) - mark):
            bump = bumps.pop()
            piece, space, target = bump >> 16, bump >> 8 & 255, bump & 255
            if target != WALL:
                board[target] = 0
                aimed[NEXT[target << 3 | piece & 7]] ^= AIMS[piece]
            board[space] = piece
            aimed[NEXT[space << 3 | piece & 7]] ^= AIMS[piece]

    # Choices: every complete sequence of them, in a certain order

    def _ask(self, sides: int) -> None:
        # Choose the last of these sides.
        self._path.append(sides << 3 | LAST_SIDE[sides])

    def _go_on(self) -> bool:
        # Change the last choice that can be changed. Without one nothing is chosen any more.
        while len(self._path):
            chosen = self._path.pop()
            sides, side = chosen >> 3, chosen & 7
            if sides & (1 << side) - 1:
                self._path.append(sides << 3 | LAST_SIDE[sides & (1 << side) - 1])
                return True
        return False

    def _choose(self, space: int, number: int) -> None:
        # Make the choices of that number, from 1, for the piece that has come to the space.
        mark = len(self._bumps)
        while number:
            self._settle(space)
            self._unbump(mark)
            if self._sides:
                self._ask(self._sides)
            else:
                number -= 1
                if number:
                    self._go_on()
