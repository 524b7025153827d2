"""The key of a close-up: the whole board very small, with a frame around what is shown."""

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.drawing.brush import FINE
from renderers.drawing.style import Style
from renderers.scene import Cups, Ground, Item, Piece, Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

WIDE, HIGH = 150, 112
"""How wide and high a key is at most, in pixels."""

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
    """The key of a board on which some items stand, with frames around the parts shown."""
    picture = _empty(ground, style, board).copy()
    draw, scale = ImageDraw.Draw(picture), _scale(board) * FINE
    for item in items:
        if isinstance(item, Piece | Cups):
            owner = item.player if isinstance(item, Piece) else item.owners[-1]
            x, y = _place(item.at, board, scale)
            reach = ground.unit * DOT * scale
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse(box, fill=style.theme.coat(owner).paint.fill, outline=style.color("edge"))
    for left, top, right, bottom in shown:
        corners = (*_place((left, top), board, scale), *_place((right, bottom), board, scale))
        draw.rectangle(corners, outline=style.color("capture"), width=FRAME * FINE)
    return picture.reduce(FINE)


@lru_cache(8)
def _empty(ground: Ground, style: Style, board: Box) -> Image.Image:
    """The empty board on its card, in fine pixels. Not to be drawn upon: copy it."""
    width, height = (side * FINE for side in key_size(board))
    picture = Image.new("RGB", (width, height), style.color("edge"))
    draw, scale = ImageDraw.Draw(picture), _scale(board) * FINE
    rim = 1.5 * FINE
    draw.rectangle((rim, rim, width - rim - 1, height - rim - 1), fill=style.color("page"))
    for cell in ground.cells:
        corners = [_place(corner, board, scale) for corner in cell.corners]
        fill = style.theme.surfaces[cell.surface].fill
        draw.polygon(corners, fill=fill, outline=style.color("line"))
    for edge in ground.edges:
        corners = [_place(corner, board, scale) for corner in edge.corners]
        draw.polygon(corners, fill=style.theme.coat(edge.player).paint.fill)
    return picture


def _scale(board: Box) -> float:
    width, height = board[2] - board[0], board[3] - board[1]
    return min((WIDE - 2 * PAD) / width, (HIGH - 2 * PAD) / height)


def _place(point: Point, board: Box, scale: float) -> Point:
    return (point[0] - board[0]) * scale + PAD * FINE, (point[1] - board[1]) * scale + PAD * FINE
