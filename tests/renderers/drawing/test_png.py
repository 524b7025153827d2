"""The bytes of a PNG: other programs read the same pixels from them."""

import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.bump import scenes as bump
from renderers.drawing import canvas
from renderers.drawing.png import encode_png
from renderers.drawing.style import style_for
from renderers.scene import View
from tests.renderers.boards import long_shots, scene


def pillows_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=6)
    return out.getvalue()


def pixels(data: bytes) -> tuple[tuple[int, int], bytes]:
    picture = Image.open(BytesIO(data)).convert("RGB")
    return picture.size, picture.tobytes()


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_each_pixel_is_read_as_it_was_written(width: int, height: int, data: st.DataObject) -> None:
    colors = data.draw(st.binary(min_size=3 * 5, max_size=3 * 5))
    indexes = data.draw(
        st.lists(st.integers(0, 4), min_size=width * height, max_size=width * height)
    )
    picture = Image.frombytes("P", (width, height), bytes(indexes))
    picture.putpalette(colors)
    assert pixels(encode_png(picture)) == ((width, height), picture.convert("RGB").tobytes())


@pytest.mark.parametrize("number", range(len(long_shots())))
def test_a_turn_is_the_same_picture_as_pillow_writes_and_hardly_larger(number: int) -> None:
    shown = scene(*long_shots()[number])
    colors = canvas.Colors(shown.ground, style_for(shown.ground, View()), bump.samples(View()))
    picture = canvas.indexed(shown, colors)
    own, pillows = encode_png(picture), pillows_png(picture)
    assert pixels(own) == pixels(pillows)
    assert len(own) < 1.02 * len(pillows)


def test_the_compressed_rows_are_complete() -> None:
    picture = Image.new("P", (7, 3), 2)
    picture.putpalette([10, 20, 30] * 3)
    data = encode_png(picture)
    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4])
    assert zlib.decompress(data[start : start + length]) == 3 * (b"\0" + 7 * b"\2")
