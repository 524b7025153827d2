"""Pieces by themselves: each told from every other, on no ground, by names that Discord takes."""

import re
from io import BytesIO
from itertools import chain

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.catalog import catalog
from bot.front.emojis import DrawnPiece, every_piece, piece_of
from renderers import icon, icon_digest, icon_names, themes

MOST = 2000
"""Emojis that an application has at most, with those that somebody else gives it."""


@pytest.mark.parametrize("theme", themes())
def test_each_piece_and_each_way_it_faces_is_told_from_every_other(theme: str) -> None:
    for game in catalog():
        digests = {name: icon_digest(game, name, theme) for name in icon_names(game)}
        assert len({*digests.values()}) == len(digests), game


@pytest.mark.parametrize("game", catalog())
def test_an_icon_has_no_ground_and_is_nowhere_cut_off(game: str) -> None:
    for name, theme in ((name, theme) for name in icon_names(game) for theme in ("classic", "ink")):
        with Image.open(BytesIO(icon(game, name, theme).png())) as picture:
            assert picture.size == (128, 128)
            seen = picture.getchannel("A")
            sides = [seen.crop(box).getextrema() for box in SIDES]
            assert sides == [(0, 0)] * 4, (name, theme)


SIDES = ((0, 0, 128, 1), (0, 127, 128, 128), (0, 0, 1, 128), (127, 0, 128, 128))


@pytest.mark.parametrize("theme", themes())
def test_a_light_rim_tells_each_piece_from_the_dark_of_a_button(theme: str) -> None:
    for game, name in ((key, each) for key in catalog() for each in icon_names(key)):
        with Image.open(BytesIO(icon(game, name, theme).png())) as picture:
            solid = picture.getchannel("A").point(lambda seen: 255 * (seen > 200))
            edge = ImageChops.subtract(solid, solid.filter(ImageFilter.MinFilter(3)))
            assert ImageStat.Stat(picture.convert("L"), edge).mean[0] > 160, (game, name)


def test_every_name_is_one_that_discord_takes_and_says_the_piece() -> None:
    names = {piece.named(icon_digest(*piece)): piece for piece in every_piece()}
    assert 200 < len(names) < MOST / 4
    for name, piece in names.items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name), name
        assert piece_of(name) == piece
    assert not any(map(piece_of, ("logo", "bb_", "bb_bump_1_classic_", "bb_bump_1_classic_xyz")))
    looks = set(chain.from_iterable(icon_names(game) for game in catalog()))
    assert DrawnPiece("bump", "1_60", "ink") in names.values()
    assert {"1", "2", "1_300", "121", "keeper"} <= looks
