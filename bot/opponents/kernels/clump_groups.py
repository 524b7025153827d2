"""The groups of a board of Clump, and what swaps would make of them.

What is known of each square is a number in a table, as long as the largest board needs.
"""

from collections.abc import Iterable

from bot.games.clump.board import grid

MOST = 256
"""The squares of the largest board."""

VALUES = [25 * size * size for size in range(MOST + 1)]
"""What a group of each size is worth: only a larger one can break it, so large ones count most."""

OUTSIDE = MOST
"""The number of what is not on the board. It fills up the neighbors of squares at an edge."""


class Groups:
    """A board and its groups. Colors are 1 and 2."""

    def __init__(self, size: int, owners: list[int]) -> None:
        self.count = size * size
        self.board = square_table(owners)
        self.beside = _four_neighbors(size)
        self.zeros = list(bytes(MOST))
        # `root` is the first stone of a group, in the order of a walk through it in depth, and
        # `below` how many stones come after one, itself counted; `closed` are stones that only the
        # one `above` joins to what came before it, and `apart` is how many a stone would cut off
        # in that way.
        self.order, self.closed, self.apart = square_table(), square_table(), square_table()
        self.root, self.below, self.above = square_table(), square_table(), square_table()
        self.clock = self.red_value = self.blue_value = 0
        # What else `arrived` has found.
        self.kept = self.joined = 0

    def swap(self, one: int, other: int) -> None:
        board = self.board
        board[one], board[other] = board[other], board[one]

    def survey(self) -> None:
        """Number the stones of each group."""
        order, most = self.order, MOST
        self.order[:most] = self.zeros
        self.closed[:most] = self.zeros
        self.apart[:most] = self.zeros
        self.red_value = self.blue_value = 0
        for square in range(self.count):
            if not order[square]:
                self.clock = 0
                self._walk(square, square, square)
                if self.board[square] == 1:
                    self.red_value += VALUES[self.below[square]]
                else:
                    self.blue_value += VALUES[self.below[square]]

    def _walk(self, square: int, above: int, root: int) -> int:
        # Returns the lowest number that is reached from here without going back.
        board, orders, color = self.board, self.order, self.board[square]
        self.clock = lowest = own = self.clock + 1
        orders[square], self.root[square], self.above[square] = own, root, above
        for near in self.beside[square][:4]:
            if board[near] == color and near != above:
                reached = orders[near]
                if not reached:
                    reached = self._walk(near, square, root)
                    if reached >= own:
                        self.closed[near] = 1
                        self.apart[square] += self.below[near]
                if reached < lowest:
                    lowest = reached
        self.below[square] = self.clock - own + 1
        return lowest

    # What a swap makes of them

    def size_of(self, square: int) -> int:
        """How large the group of a stone is."""
        return self.below[self.root[square]]

    def arrived(self, source: int, target: int) -> int:
        """How large the group of a stone is that goes to a neighboring square.

        `kept` then is how many of its old group go with it, `joined` what the other groups are
        worth that do.
        """
        root, board, below = self.root, self.board, self.below
        color, home, apart = board[source], root[source], self.apart[source]
        size, kept, joined, first, second = 1, 0, 0, -1, -1
        for near in self.beside[target][:4]:
            if board[near] != color or near == source:
                continue
            part = root[near]
            if part == home:
                if apart:
                    part = self._part(source, near)
                if part != first and part != second:
                    kept += below[part] if part != home else below[home] - 1 - apart
            elif part != first and part != second:
                size += below[part]
                joined += VALUES[below[part]]
            first, second = part, first
        self.kept, self.joined = kept, joined
        return size + kept

    def _part(self, source: int, near: int) -> int:
        # The part of a group that a stone of it is in when another leaves: named by its first
        # stone, or by that of the whole group where it is what came before.
        order = self.order[near]
        for first in self.beside[source][:4]:
            if self.closed[first] and self.above[first] == source:
                start = self.order[first]
                if start <= order < start + self.below[first]:
                    return first
        return self.root[source]

    def change(self, source: int, target: int, size: int, joined: int, kept: int) -> int:
        """By how much the stone that goes changes what the groups of its color are worth.

        The others are what `arrived` has found.
        """
        home = self.below[self.root[source]]
        change = VALUES[size] - VALUES[home] - joined
        if self.apart[source]:
            return change + self._left(source, target)
        return change if kept else change + VALUES[home - 1]

    def _left(self, source: int, target: int) -> int:
        # What the parts are worth that are cut off when a stone leaves.
        worth, home = 0, self.root[source]
        for first in self.beside[source][:4]:
            if not (self.closed[first] and self.above[first] == source):
                continue
            if not self._touches(source, target, first):
                worth += VALUES[self.below[first]]
        rest = self.below[home] - 1 - self.apart[source]
        if rest and not self._touches(source, target, home):
            worth += VALUES[rest]
        return worth

    def _touches(self, source: int, target: int, part: int) -> bool:
        board, color, home = self.board, self.board[source], self.root[source]
        for near in self.beside[target][:4]:
            if near == source or board[near] != color or self.root[near] != home:
                continue
            if self._part(source, near) == part:
                return True
        return False


def square_table(values: Iterable[int] = ()) -> list[int]:
    """A number for each square of the largest board, and for what is outside."""
    found = [*values]
    return found + [0] * (MOST + 1 - len(found))


def _four_neighbors(size: int) -> list[tuple[int, ...]]:
    """The neighbors of each square, always four."""
    outside, beside = (OUTSIDE,) * 4, grid(size).beside
    return [(*near, *outside)[:4] for near in (*beside, *((),) * (MOST - len(beside)))]
