"""A piece by itself, as a small square picture: an emoji in menus, on buttons and among words."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image

from renderers.drawing.sprites import drawn
from renderers.drawing.style import style_of
from renderers.scene import Icons, Piece

SIDE = 128
"""Pixels of each side, as Discord keeps emojis."""

DIGITS = 5
"""Of the digest of a picture: as many as tell two drawings of one piece apart."""


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawn piece on a transparent ground."""

    picture: Image.Image

    @property
    def digest(self) -> str:
        """Digits that are others whenever a pixel is: a file differs by what packed it, too."""
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
    picture, middle = Image.new("RGBA", (SIDE, SIDE)), SIDE // 2
    # One that faces somewhere stands where it does on its space, so that it only seems to turn.
    left, top = (middle + side for side in small.offset)
    if not isinstance(item, Piece) or item.angle is None:
        left, top = ((SIDE - side) // 2 for side in small.image.size)
    picture.paste(small.image, (left, top))
    return Icon(picture)
