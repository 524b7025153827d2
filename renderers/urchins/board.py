"""The empty board of Urchins: a column for each location, with home past both of its ends."""

from collections.abc import Iterator

from bot.games.urchins.board import BOTTOM, LOCATIONS, SPACES, START, name
from renderers.annotations.header import GAP, MARGIN
from renderers.drawing.cache import made_once
from renderers.layout import ColumnLayout, plus
from renderers.scene import Cell, Ground, Outline, Point, Text

HEIGHT, MIDDLE = 620, 310.0
UNIT = 23.0
PITCH: Point = (112.0, 2 * UNIT)
BOX: Point = (102.0, 2 * UNIT)
TOP = 10
BESIDE, HIGH = 244.0, 88.0
"""The width in pixels of cards beside the board, and the height of cards below it."""

FEW = 4
"""The number of locations up to which cards are beside the board: with two or three players. Those
of more are below it, which makes all larger where a phone shows a picture by its width."""

INFO = 30.0
"""Pixels below the cards for how near the end is."""

LABEL, LABEL_SCALE, LONG_SCALE = -38.5, 1.15, 0.9
"""How far from a space's middle, in pixels, its name is, and how large one of two signs is, and one
of three: urchins and their ways are next to it."""

RULER, RULED = 30.0, 1.3
"""Pixels left of the board for the numbers of its rows, and their size."""


def size(locations: int) -> tuple[int, int]:
    """A picture's size: wider with every location, and higher with cards below the board."""
    width = MARGIN + RULER + PITCH[0] * locations + 4 + MARGIN
    if locations <= FEW:
        return int(width + BESIDE), HEIGHT
    # There is a player fewer than locations; an odd number leaves room beside the last card.
    rows, rest = divmod(locations - 1, 2)
    return int(width), int(HEIGHT + (rows + rest) * (HIGH + GAP) + (0 if rest else INFO))


def board_right(locations: int) -> float:
    """Where the columns and what is beside the last of them end, in pixels."""
    return size(locations)[0] - MARGIN - (BESIDE if locations <= FEW else 0.0)


COLUMNS = ColumnLayout((MARGIN + RULER + PITCH[0] / 2 - 4, MIDDLE - START * PITCH[1]), PITCH, BOX)


def at(space: str) -> Point:
    """The middle of a space on the picture."""
    return COLUMNS.point(LOCATIONS.index(space[0]), int(space[1:]))


def past(space: str, direction: int) -> Point:
    """The middle of the home past the end that a space is next to."""
    return plus(at(space), (0.0, direction * PITCH[1]))


def aside(point: Point, units: float) -> Point:
    """The point that many units to the right."""
    return plus(point, (units * UNIT, 0.0))


@made_once()
def ground(locations: int, coordinates: bool, empty: bool = True) -> Ground:
    """The empty board, with the numbers of all its spaces or only of its rows."""
    cells: list[Cell] = []
    walls: list[Outline] = []
    texts: list[Text] = []
    for location in range(locations):
        cells.extend(_column(location))
        walls.extend(_sides(location))
        if coordinates and empty:
            texts.extend(_numbers(location))
    if coordinates and not empty:
        texts.extend(_ruler())
    return Ground(size(locations), UNIT, tuple(cells), tuple(walls), tuple(texts))


def _column(location: int) -> Iterator[Cell]:
    letter = LOCATIONS[location]
    for row, way in ((SPACES[0] - 1, -1), (BOTTOM + 1, 1)):
        middle, roof = COLUMNS.point(location, row), COLUMNS.gable(location, row, way)
        yield Cell(middle, roof, surface="gate", numeral=letter)
    for space in SPACES:
        middle, corners = COLUMNS.point(location, space), COLUMNS.corners(location, space)
        yield Cell(middle, corners, surface="home1" if space == START else "plain")


def _sides(location: int) -> Iterator[Outline]:
    first, last = COLUMNS.corners(location, SPACES[0]), COLUMNS.corners(location, BOTTOM)
    yield first[0], last[3]
    yield first[1], last[2]


def _numbers(location: int) -> Iterator[Text]:
    for space in SPACES:
        middle = plus(COLUMNS.point(location, space), (LABEL, 0.0))
        # A close-up may show no roof, and then no letter but these.
        named = name(location, space)
        scale = LABEL_SCALE if len(named) == 2 else LONG_SCALE
        yield Text(middle, named, "label", "label", "mm", scale)


def _ruler() -> Iterator[Text]:
    for space in SPACES:
        at = MARGIN + RULER - 6, COLUMNS.point(0, space)[1]
        yield Text(at, str(space), "ruler", "muted", "rm", RULED)
