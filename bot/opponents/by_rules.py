"""The kernel of a game that has none of its own: slow, made of the rules and nothing else.

A new game has an opponent through it from its first day, and so have the small games of the tests.
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Any

from bot.catalog import entry
from bot.games.core import Position
from bot.games.guide import Game
from bot.opponents.kernel import DRAWN, GOES_ON, MOST_WORTH, WON

DEARER = 20
"""How many times as long a move takes to be scored as in a game's own kernel."""

MOST = 3000
"""Moves that are listed. Where there are more, the others are left out."""

POINTS = 1000
"""What one of what the game's `evaluate` counts is worth."""


@dataclass(slots=True)
class _Frame:
    """A position with what was found out about it."""

    position: Any
    moves: list[Any] = field(default_factory=list)
    whole: bool = True
    after: dict[int, Any] = field(default_factory=dict)


class RulesKernel:
    """A position of any game, as the search wants it; see `Kernel`."""

    def __init__(self, key: str, position: Position) -> None:
        self._game: Game[Any, Any] = entry(key).game
        self.players = max(self._game.players)
        self._frames = [self._frame(position)]

    def _frame(self, position: Any) -> _Frame:
        moves = list(islice(self._game.moves(position), MOST + 1))
        return _Frame(position, moves[:MOST], len(moves) <= MOST)

    @property
    def turn(self) -> int:
        return int(self._frames[-1].position.turn)

    @property
    def key(self) -> int:
        """A hash that is the same in every process, unlike Python's own."""
        text = self.write().encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)

    @property
    def whole(self) -> bool:
        """Whether the moves of this position are all listed."""
        return self._frames[-1].whole

    def scored(self) -> list[tuple[int, int]]:
        frame, mover = self._frames[-1], self.turn
        scored = [(self._worth(self._after(n), mover), n) for n in range(len(frame.moves))]
        return sorted(scored, key=lambda each: (-each[0], each[1]))

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

    def undo(self) -> None:
        self._frames.pop()

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

    def urgent(self) -> bool:
        return False

    def could_win(self, plies: int) -> list[int] | None:
        return None

    def far(self, move: int) -> int:
        return 0

    def text(self, move: int) -> str:
        frame = self._frames[-1]
        return self._game.format(frame.position, frame.moves[move])

    def write(self) -> str:
        return self._game.write(self._frames[-1].position)
