"""Why a move of Bounce is refused, and what can be played instead."""

from itertools import islice

from bot.games.bounce.board import AHEAD, FORWARD, HEADINGS, NUMBER, PLACES, SQUARES, Position
from bot.games.bounce.moves import (
    Move,
    Pass,
    Run,
    is_accelerating,
    outcome,
    path_of,
    runs,
    runs_from,
)
from bot.games.bounce.notation import example, write_move
from bot.games.core import Refusal
from bot.games.guide import first_refusal
from bot.games.phrases import comma_list

SHOWN = 4
"""How many moves of the same stack a refusal names."""

FAR = 64
"""A stack so high that it reaches every square that a run can reach at all."""


def explain(position: Position, move: Move) -> Refusal:
    if outcome(position):
        return Refusal("The game is over. A rematch begins a new one.")
    if isinstance(move, Pass):
        return Refusal(f"You may pass only when none of your stacks can move. {example(position)}")
    found = first_refusal(check(position, move) for check in CHECKS)
    return found or Refusal(
        f"{write_move(position, move)} can't be played here. {_instead(position, move)}"
    )


def _wrong_stack(position: Position, move: Run) -> Refusal | None:
    if move.source not in NUMBER:
        return Refusal(f"Bounce has no square {move.source}. {example(position)}")
    stack = position.stack(move.source)
    if not stack:
        return Refusal(f"There is nothing on {move.source}. {example(position)}", (move.source,))
    if stack[-1] != position.turn:
        why = f"The stack on {move.source} is your opponent's. {example(position)}"
        return Refusal(why, (move.source,))
    return None


def _wrong_capture(position: Position, move: Run) -> Refusal | None:
    for square in move.covered:
        if square == move.source:
            return Refusal(f"A stack can't cover itself. {_instead(position, move)}", (square,))
        if square not in NUMBER or not position.stack(square):
            why = f"There is nothing to cover on {square}. {_instead(position, move)}"
            return Refusal(why, (square,) if square in NUMBER else ())
    if len(move.covered) > 1 and not is_accelerating(position):
        why = f"A run covers one stack here, not several. {_instead(position, move)}"
        return Refusal(why, tuple(dict.fromkeys(move.covered)))
    return None


def _wrong_end(position: Position, move: Run) -> Refusal | None:
    if move.target not in NUMBER:
        return Refusal(f"Bounce has no square {move.target}. {example(position)}")
    if move.covered:
        return None
    if move.target == move.source:
        why = f"A run that covers nothing has to end somewhere else. {_instead(position, move)}"
        return Refusal(why, (move.target,))
    if position.stack(move.target):
        why = f"There is a stack on {move.target} already. {_instead(position, move)}"
        return Refusal(why, (move.target,))
    return None


def _in_the_way(position: Position, move: Run) -> Refusal | None:
    height = len(position.stack(move.source))
    alone = _alone(position, move.source, height)
    path = None if move.covered else alone.get(move.target)
    if path is None:
        return None
    met = next((at for at in path[1:] if position.stacks[at]), None)
    if met is None:
        return None
    square = SQUARES[met]
    why = f"The stack on {square} blocks the way to {move.target}. {_instead(position, move)}"
    return Refusal(why, (square,))


def _too_far(position: Position, move: Run) -> Refusal | None:
    height = len(position.stack(move.source))
    forward = move.target in _alone(position, move.source, FAR if height > 1 else 1)
    if move.covered or (forward and height == 1):
        return None
    if height == 1:
        why = f"A single cup runs one square, diagonally forward. {_instead(position, move)}"
        return Refusal(why)
    if not forward:
        return None
    return Refusal(f"A stack of {height} runs at most {height} squares. {_instead(position, move)}")


def _no_landing(position: Position, move: Run) -> Refusal | None:
    if not move.covered or path_of(position, move):
        return None
    source, jumped = NUMBER[move.source], NUMBER[move.covered[0]]
    headings = HEADINGS if len(position.stacks[source]) > 1 else FORWARD[position.turn]
    behind = [_behind(position, source, jumped, heading) for heading in headings]
    taken = sorted({SQUARES[at] for at in behind if at is not None and position.stacks[at]})
    if not taken:
        return None
    return Refusal(
        f"The stack on {comma_list(taken, 'or')} is behind {move.covered[0]}, and a jump lands "
        f"on an empty square. {_instead(position, move)}",
        tuple(taken),
    )


def _behind(position: Position, source: int, jumped: int, heading: int) -> int | None:
    at = source
    for _ in range(len(position.stacks[source])):
        at, heading = AHEAD[at][heading]
        if at == jumped:
            landing = AHEAD[at][heading][0]
            return None if landing == source else landing
        if position.stacks[at] and at != source:
            return None
    return None


def _no_way(position: Position, move: Run) -> Refusal | None:
    if not move.covered or path_of(position, move):
        return None
    first = move.covered[0]
    ends = [run.target for run in runs_from(position, move.source) if run.covered == move.covered]
    if ends:
        named = comma_list(sorted(ends), "or")
        return Refusal(f"After covering {comma_list(move.covered)} that run ends on {named}.")
    return Refusal(
        f"No run from {move.source} covers {first} like that: a stack jumps what it meets on its "
        f"diagonal within its height, if the next square is empty. {_instead(position, move)}"
    )


CHECKS = (_wrong_stack, _wrong_capture, _wrong_end, _in_the_way, _too_far, _no_landing, _no_way)
"""What can be wrong with a run, each check relying on those before it."""


def _alone(position: Position, source: str, height: int) -> dict[str, tuple[int, ...]]:
    # The squares that the stack would reach if it were that high and alone: the shortest path to
    # each.
    number = NUMBER[source]
    board = [b""] * len(PLACES)
    board[number] = bytes([position.turn]) * height
    found = runs(tuple(board), number, is_accelerating=False)
    return {SQUARES[target]: path for (_, target), path in found.items()}


def _instead(position: Position, move: Run) -> str:
    texts = [write_move(position, run) for run in islice(runs_from(position, move.source), SHOWN)]
    if not texts:
        return f"The stack on {move.source} can't move now. {example(position)}"
    return f"From {move.source} you can play {comma_list(texts, 'or')}."
