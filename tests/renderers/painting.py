"""Pictures of one game, as scenes, as files and as pixels."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, TypeVar

from PIL import Image

import renderers
from bot.games.core import Effect
from renderers import BoardMarks, View
from renderers.annotations import overlay
from renderers.annotations.difference import Change, changed, difference, occupants
from renderers.drawing.style import style_for
from renderers.scene import Item, Point, Scene, Subject, Text

NAMES = dict(enumerate(("Ada", "Grace", "Linus", "Margaret", "Edsger"), 1))
T = TypeVar("T", bound=Item)


class Painter:
    """Draws one game for players with names."""

    def __init__(self, key: str) -> None:
        self.key = key

    def scene(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> Scene:
        """What is drawn, not yet as pixels."""
        return renderers.turn_scenes(self.key, None, (position, effects), View(**view), NAMES)[-1]

    def sight(self, position: Any, **view: Any) -> tuple[Scene, Mapping[str, Sequence[Point]]]:
        """A board on which nothing has happened, and where its spaces are drawn."""
        renderer, seen = renderers.renderer_of(self.key), View(**view)
        return renderer.scene(Subject(position, (), seen, NAMES)), renderer.spots(position, seen)

    def marked(self, position: Any, marks: BoardMarks, **view: Any) -> Scene:
        """The same with marks on it."""
        plain, spots = self.sight(position, **view)
        return overlay.marked(plain, spots, marks, style_for(plain.ground, View(**view)))

    def difference(self, before: Any, after: Any, effects: Sequence[Effect] = ()) -> Change:
        """The net change between two boards."""
        was, now = (occupants(*self.sight(each)) for each in (before, after))
        return difference(was, now, effects)

    def changed(self, before: Any, after: Any, effects: Sequence[Effect] = ()) -> Scene:
        """The later board, on which that change is told."""
        was, now = self.sight(before), self.sight(after)
        return changed(was, now, effects, style_for(now[0].ground, View()))

    def steps(self, before: Any, after: Any) -> Sequence[Scene]:
        """The pictures of a turn, of the position before it first."""
        return renderers.turn_scenes(self.key, (before, ()), after, View(), NAMES)

    def png(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> bytes:
        """The file that players get."""
        return renderers.draw(self.key, position, effects, view=View(**view), names=NAMES)

    def picture(self, position: Any, effects: Sequence[Effect] = (), **view: Any) -> Image.Image:
        """What a player sees, in full color."""
        return in_color(self.png(position, effects, **view))


def opened(data: bytes) -> Image.Image:
    """The picture of a file."""
    return Image.open(BytesIO(data))


def in_color(data: bytes) -> Image.Image:
    """The same in full color, as a player sees it."""
    return opened(data).convert("RGB")


def of_kind(scene: Scene, kind: type[T]) -> list[T]:
    """The items of one kind, in the order in which they are drawn."""
    return [item for item in scene.items if isinstance(item, kind)]


def words(scene: Scene) -> list[str]:
    return [item.text for item in of_kind(scene, Text)]
