"""Hints of Bi-Pod: shortest ways, and where a color can be cut off."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bot.games.bipod.board import BIT, COLORS, SIDES, STARTS, Position, flood, named
from bot.games.bipod.moves import outcome
from bot.games.bipod.paths import is_joined, way
from bot.games.guide import Hint

WAYS = "A shortest way of each color"
CUTS = "Cells where one black stone cuts a color off"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """A way to a side for each color that is not joined, and the cells it can't do without."""
    if outcome(position):
        return {}
    left = [color for color in COLORS if not is_joined(position, color)]
    ways = (hint for color in left for hint in _way(position, color))
    cuts = (Hint(cell) for cell in named(position.empty) if _cuts(position, left, BIT[cell]))
    return {WAYS: tuple(dict.fromkeys(ways)), CUTS: tuple(cuts)}


def _way(position: Position, color: str) -> Iterator[Hint]:
    for cell, beyond in pairwise(way(position, color)):
        if not position.stone(beyond):
            yield Hint(cell, beyond)


def _cuts(position: Position, colors: list[str], cell: int) -> bool:
    return any(
        not flood(BIT[STARTS[color]], position.open(color) & ~cell) & SIDES for color in colors
    )
