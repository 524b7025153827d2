"""Clump for the search: swaps with the sizes they make, and how many stones each path lacks.

Squares are numbered as in the rules, `rank * size + file`; what is known about them is in tables.
Which swaps are allowed does not depend on who is to move. A swap changes only two squares, so it is
judged by what was computed once about the position before it. A move is `source << 8 | target`.
"""

from random import Random

from bot.games.clump.board import LETTERS, Position, grid
from bot.opponents.kernel import GOES_ON, MOVE_BITS, UNKNOWN, WON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.clump_groups import MOST, Groups
from bot.opponents.kernels.clump_paths import Paths

STEP = 400
"""What it is worth that a move removes one enemy stone from the way."""

COST = 500
"""What a point of resistance is worth: see `COSTS`."""

BARRED = -2 * WON
"""In place of the worth of a swap that the sizes of groups do not allow."""

CHANCE = Random("clump")

TURN = CHANCE.getrandbits(64)
"""What the turn of Blue adds to the key."""

MARKS = [CHANCE.getrandbits(64) for _ in range(MOST)]
"""What a red stone on each square adds to the key."""


class Kernel(Base):
    """A position of Clump. Colors are numbered as the players: 1 is red, 2 is blue."""

    def __init__(self, position: Position) -> None:
        super().__init__(2, position.turn)
        self._size, self._count = position.size, position.size**2
        self._moves: list[int] = []
        owners = [position.owner(square) for square in range(self._count)]
        self._groups = Groups(self._size, owners)
        self._red = Paths(1, self._size, self._groups)
        self._blue = Paths(2, self._size, self._groups)
        self.key = (self.turn - 1) * TURN
        for square, color in enumerate(owners):
            if color == 1:
                self.key ^= MARKS[square]
        # The keys of the positions that the groups are of, and the paths.
        self._known = self._measured = ~self.key & (1 << 64) - 1
        self._lead = 0

    # Moves

    def play(self, move: int) -> None:
        self._moves.append(move)
        self._swap(move >> 8, move & 255)

    def undo(self) -> None:
        move = self._moves.pop()
        self._swap(move >> 8, move & 255)

    def _swap(self, one: int, other: int) -> None:
        self._groups.swap(one, other)
        self.key ^= MARKS[one] ^ MARKS[other] ^ TURN
        self.turn = 3 - self.turn

    def scan(self) -> int:
        self._measure()
        if not (self._red.missing and self._blue.missing):
            return 0
        self._survey()
        self._lead = self._looks()
        board, beside, mine = self._groups.board, self._groups.beside, self.turn
        start, moves = len(self.moves), self.moves
        for source in range(self._count):
            if board[source] == mine:
                for target in beside[source][:4]:
                    if board[target] == 3 - mine:
                        worth = self._judged(source, target)
                        if worth != BARRED:
                            moves.append(worth << MOVE_BITS | source << 8 | target)
        moves.lead(start)
        return len(moves) - start

    def _judged(self, source: int, target: int) -> int:
        # The worth of a swap, unless it is barred.
        groups = self._groups
        mine = groups.arrived(source, target)
        kept, joined = groups.kept, groups.joined
        theirs = groups.arrived(target, source)
        if not self._is_allowed(source, target, mine, kept, theirs):
            return BARRED
        gained = groups.change(source, target, mine, joined, kept)
        gained -= groups.change(target, source, theirs, groups.joined, groups.kept)
        return self._worth_after(source, target, gained)

    def _is_allowed(self, source: int, target: int, mine: int, kept: int, theirs: int) -> bool:
        # What is known of the other stone is in `_groups`. A group is diminished if it is not kept
        # as a whole.
        groups = self._groups
        size, other = groups.size_of(source), groups.size_of(target)
        formed = mine if mine > size else 0
        if theirs > other and theirs > formed:
            formed = theirs
        if formed <= size and (size == 1 or kept < size - 1):
            return False
        if formed <= other and (other == 1 or groups.kept < other - 1):
            return False
        return formed > 0

    def _worth_after(self, source: int, target: int, gained: int) -> int:
        red, blue = (source, target) if self.turn == 1 else (target, source)
        lacks, lacked = self._red.after(red, blue), self._blue.after(blue, red)
        if not lacks or not lacked:
            return WON if (lacks if self.turn == 1 else lacked) == 0 else -WON
        nearer = self._red.missing - lacks - (self._blue.missing - lacked)
        worth = self._lead + STEP * nearer
        return gained + worth if self.turn == 1 else gained - worth

    # What it looks like

    def _survey(self) -> None:
        if self._known != self.key:
            self._known = self.key
            self._groups.survey()

    def _measure(self) -> None:
        if self._measured != self.key:
            self._measured = self.key
            self._red.measure()
            self._blue.measure()

    def _looks(self) -> int:
        # How good the position looks to red, by what resists each color and by the groups.
        resistance = self._blue.resistance() - self._red.resistance()
        return COST * resistance + self._groups.red_value - self._groups.blue_value

    def worth(self, player: int) -> int:
        """What the position before was worth, and what the last move has changed of it."""
        if self._moves:
            move = self._moves[-1]
            self.undo()
            worth = {each: worth for worth, each in self.scored()}[move]
            worth = worth if self.turn == player else -worth
            self.play(move)
            return worth
        self._survey()
        return self._looks() if player == 1 else -self._looks()

    def result(self) -> int:
        if not self._lacking(self._red):
            return 1 << 1
        return GOES_ON if self._lacking(self._blue) else 1 << 2

    def _lacking(self, paths: Paths) -> int:
        return paths.missing if self._measured == self.key else paths.lacking()

    def urgent(self) -> bool:
        theirs = self._blue if self.turn == 1 else self._red
        return self._lacking(theirs) == 1 and self._is_threatened(theirs)

    def _is_threatened(self, theirs: Paths) -> bool:
        self._measure()
        self._survey()
        return any(self._is_door(theirs, square) for square in range(self._count))

    def _is_door(self, theirs: Paths, target: int) -> bool:
        # Whether the other player could win by a swap onto the square.
        groups, board, mine = self._groups, self._groups.board, self.turn
        if board[target] != mine or theirs.at(target) != 1:
            return False
        for source in groups.beside[target][:4]:
            if board[source] == 3 - mine and not theirs.after(source, target):
                formed = groups.arrived(source, target)
                kept, others = groups.kept, groups.arrived(target, source)
                if self._is_allowed(source, target, formed, kept, others):
                    return True
        return False

    def candidates(self, plies: int) -> int:
        # An own swap removes at most one stone from the way. The other player has never been seen
        # without a swap that removes none (in 4714 positions of all sizes up to 12).
        mine = self._red if self.turn == 1 else self._blue
        missing, swaps = self._lacking(mine), (plies + 1) // 2
        if missing != swaps:
            return 0 if missing > swaps else UNKNOWN
        found = 0
        for _, move in self.scored():
            if mine.after(move >> 8, move & 255) < missing:
                self.moves.append(move)
                found += 1
        return found

    def far(self, move: int) -> int:
        if not self._moves:
            return 0
        last = self._moves[-1]
        ends, others = (move >> 8, move & 255), (last >> 8, last & 255)
        return min([self._distance(one, other) for one in ends for other in others])

    def _distance(self, one: int, other: int) -> int:
        size = self._size
        return abs(one // size - other // size) + abs(one % size - other % size)

    # In writing

    def text(self, move: int) -> str:
        board = grid(self._size)
        return f"{board.name(move >> 8)}-{board.name(move & 255)}"

    def write(self) -> str:
        size, letters = (
            self._size,
            "".join(LETTERS[color - 1] for color in self._groups.board[: self._count]),
        )
        starts = range(self._count - size, -1, -size)
        ranks = "/".join(letters[start : start + size] for start in starts)
        return f"{ranks};{LETTERS[self.turn - 1]}"
