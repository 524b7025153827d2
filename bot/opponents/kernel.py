"""What the search needs of a game: a position that is changed and changed back, as integers."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from bot.games.core import Position

WON = 1_000_000
"""What a won game is worth to its winner, in points. A position that goes on is worth less."""

MOST_WORTH = 500_000
"""No evaluation lies beyond this many points, or below its negative."""

GOES_ON = -1
"""The result of a game that is not over."""

DRAWN = 0


class Kernel(Protocol):
    """A position of one game for the search, with the moves made from it so far.

    Moves are integers that mean something in this position alone. Players are numbered from 1.
    It agrees with the rules in every position: the same moves, the same position after each, the
    same result. Points are whole; a piece of most games is worth about 1000.
    """

    players: int
    """How many play, also those who have left."""

    turn: int
    """The player to move."""

    key: int
    """A hash of 64 bits of the position and its turn, without what happened before."""

    whole: bool
    """Whether the last `scored` listed every legal move; else the last ones are left out."""

    def __init__(self, position: Any) -> None:
        """Begins at a position of the rules, with whatever history that carries."""

    def scored(self) -> list[tuple[int, int]]:
        """Each legal move once, as (worth, move), the best first; none when the game is over.

        `worth` is what `worth` says of the position after the move, to the player who makes it:
        `WON` or `-WON` where the move ends the game, 0 where it ends in a draw. The same position
        always lists them in the same order.
        """

    def play(self, move: int) -> None:
        """Make one of the moves of `scored`."""

    def undo(self) -> None:
        """Take the last move back."""

    def result(self) -> int:
        """`GOES_ON`, `DRAWN`, or the winners: the sum of `1 << player` over them.

        A win that all who play share is as good as a draw: it is `DRAWN`.
        """

    def worth(self, player: int) -> int:
        """How good the position looks to the player: 0 is even. With two it is zero-sum."""

    def urgent(self) -> bool:
        """Whether the player to move must answer a threat at once, so that few moves count.

        The search looks one ply further here. False is always right, only weaker.
        """

    def could_win(self, plies: int) -> list[int] | None:
        """Every move that could begin a win of the player to move within so many plies of both.

        None where nothing is known, so that all moves have to be tried. It may hold moves that
        win nothing, but must miss none that wins.
        """

    def far(self, move: int) -> int:
        """How far from the last move this one is made, in spaces; 0 where nothing was played.

        People overlook what is far from where they look.
        """

    def text(self, move: int) -> str:
        """The move's text, just as the rules write it."""

    def write(self) -> str:
        """The position text, just as the rules write it."""


@cache
def has_kernel(key: str) -> bool:
    return find_spec(f"bot.opponents.kernels.{key}") is not None


def kernel_of(key: str, position: Position) -> Kernel:
    """The kernel of the game with that key, at the position; else one made of its rules alone."""
    if has_kernel(key):
        return cast("Kernel", import_module(f"bot.opponents.kernels.{key}").Kernel(position))
    return cast("Kernel", import_module("bot.opponents.by_rules").RulesKernel(key, position))
