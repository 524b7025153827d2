"""The board of Urchins in characters, for those who can't see its picture or prefer to read."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from bot.games.core import Names
from bot.games.phrases import BOARD_WIDTH, NOBODY, board_lines, brief_name, comma_list, name_of
from bot.games.urchins.board import BOTTOM, LOCATIONS, SPACES, TOP, Position
from bot.games.urchins.moves import is_last_round, outcome, quiet_limit

LEGEND = """\
1 to 5: urchins of that player.
#: the constable. .: an empty
space. >: to move."""

TITLE = 10
"""Characters of a name before what the player has."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The columns side by side from the top, then what every player has, and the end in sight."""
    rows = [_row("", [LOCATIONS[location] for location in position.locations])]
    rows += [
        _row("home" if space not in SPACES else str(space), _spaces(position, space))
        for space in range(TOP - 1, BOTTOM + 2)
    ]
    held = (line for player in position.players for line in _held(position, player, names, over))
    return "\n".join((LEGEND, *rows, *held, *_end(position, names, over)))


def _row(title: str, cells: Sequence[str]) -> str:
    return f"{title:<4}{''.join(f' {cell:>3}' for cell in cells)}".rstrip()


def _spaces(position: Position, space: int) -> list[str]:
    if space not in SPACES:
        return []
    return [_mark(position, location, space) for location in position.locations]


def _mark(position: Position, location: int, space: int) -> str:
    if position.constables[location] == space:
        return "#"
    return str(position.columns[location][space] or ".")


def _held(position: Position, player: int, names: Names, over: bool) -> Iterator[str]:
    is_moving = position.turn == player and not (over or outcome(position))
    who = f"{'>' if is_moving else ' '}{player} {brief_name(player, names, TITLE)}"
    if player in position.left:
        yield f"{who} has left"
        return
    hand, homes = position.hands[player - 1], position.homes[player - 1]
    yield f"{who}: {hand} in hand, {homes} home"
    held = zip(LOCATIONS, position.cubes[player - 1], strict=False)
    cubes = " ".join(f"{letter}{number}" for letter, number in held)
    yield from (f"   {line}" for line in wrap(f"cubes {cubes}", BOARD_WIDTH - 3))


def _end(position: Position, names: Names, over: bool) -> list[str]:
    ended = outcome(position)
    if ended:
        winners = [name_of(player, names) for player in ended.winners]
        return board_lines(f"Won by {comma_list(winners)}.")
    if over:
        return []
    if is_last_round(position):
        return ["This is the last round."]
    quiet = f"{position.quiet} of {quiet_limit(position)}"
    return board_lines(f"{quiet} turns without an urchin coming home.")
