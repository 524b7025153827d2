"""The looks of what is on a board: pieces, cups, blocks, groups, keepers and tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

from renderers.drawing import cups
from renderers.drawing import theme as sizes
from renderers.drawing.brush import Brush
from renderers.drawing.mark_sprites import write_within
from renderers.drawing.style import HERE, Style
from renderers.drawing.theme import Coat, Color, contrast
from renderers.layout import around, between, box, hexagon, house, minus, plus
from renderers.scene import (
    Block,
    Bond,
    Chip,
    Cups,
    Ghost,
    Keeper,
    Outline,
    Piece,
    Point,
    Token,
)

# Pieces


CLEAR, CLEAR_ROUND = 0.2, 0.11
"""How far around a piece without a shadow its cell's pattern is kept away, in units, and around one
without a bumper, which may be tied to others."""

PLAIN, PLAIN_NAMED = 0.5, 0.58
"""The radius of the plain middle of a piece with a pattern, in units, and of one with a name."""


FAINT, FLAT_FAINT = 0.5, 0.35
"""The opacity of a covered tower, with shadows and without."""

DASH = 0.3
"""The length of a dash around it, in units."""


def faint(style: Style) -> float:
    """The opacity of a covered tower's colors."""
    return FLAT_FAINT if style.flat else FAINT


def body(unit: float, angle: float | None, grown: float = 0.0) -> Outline:
    """A piece's outline: a disc, cut flat on the side of its bumper."""
    radius, flat = unit * sizes.BODY + grown, unit * sizes.FLAT + grown
    rim = [(radius * cos(radians(a)), radius * sin(radians(a))) for a in range(0, 360, 3)]
    if angle is None:
        return tuple(rim)
    x, y = cos(radians(angle)), sin(radians(angle))
    over = [max(0.0, px * x + py * y - flat) for px, py in rim]
    return tuple((p[0] - x * o, p[1] - y * o) for p, o in zip(rim, over, strict=True))


def bumper(unit: float, angle: float) -> tuple[Point, Point]:
    """The two ends of a piece's bumper, from the piece's center."""
    middle = around(HERE, angle, unit * sizes.BUMPER)
    side = around(HERE, angle + 90, unit * sizes.BUMPER_LENGTH)
    return minus(middle, side), plus(middle, side)


CORNERED: Mapping[str, tuple[int, float, float]] = {
    # mark: corners, angle of the first, size compared with a disc of the same weight
    "diamond": (4, 0, 1.3),
    "triangle": (3, -90, 1.4),
    "square": (4, 45, 1.25),
}


def piece_mark(brush: Brush, coat: Coat, at: Point, radius: float) -> None:
    """The sign that identifies a player without any color."""
    if coat.mark == "disc":
        brush.disc(at, radius, coat.ink)
    elif coat.mark == "ring":
        brush.ring(at, radius * 0.9, radius * 0.5, coat.ink)
    else:
        corners, first, size = CORNERED[coat.mark]
        turns = (first + 360 / corners * k for k in range(corners))
        brush.polygon([around(at, turn, radius * size) for turn in turns], coat.ink)


def _piece(brush: Brush, style: Style, item: Piece) -> None:
    unit, edge = style.unit * item.size, style.color("edge")
    coat = style.theme.coat(item.player)
    line = unit * (0.11 if style.flat else 0.055)
    ends = bumper(unit, item.angle) if item.angle is not None else None
    thick = 2 * unit * sizes.BUMPER_WIDTH
    if style.flat:
        # Without shadows a pattern around the piece would run into its own.
        clear = CLEAR if ends else CLEAR_ROUND
        brush.polygon(body(unit, item.angle, unit * clear), style.color("halo"))
    else:
        _cast(brush, style, item, ends)
    brush.polygon(body(unit, item.angle, line / 2), edge)
    _plate(brush, style, item, line / 2, edge)
    brush.paint(body(unit, item.angle, -line / 2), coat.paint)
    _plate(brush, style, item, -line / 2, coat.paint.fill)
    if coat.paint.pattern:
        # A pattern is a ring around the text on the piece.
        brush.disc(HERE, unit * (PLAIN_NAMED if item.named else PLAIN), coat.paint.fill)
    if ends:
        fill, rim = style.bumper(item.player)
        brush.line(ends, thick + 2 * line, rim)
        brush.line(ends, thick, fill)
    if not item.named:
        piece_mark(brush, coat, HERE, unit * sizes.MARK * 1.25)
    elif not style.flat:
        # Below the name of its space, which needs all the room.
        pale = replace(coat, ink=style.watermark(item.player))
        piece_mark(brush, pale, HERE, unit * sizes.MARK * 2)


def _plate(brush: Brush, style: Style, item: Piece, grown: float, color: Color) -> None:
    # Under the piece's name, which keeps away from its bumper.
    if item.plate:
        x, y = away(item.angle, style.unit)
        across, down = (side * style.unit + grown for side in item.plate)
        brush.card((x - across, y - down, x + across, y + down), down * 0.6, color)


