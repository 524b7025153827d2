"""The board of Urchins in characters, for those who can't see its picture or prefer to read."""

from collections.abc import Sequence
from textwrap import wrap

from bot.games.core import Names
from bot.games.phrases import NOBODY, brief_name, comma_list, name_of
from bot.games.urchins.board import BOTTOM, LOCATIONS, SPACES, TOP, Position
from bot.games.urchins.moves import is_last_round, outcome, quiet_limit

LEGEND = """\
1 to 5: an urchin of that player. #: the constable.
.: an empty space. >: to move."""

WIDTH = 9
"""Characters before the columns, at least."""

TITLE = 8
"""Characters of a name before the columns: with five players the lines are to fit a phone."""

LINE = 58
"""Characters of a line of words."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The columns side by side from the top, then what every player has, and the end in sight."""
    letters = [LOCATIONS[location] for location in position.locations]
    rows: list[Row] = [("", letters, ())]
    rows += [
        ("home" if space not in SPACES else str(space), _spaces(position, space), ())
        for space in range(TOP - 1, BOTTOM + 2)
    ]
    rows += [("cubes", letters, ("hand", "home"))]
    rows += [_held(position, player, names, over) for player in position.players]
    width = max(WIDTH, *(len(title) for title, *_ in rows))
    lines = (_row(width, *row) for row in rows)
    return "\n".join(filter(None, (LEGEND, *lines, _end(position, names, over))))


Row = tuple[str, Sequence[str], Sequence[str]]
"""The text before the columns, in them, and after them."""


def _row(width: int, title: str, cells: Sequence[str], more: Sequence[str]) -> str:
    numbers = "".join(f" {cell:>3}" for cell in cells)
    return f"{title:<{width}}{numbers}{''.join(f' {cell:>4}' for cell in more)}".rstrip()


def _spaces(position: Position, space: int) -> list[str]:
    if space not in SPACES:
        return []
    return [_mark(position, location, space) for location in position.locations]


def _mark(position: Position, location: int, space: int) -> str:
    if position.constables[location] == space:
        return "#"
    return str(position.columns[location][space] or ".")


def _held(position: Position, player: int, names: Names, over: bool) -> Row:
    is_moving = position.turn == player and not (over or outcome(position))
    title = f"{'>' if is_moving else ' '}{player} {brief_name(player, names, TITLE)}"
    if player in position.left:
        return f"{title} has left", (), ()
    cubes = [str(number) for number in position.cubes[player - 1]]
    hand, homes = position.hands[player - 1], position.homes[player - 1]
    return title, cubes, (str(hand), str(homes))


def _end(position: Position, names: Names, over: bool) -> str:
    ended = outcome(position)
    if ended:
        winners = [name_of(player, names) for player in ended.winners]
        return "\n".join(wrap(f"Won by {comma_list(winners)}.", LINE))
    if over:
        return ""
    if is_last_round(position):
        return "This is the last round."
    return f"{position.quiet} of {quiet_limit(position)} turns without an urchin coming home."
