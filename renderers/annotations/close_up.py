"""The part of a board around some cells, large enough to be read in a small picture."""

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from bot.games.core import Effect
from renderers.drawing import canvas, gallery
from renderers.drawing.style import Style
from renderers.scene import Item, Point, Scene

WIDTH = 700
MARGIN = 3.0
Spots = Mapping[str, Sequence[Point]]


def touched(effects: Iterable[Effect]) -> list[str]:
    """The cells that a turn's effects speak of, in order."""
    found: list[str] = []
    for effect in effects:
        for name in ("source", "path", "at", "target"):
            told = getattr(effect, name, None) or ()
            found += [told] if isinstance(told, str) else list(told)
    return list(dict.fromkeys(found))


def close_up_picture(
    scene: Scene, spots: Spots, cells: Iterable[str], style: Style, samples: tuple[Item, ...]
) -> Image.Image:
    """The part of a scene around some cells."""
    board, points = gallery.extent(scene), [at for cell in cells for at in spots.get(cell, ())]
    reach = MARGIN * scene.ground.unit
    box = board
    if points:
        xs, ys = zip(*points, strict=True)
        box = (
            max(board[0], min(xs) - reach),
            max(board[1], min(ys) - reach),
            min(board[2], max(xs) + reach),
            min(board[3], max(ys) + reach),
        )
    size = (WIDTH, round(WIDTH * (box[3] - box[1]) / (box[2] - box[0])))
    part = canvas.compose(scene, style).resize(size, Image.Resampling.HAMMING, box)
    return canvas.reduced(part, scene.ground, style, samples)
