"""Bi-Pod in sentences: what is refused, what happened in a turn, how a position stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.games.bipod_board import BIT, BLACK, COLORS, STARTS, Position, named, nearest_to, opponent
from bot.games.bipod_paths import needed, path
from bot.games.bipod_text import example, write_move
from bot.games.bipod_turn import (
    Adopt,
    Adopted,
    Block,
    CutOff,
    Joined,
    Laid,
    Move,
    Run,
    at_once,
    outcome,
)
from bot.games.core import Effect, Names

NUMBERS = ("none", "one", "two", "three")

# Refusals


def refusal(position: Position, move: Move) -> str:
    """The first thing that is wrong with the move, and the next step."""
    if over := outcome(position):
        return f"The game is over: {OVER[over.reason]}."
    found = next(filter(None, (wrong(position, move) for wrong in WRONGS)), None)
    return found or f"{write_move(move)} can't be played here. {example(position)}"


OVER = {
    "joined": "both colors have reached a short side",
    "cut": "a color has no way left to a short side",
    "full": "the board is full",
}


def _wrong_part(position: Position, move: Move) -> str | None:
    """A move that only the other part makes, or none any more."""
    runs = position.turn == position.runner
    match move:
        case Adopt() if position.runner:
            part = "Runner" if runs else "Blocker"
            return f"Somebody has adopted already, and you are the {part}. {example(position)}"
        case Run(cell) if position.runner is None:
            return (
                "Nobody has adopted yet, so both of you place black stones. "
                f"Write {cell} without a color, or adopt."
            )
        case Run(cell) if not runs:
            return f"You are the Blocker, and your stones are black. Write {cell} without a color."
        case Block() if runs:
            cell = next(iter(move.ordered()), STARTS["o"])
            return f"You are the Runner: place one stone, color and all, like {cell} o or {cell} O."
    return None


def _no_cell(position: Position, move: Move) -> str | None:
    missing = [cell for cell in cells_of_move(move) if cell not in BIT]
    return f"The board has no cell {missing[0]}. {example(position)}" if missing else None


def _wrong_number(position: Position, move: Move) -> str | None:
    if not isinstance(move, Block) or 0 < len(move.cells) <= at_once(position):
        return None
    if not move.cells:
        return f"A turn places a stone. {example(position)}"
    most = NUMBERS[at_once(position)]
    allowed = "one" if most == "one" else f"one to {most}"
    return f"That is {len(move.cells)} stones, and a turn here places {allowed}. Leave some out."


def _not_empty(position: Position, move: Move) -> str | None:
    """A cell that holds a stone, and the empty cells next to it."""
    for cell in cells_of_move(move):
        if stone := position.stone(cell):
            near = nearest_to([cell], named(position.empty))[:2]
            return f"On {cell} stands {_holder(cell, stone)}. Near it, {_listed(near)} can be had."
    return None


def cells_of_move(move: Move) -> list[str]:
    """The cells on which a move places stones."""
    match move:
        case Block():
            return move.ordered()
        case Run(cell):
            return [cell]
    return []


def _holder(cell: str, stone: str) -> str:
    if cell in STARTS.values():
        return f"the start stone of {stone}"
    return "a black stone" if stone == BLACK else f"a stone of {stone}"


WRONGS = (_no_cell, _wrong_part, _wrong_number, _not_empty)


# A turn


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player placed or said, and what that settled."""
    laid = [effect for effect in effects if isinstance(effect, Laid)]
    sentences = [_placed(laid, names)] if laid else []
    sentences += [SAID[type(e)](e, names) for e in effects if type(e) in SAID]
    return " ".join(sentences)


def _placed(laid: Sequence[Laid], names: Names) -> str:
    who, color = _name(laid[0].player, names), laid[0].color
    cells = _listed([effect.at for effect in laid])
    if color != BLACK:
        return f"{who} places {color} on {cells}."
    return f"{who} places {'a black stone' if len(laid) == 1 else 'black stones'} on {cells}."


def _adopted(effect: Adopted, names: Names) -> str:
    runs = effect.player == effect.runner
    part, rest = ("Runner", "Blocker") if runs else ("Blocker", "Runner")
    other = _name(opponent(effect.player), names)
    return f"{_name(effect.player, names)} adopts and is the {part} now; {other} is the {rest}."


def _joined(effect: Joined, names: Names) -> str:
    return f"{effect.color} is joined: from {effect.path[0]} to the side at {effect.path[-1]}."


def _cut_off(effect: CutOff, names: Names) -> str:
    return f"{effect.color} is cut off: no way is left from {STARTS[effect.color]} to a short side."


SAID: Mapping[type, Callable[[Any, Names], str]] = {
    Adopted: _adopted,
    Joined: _joined,
    CutOff: _cut_off,
}


def _name(player: int, names: Names) -> str:
    return names.get(player, f"Player {player}")


def _listed(texts: Iterable[str]) -> str:
    """The texts in a row: `a, b and c`."""
    *most, last = texts
    return f"{', '.join(most)} and {last}" if most else last


# A position


def describe(position: Position, names: Names) -> str:
    """Who plays which part, whose turn it is, every stone, and how far each color has to go."""
    sentences = [f"Bi-Pod. {_parts(position, names)}", _black(position)]
    return " ".join([*sentences, *(_color(position, color) for color in COLORS)])


def _parts(position: Position, names: Names) -> str:
    over = outcome(position)
    mover = _name(position.turn, names)
    if position.runner is None:
        return "Nobody has adopted. " + ("The board is full." if over else f"{mover} is to move.")
    who = _name(position.runner, names), _name(opponent(position.runner), names)
    parts = f"{who[0]} is the Runner, {who[1]} the Blocker"
    if over:
        return f"{parts}; the {'Runner' if position.runner in over.winners else 'Blocker'} has won."
    return f"{parts}; the {'Runner' if position.turn == position.runner else 'Blocker'} is to move."


def _black(position: Position) -> str:
    return f"Black stones: {', '.join(named(position.black)) or 'none'}."


def _color(position: Position, color: str) -> str:
    start = STARTS[color]
    others = ", ".join(named(position.own(color) & ~BIT[start])) or "no other stone"
    return f"{color}, from {start}: {others}; {_distance(position, color)}."


def _distance(position: Position, color: str) -> str:
    stones = needed(position, color)
    if stones is None:
        return "cut off from the short sides"
    if stones == 0:
        return f"joined to a short side at {path(position, color)[-1]}"
    return f"{stones} short of a side"
