"""Bounce: stacks run along diagonals and off the rails; what they jump goes underneath."""

from bot.games.bounce import (
    board,
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.guide import Game

GAME = Game(
    key="bounce",
    start=board.start,
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
