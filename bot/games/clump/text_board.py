"""The board of Clump in characters, for those who can't see its picture or prefer to read."""

from bot.games.clump.board import LETTERS, PLAYERS, Position
from bot.games.clump.moves import outcome
from bot.games.clump.narration import SIDES
from bot.games.clump.notation import rows
from bot.games.core import Names
from bot.games.phrases import BOARD_WIDTH, NOBODY, board_lines, brief_name, state_of
from bot.games.squares import name


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The ranks from the top, R and B for the stones, between the names of ranks and files."""
    size = position.size
    ranks = (f"{size - row:2} {_spaced(stones)}" for row, stones in enumerate(rows(position)))
    files = _spaced("".join(name((file, 0))[0] for file in range(size)))
    heads = (line for player in PLAYERS for line in _player(position, player, names, over))
    return "\n".join((*heads, *ranks, f"   {files}"))


def _spaced(marks: str) -> str:
    # A blank between any two, or on a wide board after every fourth.
    apart = 1 if 2 * len(marks) + 2 <= BOARD_WIDTH else 4
    return " ".join(marks[at : at + apart] for at in range(0, len(marks), apart))


def _player(position: Position, player: int, names: Names, over: bool) -> list[str]:
    text = f"{LETTERS[player - 1]}: {brief_name(player, names)}, joins {SIDES[player]}"
    return board_lines(f"{text}{state_of(player, position.turn, outcome(position), over)}.")
