"""What the search needs of a game: a position that is changed and changed back, as integers.

A game without its own kernel has a slow one made from its rules. So a new game has an opponent from
its first day, and so have the small games of the tests.

Compiled, everything here is numbers of C (`kernel.pxd`): no Python object is made to list a move.
"""

from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, cast

from bot.catalog import entry
from bot.games.core import Position
from bot.games.guide import Game
from bot.opponents.longs import Longs

WON = 1_000_000
"""What a won game is worth to its winner, in points. A position that goes on is worth less."""

PROVEN = WON - 1000
"""A worth beyond this is proven: the game ends in `WON - worth` plies."""

LIMIT = WON + 1
"""More than anything is worth."""

MOST_WORTH = 500_000
"""No evaluation lies beyond this many points, or below its negative."""

GOES_ON = -1
"""The result of a game that is not over."""

DRAWN = 0


MOVE_BITS = 42
"""A move has no more bits than these. Its rank is its worth before them: `worth << MOVE_BITS |
move`. So the higher rank is better, and among equals the higher move comes first."""

MOVE_MASK = (1 << MOVE_BITS) - 1

LOST = -WON << MOVE_BITS
"""The rank of a move that loses at once, without the move."""

UNKNOWN = -1
"""The number of candidates if all moves have to be tried."""


class Kernel:
    """A position of one game for the search, with the moves made from it so far.

    Moves are integers that mean something in this position alone. Players are numbered from 1.
    It agrees with the rules in every position: the same moves, the same position after each, the
    same result. Points are whole; a piece of most games is worth about 1000.

    A kernel has `scan`, and either `candidates` or `could_win`, which is slower.
    """

    def __init__(self, players: int, turn: int) -> None:
        self.players = players
        """How many play, including those who have left."""
        self.turn = turn
        """The player to move."""
        self.key = 0
        """A hash of 64 bits of the position and its turn, without what happened before."""
        self.whole = True
        """Whether the last `scan` listed every legal move; else the last ones are left out."""
        self.moves = Longs()
        """A stack: what is being looked at in this position and in those before it."""

    def scan(self) -> int:
        """Put the rank of each legal move on `moves`, the best one first and the others in any
        order; none if the game is over. Returns how many.

        A rank's worth is what `worth` returns for the position after the move, to the player who
        makes it: `WON` or `-WON` if the move ends the game, 0 if it ends in a draw.
        """
        raise NotImplementedError

    def glimpse(self, move: int) -> int:
        """Put the ranks of some legal moves on `moves`, the best one first: of those that are like
        a move of another position, such as those of the same piece. Returns how many; 0 if there
        are none, or if listing them is not much cheaper than a scan."""
        return 0

    def order(self, start: int) -> None:
        """Put what was just scanned, from that place of `moves` on, in order: best first. The same
        position always has the same order."""
        self.moves.descend(start, len(self.moves))

    def scored(self) -> list[tuple[int, int]]:
        """Each legal move once, as (worth, move), in order; `moves` stays as it was."""
        start = len(self.moves)
        self.scan()
        self.order(start)
        return taken_off(self.moves, start)

    def candidates(self, plies: int) -> int:
        """Put every move on `moves` that could begin a win of the player to move within that many
        plies of both. Returns how many.

        `UNKNOWN` if nothing is known, so that all moves have to be tried. There may be moves among
        them that win nothing, but none that wins may be missing.
        """
        some = self.could_win(plies)
        if some is None:
            return UNKNOWN
        for move in some:
            self.moves.append(move)
        return len(some)

    def could_win(self, plies: int) -> list[int] | None:
        """The candidates; None if all moves are."""
        start = len(self.moves)
        if self.candidates(plies) == UNKNOWN:
            return None
        some = [self.moves.get(at) for at in range(start, len(self.moves))]
        self.moves.cut(start)
        return some

    def play(self, move: int) -> None:
        """Make one of the legal moves."""
        raise NotImplementedError

    def undo(self) -> None:
        """Undo the last move."""
        raise NotImplementedError

    def result(self) -> int:
        """`GOES_ON`, `DRAWN`, or the winners: the sum of `1 << player` over them.

        A win shared by all who play counts as `DRAWN`.
        """
        raise NotImplementedError

    def worth(self, player: int) -> int:
        """How good the position looks to the player: 0 is even. With two it is zero-sum."""
        raise NotImplementedError

    def urgent(self) -> bool:
        """Whether the player to move must answer a threat at once, so that few moves count.

        The search looks one ply further here. False is always right, only weaker.
        """
        return False

    def far(self, move: int) -> int:
        """How far from the last move this one is made, in spaces; 0 if nothing was played.

        People overlook what is far from where they look.
        """
        return 0

    def text(self, move: int) -> str:
        """The move's text, exactly as the rules write it."""
        raise NotImplementedError

    def write(self) -> str:
        """The position text, exactly as the rules write it."""
        raise NotImplementedError


