"""A piece alone, as a small square picture: an emoji in menus, on buttons and in text."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageFilter

from renderers.drawing.sprites import drawn
from renderers.drawing.style import style_of
from renderers.scene import Icons

SIDE = 128
"""Pixels of each side, as Discord keeps emojis."""

RIM, STRONG = 2, 6
"""How far the rim around a piece is blurred, in pixels, and how many times it is strengthened."""

SOLID = 160
"""The opacity of a pixel that is no shadow, of 255."""

LIGHT = (250, 247, 240)
"""The color of that rim."""

DIGITS = 5
"""Digits of a picture's digest: enough to tell two drawings of one piece apart."""


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawn piece on a transparent ground."""

    picture: Image.Image

    @property
    def digest(self) -> str:
        """Digits that change with any pixel: a file also depends on what packed it."""
        return sha256(self.picture.tobytes()).hexdigest()[:DIGITS]

    def png(self) -> bytes:
        """Its file."""
        file = BytesIO()
        self.picture.save(file, "PNG")
        return file.getvalue()


def drawn_icon(icons: Icons, name: str, theme: str) -> Icon:
    """The piece of that name in a theme. Raises KeyError."""
    item = icons.items[name]
    small = drawn(style_of(theme, icons.unit, False, icons.suit, icons.zoom), item)
    assert small, "every piece is seen"
    picture = Image.new("RGBA", (SIDE, SIDE))
    left, top = ((SIDE - side) // 2 for side in small.image.size)
    picture.paste(small.image, (left, top))
    return Icon(_rimmed(picture))


def _rimmed(picture: Image.Image) -> Image.Image:
    """The piece with a light rim: buttons and menus are dark to most people, and so are bumpers."""
    solid = picture.getchannel("A").point(lambda seen: 255 * (seen > SOLID))
    around = solid.filter(ImageFilter.GaussianBlur(RIM))
    rim = Image.new("RGBA", picture.size, LIGHT)
    rim.putalpha(around.point(lambda seen: min(255, seen * STRONG)))
    return Image.alpha_composite(rim, picture)
