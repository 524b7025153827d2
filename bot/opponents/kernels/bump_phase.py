"""The bump phase of Bump, on a board that is changed and changed back."""

from bot.games.bump.board import Position
from bot.games.bump.chain import STASIS
from bot.opponents.kernels.bump_tables import AIMS, AWAY, BLIND, NEXT, NO_WAY, VALUES, WALL, WAYS

Path = tuple[int, ...]
"""The directions of the bumps that were chosen, in order."""


class BumpPhase:
    """The board, and who aims at which of its spaces."""

    def __init__(self, position: Position) -> None:
        self.turn = position.turn
        self._board = bytearray(position.board) + bytearray(1)
        self._aimed = bytearray(WALL + 1)
        self._held = sum(position.held)
        self._values = VALUES[self.turn]
        self._bumps: list[int] = []
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

    def _paths(self, space: int) -> list[Path]:
        # Every complete sequence of choices for the piece that has come to the space.
        found: list[Path] = []
        waiting: list[Path] = [()]
        mark = len(self._bumps)
        while waiting:
            path = waiting.pop()
            self._settle(space, path)
            if self._sides:
                waiting.extend([(*path, away) for away in WAYS[self._sides]])
            else:
                found.append(path)
            self._unbump(mark)
        return found

    def _settle(self, start: int, path: Path) -> int:
        # Bump until all is stable, or a choice is missing: then `_sides` are the sides from which
        # the piece on the space `_asked` can be bumped. Returns what it adds to the mover's sum.
        board, aimed = self._board, self._aimed
        gain = used = 0
        mark = len(self._bumps)
        waiting = [start]
        while waiting:
            space = waiting[-1]
            front = board[space] & 7
            bumped = NEXT[space << 3 | front]
            if not board[bumped] or aimed[space] >> front & 1:
                bumped = space
            sides = aimed[bumped] & BLIND[board[bumped]]
            if not sides:
                waiting.pop()
                continue
            away = AWAY[sides]
            if away == NO_WAY:
                if used == len(path):
                    self._asked, self._sides = bumped, sides
                    return gain
                away = path[used]
                used += 1
            gain += self._bump(bumped, away, waiting, mark)
        self._sides = 0
        return gain

    def _bump(self, space: int, away: int, waiting: list[int], mark: int) -> int:
        piece = self._board[space]
        target = NEXT[space << 3 | away]
        gain = -self._values[piece << 8 | space]
        self._lift(space)
        if self._is_shut(piece, target) or self._is_stasis(space, target, mark):
            waiting[:] = [each for each in waiting if each != space]
            target = WALL
        else:
            if space in waiting:
                waiting[:] = [target if each == space else each for each in waiting]
            waiting.append(target)
            self._put(piece, target)
            gain += self._values[piece << 8 | target]
        self._bumps.append(piece << 16 | space << 8 | target)
        return gain

    def _is_shut(self, piece: int, target: int) -> bool:
        # Whether a piece can't be shifted to the space, so that it is captured instead.
        if target > 1:
            return target == WALL or self._board[target] != 0
        player = piece >> 3
        closed = player == self.turn and self._held & player
        return target == player - 1 or self._board[target] != 0 or closed != 0

    def _is_stasis(self, space: int, target: int, mark: int) -> bool:
        # Whether the same piece is bumped the same way once too often.
        bumps = self._bumps
        if len(bumps) - mark < 2 * STASIS - 2:
            return False
        began: dict[int, int] = {}
        made = []
        for bump in bumps[mark:]:
            here, there = bump >> 8 & 255, bump & 255
            began[there] = who = began.pop(here, here)
            made.append((who, here, there))
        return made.count((began.get(space, space), space, target)) == STASIS - 1

    def _unbump(self, mark: int) -> None:
        while len(self._bumps) > mark:
            bump = self._bumps.pop()
            if bump & 255 != WALL:
                self._lift(bump & 255)
            self._put(bump >> 16, bump >> 8 & 255)