def taken_off(moves: Longs, start: int) -> list[tuple[int, int]]:
    """The ranks from that place on, as (worth, move); `moves` loses them."""
    ranks = [moves.get(at) for at in range(start, len(moves))]
    moves.cut(start)
    return [(rank >> MOVE_BITS, rank & MOVE_MASK) for rank in ranks]


@cache
def has_kernel(key: str) -> bool:
    return find_spec(f"bot.opponents.kernels.{key}") is not None


def kernel_of(key: str, position: Position) -> Kernel:
    """The kernel of the game with that key, at the position; else one made from its rules."""
    if has_kernel(key):
        return cast("Kernel", import_module(f"bot.opponents.kernels.{key}").Kernel(position))
    return RulesKernel(key, position)


DEARER = 20
"""How many times as long scoring a move takes compared with a game's own kernel."""

MOST = 3000
"""Most moves that are listed. If there are more, the others are left out."""

POINTS = 1000
"""The worth of one unit of the game's `evaluate`."""


@dataclass(slots=True)
class _Frame:
    """A position with what was found out about it."""

    position: Any
    moves: list[Any] = field(default_factory=list)
    whole: bool = True
    after: dict[int, Any] = field(default_factory=dict)


class RulesKernel(Kernel):
    """A position of any game, for the search; see `Kernel`."""

    def __init__(self, key: str, position: Position) -> None:
        self._game: Game[Any, Any] = entry(key).game
        super().__init__(max(self._game.players), 1)
        self._frames = [self._frame(position)]
        self._look()

    def _frame(self, position: Any) -> _Frame:
        moves = list(islice(self._game.moves(position), MOST + 1))
        return _Frame(position, moves[:MOST], len(moves) <= MOST)

    def _look(self) -> None:
        # The hash is the same in every process, unlike Python's own.
        frame = self._frames[-1]
        self.turn, self.whole = int(frame.position.turn), frame.whole
        text = self.write().encode()
        self.key = int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def scan(self) -> int:
        count = len(self._frames[-1].moves)
        worths = [self._worth(self._after(n), self.turn) for n in range(count)]
        for n in sorted(range(count), key=lambda n: -worths[n]):
            self.moves.append(worths[n] << MOVE_BITS | n)
        return count

    def order(self, start: int) -> None:
        # They are in order: of equals the earlier one comes first.
        pass

    def _after(self, move: int) -> Any:
        frame = self._frames[-1]
        if move not in frame.after:
            turn = self._game.play(frame.position, frame.moves[move])
            frame.after[move] = turn.position
        return frame.after[move]

    def _worth(self, position: Any, player: int) -> int:
        result = self._result(position)
        if result != GOES_ON:
            return 0 if result == DRAWN else WON if result >> player & 1 else -WON
        worth = round(self._game.evaluate(position, player) * POINTS)
        return max(1 - MOST_WORTH, min(MOST_WORTH - 1, worth))

    def play(self, move: int) -> None:
        self._frames.append(self._frame(self._after(move)))
        self._look()

    def undo(self) -> None:
        self._frames.pop()
        self._look()

    def result(self) -> int:
        return self._result(self._frames[-1].position)

    def _result(self, position: Any) -> int:
        outcome = self._game.outcome(position)
        if outcome is None:
            return GOES_ON
        playing = getattr(position, "playing", (1, 2))
        if len(playing) > 1 and set(outcome.winners) == set(playing):
            # What all have won is a draw.
            return DRAWN
        return sum(1 << player for player in outcome.winners) or DRAWN

    def worth(self, player: int) -> int:
        return self._worth(self._frames[-1].position, player)

    def could_win(self, plies: int) -> list[int] | None:
        return None

    def text(self, move: int) -> str:
        frame = self._frames[-1]
        return self._game.format(frame.position, frame.moves[move])

    def write(self) -> str:
        return self._game.write(self._frames[-1].position)
