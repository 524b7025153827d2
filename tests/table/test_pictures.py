"""The table shows the bot's pictures as they are, and leaves all else to simcord."""

import io
from typing import Any

import pytest
from PIL import Image
from simcord.preview import _media

from bot.table.page import Page
from bot.table.pictures import as_drawn
from tests.table.window import Window, begin


def picture(form: str = "PNG", size: tuple[int, int] = (30, 20), **how: Any) -> bytes:
    out = io.BytesIO()
    Image.radial_gradient("L").resize(size).convert("P").save(out, form, **how)
    return out.getvalue()


def turned() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return picture(exif=exif)


def animated(form: str) -> bytes:
    return picture(form, save_all=True, append_images=[Image.new("L", (30, 20))])


def broken() -> bytes:
    whole = picture()
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :]


async def test_a_window_gets_a_board_as_the_bot_has_drawn_it(page: Page) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        number = int((await begin(page, ada, grace))["id"])
        [posted] = page.env.backend.messages[page.channel.id][number].attachments
        for window in (ada, grace):
            board = await window.see("it is your turn")
            assert await window.picture(board) == page.env.backend.cdn.get(posted["url"])


def test_simcord_would_say_the_same_of_a_plain_picture() -> None:
    blob = picture()
    ours, theirs = as_drawn(blob), _media._process_media(blob, 0.0)
    assert ours
    assert ours.as_wire() == theirs.as_wire()
    assert ours.normalized is ours.capture is ours.poster is blob


@pytest.mark.parametrize(
    "blob",
    [
        pytest.param(picture("GIF"), id="not PNG"),
        pytest.param(animated("GIF"), id="a film"),
        pytest.param(animated("PNG"), id="an animated PNG"),
        pytest.param(turned(), id="to be turned"),
        pytest.param(picture()[:-30], id="cut short"),
        pytest.param(picture()[:20], id="nothing but a head"),
        pytest.param(broken(), id="a byte is wrong"),
        pytest.param(picture(size=(_media.MAX_DIMENSION + 1, 1)), id="too wide"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_what_is_no_plain_picture_is_left_to_simcord(blob: bytes) -> None:
    assert as_drawn(blob) is None
