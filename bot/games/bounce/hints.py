"""Hints of Bounce: the captures that either side could make."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bot.games.bounce.board import Position
from bot.games.bounce.moves import outcome
from bot.games.bounce.steps import Way, directions
from bot.games.core import opponent
from bot.games.guide import Hint

MINE = "Their stacks that mine can cover"
THEIRS = "My stacks that theirs can cover"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """The runs, rail by rail, on which one side captures from the other, whoever's turn it is."""
    if outcome(position):
        return {}
    by = {MINE: player, THEIRS: opponent(player)}
    return {title: tuple(dict.fromkeys(_captures(position, who))) for title, who in by.items()}


def _captures(position: Position, player: int) -> Iterator[Hint]:
    for square, owners in position.pieces():
        ahead = directions(position, square) if owners[-1] == player else {}
        for way in (way for ways in ahead.values() for way in ways):
            yield from _legs(position, way, opponent(player))


def _legs(position: Position, way: Way, whose: int) -> Iterator[Hint]:
    turns = list(way.turns)
    last = [s for s in way.run.covered if position.stack(s)[-1] == whose][-1:]
    if last:
        # Bounced and captured in one corner, the square is one turn.
        for source, target in pairwise(turns[: turns.index(last[0]) + 1]):
            yield Hint(source, target)
