"""Bi-Pod: the Runner joins two stones of different colors to the short sides; the Blocker walls."""

from bot.games.bipod import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.bipod.board import (
    AXIAL,
    CELLS,
    COLORS,
    COLUMNS,
    NEIGHBORS,
    STARTS,
    Position,
    is_side,
    start,
)
from bot.games.bipod.moves import Adopt, Adopted, Block, CutOff, Joined, Laid, Move, Run
from bot.games.bipod.paths import is_cut_off, is_joined, path, useful
from bot.games.guide import Game

__all__ = [
    "AXIAL",
    "CELLS",
    "COLORS",
    "COLUMNS",
    "GAME",
    "NEIGHBORS",
    "STARTS",
    "Adopt",
    "Adopted",
    "Block",
    "CutOff",
    "Joined",
    "Laid",
    "Move",
    "Position",
    "Run",
    "is_cut_off",
    "is_joined",
    "is_side",
    "path",
    "useful",
]

GAME = Game(
    key="bipod",
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
