"""The style of a picture: a theme at the size of a cell, and the colors that follow from both."""

from dataclasses import dataclass

from renderers.drawing import theme as sizes
from renderers.drawing.cache import made_once
from renderers.drawing.theme import Color, Font, Theme, contrast, mixed, theme
from renderers.scene import Ground, Point, View

HERE: Point = (0.0, 0.0)
"""The anchor of a sprite while it is drawn."""

Extent = tuple[int, int, int, int]
"""How far a sprite reaches from its anchor: left, top, right, bottom."""


@dataclass(frozen=True, eq=False, slots=True)
class Style:
    """What every sprite depends on: the theme, the size of a cell, larger text or not.

    `zoom` is the scale compared with the whole board; `unit` includes it. There is one for each
    such combination, by `style_of`.
    """

    theme: Theme
    unit: float
    large: bool = False
    zoom: float = 1.0

    def color(self, name: str) -> Color:
        return self.theme.colors[name]

    def own(self, player: int) -> Color:
        """The color of a player's lines; for a pattern it is that of the letters.

        Player 0 has that of blocks.
        """
        if player == 0:
            return self.color("wall")
        coat = self.theme.coat(player)
        return coat.line or (self.color("text") if coat.paint.pattern else coat.paint.fill)

    def bumper(self, player: int) -> tuple[Color, Color]:
        """The colors of a player's bumpers and of the line around them.

        One that is darker than its piece has the piece's color around it, to contrast with walls.
        """
        coat = self.theme.coat(player)
        if coat.bumper:
            return coat.bumper, coat.paint.fill
        return self.color("bumper"), self.color("rim")

    def crowned(self, player: int) -> tuple[Color, str]:
        """The color of the card of a player who has won, and the name of its letters' color."""
        fill = self.own(player)
        return fill, max("panel", "text", key=lambda ink: contrast(self.color(ink), fill))

    def tinted(self, player: int) -> Color:
        """The color of the area of a player's group."""
        return mixed(self.color("panel"), self.theme.coat(player).paint.fill, sizes.TINT)

    def outlined(self, player: int) -> Color:
        """The color of the outline of a player's group."""
        return mixed(self.theme.surfaces["plain"].fill, self.own(player), sizes.OUTLINE)

    def watermark(self, player: int) -> Color:
        """The color of the mark below the name on a player's piece: as pale as letters allow."""
        coat = self.theme.coat(player)
        return mixed(coat.paint.fill, coat.ink, sizes.WATERMARK)

    @property
    def face(self) -> Color:
        """The color of a block's face, paler than its rim so that neighboring blocks stay apart."""
        return mixed(self.color("wall"), self.color("halo"), 0.14)

    def font(self, role: str, scale: float = 1.0) -> Font:
        return sizes.font(role, self.large, round(scale * self.zoom, 2))

    def width(self, text: str, role: str) -> float:
        """How many pixels a text in a role takes from side to side."""
        return sizes.text_width(text, role, self.large, round(self.zoom, 2))

    @property
    def flat(self) -> bool:
        """Whether there are no shadows and fades: then everything is in the theme's colors
        alone."""
        return self.color("shadow") == self.color("page")


@made_once()
def style_of(
    key: str, unit: float, large: bool, suit: str = "", zoom: float = 1.0, *, study: bool = False
) -> Style:
    """The one style of a theme, a cell size, a text size, a suit of coats and a zoom; perhaps as
    studies have it."""
    themed = theme(key, suit, study)
    return Style(themed, unit, large or themed.large, zoom)


def style_for(ground: Ground, view: View) -> Style:
    return style_of(view.theme, ground.unit, view.large, ground.suit, study=view.study)
