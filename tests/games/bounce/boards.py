"""Positions of Bounce in few words, and what can be done in them."""

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Run
from tests.helpers.playing import Player

PLAYER = Player(GAME)
play, legal, refused = PLAYER.play, PLAYER.legal, PLAYER.refused


def board(stacks: str, turn: str = "P", variant: str = "standard") -> Position:
    """The position of stacks such as `c3:PPY`, owners from bottom to top."""
    return GAME.read(f"{stacks};{turn}", {"variant": variant})


def ends(position: Position, source: str) -> set[str]:
    """Where the stack on a square can come without a capture."""
    return {
        move.target
        for move in GAME.moves(position)
        if isinstance(move, Run) and move.source == source and not move.covered
    }


def after(position: Position, *texts: str) -> str:
    return GAME.write(play(position, *texts).position).partition(";")[0]
