"""Pictures of one game, as scenes, as files and as pixels."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, TypeVar

from PIL import Image

import renderers
from bot.games.core import Effect
from renderers import View
from renderers.scene import Item, Scene, Text

NAMES = dict(enumerate(("Ada", "Grace", "Linus", "Margaret", "Edsger"), 1))
T = TypeVar("T", bound=Item)


class Painter:
    """Draws one game for players with names."""

    def __init__(self, key: str) -> None:
        self.key = key

    def scene(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> Scene:
        """What is drawn, not yet as pixels."""
        return renderers.turn_scenes(self.key, None, (position, effects), View(**view), NAMES)[-1]

    def steps(self, before: Any, after: Any) -> Sequence[Scene]:
        """The pictures of a turn, of the position before it first."""
        return renderers.turn_scenes(self.key, (before, ()), after, View(), NAMES)

    def png(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> bytes:
        """The file that players get."""
        return renderers.draw(self.key, position, effects, view=View(**view), names=NAMES)

    def picture(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> Image.Image:
        """What a player sees, in full color."""
        return Image.open(BytesIO(self.png(position, effects, **view))).convert("RGB")


def of_kind(scene: Scene, kind: type[T]) -> list[T]:
    """The items of one kind, in the order in which they are drawn."""
    return [item for item in scene.items if isinstance(item, kind)]


def words(scene: Scene) -> list[str]:
    return [item.text for item in of_kind(scene, Text)]
