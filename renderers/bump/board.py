"""The empty board of Bump: where each space is drawn, and what is printed on it."""

from collections.abc import Iterator
from functools import cache

from bot.games.bump.board import AREA_CELLS, GATES, NEIGHBORS, STARTS
from bot.games.hexes import DIRECTIONS
from renderers.annotations.header import headroom
from renderers.drawing.cache import made_once
from renderers.layout import HexLayout
from renderers.scene import Cell, Ground, Outline, Point

HEAD = headroom(1086)
SIZE = (1086, HEAD + 518)
WIDTH = 51.0
MIDDLE = (543.0, HEAD + 258.0)


@cache
def layouts(turned: bool) -> dict[int, HexLayout]:
    """Each area's layout. They share the pixels of gate 0, in the middle."""
    reach = 5 * WIDTH
    return {
        area: HexLayout((MIDDLE[0] + side * reach, MIDDLE[1]), WIDTH, MIDDLE, turned)
        for area, side in ((1, -1), (2, 1))
    }


@cache
def space_points(turned: bool) -> dict[int, dict[str, Point]]:
    """For each area the center of each of its spaces in pixels."""
    return {
        area: {space: layouts(turned)[area].point(cell) for space, cell in cells.items()}
        for area, cells in AREA_CELLS.items()
    }


@cache
def side_area(space: str, direction: int) -> int:
    """The area in which that side of a space lies: a gate has sides in both."""
    beyond = NEIGHBORS[space][direction]
    own = [area for area, cells in AREA_CELLS.items() if space in cells]
    return next((area for area in own if beyond in AREA_CELLS[area]), own[0])


@cache
def step_area(source: str, target: str) -> int:
    """The area in which a step from a space to its neighbor is seen."""
    return next(a for a, cells in AREA_CELLS.items() if source in cells and target in cells)


@made_once()
def ground(turned: bool, coordinates: bool, reserves: bool = True) -> Ground:
    """The empty board. Facings of starting spaces matter only while there are `reserves`."""
    cells: list[Cell] = []
    walls: list[Outline] = []
    for area, layout in layouts(turned).items():
        for space, cell in AREA_CELLS[area].items():
            cells.append(_cell(area, space, layout, coordinates, reserves))
            walls.extend(_walls(area, space, layout.corners(cell)))
    return Ground(SIZE, WIDTH / 2, tuple(cells), tuple(walls))


HINTS = {space: (player, facing) for player in STARTS for space, facing in STARTS[player]}


def _cell(area: int, space: str, layout: HexLayout, coordinates: bool, reserves: bool) -> Cell:
    cell = AREA_CELLS[area][space]
    center, gate = space.startswith("C"), space in GATES
    player, facing = HINTS.get(space, (None, 0))
    return Cell(
        layout.point(cell),
        layout.corners(cell),
        surface=f"center{area}"
        if center
        else "gate"
        if gate
        else f"home{area}"
        if player
        else "plain",
        label=space if coordinates and not center else "",
        numeral="C" if center else space[0] if gate else "",
        hint=layout.angle(facing) if player and reserves else None,
        player=player,
    )


def _walls(area: int, space: str, corners: Outline) -> Iterator[Outline]:
    for k in DIRECTIONS:
        if NEIGHBORS[space][k] is None:
            yield corners[k], corners[(k + 1) % 6]
