"""Positions of Bounce in few words, and what can be done in them."""

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Run
from bot.games.core import IllegalMove, Turn


def board(stacks: str, turn: str = "P", variant: str = "standard") -> Position:
    """The position of stacks such as `c3:PPY`, owners from bottom to top."""
    return GAME.read(f"{stacks};{turn}", {"variant": variant})


def play(position: Position, *texts: str) -> Turn[Position]:
    """The last of these moves, played one after the other."""
    for text in texts:
        turn = GAME.play(position, GAME.parse(position, text))
        position = turn.position
    return turn


def legal(position: Position) -> list[str]:
    return [GAME.format(position, move) for move in GAME.moves(position)]


def ends(position: Position, source: str) -> set[str]:
    """Where the stack on a square can come without a capture."""
    return {
        move.target
        for move in GAME.moves(position)
        if isinstance(move, Run) and move.source == source and not move.covered
    }


def captures(position: Position, source: str) -> set[str]:
    """The captures of the stack on a square, as move texts."""
    return {text for text in legal(position) if text.startswith(f"{source}x")}


def after(position: Position, *texts: str) -> str:
    """The stacks after some moves."""
    return GAME.write(play(position, *texts).position).partition(";")[0]


def refused(position: Position, text: str) -> str:
    """The sentence that refuses a move."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.play(position, GAME.parse(position, text))
    return str(refusal.value)
