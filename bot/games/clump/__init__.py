"""Clump, by Mark Steere: swap neighboring stones, let groups grow, and join your two sides."""

from bot.games.clump import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.clump.board import Position, start
from bot.games.clump.moves import Diminished, Formed, Joined, Move, Swap, Swapped
from bot.games.guide import Game

__all__ = [
    "GAME",
    "Diminished",
    "Formed",
    "Joined",
    "Move",
    "Position",
    "Swap",
    "Swapped",
]

GAME = Game(
    key="clump",
    start=start,
    moves=moves.moves,
    resolve=moves.resolve,
    explain=refusals.explain,
    outcome=moves.outcome,
    parse=notation.parse_move,
    format=notation.write_move,
    read=notation.read_position,
    write=notation.write_position,
    tell=narration.tell,
    describe=narration.describe,
    describe_cell=text_board.describe_cell,
    text_board=text_board.text_board,
    evaluate=evaluation.evaluate,
    complete=evaluation.complete,
    nearest=evaluation.nearest,
    steps=steps.steps,
    hints=hints.hints,
)
