"""Evaluation of Bump: how good a position looks, which moves to offer first, and what its hints
show: bumps by turning, and pieces in danger."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from bot.games.bump.board import (
    AROUND,
    CENTER,
    EMPTY,
    NUMBER,
    PLAYERS,
    SPACES,
    Position,
    code,
    facing,
)
from bot.games.bump.chain import TOWARD
from bot.games.bump.moves import Move, Movement, bump_phases, is_won, moves, reach, resolve
from bot.games.bump.notation import parse_move, write_move
from bot.games.core import Bumped, Captured, opponent
from bot.games.guide import WIN, Hint, by_rounds, continuations, exactly, look_alike, understood
from bot.games.hexes import DIRECTIONS, rotations

# How good a position looks, in points; a piece is worth ten.

PIECE = 10.0
RESERVE = 8.0
STEP_NEARER = 0.5
ON_CENTER = 6.0
GUARD = 1.5
ENOUGH_GUARDS = 3


def _steps(space: int) -> dict[int, int]:
    return {target: len(way) - 1 for target, way in reach(EMPTY, space, (), len(SPACES)).items()}


STEPS_TO_CENTER = {player: _steps(CENTER[player]) for player in PLAYERS}
GUARDS = {p: [s for s, steps in STEPS_TO_CENTER[p].items() if 1 <= steps <= 2] for p in PLAYERS}
"""The spaces from where a piece can soon bump an invader out of the player's center."""


def _worth(player: int) -> tuple[float, ...]:
    # What a piece of the player is worth on each space; the second player's count against.
    steps, sign = STEPS_TO_CENTER[opponent(player)], 1 if player == 1 else -1
    return tuple(sign * (PIECE + STEP_NEARER * (10 - steps[space])) for space in range(len(SPACES)))


WORTH = {code(player, k): _worth(player) for player in PLAYERS for k in DIRECTIONS}


def evaluate(position: Position, player: int) -> float:
    """Material, advance towards the opposing center, guards of the own one; 0 when even."""
    if is_won(position):
        return WIN if position.turn == player else -WIN
    lead = 0.0
    for space, piece in enumerate(position.board):
        if piece:
            lead += WORTH[piece][space]
    lead += _safety(position, 1) - _safety(position, 2)
    return lead if player == 1 else -lead


def _safety(position: Position, player: int) -> float:
    # What counts besides the pieces: the reserve, some guards at home, the opposing center.
    board = position.board
    guards = 0
    for space in GUARDS[player]:
        guards += board[space] >> 3 == player
    held = ON_CENTER if board[CENTER[opponent(player)]] else 0.0
    return RESERVE * position.reserve(player) + GUARD * min(guards, ENOUGH_GUARDS) + held


# Which moves to offer


suggested = by_rounds


def complete(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """The moves that continue what was typed."""
    written = re.sub("[Cc][12]", "C", typed)  # as move texts write a center
    found = continuations(position, written, lambda each: iter(_legal(each)), write_move)
    return found[:limit] or exactly(position, typed, parse_move, resolve)


@lru_cache(maxsize=16)  # somebody types on, letter by letter
def _legal(position: Position) -> tuple[Move, ...]:
    return tuple(moves(position))


# What was meant


look_alikes = look_alike(moves, write_move)


def nearest(position: Position, text: str, limit: int = 3) -> list[Move]:
    """The legal movements nearest to a refused one: same piece, then destination, then facing."""
    near: list[Move] = [*_movements(position, text)]
    return near[:limit] or look_alikes(position, text, limit)


def _movements(position: Position, text: str) -> list[Movement]:
    intended = _intended(position, text)
    if intended is None:
        return []
    from_source, from_target = _steps(NUMBER[intended.source]), _steps(NUMBER[intended.target])
    piece = position.piece(intended.source)
    front = piece[1] if piece and intended.facing is None else intended.facing

    def apart(move: Movement) -> tuple[int, int, int, bool]:
        before = facing(position.board[NUMBER[move.source]])
        after = before if move.facing is None else move.facing
        turned = 0 if front is None else rotations(front, after)
        source, target = from_source[NUMBER[move.source]], from_target[NUMBER[move.target]]
        return source, target, turned, move.choices != intended.choices

    return sorted((m for m in moves(position) if isinstance(m, Movement)), key=apart)


def _intended(position: Position, text: str) -> Movement | None:
    if move := understood(position, text, parse_move):
        return move if isinstance(move, Movement) else None
    spaces = [s for s in re.findall(r"[C0-9]+", text[:100].upper()) if s in NUMBER]
    return Movement(spaces[0], spaces[min(1, len(spaces) - 1)]) if spaces else None


# Hints

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
        if is_won(seen):
            continue
        for space in (space for space, owner, _ in position.pieces() if owner == player):
            for target, chain in bump_phases(seen, NUMBER[space]):
                lost.update(_captured(chain.effects, {SPACES[target]: space}, player))
    return (Hint(space) for space, _, _ in position.pieces() if space in lost)


def _captured(
    effects: Iterable[Bumped | Captured], began: dict[str, str], player: int
) -> Iterator[str]:
    # Where the pieces began that the player captures. `began` is that of those which have moved.
    for effect in effects:
        match effect:
            case Bumped(source=source, target=target):
                began[target] = began.pop(source, source)
            case Captured(whose, at):
                origin = began.pop(at, at)
                if whose != player:
                    yield origin