def away(angle: float | None, unit: float, share: float = sizes.AWAY) -> Point:
    """Where the name of a piece is, from the piece's center: that many units from its bumper's
    side."""
    return HERE if angle is None else around(HERE, angle + 180, unit * share)


def _cups(brush: Brush, style: Style, item: Cups) -> None:
    coat = style.theme.coat(item.owners[-1])
    cups.tower(brush, style.theme, style.unit, item.owners, item.pitch)
    face = cups.face(style.unit, item.owners, item.pitch)
    if item.kind:
        _covered(brush, style, item)
    elif len(item.owners) == 1:
        piece_mark(brush, coat, face, style.unit * sizes.MARK * 0.8)
    else:
        brush.text(face, str(len(item.owners)), style.font("height"), coat.ink)


def _covered(brush: Brush, style: Style, item: Cups) -> None:
    unit, rise = style.unit, cups.rise(item.owners, item.pitch)
    brush.fade(faint(style))
    over = cups.cup((0.0, unit * cups.FOOT), unit, unit * 0.12, rise)
    for color, width in (("halo", 0.24), ("path", 0.12)):
        for dash in cups.dashes(over, unit * DASH):
            brush.line(dash, unit * width, style.color(color))


def _cast(brush: Brush, style: Style, item: Piece, ends: tuple[Point, Point] | None) -> None:
    unit, shadow, lower = style.unit * item.size, style.color("shadow"), (0.0, style.unit * 0.09)
    line = unit * 0.055
    brush.polygon([plus(p, lower) for p in body(unit, item.angle, line)], shadow, 150)
    if ends:
        thick = 2 * unit * sizes.BUMPER_WIDTH
        brush.line([plus(p, lower) for p in ends], thick + 2 * line, shadow, 150)
    brush.soften(unit * 0.05)


PALE = 1.85
"""The contrast with the board below which a color has a dark line around it."""


def _ghost(brush: Brush, style: Style, item: Ghost) -> None:
    radius, color = style.unit * 0.66, style.own(item.player)
    dash, inks = 16, [(0.09, color)]
    if contrast(color, style.theme.surfaces["plain"].fill) < PALE:
        dash, inks = 12, [(0.15, style.color("chain")), *inks]
    for width, ink in inks:
        for k in range(12):
            brush.bow(HERE, radius, 30 * k, dash, style.unit * width, ink)


def _block(brush: Brush, style: Style, item: Block) -> None:
    lower = (0.0, style.unit * 0.08)
    body = [between(HERE, corner, 0.93) for corner in item.corners]
    brush.polygon([plus(corner, lower) for corner in body], style.color("shadow"), 150)
    brush.soften(style.unit * 0.04)
    _walled(brush, style, body)


def _walled(brush: Brush, style: Style, body: Sequence[Point]) -> None:
    brush.polygon(body, style.color("wall"))
    brush.polygon([between(HERE, corner, 0.83) for corner in body], style.face)


def _bond(brush: Brush, style: Style, item: Bond) -> None:
    width, ways = style.unit * 0.3, (HERE, item.reach)
    if item.strong:
        brush.line(ways, width * 3.4, style.color("edge"))
        brush.line(ways, width * 3.4 - 2.4, style.color("held"))
    brush.line(ways, width + 1.6, style.color("edge"))
    brush.line(ways, width, style.own(item.player))


def _chip(brush: Brush, style: Style, item: Chip) -> None:
    radius = (6.5 if item.spare else 15.0) * item.scale
    if item.player == 0:
        _walled(brush, style, hexagon(HERE, radius * 0.94))
        return
    coat = style.theme.coat(item.player)
    brush.disc(HERE, radius + 0.7, style.color("edge"))
    rim = [around(HERE, a, radius - 0.7) for a in range(0, 360, 4)]
    brush.paint(rim, coat.paint)
    if item.other is None:
        piece_mark(brush, coat, HERE, radius * 0.38)
        return
    _half_chip(brush, style.theme.coat(item.other), radius)
    piece_mark(brush, coat, (-radius * 0.46, 0), radius * 0.28)


def _half_chip(brush: Brush, coat: Coat, radius: float) -> None:
    brush.paint([around(HERE, a, radius - 0.7) for a in range(-90, 91, 4)], coat.paint)
    piece_mark(brush, coat, (radius * 0.46, 0), radius * 0.28)


