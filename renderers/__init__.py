"""The pictures of the games: the only door.

Each game has one file here, named by its key, that turns a position and the effects of a turn into
a scene; the canvas draws any scene.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from bot.games.core import Effect, Names, Position
from renderers import canvas, film, overlay
from renderers.overlay import Marks
from renderers.scene import Item, Point, Scene, View
from renderers.sprites import Style, sprite
from renderers.theme import themes

__all__ = ["Marks", "View", "animate", "draw", "themes", "warm"]

Shot = tuple[Position, Sequence[Effect]]
"""A position and the effects of the turn that led to it."""

NOBODY: Mapping[int, str] = {}
USUAL = View()


class Renderer(Protocol):
    """What a game's file of this package offers."""

    def scene(
        self, position: Position, effects: Sequence[Effect], view: View, names: Names
    ) -> Scene:
        """The picture of a position after a turn."""

    def steps(self, before: Shot | None, after: Shot, view: View, names: Names) -> list[Scene]:
        """The pictures of a turn, link by link, ending with the whole."""

    def samples(self, view: View) -> tuple[Item, ...]:
        """One item of every look that meets the board: the palette is made from them."""

    def spots(self, position: Position, view: View) -> Mapping[str, Sequence[Point]]:
        """Where each cell is drawn: once, or in several places, that of its piece first."""

    def looks(self, view: View) -> Iterator[Item]:
        """The items that pictures need again and again, to be drawn ahead."""


@cache
def _renderer(key: str) -> Renderer:
    return cast(Renderer, import_module(f"renderers.{key}"))


def draw(
    key: str,
    position: Position,
    effects: Sequence[Effect] = (),
    *,
    view: View = USUAL,
    names: Names = NOBODY,
    marks: Marks | None = None,
) -> bytes:
    """The PNG of a position, the turn that led to it and marks. Same input, same bytes."""
    renderer = _renderer(key)
    scene = renderer.scene(position, effects, view, names)
    look = _look(scene, view)
    if marks:
        scene = overlay.marked(scene, renderer.spots(position, view), marks, look)
    return canvas.png(canvas.indexed(scene, look, renderer.samples(view)))


def animate(
    key: str, frames: Sequence[Shot], *, view: View = USUAL, names: Names = NOBODY
) -> bytes:
    """The GIF of a sequence: of one turn link by link, of several turn by turn."""
    renderer = _renderer(key)
    if len(frames) <= 2:
        scenes = renderer.steps(frames[0] if len(frames) == 2 else None, frames[-1], view, names)
    else:
        scenes = [renderer.scene(position, effects, view, names) for position, effects in frames]
    return film.gif(scenes, _look(scenes[0], view), renderer.samples(view))


def warm(key: str, start: Position, views: Sequence[View] = (USUAL,)) -> None:
    """Fill the caches for a game, so that the first picture is as quick as the others."""
    for view in views:
        draw(key, start, view=view)
        look = _look(_renderer(key).scene(start, (), view, NOBODY), view)
        for item in _renderer(key).looks(view):
            sprite(look, item)


def _look(scene: Scene, view: View) -> Style:
    return canvas.style(view.theme, scene.ground.unit, view.large, scene.ground.suit)
