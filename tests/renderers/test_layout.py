"""Where cells lie, groups outlined on squares, bars along a square board's sides, and a suit."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.hexes import DIRECTIONS, distance, shifted
from renderers import themes
from renderers.drawing.sprites import sprite
from renderers.drawing.style import style_of
from renderers.drawing.theme import theme
from renderers.layout import (
    ColumnLayout,
    HexLayout,
    SquareLayout,
    angle_of,
    apart,
    around,
    between,
    hexagon,
)
from renderers.scene import Item, Patch, Point
from tests.helpers.playing import known
from tests.renderers.boards import contrast, lightness

UPRIGHT = HexLayout((300.0, 200.0), 51.0, (550.0, 310.0))
TURNED = HexLayout((300.0, 200.0), 51.0, (550.0, 310.0), turned=True)
BOTH = pytest.mark.parametrize("layout", [UPRIGHT, TURNED])
cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


def area(radius: int) -> list[tuple[int, int]]:
    """The cells at most so many steps from the middle."""
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if distance((q, r), (0, 0)) <= radius]


@BOTH
def test_neighbors_lie_a_width_apart_in_the_angle_of_their_direction(layout: HexLayout) -> None:
    for cell in area(2):
        for k in DIRECTIONS:
            there = around(layout.point(cell), layout.angle(k), layout.width)
            assert apart(there, layout.point(shifted(cell, k))) < 1e-6


def test_a_turned_board_is_the_same_seen_from_the_other_side() -> None:
    for cell in area(4):
        upright, turned = UPRIGHT.point(cell), TURNED.point(cell)
        assert between(upright, turned) == pytest.approx(UPRIGHT.pivot)
    assert [TURNED.angle(k) - UPRIGHT.angle(k) for k in range(3)] == [180, 180, 180]
    assert all(0 <= TURNED.angle(k) < 360 for k in DIRECTIONS)


def test_a_hexagon_has_corners_at_equal_distance() -> None:
    corners = hexagon((10, 10), 30)
    assert len(corners) == 6
    assert all(isclose(apart((10, 10), c), 30 * 2 / 3**0.5) for c in corners)


@given(st.floats(-179, 179), st.floats(1, 50))
def test_the_angle_of_a_way_leads_along_it(angle: float, far: float) -> None:
    assert angle_of(around((0, 0), angle, far)) == pytest.approx(angle, abs=1e-6)


COLUMNS = ColumnLayout((60.0, 100.0), (104.0, 46.0), (90.0, 46.0))


def test_boxes_of_a_column_touch_and_columns_keep_apart() -> None:
    upper, lower = COLUMNS.corners(0, 0), COLUMNS.corners(0, 1)
    assert (upper[3], upper[2]) == (lower[0], lower[1])
    assert COLUMNS.corners(1, 0)[0][0] - upper[1][0] == 14
    assert COLUMNS.point(0, -1) == (60.0, 54.0), "a row before the first lies above it"


@pytest.mark.parametrize("way", [-1, 1])
def test_a_house_fills_its_box_and_its_roof_points_the_way(way: int) -> None:
    corners = COLUMNS.gable(1, 0, way)
    middle = COLUMNS.point(1, 0)
    assert min(x for x, _ in corners) == middle[0] - 45
    assert max(x for x, _ in corners) == middle[0] + 45
    ridge = max(corners, key=lambda corner: (corner[1] - middle[1]) * way)
    assert ridge == (middle[0], middle[1] + 23 * way)


UNIT = 24.0
SUIT = "stones"
LOOK = style_of("classic", UNIT, False, SUIT)
HERE: Point = (0.0, 0.0)
EACH = pytest.mark.parametrize("key", themes())

EAST, SOUTHEAST, SOUTH, EVERYWHERE = 1, 2, 4, 255


def alpha(item: Item, at: Point) -> int:
    """How much a look hides at a point beside its anchor; nothing outside of it."""
    drawn = known(sprite(LOOK, item))
    x, y = round(at[0]) - drawn.offset[0], round(at[1]) - drawn.offset[1]
    if not (0 <= x < drawn.image.width and 0 <= y < drawn.image.height):
        return 0
    return drawn.image.getchannel("A").getpixel((x, y))  # type: ignore[return-value]


def ink(item: Item, at: Point) -> tuple[int, int, int]:
    drawn = known(sprite(LOOK, item))
    place = round(at[0]) - drawn.offset[0], round(at[1]) - drawn.offset[1]
    return drawn.image.convert("RGB").getpixel(place)  # type: ignore[return-value]


# Patches


def test_a_patch_ends_inside_its_square_where_the_group_ends() -> None:
    lone = Patch(HERE, 1, 0)
    for at in ((23, 0), (-24, 0), (0, 23), (0, -24)):
        assert alpha(lone, at) == 0
    assert alpha(lone, HERE) == 255


def test_between_two_arms_of_a_group_the_corner_stays_free() -> None:
    bent = EAST | SOUTH
    corner = (23, 23)
    assert alpha(Patch(HERE, 1, bent), corner) == 0
    assert alpha(Patch(HERE, 1, bent | SOUTHEAST), corner) == 255
    # A corner alone belongs to another group.
    assert alpha(Patch(HERE, 1, SOUTHEAST), corner) == 0


@EACH
def test_a_groups_area_is_paler_than_its_stones_and_outlined(key: str) -> None:
    look = style_of(key, UNIT, False, SUIT)
    for player in (1, 2):
        area, line = look.tinted(player), look.outlined(player)
        assert contrast(area, line) >= 1.3
        assert sprite(look, Patch(HERE, player, 0)) is not None


# Bars


BOARD = SquareLayout((100.0, 50.0), 40.0, 8, 8)


def test_the_four_bars_lie_around_the_board_and_meet_at_its_corners() -> None:
    bars = [BOARD.bar(side, 10) for side in range(4)]
    for side, bar in enumerate(bars):
        assert len(set(bar) & set(bars[(side + 1) % 4])) == 2
    assert {point for bar in bars for point in bar} == {
        *((100, 50), (420, 50), (420, 370), (100, 370)),
        *((90, 40), (430, 40), (430, 380), (90, 380)),
    }


# The suit


@EACH
def test_red_and_blue_differ_in_lightness_and_mark(key: str) -> None:
    red, blue = theme(key, SUIT).coats
    assert abs(lightness(red.paint.fill) - lightness(blue.paint.fill)) >= 20
    assert red.mark != blue.mark
    assert all(contrast(coat.ink, coat.paint.fill) >= 4.5 for coat in (red, blue))


@pytest.mark.parametrize("key", [key for key in themes() if key != "ink"])
def test_red_is_red_and_blue_is_blue(key: str) -> None:
    red, blue = (coat.paint.fill for coat in theme(key, SUIT).coats)
    assert red[0] > 1.5 * max(red[1:])
    assert blue[2] > 1.3 * max(blue[:2])
