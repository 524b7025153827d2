"""How the games read what players type, and phrases that their sentences share."""

from collections.abc import Sequence

from bot.games.core import Names

TYPOGRAPHY = str.maketrans("‐‑‒–—−×‘’ʼ′", "------x''''")  # noqa: RUF001
"""What phones write in the place of the plain characters of a move."""


def plain(text: str) -> str:
    """A typed text without blanks, its dashes, crosses and apostrophes made plain."""
    return "".join(text.split()).translate(TYPOGRAPHY)


def normalized(text: str) -> str:
    """A typed text made plain, and without capitals."""
    return plain(text).casefold()


def quoted(text: str) -> str:
    """What a player typed, at a length that can be repeated to them."""
    line = " ".join(text.split())
    return f"“{line[:40]}…”" if len(line) > 40 else f"“{line}”"


def listed(texts: Sequence[str], last: str) -> str:
    """The texts in a row: `a, b or c`."""
    return f" {last} ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def counted(number: int, noun: str) -> str:
    """So many of something: `1 cube`, `2 cubes`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def name_of(player: int, names: Names) -> str:
    """What to call a player, also one without a name."""
    return names.get(player, f"Player {player}")
