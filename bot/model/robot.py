"""The robot's moves: takes a win, avoids handing one over, and else trusts `Game.evaluate`.

Two plies deep as far as the time reaches. Runs in a worker thread; knows no clock but the stopwatch
it is handed.
"""

import math
import time
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from bot.games.core import Position
from bot.games.guide import Game
from bot.model.commands import AnswerDraw, AnswerTime, Command, Play
from bot.model.match import Match

SECONDS = 0.8
"""How long the robot thinks about a move."""

MOST = 3000
"""Legal moves that are listed. Where there are more, those the game offers first come first."""

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
        return AnswerDraw(robot, yes=match.rules.evaluate(position, seat) < 0)
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
    end = stopwatch() + seconds
    candidates = _ranked(game, position, chance, stopwatch, end)
    best, best_worth = candidates[0][1], -math.inf
    for worth, move, after in candidates:
        if worth == math.inf:
            return move
        answered = _answered(game, after, position.turn, best_worth, stopwatch, end)
        if answered is None:
            break
        if answered > best_worth:
            best, best_worth = move, answered
    return best


def _ranked(
    game: Game[Any, Any], position: Position, chance: Random, stopwatch: Stopwatch, end: float
) -> list[tuple[float, Any, Any]]:
    moves = list(islice(game.moves(position), MOST))
    chance.shuffle(moves)
    if len(moves) == MOST:
        moves = [*game.complete(position, ""), *moves]
    ranked: list[tuple[float, Any, Any]] = []
    for move in moves:
        after = game.play(position, move).position
        ranked.append((_worth(game, after, position.turn), move, after))
        if ranked[-1][0] == math.inf or stopwatch() > end:
            break
    return sorted(ranked, key=lambda each: -each[0])


def _answered(
    game: Game[Any, Any],
    after: Any,
    player: int,
    floor: float,
    stopwatch: Stopwatch,
    end: float,
) -> float | None:
    """What a move is worth after the best answer to it; None when time ran out.

    Stops at the first answer that makes the move no better than `floor`.
    """
    worst = None
    for answer in game.moves(after):
        if stopwatch() > end:
            return None
        worth = _worth(game, game.play(after, answer).position, player)
        worst = worth if worst is None else min(worst, worth)
        if worst <= floor:
            return worst
    return _worth(game, after, player) if worst is None else worst


def _worth(game: Game[Any, Any], position: Any, player: int) -> float:
    """How good a position is for the player: infinite when won, minus infinite when lost."""
    outcome = game.outcome(position)
    if outcome is None:
        return game.evaluate(position, player)
    if not outcome.winners:
        return 0.0
    return math.inf if player in outcome.winners else -math.inf
