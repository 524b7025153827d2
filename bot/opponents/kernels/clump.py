"""Clump for the search: swaps with the sizes they make, and how many stones each path lacks.

Squares are numbered as in the rules, `rank * size + file`; what is known about them is in bytes.
Which swaps are allowed does not depend on who is to move. A swap changes only two squares, so it is
judged by what was computed once about the position before it. A move is `source << 8 | target`.
"""

from random import Random

from bot.games.clump.board import LETTERS, Position, grid
from bot.opponents.kernel import GOES_ON, WON
from bot.opponents.kernel import Kernel as Base
from bot.opponents.kernels.clump_paths import Paths

MOST = 256
"""More than the number of any square."""

STEP = 400
"""What it is worth that a move removes one enemy stone from the way."""

COST = 500
"""What a point of resistance is worth: see `COSTS`."""

CHANCE = Random("clump")

TURN, *MARKS = (CHANCE.getrandbits(64) for _ in range(1 + MOST))
"""What the turn of Blue, and a red stone on each square, add to the key."""

VALUES = [25 * size * size for size in range(MOST)]
"""What a group of each size is worth: only a larger one can break it, so large ones count most."""


class Kernel(Base):
    """A position of Clump. Colors are numbered as the players: 1 is red, 2 is blue."""

    def __init__(self, position: Position) -> None:
        super().__init__(2, position.turn)
        self._size, self._count = position.size, position.size**2
        self._moves: list[int] = []
        self._board = bytearray(position.owner(square) for square in range(self._count))
        self._beside = list(grid(self._size).beside)
        self.key = (self.turn - 1) * TURN
        for square, color in enumerate(self._board):
            if color == 1:
                self.key ^= MARKS[square]
        self._make_room()

    def _make_room(self) -> None:
        # `_known` is the key of the position that the groups are of, `_measured` of the paths.
        count = self._count
        self._zeros, self._order, self._below = bytearray(count), bytearray(count), bytearray(count)
        self._apart, self._above, self._closed = (
            bytearray(count),
            bytearray(count),
            bytearray(count),
        )
        self._root = bytearray(count)
        self._clock = self._kept = self._joined = self._lead = 0
        self._red_value = self._blue_value = 0
        self._known = self._measured = ~self.key & (1 << 64) - 1
        red, blue = _sides(self._size)
        self._red = Paths(1, self._board, self._beside, self._root, red)
        self._blue = Paths(2, self._board, self._beside, self._root, blue)

    # Moves

    def play(self, move: int) -> None:
        self._moves.append(move)
        self._swap(move >> 8, move & 255)

    def undo(self) -> None:
        move = self._moves.pop()
        self._swap(move >> 8, move & 255)

    def _swap(self, one: int, other: int) -> None:
        board = self._board
        board[one], board[other] = board[other], board[one]
        self.key ^= MARKS[one] ^ MARKS[other] ^ TURN
        self.turn = 3 - self.turn

    def scored(self) -> list[tuple[int, int]]:
        self._measure()
        found: list[tuple[int, int]] = []
        if not (self._red.missing and self._blue.missing):
            return found
        self._survey()
        self._lead = self._looks()
        board, mine = self._board, self.turn
        for source in range(self._count):
            if board[source] == mine:
                for target in self._beside[source]:
                    if board[target] != mine:
                        self._judge(source, target, found)
        found.sort(reverse=True)
        return found

    def _judge(self, source: int, target: int, found: list[tuple[int, int]]) -> None:
        # Adds the swap to those found if the sizes of groups allow it.
        mine = self._arrived(source, target)
        kept, joined = self._kept, self._joined
        theirs = self._arrived(target, source)
        if self._is_allowed(source, target, mine, kept, theirs):
            gained = self._change(source, target, mine, joined, kept)
            gained -= self._change(target, source, theirs, self._joined, self._kept)
            found.append((self._worth_after(source, target, gained), source << 8 | target))

    def _is_allowed(self, source: int, target: int, mine: int, kept: int, theirs: int) -> bool:
        # `_kept` is about the other stone. A group is diminished if it is not kept as a whole.
        size, other = self._below[self._root[source]], self._below[self._root[target]]
        formed = mine if mine > size else 0
        if theirs > other and theirs > formed:
            formed = theirs
        if formed <= size and (size == 1 or kept < size - 1):
            return False
        if formed <= other and (other == 1 or self._kept < other - 1):
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

    # Groups

    def _survey(self) -> None:
        # Numbers the stones of each group in the order of a walk through it in depth. `_root` is
        # the first stone of a group, `_below` how many stones come after one, itself counted;
        # `_closed` are stones that only the one `_above` joins to what came before it, and
        # `_apart` is how many a stone would cut off in that way.
        if self._known == self.key:
            return
        self._known = self.key
        self._order[:] = self._apart[:] = self._closed[:] = self._zeros
        self._red_value = self._blue_value = 0
        for square in range(self._count):
            if not self._order[square]:
                self._clock = 0
                self._walk(square, square, square)
                if self._board[square] == 1:
                    self._red_value += VALUES[self._below[square]]
                else:
                    self._blue_value += VALUES[self._below[square]]

    def _walk(self, square: int, above: int, root: int) -> int:
        # Returns the lowest number that is reached from here without going back.
        board, orders, color = self._board, self._order, self._board[square]
        self._clock = lowest = own = self._clock + 1
        orders[square], self._root[square], self._above[square] = own, root, above
        for near in self._beside[square]:
            if board[near] == color and near != above:
                reached = orders[near]
                if not reached:
                    reached = self._walk(near, square, root)
                    if reached >= own:
                        self._closed[near] = 1
                        self._apart[square] += self._below[near]
                if reached < lowest:
                    lowest = reached
        self._below[square] = self._clock - own + 1
        return lowest

    def _arrived(self, source: int, target: int) -> int:
        # How large the group of a stone is that goes to a neighboring square. `_kept` then is how
        # many of its old group go with it, `_joined` what the other groups are worth that do.
        root, board, below = self._root, self._board, self._below
        color, home, apart = board[source], root[source], self._apart[source]
        size, kept, joined, first, second = 1, 0, 0, -1, -1
        for near in self._beside[target]:
            if board[near] != color or near == source:
                continue
            part = root[near]
            if part == home and apart:
                part = self._part(source, near)
            if part in (first, second):
                continue
            first, second = part, first
            stones = below[part]
            if root[part] == home:
                if part == home:
                    stones -= 1 + apart
                kept += stones
            else:
                joined += VALUES[stones]
            size += stones
        self._kept, self._joined = kept, joined
        return size

    def _part(self, source: int, near: int) -> int:
        # The part of a group that a stone of it is in when another leaves: named by its first
        # stone, or by that of the whole group where it is what came before.
        order = self._order[near]
        for first in self._beside[source]:
            if self._closed[first] and self._above[first] == source:
                start = self._order[first]
                if start <= order < start + self._below[first]:
                    return first
        return self._root[source]

    def _change(self, source: int, target: int, size: int, joined: int, kept: int) -> int:
        # By how much the stone that goes changes what the groups of its color are worth.
        home = self._below[self._root[source]]
        change = VALUES[size] - VALUES[home] - joined
        if self._apart[source]:
            return change + self._left(source, target)
        return change if kept else change + VALUES[home - 1]

    def _left(self, source: int, target: int) -> int:
        # What the parts are worth that are cut off when a stone leaves.
        worth, home = 0, self._root[source]
        for first in self._beside[source]:
            if not (self._closed[first] and self._above[first] == source):
                continue
            if not self._touches(source, target, first):
                worth += VALUES[self._below[first]]
        rest = self._below[home] - 1 - self._apart[source]
        if rest and not self._touches(source, target, home):
            worth += VALUES[rest]
        return worth

    def _touches(self, source: int, target: int, part: int) -> bool:
        board, home = self._board, self._root[source]
        for near in self._beside[target]:
            if near == source or board[near] != board[source] or self._root[near] != home:
                continue
            if self._part(source, near) == part:
                return True
        return False

    # What it looks like

    def _measure(self) -> None:
        if self._measured != self.key:
            self._measured = self.key
            self._red.measure()
            self._blue.measure()

    def _looks(self) -> int:
        # How good the position looks to red, by what resists each color and by the groups.
        resistance = self._blue.resistance(self._below) - self._red.resistance(self._below)
        return COST * resistance + self._red_value - self._blue_value

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
        if self._red.joined():
            return 1 << 1
        return 1 << 2 if self._blue.joined() else GOES_ON

    def urgent(self) -> bool:
        theirs = self._blue if self.turn == 1 else self._red
        return theirs.lacking() == 1 and self._is_threatened(theirs)

    def _is_threatened(self, theirs: Paths) -> bool:
        self._measure()
        self._survey()
        return any(self._is_door(theirs, square) for square in range(self._count))

    def _is_door(self, theirs: Paths, target: int) -> bool:
        # Whether the other player could win by a swap onto the square.
        if self._board[target] != self.turn or theirs.at(target) != 1:
            return False
        for source in self._beside[target]:
            if self._board[source] != self.turn and not theirs.after(source, target):
                mine = self._arrived(source, target)
                kept = self._kept
                if self._is_allowed(source, target, mine, kept, self._arrived(target, source)):
                    return True
        return False

    def could_win(self, plies: int) -> list[int] | None:
        # An own swap removes at most one stone from the way. The other player has never been seen
        # without a swap that removes none (in 4714 positions of all sizes up to 12).
        mine = self._red if self.turn == 1 else self._blue
        missing, swaps = mine.lacking(), (plies + 1) // 2
        if missing != swaps:
            return [] if missing > swaps else None
        moves: list[int] = []
        for _, each in self.scored():
            if mine.after(each >> 8, each & 255) < missing:
                moves.append(each)
        return moves

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
        size, letters = self._size, "".join(LETTERS[color - 1] for color in self._board)
        starts = range(self._count - size, -1, -size)
        ranks = "/".join(letters[start : start + size] for start in starts)
        return f"{ranks};{LETTERS[self.turn - 1]}"


Sides = tuple[tuple[int, ...], tuple[int, ...]]


def _sides(size: int) -> tuple[Sides, Sides]:
    # The first and the last side of each color.
    row, column = tuple(range(size)), tuple(range(0, size * size, size))
    top = tuple(square + size * (size - 1) for square in row)
    return (row, top), (column, tuple(square + size - 1 for square in column))
