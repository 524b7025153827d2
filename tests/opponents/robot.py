"""The robot of versions before the levels, for comparison.

It takes a win, avoids giving one away, and else trusts `Game.evaluate`, two plies deep as far as
the time allows.
"""

import math
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.games.core import Position
from bot.games.guide import Game
from tests.helpers.playing import suggested

SECONDS = 0.8
"""How long the robot thinks about a move."""

MOST = 3000
"""Most legal moves that are listed. If there are more, those the game offers first come first."""

Stopwatch = Callable[[], float]


def choose_move(
    game: Game[Any, Any],
    position: Position,
    chance: Random,
    stopwatch: Stopwatch,
    seconds: float = SECONDS,
) -> Any:
    """A good move for the player to move, after at most about `seconds` of thought."""
    search = _Search(game, position.turn, stopwatch, stopwatch() + seconds)
    candidates = search.ranked(position, chance)
    best, best_worth = candidates[0][1], -math.inf
    for worth, move, after in candidates:
        if worth == math.inf:
            return move
        answered = search.answered(after, best_worth)
        if answered is None:
            break
        if answered > best_worth:
            best, best_worth = move, answered
    return best


class _Search(NamedTuple):
    """The search for one player's move, until the stopwatch shows `end`."""

    game: Game[Any, Any]
    player: int
    stopwatch: Stopwatch
    end: float

    def ranked(self, position: Position, chance: Random) -> list[tuple[float, Any, Any]]:
        """What each move is worth, the move and the position after it, best first."""
        moves = list(islice(self.game.moves(position), MOST))
        chance.shuffle(moves)
        if len(moves) == MOST:
            moves = [
                *(self.game.parse(position, text) for text in suggested(self.game, position)),
                *moves,
            ]
        ranked: list[tuple[float, Any, Any]] = []
        for move in moves:
            after = self.game.play(position, move).position
            ranked.append((self.worth(after), move, after))
            if ranked[-1][0] == math.inf or self.stopwatch() > self.end:
                break
        return sorted(ranked, key=lambda each: -each[0])

    def answered(self, after: Any, floor: float) -> float | None:
        """What a move is worth after the best answer to it; None when time ran out.

        Stops at the first answer that makes the move no better than `floor`.
        """
        worst = None
        for answer in self.game.moves(after):
            if self.stopwatch() > self.end:
                return None
            worth = self.worth(self.game.play(after, answer).position)
            worst = worth if worst is None else min(worst, worth)
            if worst <= floor:
                return worst
        return self.worth(after) if worst is None else worst

    def worth(self, position: Any) -> float:
        """How good a position is for the player: infinite when won, minus infinite when lost."""
        outcome = self.game.outcome(position)
        if outcome is None:
            return self.game.evaluate(position, self.player)
        if not outcome.winners:
            return 0.0
        return math.inf if self.player in outcome.winners else -math.inf
