"""The board in plain characters below a private answer, for whoever can't see pictures or prefers
to read."""

from io import BytesIO
from textwrap import wrap

import discord

from bot.front.board.pictures import plain_names
from bot.front.discord.markdown import LIMIT, code_block
from bot.front.text.results import ended_early, plain_result
from bot.model.match import Match

# Characters of a line of words; the lines of boards are no longer.
LINE = 58

# The name of a text board that is too long to stand in the message itself.
FILE = "board.txt"


def text_board(match: Match) -> str:
    """The board of a match that has begun, as lines of plain characters. Of one that has ended
    other than by the rules it says so, and not whose turn it is."""
    over = ended_early(match)
    board = match.rules.text_board(match.position, plain_names(match), over=over)
    return "\n".join([*(wrap(plain_result(match), LINE) if over else ()), board])


def with_text_board(text: str, board: str | None) -> tuple[str, list[discord.File]]:
    """The text with a text board below, which is a file where both are too long for a message."""
    if board is None:
        return text, []
    whole = f"{text}\n{code_block(board)}"
    if len(whole) <= LIMIT:
        return whole, []
    return text, [discord.File(BytesIO(board.encode()), FILE, description="The board as text")]
