"""Evaluation of Urchins: how good a position looks, which moves to offer first, and what its hints
show: who can pay the way home, and who can be bumped off an end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.games.guide import (
    Hint,
    by_rounds,
    continuations,
    exactly,
    look_alike,
    understood,
    worth_of_end,
)
from bot.games.urchins.board import BOTTOM, CUBES, ENDS, TOP, Position, place
from bot.games.urchins.moves import Enter, Fell, Move, Movement, moves, outcome, resolve
from bot.games.urchins.notation import parse_move, write_move

# How good a position looks, in points; an urchin home is worth thirty.

HOME = 30.0
OUT = 2.0
ON_THE_WAY = 12.0
CUBE = 0.2


def evaluate(position: Position, player: int) -> float:
    """The player's strength compared with the best of the others; 0 when even."""
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
    """The moves that continue what was typed."""
    found = continuations(position, typed, moves, write_move)
    return found[:limit] or exactly(position, typed, parse_move, resolve)


suggested = by_rounds


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


# Hints

WAYS_HOME = "Urchins that can pay their way home"
FALLING = "Urchins a rival can bump off an end"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """Whose urchins could come home, and which could fall, on their own or a rival's turn."""
    if outcome(position):
        return {}
    return {WAYS_HOME: tuple(_ways_home(position)), FALLING: tuple(_falling(position))}


def _ways_home(position: Position) -> Iterator[Hint]:
    # The urchins themselves: arrows to the ends would cross those in between.
    for space, player in position.pieces():
        location, number = place(space)
        way = min(abs(end - number) for end in ENDS.values())
        if CUBES * way <= position.cubes[player - 1][location]:
            yield Hint(space)


def _falling(position: Position) -> Iterator[Hint]:
    lost = {space for player in position.playing for space in _bumped_off(position, player)}
    return (Hint(space) for space, _ in position.pieces() if space in lost)


def _bumped_off(position: Position, player: int) -> Iterator[str]:
    seen = replace(position, turn=player)
    for move in moves(seen):
        turn = resolve(seen, move)
        for effect in turn.effects if turn else ():
            if isinstance(effect, Fell) and effect.player != player:
                yield effect.at
