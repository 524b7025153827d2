"""How many enemy stones are in the way of a color of Clump, now and after each swap."""

from bot.opponents.kernels.clump_groups import MOST, OUTSIDE, Groups, square_table

COSTS = [2 if size <= 2 else 3 if size <= 6 else 4 if size <= 12 else 5 for size in range(MOST + 1)]
"""How hard it is to displace a stone of a group, by the size of the group."""


UNSEEN = 99
"""More than any length."""

NOWHERE = 200
"""What tables of lengths say of the outside: no length, and not `UNSEEN` either."""

BEYOND = 1000
"""A place that comes after all squares of a way."""

LONGEST = 16
"""The squares of a side of the largest board."""


class Paths:
    """The ways of one color from its first side to its last, over a board that others change.

    The length of a way is the number of enemy stones on it. Squares that wait to be looked at are
    chained: `link` has the one after each, `OUTSIDE` after the last.
    """

    def __init__(self, color: int, size: int, groups: Groups) -> None:
        """Keeps the board and its groups as they are, to see what becomes of them."""
        last, step = groups.count - 1, 1 if color == 1 else size
        self.color, self.size, self.groups, self.missing = color, size, groups, 0
        self.first = [step * number for number in range(LONGEST)]
        self.last = [abs(last - step * number) for number in range(LONGEST)]
        self.begins, self.ends = square_table(), square_table()
        for number in range(size):
            self.begins[step * number] = self.ends[last - step * number] = 1
        # Lengths to each square from both sides, its own stone counted; and of the shortest
        # ways through it.
        self.since, self.until, self.through = square_table(), square_table(), square_table()
        self.since[OUTSIDE] = self.until[OUTSIDE] = self.through[OUTSIDE] = NOWHERE
        self.came, self.narrow, self.place = square_table(), square_table(), square_table()
        self.spare, self.link = square_table(), square_table()
        self.zeros, self.unseen = list(bytes(MOST)), [UNSEEN for _ in range(MOST)]
        self.chains = [OUTSIDE for _ in range(UNSEEN)]
        self.empty = [OUTSIDE for _ in range(UNSEEN)]

    # The board as it is

    def lacking(self) -> int:
        """How many enemy stones are in the way: 0 when the sides are joined."""
        self.spread(self.first, self.spare)
        return self.least(self.spare)

    def resistance(self) -> int:
        """What the easiest way costs, where stones of larger groups cost more."""
        groups, color, into = self.groups, self.color, self.spare
        board, beside, root, below = groups.board, groups.beside, groups.root, groups.below
        chains, link, ends, level = self.chains, self.link, self.ends, 0
        into[:MOST] = self.unseen
        into[OUTSIDE] = NOWHERE
        chains[:UNSEEN] = self.empty
        for square in self.first[: self.size]:
            cost = 0 if board[square] == color else COSTS[below[root[square]]]
            into[square], link[square], chains[cost] = cost, chains[cost], square
        while level < UNSEEN:
            square = chains[level]
            if square == OUTSIDE:
                level += 1
                continue
            if ends[square]:
                return level
            chains[level] = link[square]
            for near in beside[square][:4]:
                # The cost of entering a square is its own, so the first way to it is the easiest.
                if into[near] == UNSEEN:
                    cost = level if board[near] == color else level + COSTS[below[root[near]]]
                    into[near], link[near], chains[cost] = cost, chains[cost], near
        return UNSEEN

    def measure(self) -> None:
        """Compute what `after` and `at` need."""
        board, color = self.groups.board, self.color
        since, until, through = self.since, self.until, self.through
        self.spread(self.first, since)
        self.spread(self.last, until)
        self.missing = self.least(since)
        for square in range(self.groups.count):
            through[square] = since[square] + until[square] - (board[square] != color)
        self.narrow_down()

    def spread(self, side: list[int], into: list[int]) -> None:
        """Find the lengths from a side. `came` tells from which square each was reached."""
        board, beside, color = self.groups.board, self.groups.beside, self.color
        came, link, level, here, later = self.came, self.link, 0, OUTSIDE, OUTSIDE
        into[:MOST] = self.unseen
        into[OUTSIDE] = NOWHERE
        for square in side[: self.size]:
            came[square] = square
            if board[square] == color:
                into[square], link[square], here = 0, here, square
            else:
                into[square], link[square], later = 1, later, square
        while here != OUTSIDE or later != OUTSIDE:
            while here != OUTSIDE:
                square, here = here, link[here]
                for near in beside[square][:4]:
                    if into[near] == UNSEEN:
                        came[near] = square
                        if board[near] == color:
                            into[near], link[near], here = level, here, near
                        else:
                            into[near], link[near], later = level + 1, later, near
            here, later, level = later, OUTSIDE, level + 1

    def least(self, lengths: list[int]) -> int:
        """The least of these lengths on the last side."""
        least = UNSEEN
        for square in self.last[: self.size]:
            if lengths[square] < least:
                least = lengths[square]
        return least

    # Stones that are on every shortest way

    def narrow_down(self) -> None:
        """Mark the own ones of them in `narrow`.

        One shortest way is followed from its beginning, its squares numbered in `place`; what is
        reached beside it shows which of its stones can be bypassed.
        """
        board, color, number = self.groups.board, self.color, 1
        came, place, narrow, link = self.came, self.place, self.narrow, self.link
        narrow[:MOST] = self.zeros
        place[:MOST] = self.zeros
        begun = square = self.beginning()
        place[square] = 1
        while came[square] != square:
            square, number = came[square], number + 1
            place[square] = number
        reached, square, number = self.begun(), begun, 1
        while reached < BEYOND:
            if reached <= number and board[square] == color:
                narrow[square] = 1
            link[square] = OUTSIDE
            beyond = self.beyond(square)
            if beyond > reached:
                reached = beyond
            square, number = came[square], number + 1

    def beginning(self) -> int:
        """Where a shortest way begins. `came` leads on from there."""
        for square in self.first[: self.size]:
            if self.until[square] == self.missing:
                return square
        return OUTSIDE

    def begun(self) -> int:
        """The furthest place on the way that is reached by others from where they begin."""
        place, link, reached, top = self.place, self.link, 0, OUTSIDE
        for square in self.first[: self.size]:
            if self.through[square] == self.missing:
                if place[square]:
                    reached = max(reached, place[square])
                else:
                    place[square], link[square], top = -1, top, square
        return max(reached, self.beyond(top))

    def beyond(self, top: int) -> int:
        """The furthest place on the way that is reached from a chain of squares beside it."""
        board, beside, color, missing = (
            self.groups.board,
            self.groups.beside,
            self.color,
            self.missing,
        )
        since, through, place, link, reached = self.since, self.through, self.place, self.link, 0
        while top != OUTSIDE:
            square, top = top, link[top]
            if self.ends[square]:
                return BEYOND
            for near in beside[square][:4]:
                if through[near] == missing and since[near] == since[square] + (
                    board[near] != color
                ):
                    if place[near] > reached:
                        reached = place[near]
                    elif place[near] == 0:
                        place[near], link[near], top = -1, top, near
        return reached

    # After a swap

    def after(self, lost: int, won: int) -> int:
        """How many are missing after a swap that gains the color one square for another next to it.

        `measure` and the roots of the groups have to be up to date.
        """
        missing, without = self.missing, self.through[won] - 1
        if self.narrow[lost]:
            if without > missing:
                return missing + 1
            if without < missing or (
                self.avoids(self.since, self.begins, lost, won)
                and self.avoids(self.until, self.ends, lost, won)
            ):
                return missing
            return missing + 1
        if without >= missing:
            return missing
        if self.through[lost] != missing or self.evades(lost, won):
            return without
        return missing

    def at(self, square: int) -> int:
        """How many are missing on the shortest way through a square."""
        return self.through[square]

    def evades(self, lost: int, won: int) -> bool:
        """Both are on shortest ways: whether one through the square won leaves out the one lost."""
        if self.since[lost] == self.since[won]:
            return self.avoids(self.until, self.ends, lost, won)
        return self.avoids(self.since, self.begins, lost, won)

    def avoids(self, lengths: list[int], side: list[int], lost: int, won: int) -> bool:
        """Whether a shortest way from a side to the square won leaves out the one lost.

        That is beside it, so it can only be the last but one, or one of the same group with that.
        """
        board, root, color, before = (
            self.groups.board,
            self.groups.root,
            self.color,
            lengths[won] - 1,
        )
        link, top = self.link, OUTSIDE
        if not before and side[won]:
            return True
        for near in self.groups.beside[won][:4]:
            if lengths[near] == before and near != lost:
                if board[near] != color or root[near] != root[lost]:
                    return True
                link[near], top = top, near
        return top != OUTSIDE and self.enters(lengths, side, lost, top)

    def enters(self, lengths: list[int], side: list[int], lost: int, top: int) -> bool:
        """Whether a shortest way comes from the side into the group of the stone lost at one of
        its squares from which others lead on, chained here, without that stone."""
        board, beside, color, before = (
            self.groups.board,
            self.groups.beside,
            self.color,
            lengths[lost],
        )
        seen, link = self.spare, self.link
        seen[:MOST] = self.zeros
        seen[lost], square = 1, top
        while square != OUTSIDE:
            seen[square], square = 1, link[square]
        while top != OUTSIDE:
            square, top = top, link[top]
            if not before and side[square]:
                return True
            for near in beside[square][:4]:
                if lengths[near] == before and not seen[near]:
                    if board[near] != color:
                        return True
                    seen[near], link[near], top = 1, top, near
        return False
