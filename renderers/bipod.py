"""Bi-Pod in pictures: the trapezium between its rulers, walls of blocks, and two growing paths.

The position's state is drawn whatever the turn was: joined paths, starts that are cut off, useless
cells. The turn adds rings around its stones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from bot.games.bipod.board import (
    AXIAL,
    CELLS,
    COLORS,
    COLUMNS,
    NEIGHBORS,
    PLAYERS,
    STARTS,
    Position,
    is_side,
)
from bot.games.bipod.moves import Adopted, Laid
from bot.games.bipod.paths import is_cut_off, path, useful
from bot.games.core import Effect
from renderers.annotations.header import Seat, head, headroom
from renderers.drawing.cache import made_once
from renderers.drawing.style import HERE, Style, style_for
from renderers.drawing.theme import scale_for
from renderers.layout import HexLayout, hexagon, stride
from renderers.scene import (
    Block,
    Bond,
    Cell,
    Cross,
    Ground,
    Icons,
    Item,
    Outline,
    Piece,
    Point,
    Ring,
    Scene,
    Subject,
    Text,
    Veil,
    View,
)

HEAD = headroom(1076)
SIZE = (1076, HEAD + 424)
WIDTH = 62.0
MIDDLE = (538.0, HEAD + 216.0)
"""The middle of the board in pixels, around which it is turned."""

CORNER = (MIDDLE[0] - 7.5 * WIDTH, MIDDLE[1] - 2.5 * WIDTH * 0.866)
"""The center of the first cell."""

LETTERS = 24.0
"""The size in pixels of the names on stones."""

FIRST, LAST = 0, 5
"""The first and last row."""

NUMBERS, NUMBERED = 1.02, 4
"""How many rows beyond the board the numbers of columns are, and how many columns are between two
that have one: few are large enough for a phone, and quiet."""

RULED = 2.0
"""The size of those numbers, and of the rows', compared with a ruler's usual ones."""

PLAYER = {"o": 1, "O": 2}
"""The coat of the theme that each color wears."""

PALE = ("pale: no use", "to any path")
PALE_SCALE, PALE_LINE = 1.3, 26.0
"""How much larger than other notices this is, to be readable on a phone, and its line spacing."""

BLOCKS = 0
"""The coat of those who place blocks."""


# The board


@cache
def trapezium(turned: bool) -> HexLayout:
    """The layout of the trapezium, row 1 at the top unless it is turned."""
    return HexLayout(CORNER, WIDTH, MIDDLE, turned)


@cache
def cell_points(turned: bool) -> dict[str, Point]:
    """The center of every cell in pixels."""
    return {cell: trapezium(turned).point(axial) for cell, axial in AXIAL.items()}


@made_once()
def ground(turned: bool, coordinates: bool, empty: bool = True) -> Ground:
    """The empty board: numbers of columns and rows for everybody, and letters for those who see
    the names of `empty` cells."""
    cells = tuple(_cell(cell, turned) for cell in CELLS)
    notes = tuple(_rulers(turned)) if coordinates else ()
    names = tuple(_names(turned)) if coordinates and empty else ()
    return Ground(SIZE, WIDTH / 2, cells, tuple(_walls(turned)), (*notes, *names))


SURFACES = {STARTS[color]: f"center{PLAYER[color]}" for color in COLORS}


def _cell(cell: str, turned: bool) -> Cell:
    at, corners = cell_points(turned)[cell], trapezium(turned).corners(AXIAL[cell])
    return Cell(at, corners, SURFACES.get(cell, "gate" if is_side(cell) else "plain"))


def _names(turned: bool) -> Iterator[Text]:
    for cell, at in cell_points(turned).items():
        yield Text(at, cell, "cell", "label", "mm")


def _walls(turned: bool) -> Iterator[Outline]:
    for q, r in AXIAL.values():
        if r == 0:
            corners = trapezium(turned).corners((q, r))
            yield corners[4], corners[5]
            yield corners[5], corners[0]


def _rulers(turned: bool) -> Iterator[Text]:
    # Columns beyond row 1, by their numbers from 1, and rows on both sides.
    for number in range(0, len(COLUMNS), NUMBERED):
        yield _note(str(number + 1), _beyond(number), turned)
    for row in range(FIRST, LAST + 1):
        yield _note(str(row + 1), (-0.84, row), turned)
        yield _note(str(row + 1), (15.84 - row, row), turned)


def _beyond(column: int) -> tuple[float, float]:
    # A place in a column beyond the first row.
    place = FIRST - NUMBERS
    return (column - place) / 2, place


def _note(text: str, cell: tuple[float, float], turned: bool) -> Text:
    return Text(trapezium(turned).point(cell), text, "ruler", "muted", "mm", RULED)


# The stones


def _under(position: Position, turned: bool) -> Iterator[Item]:
    at = cell_points(turned)
    outline = hexagon((0, 0), WIDTH / 2)
    alive = useful(position)
    taken = dict(position.stones())
    yield from (
        Veil(at[cell], outline) for cell in CELLS if cell not in taken and cell not in alive
    )
    for color in COLORS:
        yield from _path(position, color, at)
        for cell, beyond in _neighboring(taken, color):
            yield Bond(at[cell], stride(at[cell], at[beyond]), PLAYER[color])


def _path(position: Position, color: str, at: dict[str, Point]) -> Iterator[Item]:
    for cell, beyond in pairwise(path(position, color)):
        yield Bond(at[cell], stride(at[cell], at[beyond]), PLAYER[color], strong=True)


def _neighboring(taken: dict[str, str], color: str) -> Iterator[tuple[str, str]]:
    for cell in (c for c, stone in taken.items() if stone == color):
        yield from ((cell, n) for n in NEIGHBORS[cell] if taken.get(n) == color and n > cell)


def _stones(position: Position, view: View, style: Style) -> Iterator[Item]:
    at, is_named = cell_points(view.turned), view.coordinates and view.empty
    scale = scale_for("stone", LETTERS, style.large)
    outline = hexagon((0, 0), WIDTH / 2)
    cut = {STARTS[color] for color in COLORS if position.runner and is_cut_off(position, color)}
    for cell, color in position.stones():
        player = PLAYER.get(color)
        if player is None:
            yield Block(at[cell], outline)
        elif cell in cut:
            yield Cross(at[cell], player, "cut")
        else:
            yield Piece(at[cell], player, named=is_named)
        if is_named and cell not in cut:
            yield Text(at[cell], cell, "stone", f"ink{player}" if player else "halo", "mm", scale)


# Scenes


def scene(subject: Subject[Position]) -> Scene:
    position, effects, view = subject.position, subject.effects, subject.view
    base = ground(view.turned, view.coordinates, view.empty)
    style = style_for(base, view)
    at = cell_points(view.turned)
    last = [effect for effect in effects if isinstance(effect, Laid)]
    items = [*_under(position, view.turned), *_stones(position, view, style)]
    items += [Ring(at[effect.at], "path") for effect in last]
    items += _legend(items, view.turned)
    cut = ["cut"] if any(isinstance(item, Cross) for item in items) else []
    return Scene(
        base, (*items, *head(_seats(position, effects), subject, SIZE[0], style, signs=cut))
    )


def _legend(items: Sequence[Item], turned: bool) -> Iterator[Text]:
    if any(isinstance(item, Veil) for item in items):
        top = HEAD + 28.0 if turned else SIZE[1] - 18.0 - PALE_LINE
        for number, line in enumerate(PALE):
            at = (14.0, top + PALE_LINE * number)
            yield Text(at, line, "notice", "muted", scale=PALE_SCALE)


def _seats(position: Position, effects: Sequence[Effect]) -> Iterator[Seat]:
    adopted = {effect.player for effect in effects if isinstance(effect, Adopted)}
    for player in PLAYERS:
        part, coats = _part(position, player)
        yield Seat(player, count=part, tag="adopted" * (player in adopted), coats=coats)


def _part(position: Position, player: int) -> tuple[str, tuple[int, ...]]:
    if position.runner is None:
        return "no part yet", (BLOCKS,)
    if position.runner == player:
        return "Runner", tuple(PLAYER.values())
    return "Blocker", (BLOCKS,)


def samples(view: View) -> tuple[Item, ...]:
    here: Point = (0, 0)
    outline = hexagon(here, WIDTH / 2)
    items: list[Item] = []
    for player in PLAYER.values():
        items += [Piece(here, player, None, True), Cross(here, player, "cut")]
        items += [Bond(here, (WIDTH, 0.0), player, strong) for strong in (False, True)]
    return (*items, Block(here, outline), Veil(here, outline), Ring(here, "path"))


ICON = 62.0
"""The size of an icon's cell, from its center to its sides."""

ICONS = Icons(
    {str(player): Piece(HERE, player) for player in PLAYER.values()}, ICON, 2 * ICON / WIDTH
)


def spots(position: Position, view: View) -> Mapping[str, Sequence[Point]]:
    return {cell: (at,) for cell, at in cell_points(view.turned).items()}


# Step by step


def stages(before: Position, after: Subject[Position]) -> Iterator[Scene]:
    """The pictures of a turn, stone by stone."""
    position = replace(after.position, turn=before.turn)
    laid = [effect for effect in after.effects if isinstance(effect, Laid)]
    for count in range(1, len(laid)):
        missing = [effect.at for effect in laid[count:]]
        seen = replace(after, position=position.without(missing), effects=laid[:count])
        yield replace(scene(seen), effects_so_far=seen.effects)
