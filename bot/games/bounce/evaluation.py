"""Advice on Bounce: which moves to offer first, and how good a position looks."""

import re

from bot.games.bounce.board import PLACES, SIZE, Position
from bot.games.bounce.moves import Move, Pass, Run, moves, outcome, resolve
from bot.games.bounce.notation import SQUARE, is_on_board, parse_move, write_move
from bot.games.core import NotationError
from bot.games.phrases import normalized
from bot.games.squares import Square, square

# How good a position looks, in points; every stack has to be lost before the game is.

WIN = 1000.0
STACK = 4.0
PIECE = 1.0
FREE = 1.5
"""What a stack is worth, each piece in it, and that it runs every way."""


def rate(position: Position, player: int) -> float:
    """Stacks, the pieces in them, and how many of them run every way; 0 when even."""
    if end := outcome(position):
        won = WIN if player in end.winners else -WIN
        return won if end.winners else 0.0
    return sum(
        _worth(stack) if stack[-1] == player else -_worth(stack)
        for stack in position.stacks
        if stack
    )


def _worth(stack: bytes) -> float:
    return STACK + PIECE * len(stack) + FREE * (len(stack) > 1)


# Which moves to offer


def promise(position: Position, move: Move) -> float:
    """How good a legal move makes the position look."""
    turn = resolve(position, move)
    return -WIN if turn is None else rate(turn.position, position.turn)


def suggestions(position: Position, limit: int) -> list[Move]:
    """Each stack's best move, the best of them first, then each one's second best, and so on."""
    offered: dict[str, int] = {}
    rounds: list[tuple[int, Move]] = []
    for _, _, move in _ranked(position, list(moves(position))):
        source = move.source if isinstance(move, Run) else ""
        offered[source] = offered.get(source, 0) + 1
        rounds.append((offered[source], move))
    return [move for _, move in sorted(rounds, key=lambda pair: pair[0])][:limit]


def _ranked(position: Position, some: list[Move]) -> list[tuple[float, int, Move]]:
    """The moves, the most promising first."""
    worth = [(-promise(position, move), place, move) for place, move in enumerate(some)]
    return sorted(worth, key=lambda each: each[:2])


def continuations(position: Position, typed: str, limit: int) -> list[Move]:
    """The moves whose text goes on from what was typed, then those with it inside."""
    wanted = normalized(typed)
    fitting = [move for move in moves(position) if wanted in write_move(move)]
    ranked = [move for *_, move in _ranked(position, fitting)]
    ranked.sort(key=lambda move: not write_move(move).startswith(wanted))
    exact = [move for move in ranked if write_move(move) == wanted]
    return list(dict.fromkeys([*exact, *ranked]))[:limit]


# What was meant


def nearest(position: Position, text: str, limit: int) -> list[Move]:
    """The legal moves nearest to a refused one: of the same stack, then by destination."""
    wish = _wish(position, text)
    if wish is None:
        return []

    def apart(move: Move) -> tuple[int, int, int]:
        if isinstance(move, Pass):
            return len(PLACES), 0, 0
        differing = len(set(move.covered) ^ set(wish.covered))
        return _apart(move.source, wish.source), _apart(move.target, wish.target), differing

    return sorted(moves(position), key=apart)[:limit]


def _apart(one: str, other: str) -> int:
    """How many steps lie between two squares of the board, light ones too."""
    (a, b), (c, d) = _place(one), _place(other)
    return max(abs(a - c), abs(b - d))


def _place(name: str) -> Square:
    return square(name) or (SIZE, SIZE)


def _wish(position: Position, text: str) -> Run | None:
    """The run that a text asks for, or seems to ask for by the squares it names."""
    try:
        move = parse_move(position, text)
    except NotationError:
        found = [name for name in re.findall(SQUARE, normalized(text[:100])) if is_on_board(name)]
        return Run(found[0], tuple(found[1:-1]), found[-1]) if found else None
    return move if isinstance(move, Run) else None
