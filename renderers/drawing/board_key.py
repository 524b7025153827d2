"""The key of a close-up: the whole board very small, with a frame around what is shown."""

from collections.abc import Iterable
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderers.drawing.brush import FINE, Brush
from renderers.drawing.cache import made_once
from renderers.drawing.style import Style
from renderers.scene import Cups, Ground, Item, Piece, Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

WIDE, HIGH = 138, 103
"""The largest width and height of a key, in pixels."""

PAD = 5.0
"""Pixels between a key's rim and its board."""

DOT = 0.72
"""The radius of a piece, in units."""

FRAME = 3
"""The width of the frame, in pixels."""


def key_size(board: Box) -> tuple[int, int]:
    """How large the key of a board is."""
    scale = _scale(board)
    return (
        round((board[2] - board[0]) * scale + 2 * PAD),
        round((board[3] - board[1]) * scale + 2 * PAD),
    )


def board_key(
    ground: Ground, style: Style, board: Box, items: Iterable[Item], shown: Iterable[Box]
) -> Image.Image:
    """The key of a board with some items, with frames around the parts shown."""
    picture, scale = _empty(ground, style, board).copy(), _scale(board)
    for item in items:
        if isinstance(item, (Piece, Cups)):
            owner = item.player if isinstance(item, Piece) else item.owners[-1]
            x, y = (round(place * FINE) for place in _place(item.at, board, scale))
            dot = _dot(style, owner, ground.unit * DOT * scale, (x % FINE, y % FINE))
            left, top = x // FINE - dot.width // 2, y // FINE - dot.height // 2
            picture.im.paste(dot.im, (left, top, left + dot.width, top + dot.height), dot.im)
    draw = ImageDraw.Draw(picture)
    for area in shown:
        corners = (*_place(area[:2], board, scale), *_place(area[2:], board, scale))
        draw.rectangle([round(c) for c in corners], outline=style.color("capture"), width=FRAME)
    return picture


@lru_cache(512)
def _dot(style: Style, player: int, radius: float, aside: tuple[int, int]) -> Image.Image:
    """A piece, its middle that many fine pixels off that of the picture."""
    reach, middle = ceil(radius) + 1, (aside[0] / FINE, aside[1] / FINE)
    brush = Brush((reach, reach), (reach, reach))
    brush.disc(middle, radius, style.color("edge"))
    brush.disc(middle, radius - 1 / FINE, style.theme.coat(player).paint.fill)
    return brush.finish()


@made_once(64)
def _empty(ground: Ground, style: Style, board: Box) -> Image.Image:
    """The empty board on its card. Not to be drawn on: copy it."""
    width, height = key_size(board)
    scale = _scale(board)
    brush = Brush((0, 0), (width, height), style.color("edge"))
    rim = 1.5
    brush.card((rim, rim, width - rim, height - rim), 0, style.color("page"))
    for cell in ground.cells:
        corners = [_place(corner, board, scale) for corner in cell.corners]
        brush.polygon(corners, style.theme.surfaces[cell.surface].fill)
        brush.line((*corners, corners[0]), 1 / FINE, style.color("line"))
    for edge in ground.edges:
        corners = [_place(corner, board, scale) for corner in edge.corners]
        brush.polygon(corners, style.theme.coat(edge.player).paint.fill)
    return brush.finish().convert("RGB")


def _scale(board: Box) -> float:
    width, height = board[2] - board[0], board[3] - board[1]
    return min((WIDE - 2 * PAD) / width, (HIGH - 2 * PAD) / height)


def _place(point: Point, board: Box, scale: float) -> Point:
    return (point[0] - board[0]) * scale + PAD, (point[1] - board[1]) * scale + PAD
