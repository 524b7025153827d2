"""How many enemy stones are in the way of a color of Clump, now and after each swap."""

UNSEEN = 99
"""More than any distance."""

COSTS = [2 if size <= 2 else 3 if size <= 6 else 4 if size <= 12 else 5 for size in range(256)]
"""How hard it is to displace a stone of a group, by the size of the group."""

Squares = tuple[int, ...]


class Paths:
    """The ways of one color from its first side to its last, over a board that others change.

    The length of a way is the number of enemy stones on it. What is known of each square is a byte.
    """

    def __init__(
        self,
        color: int,
        board: bytearray,
        beside: list[Squares],
        root: bytearray,
        sides: tuple[Squares, Squares],
    ) -> None:
        """Keeps the board and the roots of its groups as they are, to see what becomes of them."""
        self._color, self._board, self._beside, self._root = color, board, beside, root
        self._first, self._last = sides
        self.missing = 0
        # Lengths to each square from both sides, its own stone counted; and of the shortest
        # ways through it.
        self._since, self._until, self._through = (board.copy() for _ in range(3))
        self._narrow, self._came, self._spare = (board.copy() for _ in range(3))
        self._ends = bytearray(square in self._last for square in range(len(board)))
        self._zeros, self._unseen = bytearray(len(board)), bytearray([UNSEEN]) * len(board)

    # The board as it is

    def lacking(self) -> int:
        """How many enemy stones are in the way: 0 when the sides are joined."""
        self._spread(self._first, self._spare)
        return self._least(self._spare, self._last)

    def joined(self) -> bool:
        board, color, seen = self._board, self._color, self._zeros.copy()
        reached = [square for square in self._first if board[square] == color]
        for square in reached:
            seen[square] = 1
        for square in reached:
            for near in self._beside[square]:
                if board[near] == color and not seen[near]:
                    seen[near] = 1
                    reached.append(near)
        return 1 in [seen[square] for square in self._last]

    def resistance(self, sizes: bytearray) -> int:
        """What the easiest way costs, where stones of larger groups cost more.

        `sizes` are those of the groups, at their roots.
        """
        board, color, root, into = self._board, self._color, self._root, self._spare
        ends = self._ends
        into[:] = self._unseen
        waiting: list[list[int]] = [[] for _ in range(UNSEEN)]
        for square in self._first:
            into[square] = 0 if board[square] == color else COSTS[sizes[root[square]]]
            waiting[into[square]].append(square)
        level = 0
        while level < UNSEEN:
            for square in waiting[level]:
                if into[square] < level:
                    continue
                if ends[square]:
                    return level
                for near in self._beside[square]:
                    cost = level
                    if board[near] != color:
                        cost += COSTS[sizes[root[near]]]
                    if cost < into[near]:
                        into[near] = cost
                        waiting[cost].append(near)
            level += 1
        return UNSEEN

    def measure(self) -> None:
        """Compute what `after` and `at` need."""
        board, color = self._board, self._color
        self._spread(self._last, self._until)
        self._spread(self._first, self._since)
        self.missing = self._least(self._since, self._last)
        since, until, through = self._since, self._until, self._through
        for square in range(len(board)):
            through[square] = since[square] + until[square] - (board[square] != color)
        self._narrow_down()

    def _spread(self, sides: Squares, into: bytearray) -> None:
        # `_came` tells from which square each was reached.
        board, color, came = self._board, self._color, self._came
        into[:] = self._unseen
        here: list[int] = []
        later: list[int] = []
        for square in sides:
            came[square] = square
            into[square] = 0 if board[square] == color else 1
            (later if into[square] else here).append(square)
        level = 0
        while here or later:
            for square in here:
                for near in self._beside[square]:
                    if into[near] == UNSEEN:
                        came[near] = square
                        if board[near] == color:
                            into[near] = level
                            here.append(near)
                        else:
                            into[near] = level + 1
                            later.append(near)
            here, later = later, []
            level += 1

    def _least(self, lengths: bytearray, side: Squares) -> int:
        least = UNSEEN
        for square in side:
            least = min(least, lengths[square])
        return least

    # Stones that are on every shortest way

    def _narrow_down(self) -> None:
        # Marks the own ones of them. One shortest way is followed from its beginning; what is
        # reached beside it shows which of its stones can be bypassed.
        narrow, way = self._narrow, self._way()
        narrow[:] = self._zeros
        place, seen = self._zeros.copy(), self._zeros.copy()
        for number, square in enumerate(way, 1):
            place[square] = number
        reached = self._begun(place, seen)
        for number, square in enumerate(way, 1):
            if reached <= number and self._board[square] == self._color:
                narrow[square] = 1
            reached = max(reached, self._reached([square], place, seen))

    def _way(self) -> list[int]:
        since, way = self._since, list[int]()
        for square in self._last:
            if since[square] == self.missing:
                way.append(square)
                while self._came[square] != square:
                    square = self._came[square]
                    way.append(square)
                break
        way.reverse()
        return way

    def _begun(self, place: bytearray, seen: bytearray) -> int:
        reached, beginnings = 0, list[int]()
        for square in self._first:
            if self._through[square] == self.missing:
                reached = max(reached, place[square])
                if not place[square]:
                    seen[square] = 1
                    beginnings.append(square)
        return max(reached, self._reached(beginnings, place, seen))

    def _reached(self, squares: list[int], place: bytearray, seen: bytearray) -> int:
        # The furthest place on the way that is reached from squares without going on it; one
        # beyond all, where that is the last side.
        board, since, through, reached = self._board, self._since, self._through, 0
        for square in squares:
            if self._until[square] < 2 and square in self._last:
                return UNSEEN
            for near in self._beside[square]:
                if through[near] != self.missing or seen[near]:
                    continue
                if since[near] == since[square] + (board[near] != self._color):
                    reached = max(reached, place[near])
                    if not place[near]:
                        seen[near] = 1
                        squares.append(near)
        return reached

    # After a swap

    def after(self, lost: int, won: int) -> int:
        """How many are missing after a swap that gains the color one square for another next to it.

        `measure` and the roots of the groups have to be up to date.
        """
        missing, without = self.missing, self._through[won] - 1
        if self._narrow[lost]:
            if without > missing:
                return missing + 1
            if without < missing or (
                self._avoids(self._since, self._first, lost, won)
                and self._avoids(self._until, self._last, lost, won)
            ):
                return missing
            return missing + 1
        if without >= missing:
            return missing
        if self._through[lost] != missing or self._evades(lost, won):
            return without
        return missing

    def at(self, square: int) -> int:
        """How many are missing on the shortest way through a square."""
        return self._through[square]

    def _evades(self, lost: int, won: int) -> bool:
        # Both are on shortest ways: whether one through the square won leaves out the one lost.
        if self._since[lost] == self._since[won]:
            return self._avoids(self._until, self._last, lost, won)
        return self._avoids(self._since, self._first, lost, won)

    def _avoids(self, lengths: bytearray, side: Squares, lost: int, won: int) -> bool:
        # Whether a shortest way from a side to the square won leaves out the one lost. That is
        # beside it, so it can only be the last but one, or one of the same group with that.
        board, color, before, root = self._board, self._color, lengths[won] - 1, self._root
        if not before and won in side:
            return True
        within: list[int] = []
        for near in self._beside[won]:
            if lengths[near] != before or near == lost:
                continue
            if board[near] != color or root[near] != root[lost]:
                return True
            within.append(near)
        return bool(within) and self._enters(lengths, side, lost, within)

    def _enters(self, lengths: bytearray, side: Squares, lost: int, within: list[int]) -> bool:
        # Whether a shortest way comes from the side into the group of the stone lost at one of
        # its squares from which others lead on without that stone.
        board, color, seen, before = self._board, self._color, self._spare, lengths[lost]
        seen[:] = self._zeros
        seen[lost] = 1
        for square in within:
            if not before and square in side:
                return True
            for near in self._beside[square]:
                if seen[near] or lengths[near] != before:
                    continue
                if board[near] != color:
                    return True
                seen[near] = 1
                within.append(near)
        return False
