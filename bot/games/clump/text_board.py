"""The board of Clump without its picture: drawn in plain characters, or one square in words."""

from bot.games.clump.board import LETTERS, PLAYERS, Position, named
from bot.games.clump.moves import outcome, swaps_of
from bot.games.clump.narration import COLORS, SIDES, group_in_words
from bot.games.clump.notation import rows, write_move
from bot.games.core import Names, NotationError
from bot.games.phrases import NOBODY, brief_name, comma_list, name_of, normalized, quoted, state_of
from bot.games.squares import name

# The text board


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The ranks from the top, R and B for the stones, between the names of ranks and files."""
    ranks = (
        f"{position.size - row:2} {' '.join(stones)}" for row, stones in enumerate(rows(position))
    )
    files = " ".join(name((file, 0))[0] for file in range(position.size))
    return "\n".join(
        (*(_player(position, player, names, over) for player in PLAYERS), *ranks, f"   {files}")
    )


def _player(position: Position, player: int, names: Names, over: bool) -> str:
    text = f"{LETTERS[player - 1]}: {brief_name(player, names)}, joins {SIDES[player]}"
    return f"{text}{state_of(player, position.turn, outcome(position), over)}."


# One square


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Whose stone stands on a square, its group, its neighbors and its swaps.

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
