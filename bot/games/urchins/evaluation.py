"""Evaluation of Urchins: how good a position looks, and which moves to offer first."""

from collections.abc import Iterable

from bot.games.guide import (
    WIN,
    by_rounds,
    continuations,
    exactly,
    look_alike,
    understood,
    worth_of_end,
)
from bot.games.urchins.board import BOTTOM, CUBES, TOP, Position
from bot.games.urchins.moves import Enter, Move, Movement, moves, outcome, resolve
from bot.games.urchins.notation import parse_move, write_move

# How good a position looks, in points; an urchin home is worth thirty.

HOME = 30.0
OUT = 2.0
ON_THE_WAY = 12.0
CUBE = 0.2


def evaluate(position: Position, player: int) -> float:
    """The player's strength beside that of the best of the others; 0 when even."""
    if end := outcome(position):
        return worth_of_end(end, player)
    others = [strength(position, other) for other in position.playing if other != player]
    return strength(position, player) - max(others)


def strength(position: Position, player: int) -> float:
    """What a player has: urchins home, out there and on the way, and cubes."""
    cubes = position.cubes[player - 1]
    if not cubes:
        return 0.0
    best: dict[int, float] = {}
    out = 0
    for location, space in position.urchins(player):
        out += 1
        # The way home, and how much of it is paid for already.
        price = CUBES * min(space - TOP + 1, BOTTOM - space + 1)
        paid = min(1.0, cubes[location] / price)
        best[location] = max(best.get(location, 0.0), paid - 0.01 * price)
    on_the_way = sum(best.values())
    return (
        HOME * position.homes[player - 1] + OUT * out + ON_THE_WAY * on_the_way + CUBE * sum(cubes)
    )


# Which moves to offer


def complete(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """Each urchin's best moves, or the moves that go on from what was typed."""
    if not typed.strip():
        return by_rounds(_ranked(position, moves(position)), _piece)[:limit]
    found = continuations(position, typed, moves, write_move, _ranked)
    return found[:limit] or exactly(position, typed, parse_move, resolve)


def _ranked(position: Position, some: Iterable[Move]) -> list[Move]:
    return sorted(some, key=lambda move: -_promise(position, move))


def _promise(position: Position, move: Move) -> float:
    turn = resolve(position, move)
    return -WIN if turn is None else evaluate(turn.position, position.turn)


def _piece(move: Move) -> object:
    # The urchin that moves; entering and stealing each count as one.
    return (move.location, move.source) if isinstance(move, Movement) else type(move)


# What was meant


look_alikes = look_alike(moves, write_move)


def nearest(position: Position, text: str, limit: int = 3) -> list[Move]:
    """The legal moves nearest to a refused one: the same urchin, location, target and way."""
    intended = understood(position, text, parse_move)
    alike = [move for move in moves(position) if type(move) is type(intended)]
    near = sorted(alike, key=lambda move: _apart(move, intended))
    return near[:limit] or look_alikes(position, text, limit)


def _apart(move: Move, intended: Move | None) -> tuple[int, int, int, bool]:
    if isinstance(move, Movement) and isinstance(intended, Movement):
        column, space = abs(move.location - intended.location), abs(move.source - intended.source)
        return column, space, abs(move.target - intended.target), move.way != intended.way
    if isinstance(move, Enter) and isinstance(intended, Enter):
        return abs(move.location - intended.location), 0, 0, move.way != intended.way
    return 0, 0, 0, False
