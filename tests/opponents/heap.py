"""A kernel small enough to be known by heart: take one to three from a heap, the last one wins."""

from bot.opponents.kernel import GOES_ON, WON


class Heap:
    """So many are left; whoever takes the last one wins. `blind` knows nothing of what is good."""

    whole = True

    def __init__(self, position: int, players: int = 2) -> None:
        self.left, self.players, self.turn = position, players, 1
        self.key = self._key()
        self.taken: list[int] = []

    def _key(self) -> int:
        return self.left * 8 + self.turn

    def scored(self) -> list[tuple[int, int]]:
        moves = range(1, min(self.left, 3) + 1)
        return sorted(((WON if move == self.left else 0, move) for move in moves), reverse=True)

    def play(self, move: int) -> None:
        self.left -= move
        self.taken.append(move)
        self.turn = self.turn % self.players + 1
        self.key = self._key()

    def undo(self) -> None:
        self.left += self.taken.pop()
        self.turn = (self.turn - 2) % self.players + 1
        self.key = self._key()

    def result(self) -> int:
        before = (self.turn - 2) % self.players + 1
        return GOES_ON if self.left else 1 << before

    def worth(self, player: int) -> int:
        return 0

    def urgent(self) -> bool:
        return self.left <= 3

    def could_win(self, plies: int) -> list[int] | None:
        return None

    def far(self, move: int) -> int:
        return move

    def text(self, move: int) -> str:
        return f"take {move}"

    def write(self) -> str:
        return f"{self.left};{self.turn}"
