"""Clump boards drawn rank by rank, from the top: R and B, blanks as you like."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import Position
from bot.games.clump.moves import Diminished, Formed
from bot.games.core import IllegalMove, Turn


def drawn(picture: str, turn: str = "R") -> Position:
    """The position of a drawing."""
    return GAME.read(
        "/".join(line for line in picture.split("\n") if line.strip()) + f";{turn}", {}
    )


def play(position: Position, *texts: str) -> Turn[Position]:
    """The last of these moves, played one after the other."""
    for text in texts:
        turn = GAME.play(position, GAME.parse(position, text))
        position = turn.position
    return turn


def refused(position: Position, text: str) -> str:
    """The sentence that refuses a move."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.play(position, GAME.parse(position, text))
    return str(refusal.value)


def looks_like(turn: Turn[Position], picture: str) -> bool:
    """Whether the board after the turn is the drawn one."""
    return turn.position.red == drawn(picture).red


def formed(turn: Turn[Position]) -> list[tuple[str, int, int]]:
    """The groups formed: color, size before and after."""
    return [("?RB"[e.player], e.before, e.after) for e in turn.effects if isinstance(e, Formed)]


def diminished(turn: Turn[Position]) -> list[tuple[str, int]]:
    """The groups diminished: color and old size."""
    return [("?RB"[e.player], e.size) for e in turn.effects if isinstance(e, Diminished)]