def _keeper(brush: Brush, style: Style, _: Keeper) -> None:
    unit, dark, light = style.unit, style.color("wall"), style.color("panel")
    for reach, color in ((0.86, style.color("halo")), (0.79, dark)):
        side = unit * reach
        brush.card((-side, -side, side, side), unit * 0.2, color)
    rim = (around(HERE, angle, unit * 0.5) for angle in range(180, 361, 6))
    dome = [(x, y * 1.2 + unit * 0.18) for x, y in rim]
    brush.polygon([*dome, (unit * 0.5, unit * 0.3), (-unit * 0.5, unit * 0.3)], light)
    brush.line(((-unit * 0.56, unit * 0.42), (unit * 0.56, unit * 0.42)), unit * 0.2, light)
    reaches = [unit * (0.1 if k % 2 else 0.24) for k in range(10)]
    brush.polygon([around(HERE, 36 * k - 90, reach) for k, reach in enumerate(reaches)], dark)


NUMBER, LOW = {"disc": 0.48, "house": 0.44, "cube": 0.48}, {"house": 0.09}
"""The radius that the number in a token fills, and how far below its middle, of the token's size:
a roof leaves it less room above."""


def _token(brush: Brush, style: Style, item: Token) -> None:
    size = style.unit * sizes.TOKEN * item.scale
    FORMS[item.form](brush, style, size, item.player)
    # Nothing is quieter than something.
    ink = style.color("muted" if item.text == "0" else "text")
    if item.player:
        ink = style.theme.coat(item.player).ink
    low = LOW.get(item.form, 0.0) * size
    write_within(brush, item.text, NUMBER[item.form] * size, ink, low)


def _token_disc(brush: Brush, style: Style, size: float, player: int) -> None:
    brush.disc(HERE, size / 2 + 0.7, style.color("edge"))
    rim = [around(HERE, a, size / 2 - 0.7) for a in range(0, 360, 4)]
    brush.paint(rim, style.theme.coat(player).paint)


def _token_house(brush: Brush, style: Style, size: float, _: int) -> None:
    brush.polygon(house((size + 4.4, size + 4.4)), style.color("muted"))
    brush.paint(house((size + 1.6, size + 1.6)), style.theme.surfaces["gate"])


def _token_cube(brush: Brush, style: Style, size: float, _: int) -> None:
    deep, front = size * 0.14, box((size * 0.86, size * 0.86))
    back = [plus(corner, (deep, -deep)) for corner in front]
    sides = [front[0], back[0], back[1], back[2], front[2], front[3]]
    brush.polygon(sides, style.color("line"))
    brush.line((*sides, sides[0]), 1.1, style.color("muted"))
    brush.paint([between(HERE, corner, 0.96) for corner in front], style.theme.surfaces["plain"])


FORMS: Mapping[str, Callable[[Brush, Style, float, int], None]] = {
    "disc": _token_disc,
    "house": _token_house,
    "cube": _token_cube,
}


def _saltire(brush: Brush, reach: float, width: float, color: Color) -> None:
    for angle in (45, 135):
        brush.line((around(HERE, angle, reach), around(HERE, angle + 180, reach)), width, color)


def _slashed(brush: Brush, reach: float, width: float, color: Color) -> None:
    brush.ring(HERE, reach, width, color)
    brush.line((around(HERE, 135, reach), around(HERE, -45, reach)), width, color)


def _dashed(brush: Brush, reach: float, width: float, color: Color) -> None:
    for k in range(6):
        brush.bow(HERE, reach * 1.2, 60 * k, 26, width, color)


TAKEN: Mapping[str, Callable[[Brush, float, float, Color], None]] = {
    "capture": _saltire,
    "stasis": _slashed,
    "cut": _saltire,
    "covered": _dashed,
}


INKS: Mapping[str, str] = {"covered": "path", "cut": "capture"}
"""The color of a sign that has none of its own name."""


GHOSTLY = ("capture", "stasis")
"""The signs of pieces that have left the board, which are drawn hollow."""

CORE = 0.4
"""The radius of what is left of such a piece, in units: enough to show whose it was."""


def departed(brush: Brush, style: Style, player: int) -> None:
    """A piece that was taken: a broken outline, and in it a small share of its color."""
    unit, coat = style.unit, style.theme.coat(player)
    brush.disc(HERE, unit * sizes.BODY, style.color("halo"), 255 if style.flat else 190)
    for k in range(9):
        brush.bow(HERE, unit * 0.7, 40 * k, 22, unit * 0.11, style.own(player))
    brush.disc(HERE, unit * CORE + 0.7, style.color("edge"))
    brush.paint([around(HERE, a, unit * CORE - 0.7) for a in range(0, 360, 6)], coat.paint)


def struck(brush: Brush, style: Style, unit: float, kind: str) -> None:
    """The sign of a taken piece, across everything drawn so far."""
    width = max(2.2, unit * 0.17)
    for color, thick in (
        (style.color("halo"), width * 1.9),
        (style.color(INKS.get(kind, kind)), width),
    ):
        TAKEN[kind](brush, unit * 0.72, thick, color)


DRAW: Mapping[type, Callable[[Brush, Style, Any], None]] = {
    Block: _block,
    Bond: _bond,
    Piece: _piece,
    Cups: _cups,
    Ghost: _ghost,
    Chip: _chip,
    Keeper: _keeper,
    Token: _token,
}
