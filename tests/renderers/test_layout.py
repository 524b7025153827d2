from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.hexes import DIRECTIONS, distance, shifted
from renderers.layout import (
    ColumnLayout,
    HexLayout,
    angle_of,
    apart,
    around,
    beside,
    between,
    hexagon,
    stride,
)

UPRIGHT = HexLayout((300.0, 200.0), 51.0, (550.0, 310.0))
TURNED = HexLayout((300.0, 200.0), 51.0, (550.0, 310.0), turned=True)
BOTH = pytest.mark.parametrize("layout", [UPRIGHT, TURNED])
cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


def area(radius: int) -> list[tuple[int, int]]:
    """The cells at most so many steps from the middle."""
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if distance((q, r), (0, 0)) <= radius]


points = st.tuples(st.floats(-500, 500), st.floats(-500, 500))


@BOTH
def test_neighbors_lie_a_width_apart_in_the_angle_of_their_direction(layout: HexLayout) -> None:
    for cell in area(2):
        for k in DIRECTIONS:
            there = around(layout.point(cell), layout.angle(k), layout.width)
            assert apart(there, layout.point(shifted(cell, k))) < 1e-6


@BOTH
def test_neighbors_share_the_two_corners_of_their_common_side(layout: HexLayout) -> None:
    for k in DIRECTIONS:
        own, others = layout.corners((0, 0)), layout.corners(shifted((0, 0), k))
        shared = [a for a in own if any(apart(a, b) < 1e-6 for b in others)]
        assert len(shared) == 2
        # They are k and the next one.
        middle = around(layout.point((0, 0)), layout.angle(k), layout.unit)
        assert apart(between(own[k], own[(k + 1) % 6]), middle) < 1e-6


def test_direction_0_points_east_and_the_others_go_clockwise_down_the_page() -> None:
    assert UPRIGHT.angle(0) == 0
    east, southeast = UPRIGHT.point((1, 0)), UPRIGHT.point((0, 1))
    assert east[0] > 300
    assert isclose(east[1], 200)
    assert southeast[0] > 300
    assert southeast[1] > 200


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


def test_beside_is_to_the_right_of_the_way_on_the_page() -> None:
    assert beside((0, 0), (10, 0), 4) == pytest.approx((0, 4))
    assert beside((0, 0), (0, 10), 4) == pytest.approx((-4, 0))
    assert beside((3, 3), (3, 3), 4) == pytest.approx((0, 0))


def test_equal_steps_have_equal_strides_wherever_they_are() -> None:
    strides = {stride(UPRIGHT.point(cell), UPRIGHT.point(shifted(cell, 1))) for cell in area(5)}
    assert len(strides) == 1


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
