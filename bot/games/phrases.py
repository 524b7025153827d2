"""Turns of phrase that the sentences of several games share."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.core import Names

DASHES = str.maketrans("‐‑‒–—−×", "------x")  # noqa: RUF001
"""What phones write in the place of the plain characters of a move."""


def normalized(text: str) -> str:
    """A typed text without blanks and capitals, its dashes and crosses made plain."""
    return "".join(text.split()).translate(DASHES).casefold()


def quoted(text: str) -> str:
    """What a player typed, at a length that can be repeated to them."""
    line = " ".join(text.split())
    return f"“{line[:40]}…”" if len(line) > 40 else f"“{line}”"


def listed(texts: Sequence[str], last: str) -> str:
    """The texts in a row: `a, b or c`."""
    return f" {last} ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def name_of(player: int, names: Names) -> str:
    """What to call a player, also one without a name."""
    return names.get(player, f"Player {player}")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a move, and the spaces that stand in its way."""

    why: str
    at: tuple[str, ...] = ()
