"""Why a move of Bi-Pod is refused: the part, the number or the stone that prevents it."""

from bot.games.bipod.board import BIT, COLORS, STARTS, Position, named, nearest_to
from bot.games.bipod.moves import Adopt, Block, Move, Run, at_once, outcome
from bot.games.bipod.narration import holder
from bot.games.bipod.notation import example, write_move
from bot.games.bipod.paths import is_cut_off, path
from bot.games.core import Refusal
from bot.games.guide import first_refusal
from bot.games.phrases import comma_list

NUMBERS = ("none", "one", "two", "three")

OVER = {
    "joined": "both colors have reached a short side",
    "cut": "a color has no way left to a short side",
    "full": "the board is full",
}


def explain(position: Position, move: Move) -> Refusal:
    if over := outcome(position):
        return Refusal(f"The game is over: {OVER[over.reason]}.", _decided(position))
    found = first_refusal(check(position, move) for check in CHECKS)
    return found or Refusal(
        f"{write_move(position, move)} can't be played here. {example(position)}"
    )


def _decided(position: Position) -> tuple[str, ...]:
    if position.runner is None:
        return ()
    cut = [STARTS[color] for color in COLORS if is_cut_off(position, color)]
    return tuple(cut or (cell for color in COLORS for cell in path(position, color)))


def _no_cell(position: Position, move: Move) -> Refusal | None:
    missing = [cell for cell in _cells(move) if cell not in BIT]
    return Refusal(f"The board has no cell {missing[0]}. {example(position)}") if missing else None


def _wrong_part(position: Position, move: Move) -> Refusal | None:
    why = _other_part(position, move)
    return Refusal(why) if why else None


def _other_part(position: Position, move: Move) -> str | None:
    runs = position.turn == position.runner
    match move:
        case Adopt() if position.runner:
            part = "Runner" if runs else "Blocker"
            return f"The parts are taken already, and you are the {part}. {example(position)}"
        case Run(cell) if position.runner is None:
            return (
                "Nobody has a part yet, so both of you place black stones. "
                f"Write {cell} without a color, or adopt."
            )
        case Run(cell) if not runs:
            return f"You are the Blocker, and your stones are black. Write {cell} without a color."
        case Block() if runs:
            cell = next(iter(move.ordered()), STARTS["o"])
            return f"You are the Runner: place one stone, color and all, like {cell} o or {cell} O."
    return None


def _wrong_number(position: Position, move: Move) -> Refusal | None:
    if not isinstance(move, Block) or 0 < len(move.cells) <= at_once(position):
        return None
    if not move.cells:
        return Refusal(f"A turn places a stone. {example(position)}")
    most = NUMBERS[at_once(position)]
    allowed = "one" if most == "one" else f"one to {most}"
    return Refusal(
        f"That is {len(move.cells)} stones, and a turn here places {allowed}. Leave some out."
    )


def _not_empty(position: Position, move: Move) -> Refusal | None:
    taken = {cell: stone for cell in _cells(move) if (stone := position.stone(cell))}
    for cell, stone in taken.items():
        near = comma_list(nearest_to([cell], named(position.empty))[:2])
        why = f"{cell} is taken by {holder(cell, stone)}. Near it, {near} are free."
        return Refusal(why, tuple(taken))
    return None


def _cells(move: Move) -> list[str]:
    match move:
        case Block():
            return move.ordered()
        case Run(cell):
            return [cell]
    return []


CHECKS = (_no_cell, _wrong_part, _wrong_number, _not_empty)
