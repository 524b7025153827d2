"""Bi-Pod in sentences: what happened in a turn, the position in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.bipod.board import BIT, BLACK, COLORS, STARTS, Position, named
from bot.games.bipod.moves import Adopted, CutOff, Joined, Laid, outcome
from bot.games.bipod.paths import needed, path
from bot.games.core import Effect, Names, opponent
from bot.games.phrases import SHAPES, comma_list, name_of
from bot.games.story import Story

MARK = {color: SHAPES[number] for number, color in enumerate(COLORS, 1)}
"""The mark of a color's stones in pictures, as its letter alone is meaningless to readers."""


# A turn


def story(effects: Sequence[Effect], names: Names) -> Story:
    """What the player placed or which part they took, and what that decided."""
    laid = [effect for effect in effects if isinstance(effect, Laid)]
    sentences = [_placed(laid, names)] if laid else []
    sentences += [SENTENCES[type(e)](e, names) for e in effects if type(e) in SENTENCES]
    return Story(" ".join(sentences))


def _placed(laid: Sequence[Laid], names: Names) -> str:
    who, color = name_of(laid[0].player, names), laid[0].color
    cells = comma_list([effect.at for effect in laid])
    if color != BLACK:
        return f"{who} places a {MARK[color]} ({color}) on {cells}."
    return f"{who} places {'a black stone' if len(laid) == 1 else 'black stones'} on {cells}."


def _adopted(effect: Adopted, names: Names) -> str:
    runs = effect.player == effect.runner
    part, rest = ("Runner", "Blocker") if runs else ("Blocker", "Runner")
    other = name_of(opponent(effect.player), names)
    return f"{name_of(effect.player, names)} takes the {part}'s part; {other} is the {rest}."


def _joined(effect: Joined, names: Names) -> str:
    way = f"from {effect.path[0]} to the side at {effect.path[-1]}"
    return f"The {MARK[effect.color]}s ({effect.color}) are joined: {way}."


def _cut_off(effect: CutOff, names: Names) -> str:
    color, start = effect.color, STARTS[effect.color]
    return f"The {MARK[color]}s ({color}) are cut off: no way is left from {start} to a short side."


SENTENCES: Mapping[type, Callable[[Any, Names], str]] = {
    Adopted: _adopted,
    Joined: _joined,
    CutOff: _cut_off,
}


# A position


def part(position: Position, player: int) -> str:
    if position.runner is None:
        return ""
    return "the Runner" if player == position.runner else "the Blocker"


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Who plays which part, whose turn it is, every stone, and how far each color has to go."""
    sentences = [f"Bi-Pod. {_parts(position, names, over)}", _black(position)]
    return " ".join([*sentences, *(_color(position, color) for color in COLORS)])


def _parts(position: Position, names: Names, over: bool) -> str:
    end = outcome(position)
    if position.runner is None:
        turn = "" if over else f" {name_of(position.turn, names)} is to move."
        return f"Nobody has a part yet.{' The board is full.' if end else turn}"
    who = name_of(position.runner, names), name_of(opponent(position.runner), names)
    parts = f"{who[0]} is the Runner, {who[1]} the Blocker"
    if end:
        return f"{parts}; the {'Runner' if position.runner in end.winners else 'Blocker'} has won."
    if over:
        return f"{parts}."
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
    return f"{stones} from a short side"


def holder(cell: str, stone: str) -> str:
    if cell in STARTS.values():
        return f"the start stone of {stone}"
    return "a black stone" if stone == BLACK else f"a stone of {stone}"
