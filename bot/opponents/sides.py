"""A game of a kernel between two sides, and what values and proofs mean to both."""

from bot.opponents.kernel import (
    DRAWN,
    GOES_ON,
    MOVE_BITS,
    MOVE_MASK,
    PROVEN,
    WON,
    Kernel,
    taken_off,
)
from bot.opponents.longs import Longs


class Spent(Exception):
    """The budget is used up."""


class Sides:
    """A kernel as a game of two sides: the player to move at the root, and all others.

    With three and more players each of the others has only the `replies` moves that look best to
    themselves; 0 stands for all moves.
    """

    def __init__(self, kernel: Kernel, nodes: int, replies: int = 0) -> None:
        self.kernel, self.left = kernel, nodes
        self.moves = kernel.moves
        self.me, self.two = kernel.turn, kernel.players == 2
        self.replies, self.whole = replies, True
        self.played = 0

    def scan(self) -> int:
        """Put the rank of each legal move on the kernel's `moves`, the best one first and the
        others in any order. Returns how many. Their worth is that to the side that makes them.
        """
        start = len(self.moves)
        count = self.kernel.scan()
        self.left -= count + 1
        if self.left < 0:
            raise Spent
        self.whole = self.kernel.whole
        if self.two or self.kernel.turn == self.me:
            return count
        if self.replies and self.replies < count:
            self.whole, count = False, self.replies
            self.kernel.order(start)
            self.moves.cut(start + count)
        for at in range(start, start + count):
            move = self.moves.get(at) & MOVE_MASK
            worth = -self._after(move)
            self.moves.put(at, worth << MOVE_BITS | move)
        self.moves.lead(start)
        return count

    def glimpse(self, move: int) -> int:
        """Put the ranks of a few legal moves on the kernel's `moves`, the best one first, if two
        play; see `Kernel.glimpse`. Returns how many."""
        count = self.kernel.glimpse(move) if self.two else 0
        self.left -= count
        if self.left < 0:
            raise Spent
        return count

    def order(self, start: int) -> None:
        """Put what was just scanned, from that place on, in order: best first."""
        if self.two or self.kernel.turn == self.me:
            self.kernel.order(start)
        else:
            self.moves.descend(start, len(self.moves))

    def scored(self) -> list[tuple[int, int]]:
        """What `scan` finds, as (worth, move), best first; the kernel's `moves` stay the same."""
        start = len(self.moves)
        self.scan()
        self.order(start)
        return taken_off(self.moves, start)

    def _after(self, move: int) -> int:
        # What one of the others' moves leaves to the root's player.
        self.kernel.play(move)
        result = self.kernel.result()
        worth = self.kernel.worth(self.me) if result == GOES_ON else self.ended(result)
        self.kernel.undo()
        return worth

    def ended(self, result: int) -> int:
        """What a result is worth to the root's player."""
        if result == DRAWN:
            return 0
        return WON if result >> self.me & 1 else -WON

    def result(self) -> int:
        """What the game that is over is worth to the side to move."""
        worth = self.ended(self.kernel.result())
        return worth if self.kernel.turn == self.me else -worth

    def play(self, move: int) -> bool:
        """Make the move. Whether the other side is to move then."""
        mine = self.kernel.turn == self.me
        self.kernel.play(move)
        self.played += 1
        return mine != (self.kernel.turn == self.me)

    def undo(self) -> None:
        self.kernel.undo()
        self.played -= 1

    def rewind(self) -> None:
        """Undo everything that was being searched when the budget ended."""
        while self.played:
            self.undo()
        self.moves.clear()


def nearer(value: int) -> int:
    """A value one ply later in the game, as it is before that ply."""
    if value > PROVEN:
        return value - 1
    return value + 1 if value < -PROVEN else value


def farther(value: int) -> int:
    """A bound of a position, as it is one ply later."""
    if value > PROVEN:
        return value + 1
    return value - 1 if value < -PROVEN else value


def put_first(moves: Longs, start: int, move: int) -> None:
    """Of the ranks from that place on, put that of the move first, if it is there: the best move of
    an earlier look."""
    for at in range(start, len(moves)):
        if moves.get(at) & MOVE_MASK == move:
            moves.shift(at, start)
            return
