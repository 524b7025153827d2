"""A game of a kernel between two sides, and what values and proofs mean to both."""

from bot.opponents.kernel import DRAWN, GOES_ON, WON, Kernel

PROVEN = WON - 1000
"""A worth beyond this is proven: the game ends in `WON - worth` plies."""

LIMIT = WON + 1


class Spent(Exception):
    """The budget is used up."""


class Sides:
    """A kernel as a game of two sides: the player to move at the root, and all others.

    With three and more players each of the others has only the `replies` moves that look best to
    themselves; 0 stands for all moves.
    """

    def __init__(self, kernel: Kernel, nodes: int, replies: int = 0) -> None:
        self.kernel, self.left = kernel, nodes
        self.me, self.two = kernel.turn, kernel.players == 2
        self.replies, self.whole = replies, True
        self.played = 0

    def scored(self) -> list[tuple[int, int]]:
        """Each legal move as (worth to the side that makes it, move), best first."""
        scored = self.kernel.scored()
        self.left -= len(scored) + 1
        if self.left < 0:
            raise Spent
        self.whole = self.kernel.whole
        if self.two or self.kernel.turn == self.me:
            return scored
        if self.replies:
            self.whole = self.whole and len(scored) <= self.replies
            scored = scored[: self.replies]
        return sorted(((-self._after(move), move) for _, move in scored), reverse=True)

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


def ordered(scored: list[tuple[int, int]], first: int) -> list[tuple[int, int]]:
    # The best move of an earlier look comes first.
    for number, each in enumerate(scored):
        if each[1] == first:
            return [each, *scored[:number], *scored[number + 1 :]] if number else scored
    return scored
