"""Several pictures in one, as a phone shows them."""

from io import BytesIO

from PIL import Image

from bot.catalog import entry
from renderers import close_up, draw, stacked


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def test_pictures_stand_below_each_other_as_wide_as_the_narrowest() -> None:
    game = entry("bump")
    start = game.game.start(dict(game.usual))
    near, whole = close_up("bump", start, cells=("01",)), draw("bump", start)
    assert opened(near).width < opened(whole).width
    both = opened(stacked([near, whole]))
    assert both.width == opened(near).width
    assert both.height > opened(near).height + 200
    top = both.convert("RGB").crop((0, 0, *opened(near).size))
    assert top.tobytes() == opened(near).convert("RGB").tobytes()


def test_one_picture_stays_as_it_is() -> None:
    game = entry("clump")
    png = draw("clump", game.game.start(dict(game.usual)))
    assert stacked([png]) == png
