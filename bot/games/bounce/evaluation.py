"""Evaluation of Bounce: how good a position looks, which moves to offer first, and what its hints
show: the captures that either side could make."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from bot.games.bounce.board import PLACES, SIZE, Position
from bot.games.bounce.moves import Move, Pass, Run, moves, outcome
from bot.games.bounce.notation import is_on_board, parse_move, write_move
from bot.games.bounce.ways import Way, directions
from bot.games.core import opponent
from bot.games.guide import Hint, by_rounds, continuations, understood, worth_of_end
from bot.games.phrases import normalized
from bot.games.squares import NAME, Square, square

# How good a position looks, in points; every stack has to be lost before the game is.

STACK = 4.0
PIECE = 1.0
FREE = 1.5
"""What a stack is worth, each piece in it, and its ability to run every way."""


def evaluate(position: Position, player: int) -> float:
    """Stacks, the pieces in them, and how many of them run every way; 0 when even."""
    if end := outcome(position):
        return worth_of_end(end, player)
    return sum(
        _worth(stack) if stack[-1] == player else -_worth(stack)
        for stack in position.stacks
        if stack
    )


def _worth(stack: bytes) -> float:
    return STACK + PIECE * len(stack) + FREE * (len(stack) > 1)


# Which moves to offer


def complete(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """The moves that continue what was typed."""
    return continuations(position, typed, moves, write_move)[:limit]


suggested = by_rounds


# What was meant


def nearest(position: Position, text: str, limit: int = 3) -> list[Move]:
    """The legal moves nearest to a refused one: of the same stack, then by destination."""
    intended = _intended(position, text)
    if intended is None:
        return []

    def apart(move: Move) -> tuple[int, int, int]:
        if isinstance(move, Pass):
            return len(PLACES), 0, 0
        differing = len(set(move.covered) ^ set(intended.covered))
        return _apart(move.source, intended.source), _apart(move.target, intended.target), differing

    return sorted(moves(position), key=apart)[:limit]


def _apart(one: str, other: str) -> int:
    (a, b), (c, d) = _place(one), _place(other)
    return max(abs(a - c), abs(b - d))


def _place(name: str) -> Square:
    return square(name) or (SIZE, SIZE)


def _intended(position: Position, text: str) -> Run | None:
    # The run that a text describes, or seems to, by the squares it names.
    if move := understood(position, text, parse_move):
        return move if isinstance(move, Run) else None
    found = [name for name in re.findall(NAME, normalized(text[:100])) if is_on_board(name)]
    return Run(found[0], tuple(found[1:-1]), found[-1]) if found else None


# Hints

MINE = "Their stacks that mine can cover"
THEIRS = "My stacks that theirs can cover"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """The runs, rail by rail, with which either side captures, whoever's turn it is."""
    if outcome(position):
        return {}
    by = {MINE: player, THEIRS: opponent(player)}
    return {title: tuple(dict.fromkeys(_captures(position, who))) for title, who in by.items()}


def _captures(position: Position, player: int) -> Iterator[Hint]:
    for at, owners in position.pieces():
        ahead = directions(position, at) if owners[-1] == player else {}
        for way in (way for ways in ahead.values() for way in ways):
            yield from _legs(position, way, opponent(player))


def _legs(position: Position, way: Way, whose: int) -> Iterator[Hint]:
    turns = list(way.turns)
    last = [s for s in way.run.covered if position.stack(s)[-1] == whose][-1:]
    if last:
        # Bounced and captured in one corner, the square is one turn.
        for source, target in pairwise(turns[: turns.index(last[0]) + 1]):
            yield Hint(source, target)
