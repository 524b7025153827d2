"""Moving pictures: one palette for all, and of each frame only what changed.

They are GIFs. Discord moves GIF and WebP attachments and shows an APNG as a still, and a board in a
hundred flat colors is smaller and far quicker to write as a GIF (`python -m bench.pictures`).
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise

from PIL import GifImagePlugin, Image, ImageChops

from renderers.canvas import COLORS, indexed
from renderers.scene import Item, Scene
from renderers.sprites import Style

PAUSE, REST = 900, 3000
"""How long a frame and the last frame stay, in milliseconds."""

UNCHANGED = COLORS
"""The palette's first free entry: in a frame it lets the one before shine through."""

SAME = [255, *(0 for _ in range(255))]
"""From the difference of two frames to the mask of what is the same in both."""

END = b";"


def gif(scenes: Sequence[Scene], look: Style, samples: tuple[Item, ...]) -> bytes:
    """The scenes one after the other, again and again."""
    frames = [indexed(scene, look, samples) for scene in scenes]
    out = BytesIO()
    stay = REST if len(frames) == 1 else PAUSE
    frames[0].save(out, "GIF", loop=0, duration=stay, optimize=False)
    changes = b"".join(_changes(frames))
    return out.getvalue().removesuffix(END) + changes + END


def _changes(frames: Sequence[Image.Image]) -> Iterator[bytes]:
    """Each later frame as a part of the picture, laid over the frames before."""
    for number, (before, after) in enumerate(pairwise(frames), 2):
        difference = ImageChops.difference(before, after)
        box = difference.getbbox() or (0, 0, 1, 1)
        part = after.crop(box)
        part.paste(UNCHANGED, mask=difference.crop(box).point(SAME, "1"))
        yield from GifImagePlugin.getdata(
            part,
            offset=box[:2],
            duration=REST if number == len(frames) else PAUSE,
            transparency=UNCHANGED,
            disposal=1,
            include_color_table=False,
        )
