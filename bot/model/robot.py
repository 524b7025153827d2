"""The robot's moves: takes a win, avoids handing one over, and else trusts `Game.evaluate`.

Two plies deep as far as the time reaches. Runs in a worker thread; knows no clock but the stopwatch
it is handed.
"""

import math
import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.games.core import Position
from bot.games.guide import Game
from bot.model.commands import AnswerDraw, AnswerTime, Command, Play
from bot.model.match import Match

SECONDS = 0.8
"""How long the robot thinks about a move."""

MOST = 3000
"""Legal moves that are listed. Where there are more, those the game offers first come first."""

LATE = 120
"""Moves after which a match has gone on for so long that the robot need not win it."""

Stopwatch = Callable[[], float]


def robot_command(match: Match, robot: int, chance: Random) -> Command:
    """What the robot does when the match waits for it: give time, answer an offer of a draw, or
    move."""
    seat = match.seat_of(robot)
    position = match.position
    assert seat is not None, "the robot sits in the match"
    assert position is not None, "the match is running"
    if match.more_time.is_for(seat):
        return AnswerTime(robot, yes=True)
    if match.draw.is_for(seat):
        search = _Search(match.rules, seat, time.perf_counter, time.perf_counter() + SECONDS)
        return AnswerDraw(robot, yes=search.takes_draw(position, is_late=len(match.plies) >= LATE))
    move = choose_move(match.rules, position, chance, time.perf_counter)
    return Play(robot, match.rules.format(position, move))


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
    """What one player's move is looked for with, until the stopwatch shows `end`."""

    game: Game[Any, Any]
    player: int
    stopwatch: Stopwatch
    end: float

    def ranked(self, position: Position, chance: Random) -> list[tuple[float, Any, Any]]:
        """What each move is worth, the move and the position after it, the best first."""
        moves = list(islice(self.game.moves(position), MOST))
        chance.shuffle(moves)
        if len(moves) == MOST:
            moves = [*self.game.complete(position, ""), *moves]
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

    def takes_draw(self, position: Any, *, is_late: bool) -> bool:
        """Whether a draw is no worse than what is to come: the position is lost, or late and
        worse, and no move of the player wins."""
        is_mine = position.turn == self.player
        if self.wins(position, position.turn):
            return not is_mine
        is_worse = self.game.evaluate(position, self.player) < 0
        return (is_late and is_worse) or (is_mine and self.is_lost(position))

    def wins(self, position: Any, player: int) -> bool:
        """Whether a move of the player, whose turn it is, wins at once or whatever the answer."""
        return any(self._has_won(after, player) for after in self.followers(position))

    def is_lost(self, position: Any) -> bool:
        """Whether each move of the player loses at once or to an answer; False where time ran out
        before that was known."""
        found = all(self._loses(after) for after in self.followers(position))
        return found and self.stopwatch() <= self.end

    def followers(self, position: Any) -> Iterator[Any]:
        """The positions after one move, as far as the time reaches."""
        for move in islice(self.game.moves(position), MOST):
            if self.stopwatch() > self.end:
                return
            yield self.game.play(position, move).position

    def _has_won(self, after: Any, player: int) -> bool:
        if self.game.outcome(after):
            return self._is_winner(after, player)
        return all(self._is_winner(each, player) for each in self.followers(after)) and (
            self.stopwatch() <= self.end
        )

    def _loses(self, after: Any) -> bool:
        if outcome := self.game.outcome(after):
            return self.player not in outcome.winners
        return any(self._is_winner(each, after.turn) for each in self.followers(after))

    def _is_winner(self, position: Any, player: int) -> bool:
        outcome = self.game.outcome(position)
        return outcome is not None and player in outcome.winners

    def worth(self, position: Any) -> float:
        """How good a position is for the player: infinite when won, minus infinite when lost."""
        outcome = self.game.outcome(position)
        if outcome is None:
            return self.game.evaluate(position, self.player)
        if not outcome.winners:
            return 0.0
        return math.inf if self.player in outcome.winners else -math.inf
