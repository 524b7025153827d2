"""Groups outlined on squares, bars along a square board's sides, and a suit of red and blue."""

import pytest

from renderers import themes
from renderers.drawing.sprites import sprite
from renderers.drawing.style import style_of
from renderers.drawing.theme import theme
from renderers.layout import SquareLayout
from renderers.scene import Item, Patch, Piece, Point
from tests.renderers.boards import contrast, lightness

UNIT = 24.0
SUIT = "stones"
LOOK = style_of("classic", UNIT, False, SUIT)
HERE: Point = (0.0, 0.0)
EACH = pytest.mark.parametrize("key", themes())

EAST, SOUTHEAST, SOUTH, EVERYWHERE = 1, 2, 4, 255


def alpha(item: Item, at: Point) -> int:
    """How much a look hides at a point beside its anchor; nothing outside of it."""
    drawn = sprite(LOOK, item)
    assert drawn is not None
    x, y = round(at[0]) - drawn.offset[0], round(at[1]) - drawn.offset[1]
    if not (0 <= x < drawn.image.width and 0 <= y < drawn.image.height):
        return 0
    return drawn.image.getchannel("A").getpixel((x, y))  # type: ignore[return-value]


def ink(item: Item, at: Point) -> tuple[int, int, int]:
    drawn = sprite(LOOK, item)
    assert drawn is not None
    place = round(at[0]) - drawn.offset[0], round(at[1]) - drawn.offset[1]
    return drawn.image.convert("RGB").getpixel(place)  # type: ignore[return-value]


# Patches


def test_a_patch_ends_inside_its_square_where_the_group_ends() -> None:
    lone = Patch(HERE, 1, 0)
    for at in ((23, 0), (-24, 0), (0, 23), (0, -24)):
        assert alpha(lone, at) == 0
    assert alpha(lone, HERE) == 255


def test_a_patch_reaches_the_neighbors_of_its_group_and_only_them() -> None:
    share = Patch(HERE, 1, EAST)
    assert alpha(share, (23, 0)) == 255
    assert alpha(share, (-24, 0)) == 0
    assert ink(share, (23, 0)) == LOOK.tinted(1)
    # Two shares meet without a line between them.
    for y in (-12, 0, 12):
        assert ink(Patch(HERE, 2, EAST), (23, y)) == ink(Patch(HERE, 2, 1 << 4), (-24, y))


def test_between_two_arms_of_a_group_the_corner_stays_free() -> None:
    bent = EAST | SOUTH
    corner = (23, 23)
    assert alpha(Patch(HERE, 1, bent), corner) == 0
    assert alpha(Patch(HERE, 1, bent | SOUTHEAST), corner) == 255
    # A corner alone belongs to another group.
    assert alpha(Patch(HERE, 1, SOUTHEAST), corner) == 0


def test_inside_a_group_a_square_is_covered_whole() -> None:
    inside = sprite(LOOK, Patch(HERE, 1, EVERYWHERE))
    assert inside is not None
    left, top = (-int(UNIT) - shift for shift in inside.offset)
    square = inside.image.crop((left, top, left + 48, top + 48))
    assert square.getcolors() == [(48 * 48, (*LOOK.tinted(1), 255))]


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


@pytest.mark.parametrize(("side", "way"), [(0, (1, 0)), (1, (0, 1)), (2, (-1, 0)), (3, (0, -1))])
def test_bars_are_counted_clockwise_from_the_east(side: int, way: Point) -> None:
    bar = BOARD.bar(side, 10)
    middle = sum(x for x, _ in bar) / 4, sum(y for _, y in bar) / 4
    assert middle == pytest.approx((260 + 165 * way[0], 210 + 165 * way[1]))


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


def test_the_same_piece_looks_different_in_the_suit() -> None:
    usual = style_of("classic", UNIT, False)
    first, second = (sprite(look, Piece(HERE, 1)) for look in (usual, LOOK))
    assert first is not None
    assert second is not None
    assert first.image.tobytes() != second.image.tobytes()
