"""Signs in coordinates and towers of cups, looked at pixel by pixel."""

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.games.bipod.board import COLUMNS
from bot.games.core import BadDataFile
from renderers import bipod, themes
from renderers.drawing.cups import CAP, FLAT, FOOT, HEIGHT, RIM, cup, dashes, ellipse, face
from renderers.drawing.keys import KEYS, SIGNS, has_key
from renderers.drawing.sprites import Sprite, sprite
from renderers.drawing.style import style_of
from renderers.drawing.theme import Color, theme
from renderers.layout import apart
from renderers.scene import Cups, Point, Text
from tests.helpers.playing import known
from tests.renderers.boards import colors_of

HERE: Point = (0.0, 0.0)
SMALL_UNIT = bipod.WIDTH / 2
PHONE = 400 / bipod.SIZE[0]
CLOSE = 2.0
"""How much larger than on the whole board close-ups are at the least."""

SIGN = pytest.mark.parametrize("sign", SIGNS)


def shown(text: str, role: str = "cell", theme: str = "classic", scale: float = 1.0) -> Image.Image:
    found = sprite(style_of(theme, SMALL_UNIT, False), Text(HERE, text, role, "muted", "mm", scale))
    assert found is not None
    return found.image


def test_every_column_that_is_no_letter_has_a_key() -> None:
    assert {c for c in COLUMNS if not c.isalpha()} == set(SIGNS)
    assert all(has_key(Text(HERE, sign, role, "muted")) for sign in SIGNS for role in KEYS)
    assert not any(has_key(Text(HERE, text, "cell", "muted")) for text in ("a", "1", ""))


@SIGN
@pytest.mark.parametrize("theme", themes())
def test_a_sign_in_a_close_up_is_no_speck_on_a_phone(sign: str, theme: str) -> None:
    key = shown(sign, theme=theme, scale=CLOSE)
    assert min(key.size) * PHONE >= 8
    ink = style_of(theme, SMALL_UNIT, False).color("text")
    inked = [
        sum(abs(a - b) for a, b in zip(pixel, ink, strict=False)) < 250
        for pixel in map(
            key.getpixel, ((x, y) for x in range(key.width) for y in range(key.height))
        )
        if isinstance(pixel, tuple)
    ]
    assert sum(inked) >= 15


@pytest.mark.parametrize("theme", themes())
def test_signs_differ_from_each_other_at_the_size_of_a_phone(theme: str) -> None:
    small = [shown(sign, theme=theme, scale=CLOSE).convert("L").resize((9, 9)) for sign in SIGNS]
    for one, other in combinations(small, 2):
        gaps = ImageChops.difference(one, other).histogram()
        assert sum(level * count for level, count in enumerate(gaps)) / 81 > 3


@SIGN
def test_the_number_of_a_cell_follows_its_key(sign: str) -> None:
    name, alone = shown(sign + "2", "cell"), shown(sign, "cell")
    assert name.width > alone.width + 4
    assert name.height == alone.height


@SIGN
def test_the_keys_of_a_close_up_are_as_much_larger(sign: str) -> None:
    assert shown(sign + "2", "cell", scale=3.0).width > 2.5 * shown(sign + "2", "cell").width


UNIT = 44.0
LOOK = style_of("classic", UNIT, False, "cups")


def drawn(owners: tuple[int, ...], pitch: float = 11.0, kind: str = "") -> Sprite:
    return known(sprite(LOOK, Cups(HERE, owners, pitch, kind)))


def color_at(picture: Sprite, at: Point) -> Color:
    spot = picture.image.getpixel(
        (round(at[0]) - picture.offset[0], round(at[1]) - picture.offset[1])
    )
    assert isinstance(spot, tuple)
    red, green, blue, alpha = spot
    assert alpha == 255
    return int(red), int(green), int(blue)


