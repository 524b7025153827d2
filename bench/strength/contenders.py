"""Who meets whom: the levels by number, `greedy`, and `robot`, the bot as it was before levels."""

import time
from functools import partial
from random import Random
from typing import Any

from bench.robot import choose_move
from bot.games.guide import Game
from bot.opponents.duel import Mover, by_level
from bot.opponents.kernel import kernel_of

TOP = ("3", "4", "5")
"""Levels that are held to throw away no short win."""


def mover(name: str) -> Mover:
    """The contender of that name."""
    others: dict[str, Mover] = {"greedy": by_greed, "robot": by_the_old_robot}
    return others.get(name) or partial(by_level, int(name))


def by_greed(game: Game[Any, Any], position: Any, seed: int) -> str:
    """One of the moves after which the position looks best, whatever is answered."""
    kernel = kernel_of(game.key, position)
    scored = kernel.scored()
    best = [move for worth, move in scored if worth == scored[0][0]]
    return kernel.text(Random(seed).choice(best))


def by_the_old_robot(game: Game[Any, Any], position: Any, seed: int) -> str:
    """What the bot played before there were levels, with all the CPU that it took for a move."""
    return game.format(
        position, choose_move(game, position, Random(seed), stopwatch=time.process_time)
    )
