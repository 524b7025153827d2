"""Signs in coordinates, looked at pixel by pixel."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.games.bipod.board import COLUMNS
from renderers import bipod, themes
from renderers.annotations.header import HEAD
from renderers.drawing.keys import KEYS, SIGNS, half_width, has_key
from renderers.drawing.sprites import sprite
from renderers.drawing.style import style_of
from renderers.scene import Point, Text

HERE: Point = (0.0, 0.0)
UNIT = bipod.WIDTH / 2
PHONE = 400 / bipod.SIZE[0]
SIGN = pytest.mark.parametrize("sign", SIGNS)


def shown(
    text: str, role: str = "ruler", theme: str = "classic", scale: float = 1.0
) -> Image.Image:
    found = sprite(style_of(theme, UNIT, False), Text(HERE, text, role, "muted", "mm", scale))
    assert found is not None
    return found.image


def test_every_column_that_is_no_letter_has_a_key() -> None:
    assert {c for c in COLUMNS if not c.isalpha()} == set(SIGNS)
    assert all(has_key(Text(HERE, sign, role, "muted")) for sign in SIGNS for role in KEYS)
    assert not any(has_key(Text(HERE, text, "ruler", "muted")) for text in ("a", "1", ""))


@SIGN
@pytest.mark.parametrize("theme", themes())
def test_a_sign_beside_the_board_is_no_speck_on_a_phone(sign: str, theme: str) -> None:
    key = shown(sign, theme=theme)
    assert min(key.size) * PHONE >= 8
    ink = style_of(theme, UNIT, False).color("text")
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
    small = [shown(sign, theme=theme).convert("L").resize((9, 9)) for sign in SIGNS]
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


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_keys_beside_the_board_touch_neither_others_nor_head(turned: bool, large: bool) -> None:
    notes = [note for note in bipod.ground(turned, True).notes if note.role == "ruler"]
    letters = style_of("classic", UNIT, large).font("ruler")
    keys = [note for note in notes if has_key(note)]
    assert len(keys) == len(SIGNS)
    for note in keys:
        half = half_width(letters, note)
        assert half < note.at[0] < bipod.SIZE[0] - half
        assert HEAD + half < note.at[1] < bipod.SIZE[1] - half
        assert all(abs(other.at[0] - note.at[0]) > half for other in keys if other is not note)
