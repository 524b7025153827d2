"""Square boards: files a, b, c, ... from the left, ranks 1, 2, 3, ... from the bottom."""

from string import ascii_lowercase

Square = tuple[int, int]
"""File and rank, counted from 0."""

NAME = r"[a-z][0-9]{1,2}"
"""What the name of a square looks like, on a board of any size."""


def name(square: Square) -> str:
    """The square as players write it: `c4`."""
    return f"{ascii_lowercase[square[0]]}{square[1] + 1}"


def square(text: str) -> Square | None:
    file, rank = ascii_lowercase.find(text[:1]), text[1:]
    if not text or file < 0 or not (rank.isascii() and rank.isdecimal()) or rank[0] == "0":
        return None
    return file, int(rank) - 1
