"""One square of Bounce in words, and what can be done there."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.games.bounce.board import AHEAD, HEADINGS, NUMBER, SQUARES, Position, letters
from bot.games.bounce.moves import Covered, all_runs, outcome, resolve, runs_from
from bot.games.bounce.notation import is_on_board, write_move
from bot.games.core import Effect, Names, NotationError
from bot.games.guide import NOTHING, MovesByEffect, by_effect
from bot.games.phrases import SHAPES, comma_list, name_of, normalized, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What is on a square, what is next to it, and what it can do if its owner is not to
    move: `moves_by_effect` has what others can. Raises NotationError."""
    square = _named(cell)
    parts = [f"{square} {_contents(position, square, names)}.", _beside(position, square, names)]
    return " ".join((*parts, *_doing(position, square)))


def _named(cell: str) -> str:
    square = normalized(cell)
    if square not in NUMBER:
        raise NotationError(_nowhere(square, cell))
    return square


def _nowhere(square: str, cell: str) -> str:
    if is_on_board(square):
        return f"{square} is a light square, which is never used. Name a dark one, like c3."
    return f"There is no square {quoted(cell)} on this board. Name a dark one, like c3."


def _contents(position: Position, square: str, names: Names) -> str:
    stack = position.stack(square)
    if not stack:
        return "is empty"
    if len(stack) == 1:
        return f"holds {_whose(stack, names)} single cup, a {SHAPES[stack[-1]]}"
    return (
        f"holds {_whose(stack, names)} stack of {len(stack)}, {letters(stack)} from bottom to top"
    )


def _beside(position: Position, square: str, names: Names) -> str:
    numbers = dict.fromkeys(AHEAD[NUMBER[square]][heading][0] for heading in HEADINGS)
    parts = []
    for number in sorted(numbers):
        stack = position.stacks[number]
        what = f"{_whose(stack, names)} {letters(stack)}" if stack else "empty"
        parts.append(f"{SQUARES[number]}, {what}")
    return f"Beside it: {'; '.join(parts)}."


def _doing(position: Position, square: str) -> Iterator[str]:
    stack, some = position.stack(square), [*runs_from(position, square)]
    if not stack or outcome(position):
        return
    if not some:
        yield "It can't run now."
    elif stack[-1] != position.turn:
        ends = sorted({run.target for run in some if not run.covered})
        taken = sorted({covered for run in some for covered in run.covered})
        can = [f"run to {comma_list(ends, 'or')}"] if ends else []
        can += [f"cover {comma_list(taken, 'or')}"] if taken else []
        yield f"It can {', and '.join(can)}."


# What can be done there


def moves_by_effect(position: Position, cell: str, names: Names) -> MovesByEffect:
    """The runs of an own stack by what they cover, or those that cover another one."""
    square = _named(cell)
    stack = position.stack(square)
    if not stack or outcome(position):
        return {}
    if stack[-1] == position.turn:
        some, effect = runs_from(position, square), partial(_covering, names)
    else:
        some, effect = all_runs(position), partial(_covered, square)
    return by_effect(position, some, resolve, write_move, effect)


def _covering(names: Names, effects: Sequence[Effect]) -> str:
    covered = [effect for effect in effects if isinstance(effect, Covered)]
    if not covered:
        return f"{NOTHING}cover"
    whose = [f"{name_of(each.player, names)}'s {each.at}" for each in covered]
    return f"covers {comma_list(whose)}, a stack of {covered[-1].height}"


def _covered(square: str, effects: Sequence[Effect]) -> str:
    covered = [effect for effect in effects if isinstance(effect, Covered)]
    taken = any(each.at == square for each in covered)
    return f"covers it, a stack of {covered[-1].height}" if taken else ""


def _whose(stack: bytes, names: Names) -> str:
    return f"{name_of(stack[-1], names)}'s"
