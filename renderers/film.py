"""Moving pictures: one palette for all, and of each frame only the part that changed."""

from collections.abc import Sequence
from io import BytesIO

from renderers.canvas import indexed
from renderers.scene import Item, Scene
from renderers.sprites import Style

PAUSE, REST = 900, 3000
"""How long a frame and the last frame stay, in milliseconds."""


def gif(scenes: Sequence[Scene], look: Style, samples: tuple[Item, ...]) -> bytes:
    """The scenes one after the other, again and again."""
    first, *others = [indexed(scene, look, samples) for scene in scenes]
    out = BytesIO()
    durations = [*(PAUSE for _ in others), REST]
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()
