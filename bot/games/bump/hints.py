"""Hints of Bump: bumps by turning, and pieces in danger."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.games.bump.board import AROUND, NUMBER, PLAYERS, SPACES, Position
from bot.games.bump.chain import TOWARD
from bot.games.bump.moves import moves, resolve
from bot.games.core import Effect
from bot.games.effects import Bumped, Captured, Moved
from bot.games.guide import Hint

TURNING = "What my pieces bump if they turn"
IN_DANGER = "Pieces one legal bump from capture"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """The bumps of the player's pieces by turning, and what either side can capture next."""
    return {
        TURNING: tuple(_bumps_by_turning(position, player)),
        IN_DANGER: tuple(_in_danger(position)),
    }


def _bumps_by_turning(position: Position, player: int) -> Iterator[Hint]:
    # From each piece to its neighbors that don't face it; three points turn it to any side.
    for space, owner, _ in position.pieces():
        for k, neighbor in AROUND[NUMBER[space]] if owner == player else ():
            there = position.board[neighbor]
            if there and there not in TOWARD[k]:
                yield Hint(space, SPACES[neighbor])


def _in_danger(position: Position) -> Iterator[Hint]:
    lost: set[str] = set()
    for player in PLAYERS:
        seen = replace(position, turn=player)
        for move in moves(seen):
            if turn := resolve(seen, move):
                lost.update(_captured_from(turn.effects, player))
    return (Hint(space) for space, _, _ in position.pieces() if space in lost)


def _captured_from(effects: tuple[Effect, ...], player: int) -> Iterator[str]:
    began: dict[str, str] = {}
    for effect in effects:
        match effect:
            case Moved(source=source, target=target) | Bumped(source=source, target=target):
                began[target] = began.pop(source, source)
            case Captured(whose, at):
                origin = began.pop(at, at)
                if whose != player:
                    yield origin
