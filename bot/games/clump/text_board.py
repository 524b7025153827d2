"""The board of Clump in characters, for those who can't see its picture or prefer to read."""

from bot.games.clump.board import LETTERS, PLAYERS, Position
from bot.games.clump.moves import outcome
from bot.games.clump.narration import SIDES
from bot.games.clump.notation import rows
from bot.games.core import Names
from bot.games.phrases import NOBODY, brief_name, state_of
from bot.games.squares import name


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
