"""Hints of Clump: a shortest way across, and swaps that win."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.games.clump.board import PLAYERS, Position, Squares, edges, numbers
from bot.games.clump.evaluation import missing
from bot.games.clump.moves import moves, outcome, resolve
from bot.games.guide import Hint

IN_THE_WAY = "Their stones on a shortest way of mine"
DECIDING = "Swaps that would win, mine and theirs"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """The enemy stones on a shortest way of the player, and what swaps either side wins with."""
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
    # The legal swaps, by whoever's turn it were, after which that player has won.
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
