"""How the games read what players type, and phrases that their sentences share."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from bot.games.core import Names, Outcome

TYPOGRAPHY = str.maketrans("‐‑‒–—−×‘’ʼ′", "------x''''")  # noqa: RUF001
"""What phones write instead of the plain characters of a move."""


def plain(text: str) -> str:
    """A typed text without blanks, its dashes, crosses and apostrophes made plain."""
    return "".join(text.split()).translate(TYPOGRAPHY)


def normalized(text: str) -> str:
    """A typed text made plain, and without capitals."""
    return plain(text).casefold()


def quoted(text: str) -> str:
    """What a player typed, shortened so that it can be repeated to them."""
    line = " ".join(text.split())
    return f"“{line[:40]}…”" if len(line) > 40 else f"“{line}”"


def comma_list(words: Sequence[str], last: str = "and") -> str:
    """The words as English lists them: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 cube`, `2 cubes`."""
    return f"{number} {noun}{'s' * (number != 1)}"


SHAPES: Mapping[int, str] = {1: "dot", 2: "diamond", 3: "triangle", 4: "square", 5: "ring"}
"""The shape that marks each player's pieces in the pictures of every theme, whatever their colors.

Only Clump has its own colors, red and blue.
"""

NOBODY: Names = {}
"""The names of players who are called by number."""

BOARD_WIDTH = 32
"""Characters of a line of a text board: a phone shows them in a row."""


def board_lines(text: str) -> list[str]:
    """Words as lines of a text board."""
    return wrap(text, BOARD_WIDTH)


BRIEF = 16
"""Characters of a name on a line of a text board."""


def brief_name(player: int, names: Names, limit: int = BRIEF) -> str:
    """A player's name for a line with little room."""
    name = " ".join(name_of(player, names).split())
    return name if len(name) <= limit else f"{name[: limit - 1]}…"


def name_of(player: int, names: Names) -> str:
    """A player's name, also of one without a name."""
    return names.get(player, f"Player {player}")


def state_of(player: int, turn: int, end: Outcome | None, over: bool) -> str:
    """What follows a player's name on a text board: who has won, or is to move."""
    if end:
        return ", has won" if player in end.winners else ""
    return ", to move" if player == turn and not over else ""
