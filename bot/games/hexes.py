"""Hexagons: cells in axial coordinates, six directions, distances.

Direction 0 points east and the others follow clockwise as seen on the page. Hexagons have a corner
at the bottom: `q` grows to the east, `r` to the southeast.
"""

Cell = tuple[int, int]
"""A hexagon by its axial coordinates (q, r)."""

STEP: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The step from a cell to its neighbor in each direction."""

DIRECTIONS = range(6)
COMPASS = ("east", "southeast", "southwest", "west", "northwest", "northeast")


def shifted(cell: Cell, direction: int, steps: int = 1) -> Cell:
    """The cell that many steps away in a direction, which may be given beyond 5."""
    q, r = STEP[direction % 6]
    return cell[0] + q * steps, cell[1] + r * steps


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def rotations(before: int, after: int) -> int:
    """How many sides a piece turns, the shorter way round: 0 to 3."""
    clockwise = (after - before) % 6
    return min(clockwise, 6 - clockwise)


def distance(a: Cell, b: Cell) -> int:
    """The number of steps between two cells if nothing blocks the way."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
