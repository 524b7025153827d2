"""Text as wide as others, in letters of equal width."""

from itertools import accumulate, takewhile
from unicodedata import bidirectional, category, east_asian_width

ISOLATE, END = "\u2068", "\u2069"
"""Characters without a width. What stands between them does not turn around what is beside it."""


def in_columns(text: str, columns: int) -> str:
    """The text cut or filled to that many columns, from the left whatever its script."""
    wide = sum(map(_columns, text))
    if wide > columns:
        kept = takewhile(lambda upto: upto < columns, accumulate(map(_columns, text)))
        text = f"{text[: len(list(kept))]}…"
        wide = sum(map(_columns, text))
    filled = " " * (columns - wide)
    is_turned = any(bidirectional(each) in {"R", "AL"} for each in text)
    return f"{ISOLATE}{text}{END}{filled}" if is_turned else f"{text}{filled}"


def _columns(character: str) -> int:
    # Letters of East Asia and emoji have two; what stands above another letter has none.
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1