def owner(color: Color) -> int:
    """Whose paint a color is nearest to."""
    fills = [LOOK.theme.coat(player).paint.fill for player in (1, 2)]
    distances = [sum(abs(a - b) for a, b in zip(color, fill, strict=True)) for fill in fills]
    return 1 + distances.index(min(distances))


@pytest.mark.parametrize(
    "owners", [(1,), (2,), (1, 2), (2, 1, 1), (1, 2, 2, 1), (2, 1, 2, 1, 2, 1, 1, 2)]
)
@pytest.mark.parametrize("pitch", [11.0, 7.0, 4.7])
def test_a_towers_bands_are_its_owners_from_the_bottom(
    owners: tuple[int, ...], pitch: float
) -> None:
    picture = drawn(owners, pitch)
    lowest = UNIT * (FOOT + RIM * FLAT)
    # In the middle of each band, clear of its rim.
    bands = [
        color_at(picture, (0.0, lowest - k * pitch - pitch * 0.62)) for k in range(len(owners))
    ]
    assert [owner(band) for band in bands] == list(owners)


def test_the_height_is_on_the_face_of_the_topmost_cup() -> None:
    x, y = face(UNIT, (1, 2, 1), 11.0)
    assert x == 0
    top, rim = FOOT - HEIGHT, FOOT + RIM * FLAT
    assert UNIT * top - 22 < y < UNIT * rim - 22


def test_a_single_cup_bears_its_owners_mark() -> None:
    ink = LOOK.theme.coat(1).ink
    assert color_at(drawn((1,)), face(UNIT, (1,), 0)) == ink


def test_a_covered_tower_is_pale_in_a_dashed_outline_and_not_struck_out() -> None:
    covered = drawn((1, 2), kind="covered")
    middle = covered.image.getpixel((-covered.offset[0], -covered.offset[1]))
    assert isinstance(middle, tuple)
    assert 0 < middle[3] < 255
    pixels = colors_of(covered.image)
    assert (*LOOK.color("path"), 255) in pixels
    assert (*LOOK.color("capture"), 255) not in pixels


def test_a_cup_is_wider_at_its_open_end_below_and_dashes_cover_half_of_its_outline() -> None:
    outline = cup(HERE, UNIT, 0.0)
    lowest, highest = max(y for _, y in outline), min(y for _, y in outline)
    assert lowest == pytest.approx(UNIT * RIM * FLAT)
    assert highest == pytest.approx(-UNIT * (HEIGHT + CAP * FLAT))
    widest = max(outline, key=lambda p: p[0])
    assert widest == pytest.approx((UNIT * RIM, 0))
    whole = sum(apart(a, b) for a, b in pairwise((*outline, outline[0])))
    cut = dashes(outline, 5.0)
    seen = sum(apart(a, b) for dash in cut for a, b in pairwise(dash))
    assert len(cut) == round(whole / 10)
    assert whole * 0.4 < seen < whole * 0.55


def test_an_ellipse_begins_and_ends_where_it_is_told() -> None:
    part = ellipse((10, 20), 30, 0, 180)
    assert part[0] == pytest.approx((40, 20))
    assert part[-1] == pytest.approx((-20, 20))
    assert max(y for _, y in part) == pytest.approx(20 + 30 * FLAT)


# Suits


@pytest.mark.parametrize("key", themes())
def test_a_suit_changes_the_coats_and_nothing_else(key: str) -> None:
    usual, dressed = theme(key), theme(key, "cups")
    assert dressed.surfaces == usual.surfaces
    assert {n: c for n, c in dressed.colors.items() if not n.startswith("ink")} == {
        n: c for n, c in usual.colors.items() if not n.startswith("ink")
    }
    assert len(dressed.coats) == 2
    for player in (1, 2):
        assert dressed.colors[f"ink{player}"] == dressed.coat(player).ink


def test_an_unknown_suit_is_a_fault() -> None:
    with pytest.raises(BadDataFile, match="feathers"):
        theme("classic", "feathers")
