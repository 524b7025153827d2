"""Evaluation of Clump: how good a position looks, which swaps a text may mean, and what its hints
show: a shortest way across, and swaps that win."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.games.clump.board import PLAYERS, Position, Squares, distance, edges, named, numbers
from bot.games.clump.moves import Move, moves, outcome, resolve
from bot.games.clump.notation import parse_move, write_move
from bot.games.core import opponent
from bot.games.guide import Hint, continuations, exactly, understood, worth_of_end
from bot.games.phrases import normalized
from bot.games.squares import NAME, Square

# How good a position looks, in points

STEP = 10.0
"""What one enemy stone less in the way is worth."""

WEIGHT = 0.1
"""What a stone in the largest group is worth."""


def evaluate(position: Position, player: int) -> float:
    """How many stones less the player still has to displace than the opponent; 0 when even."""
    if end := outcome(position):
        return worth_of_end(end, player)
    other = opponent(player)
    lead = missing(position, other) - missing(position, player)
    return STEP * lead + WEIGHT * (_largest(position, player) - _largest(position, other))


def missing(position: Position, player: int) -> int:
    """The fewest enemy stones in the way between the player's two sides."""
    board, stones = position.grid, position.stones(player)
    first, last = edges(board, player)
    reached, count = board.flooded(first & stones, stones), 0
    while not reached & last:
        count += 1
        reached = board.grown(reached) | first
        reached |= board.flooded(board.grown(reached), stones)
    return count


def _largest(position: Position, player: int) -> int:
    stones = position.stones(player)
    return max((group.bit_count() for group in position.groups() if group & stones), default=0)


# Which moves to offer


def complete(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """The swaps that continue what was typed."""
    found = continuations(position, typed, moves, write_move)
    return found[:limit] or exactly(position, typed, parse_move, resolve)


# What was meant


def nearest(position: Position, text: str, limit: int = 3) -> list[Move]:
    """The legal swaps nearest to a refused one: that pair, then the same stone's."""
    ends = _intended(position, text)
    if not ends:
        return []
    intended = ends[0], ends[-1]

    def apart(move: Move) -> tuple[bool, int, int]:
        source, target = _square(position, move.source), _square(position, move.target)
        other_pair = {source, target} != set(intended)
        return other_pair, distance(source, intended[0]), distance(target, intended[1])

    return sorted(moves(position), key=apart)[:limit]


def _square(position: Position, text: str) -> Square:
    return named(text, position.size) or (0, 0)


def _intended(position: Position, text: str) -> list[Square]:
    if move := understood(position, text, parse_move):
        return [_square(position, end) for end in (move.source, move.target)]
    found = re.findall(NAME, normalized(text[:100]))
    return [square for name in found if (square := named(name, position.size))][:2]


# Hints

IN_THE_WAY = "Their stones on a shortest way of mine"
DECIDING = "Swaps that would win, mine and theirs"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """The enemy stones on a shortest way of the player, and the swaps with which either side
    wins."""
    if outcome(position):
        return {}
    in_the_way = (Hint(position.grid.name(number)) for number in shortest_way(position, player))
    return {IN_THE_WAY: tuple(in_the_way), DECIDING: tuple(_deciding(position))}


def shortest_way(position: Position, player: int) -> tuple[int, ...]:
    """The fewest enemy stones to displace to join the player's sides, from the second side on."""
    grid, stones = position.grid, position.stones(player)
    _, last = edges(grid, player)
    shore, way = last | grid.grown(grid.flooded(last & stones, stones)), list[int]()
    for ring in reversed(list(_rings(position, player))):
        way.append(next(numbers(ring & shore)))
        beside = grid.grown(1 << way[-1])
        shore = beside | grid.grown(grid.flooded(beside & stones, stones))
    return tuple(way)


def _rings(position: Position, player: int) -> Iterator[Squares]:
    # The enemy stones that are the first, second ... in the way, until the way is through.
    grid, stones = position.grid, position.stones(player)
    first, last = edges(grid, player)
    reached = grid.flooded(first & stones, stones)
    while not reached & last:
        ring = (grid.grown(reached) | first) & ~reached
        yield ring
        reached |= ring | grid.flooded(grid.grown(ring), stones)


def _deciding(position: Position) -> Iterator[Hint]:
    # The legal swaps, whoever's turn it were, after which that player has won.
    for player in PLAYERS:
        # A swap displaces one stone of the enemy's, so no other position can be won by one.
        if missing(position, player) > 1:
            continue
        seen = replace(position, turn=player)
        for move in moves(seen):
            turn = resolve(seen, move)
            over = turn and outcome(turn.position)
            if over and player in over.winners:
                yield Hint(move.source, move.target)
