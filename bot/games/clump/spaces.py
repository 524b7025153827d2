"""One space of Clump in words."""

from bot.games.clump.board import Position, named
from bot.games.clump.moves import outcome, swaps_of
from bot.games.clump.narration import COLORS, group_in_words
from bot.games.clump.notation import write_move
from bot.games.core import Names, NotationError
from bot.games.phrases import comma_list, name_of, normalized, quoted
from bot.games.squares import name


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Whose stone is on a square, its group, its neighbors and its swaps.

    Raises NotationError.
    """
    square = named(normalized(cell), position.size)
    if square is None:
        last = name((position.size - 1, position.size - 1))
        raise NotationError(
            f"There is no square {quoted(cell)} on this board. Name one from a1 to {last}."
        )
    number = position.grid.number(square)
    neighbors = "; ".join(
        f"{position.grid.name(beside)}, {_stone(position, beside, names)}"
        for beside in position.grid.beside[number]
    )
    text = f"{name(square)} holds {_stone(position, number, names)}. Beside it: {neighbors}."
    return " ".join(filter(None, (text, _swaps(position, number))))


def _stone(position: Position, number: int, names: Names) -> str:
    owner = position.owner(number)
    return f"{name_of(owner, names)}'s {COLORS[owner]} stone, {group_in_words(position, number)}"


def _swaps(position: Position, number: int) -> str:
    if position.owner(number) != position.turn or outcome(position):
        return ""
    texts = [write_move(position, swap) for swap in swaps_of(position, number)]
    return f"It can play {comma_list(texts, 'or')}." if texts else "It has no swap now."
