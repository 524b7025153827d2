"""The terms of each kernel's evaluation whose weights can be fitted."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.games.bipod.board import Position as BipodPosition
from bot.games.bounce.board import Position as BouncePosition

STONE = 1000
"""Points of a kernel of Bi-Pod, where a compiled one doesn't show its own constants."""

HIGHEST = 8
"""Stacks of this height and above count alike; a last term is each piece more."""


class Terms(NamedTuple):
    """What an evaluation is a sum of, as its player sees it.

    `seat` is that player, None where the position is not to be fitted; `values` takes the kernel at
    the position after it was asked for its worth. `unit` is the number of the term that keeps the
    kernel's points, for an evaluation with a scale of its own; else a thousand points multiply the
    odds of winning by e.
    """

    names: tuple[str, ...]
    seat: Callable[[Any], int | None]
    values: Callable[[Any, Any], list[float]]
    unit: int | None = None


def heights(position: BouncePosition, _kernel: object) -> list[float]:
    """Stacks by their height, player 1's less player 2's."""
    counts = [0.0] * (HIGHEST + 1)
    for _, owners in position.pieces():
        sign = 1 if owners[-1] == 1 else -1
        counts[min(len(owners), HIGHEST) - 1] += sign
        counts[HIGHEST] += sign * max(len(owners) - HIGHEST, 0)
    return counts


def ways(position: BipodPosition, kernel: Any) -> list[float]:
    """What is between the Runner and the sides, in stones."""
    near, far = sorted((kernel.first.need / STONE, kernel.second.need / STONE))
    tempo = 1.0 if position.turn == position.runner else -1.0
    return [1.0, -far, -near, -float(kernel.blacks), tempo]


TERMS = {
    "bounce": Terms(
        (*(f"a stack of {height}" for height in range(1, HIGHEST + 1)), "each piece more"),
        lambda position: 1,
        heights,
    ),
    "bipod": Terms(
        ("LEVEL", "the farther color, a stone", "the nearer color, a stone", "DULL", "TEMPO"),
        lambda position: position.runner,
        ways,
        unit=1,
    ),
}
"""By the key of the game."""
