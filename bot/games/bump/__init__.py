"""Bump: a piece pushes whatever its bumper meets, and whoever keeps the opposing center wins."""

from bot.games.bump import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.bump.board import AREA_CELLS, GATES, NEIGHBORS, SPACES, STARTS, Position, start
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Move, Movement, Pass, Reinforcement, Transferred
from bot.games.guide import Game

__all__ = [
    "AREA_CELLS",
    "GAME",
    "GATES",
    "NEIGHBORS",
    "SPACES",
    "STARTS",
    "Held",
    "Move",
    "Movement",
    "Pass",
    "Position",
    "Reinforcement",
    "Stasis",
    "Transferred",
]

GAME = Game(
    key="bump",
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
    compass=steps.compass,
    hints=hints.hints,
)
