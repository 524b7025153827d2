"""Moving pictures: one palette for all, and of each frame only what changed.

They are GIFs. Discord animates GIF and WebP attachments and shows an APNG as a still, and a board
in a hundred flat colors is smaller and far quicker to write as a GIF (`python -m bench.pictures`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain, pairwise

from PIL import GifImagePlugin, Image, ImageChops

from renderers.drawing.canvas import COLORS
from renderers.scene import Scene

PAUSE, REST = 900, 3000
"""How long a frame and the last frame stay, in milliseconds."""

UNCHANGED = COLORS
"""The palette's first free entry: in a frame it lets the one before shine through."""

SAME = [255, *(0 for _ in range(255))]
"""From the difference of two frames to the mask of what is the same in both."""

END = b";"


def encode_gif(
    scenes: Sequence[Scene],
    paint: Callable[[Scene], Image.Image],
    before_each: Callable[[], None],
) -> bytes:
    """The scenes one after the other, in a loop, all painted in one palette. `before_each` of them
    may wait."""
    # One by one: all frames of a long match together would take hundreds of megabytes.
    frames = _frames(scenes, paint, before_each)
    first = next(frames)
    out = BytesIO()
    stay = REST if len(scenes) == 1 else PAUSE
    first.save(out, "GIF", loop=0, duration=stay, optimize=False)
    changes = b"".join(_changes(chain([first], frames), len(scenes)))
    return out.getvalue().removesuffix(END) + changes + END


def _frames(
    scenes: Sequence[Scene],
    paint: Callable[[Scene], Image.Image],
    before_each: Callable[[], None],
) -> Iterator[Image.Image]:
    for scene in scenes:
        before_each()
        yield paint(scene)


def _changes(frames: Iterable[Image.Image], count: int) -> Iterator[bytes]:
    # Each later frame as a part of the picture, laid over the frames before.
    for number, (before, after) in enumerate(pairwise(frames), 2):
        difference = ImageChops.difference(before, after)
        box = difference.getbbox() or (0, 0, 1, 1)
        part = after.crop(box)
        part.paste(UNCHANGED, mask=difference.crop(box).point(SAME, "1"))
        yield from GifImagePlugin.getdata(
            part,
            offset=box[:2],
            duration=REST if number == count else PAUSE,
            transparency=UNCHANGED,
            disposal=1,
            include_color_table=False,
        )
