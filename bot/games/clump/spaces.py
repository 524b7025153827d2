"""One square of Clump in words, and what can be done there."""

from collections.abc import Sequence

from bot.games.clump.board import Position, named
from bot.games.clump.moves import Diminished, Formed, Joined, outcome, resolve, swaps_of
from bot.games.clump.narration import COLORS, SIDES, group_in_words
from bot.games.clump.notation import write_move
from bot.games.core import Effect, Names, NotationError
from bot.games.guide import MovesByEffect, by_effect
from bot.games.phrases import name_of, normalized, quoted
from bot.games.squares import Square, name


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Whose stone is on a square, its group and its neighbors, and whether it is stuck.

    Raises NotationError.
    """
    square = _named(position, cell)
    number = position.grid.number(square)
    neighbors = "; ".join(
        f"{position.grid.name(beside)}, {_stone(position, beside, names)}"
        for beside in position.grid.beside[number]
    )
    text = f"{name(square)} holds {_stone(position, number, names)}. Beside it: {neighbors}."
    return " ".join(filter(None, (text, _swaps(position, number))))


def _named(position: Position, cell: str) -> Square:
    square = named(normalized(cell), position.size)
    if square is None:
        last = name((position.size - 1, position.size - 1))
        raise NotationError(
            f"There is no square {quoted(cell)} on this board. Name one from a1 to {last}."
        )
    return square


def _stone(position: Position, number: int, names: Names) -> str:
    owner = position.owner(number)
    return f"{name_of(owner, names)}'s {COLORS[owner]} stone, {group_in_words(position, number)}"


def _swaps(position: Position, number: int) -> str:
    if position.owner(number) != position.turn or outcome(position):
        return ""
    return "" if any(swaps_of(position, number)) else "It has no swap now."


# What can be done there


def moves_by_effect(position: Position, cell: str, names: Names) -> MovesByEffect:
    """The swaps of an own stone, or those with another one, by what becomes of the groups."""
    square = _named(position, cell)
    number, here = position.grid.number(square), name(square)
    if position.owner(number) == position.turn:
        swaps = list(swaps_of(position, number))
    else:
        beside = position.grid.beside[number]
        near = (each for each in beside if position.owner(each) == position.turn)
        swaps = [s for each in near for s in swaps_of(position, each) if s.target == here]
    return by_effect(position, swaps, resolve, write_move, _done)


def _done(effects: Sequence[Effect]) -> str:
    # A group of one is gone whenever its stone moves, so that is not worth a word.
    parts = []
    for effect in effects:
        match effect:
            case Formed(player, at, before, after):
                parts.append(f"{COLORS[player]} group of {after} on {at}, {before} before")
            case Diminished(player, _, size) if size > 1:
                parts.append(f"breaks up a {COLORS[player]} group of {size}")
            case Joined(player):
                parts.append(f"joins {SIDES[player]} for {COLORS[player]}")
    return "; ".join(parts)
