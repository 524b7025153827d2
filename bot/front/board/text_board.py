"""The board in plain characters, beside the words of a private answer: for who can't see pictures,
or would rather read."""

from io import BytesIO

import discord

from bot.front.text.markdown import LIMIT, code_block
from bot.matches.match import Match

FILE = "board.txt"
"""The name of a text board that is too long to stand in the message itself."""

Worded = tuple[str, list[discord.File]]
"""The words of a message, and a file where they did not fit."""


def text_board(match: Match) -> str:
    """The board of a match that has begun, as lines of plain characters."""
    return match.rules.text_board(match.position)


def with_text_board(words: str, board: str | None) -> Worded:
    """The words with a text board below, which is a file where both are too long for a message."""
    if board is None:
        return words, []
    whole = f"{words}\n{code_block(board)}"
    if len(whole) <= LIMIT:
        return whole, []
    return words, [discord.File(BytesIO(board.encode()), FILE, description="The board as text")]
