"""The pictures of the games, and their only interface.

Each game has one file here, named by its key, that turns a position and the effects of a turn into
a scene; the canvas draws any scene.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import count, pairwise
from math import inf
from typing import Any, Protocol, cast

from PIL import Image

from bot.games.core import Effect, Names, Outcome, Position, effect_cells
from bot.games.guide import Game
from renderers.annotations import difference, overlay
from renderers.annotations.close_up import CloseUp, close_up_picture, close_up_view, looked_at
from renderers.annotations.overlay import BoardMarks
from renderers.charts.curve import CurvePoint, draw_curve
from renderers.charts.tables import ChartLine, ChartTable, Figure, Sign, Tone, draw_table
from renderers.drawing import canvas, gallery, gif
from renderers.drawing.cache import ByteCache, made_once, release_memory
from renderers.drawing.gallery import stacked
from renderers.drawing.icons import Icon, drawn_icon
from renderers.drawing.png import (
    CROWDED_LEVEL,
    FULL_LEVEL,
    NEAR_LEVEL,
    POSTED_LEVEL,
    QUICK_LEVEL,
    encode_png,
)
from renderers.drawing.style import style_for, style_of
from renderers.drawing.theme import text_length, themes, writable
from renderers.drawing.theme import theme as look_up
from renderers.scene import Ground, Icons, Item, Point, Scene, Subject, View

__all__ = [
    "BoardMarks",
    "ChartLine",
    "ChartTable",
    "CurvePoint",
    "Figure",
    "Icon",
    "Shot",
    "Sign",
    "Subject",
    "Tone",
    "View",
    "animate",
    "changes",
    "close_up",
    "draw",
    "draw_curve",
    "draw_table",
    "effects_so_far",
    "explained",
    "icon",
    "icon_digest",
    "icon_names",
    "links",
    "player_color",
    "renderer_of",
    "stacked",
    "still",
    "text_length",
    "theme_name",
    "themes",
    "thumbnail",
    "turn_scenes",
    "warm",
    "writable",
]

Shot = tuple[Position, Sequence[Effect]]
"""A position and the effects of the turn that led to it."""

NOBODY: Mapping[int, str] = {}
USUAL = View()


class Renderer(Protocol):
    """What a game's file of this package provides."""

    ICONS: Icons

    def scene(self, subject: Subject[Any]) -> Scene:
        """The picture of a position after a turn, or of a match that ended on it."""

    def stages(self, before: Any, after: Subject[Any]) -> Iterator[Scene]:
        """The pictures of a turn between the position before it and the whole, link by link."""

    def samples(self, view: View) -> tuple[Item, ...]:
        """One item of every look on the board: the palette is made from them."""

    def spots(self, position: Position, view: View) -> Mapping[str, Sequence[Point]]:
        """Where each cell is drawn: once, or in several places, that of its piece first."""


@cache
def renderer_of(key: str) -> Renderer:
    return cast(Renderer, import_module(f"renderers.{key}"))


def draw(
    key: str,
    position: Position,
    effects: Sequence[Effect] = (),
    *,
    view: View = USUAL,
    names: Names = NOBODY,
    marks: BoardMarks | None = None,
    ended: Outcome | None = None,
    tallest: float = inf,
) -> bytes:
    """The PNG of a position, the turn that led to it and marks. Same input, same bytes.

    A match that `ended` has its winners in color, and nobody to move, whatever the position says.
    One that would be more than `tallest` times as high as it is wide has room at its sides.
    """
    scene = _scene(key, (position, effects), view, names, marks, ended)
    level = CROWDED_LEVEL if scene.tiled else QUICK_LEVEL if view.empty else POSTED_LEVEL
    return _png(key, scene, view, level, tallest)


def still(
    key: str,
    before: Shot | None,
    after: Shot,
    link: int,
    *,
    view: View = USUAL,
    names: Names = NOBODY,
    close: bool = False,
) -> bytes:
    """The PNG of a turn after that many of its links; beyond the last it is the whole. A `close`
    one shows the part of the board that the turn touches."""
    near = close_up_view(view) if close else view
    scenes = turn_scenes(key, before, after, near, names)
    shown = scenes[min(max(link, 0), len(scenes) - 1)]
    if not close:
        return _png(key, shown, view)
    spots = renderer_of(key).spots(after[0], near)
    # All of its steps use one window.
    whole = looked_at(scenes[-1], spots, effect_cells(after[1]), view)
    return _close_up(key, after[0], replace(whole, scene=shown))


def links(key: str, before: Shot | None, after: Shot) -> int:
    """How many steps a turn has; `still` draws the position before it as link 0."""
    return len(turn_scenes(key, before, after, USUAL, NOBODY)) - 1


def effects_so_far(
    key: str, before: Shot | None, after: Shot, link: int
) -> Sequence[Effect] | None:
    """What the picture of that step shows to have happened so far; None for the first and last."""
    return turn_scenes(key, before, after, USUAL, NOBODY)[link].effects_so_far


def thumbnail(
    key: str,
    position: Position,
    effects: Sequence[Effect] = (),
    *,
    view: View = USUAL,
    names: Names = NOBODY,
    label: str = "",
    square: bool = False,
    title: str = "",
) -> bytes:
    """The PNG of a board 400 pixels wide, `label` large in its corner, for galleries; or of the
    same in a `square` of 600, as galleries crop to squares, perhaps below a `title`."""
    plain = replace(view, coordinates=False)
    scene = _scene(key, (position, effects), plain, names)
    colors = _colors(key, scene.ground, plain)
    small = gallery.thumbnail_picture(scene, colors, label, square=square, title=title)
    return encode_png(gallery.with_ribbon(small, colors), QUICK_LEVEL)


def close_up(
    key: str,
    position: Position,
    effects: Sequence[Effect] = (),
    *,
    cells: Iterable[str],
    view: View = USUAL,
    names: Names = NOBODY,
    marks: BoardMarks | None = None,
    legend: str = "",
    letters_across: int = gallery.LETTERS,
    tallest: float = inf,
) -> bytes:
    """The PNG of the part of a board around some cells, readable in a small picture.

    It has no cards, and a small key that shows which part of the board it is; a `legend` is below
    it in letters of which that many heights are its width. Without cells, or with some far apart,
    it is the whole board. One that would be more than `tallest` times as high as it is wide has
    room at its sides. Same input, same bytes.
    """
    near = close_up_view(view)
    scene = _scene(key, (position, effects), near, names, marks)
    spots = renderer_of(key).spots(position, near)
    shown = looked_at(scene, spots, cells, view)
    return _close_up(key, position, shown, legend, letters_across, tallest)


def explained(
    key: str,
    position: Position,
    effects: Sequence[Effect],
    legend: str,
    *,
    cells: Iterable[str] = (),
    view: View = USUAL,
    tallest: float = inf,
) -> bytes:
    """The PNG of a turn close up, or of a whole board, above a line of large words. The close-up
    includes those cells, and has room at its sides where it would be more than `tallest` times as
    high as it is wide."""
    cells = (*effect_cells(effects), *cells)
    return close_up(key, position, effects, cells=cells, view=view, legend=legend, tallest=tallest)


def changes(
    key: str,
    before: Position,
    after: Position,
    effects: Sequence[Effect] = (),
    *,
    view: View = USUAL,
    names: Names = NOBODY,
) -> bytes:
    """The PNG of the net change from a position to a later one, empty spaces unnamed.

    `effects` of all turns between them, in order, tell which piece went where.
    """
    view = replace(view, empty=False)
    was, now = (
        (_scene(key, (position, ()), view, names), renderer_of(key).spots(position, view))
        for position in (before, after)
    )
    scene = difference.changed(was, now, effects, style_for(now[0].ground, view))
    return _png(key, scene, view, FULL_LEVEL)


def animate(
    key: str,
    frames: Sequence[Shot],
    *,
    view: View = USUAL,
    names: Names = NOBODY,
    linked: bool = False,
    close: bool = False,
    before_each: Callable[[], None] = lambda: None,
) -> bytes:
    """The GIF of a sequence: of one turn link by link, of several turn by turn.

    `linked` shows several turns link by link too. A `close` one is of the part of the board that
    the last turn touches. `before_each` frame is called, and may wait.
    """
    asked, view = view, close_up_view(view) if close else view
    if len(frames) == 1 or not (linked or len(frames) == 2):
        scenes = [_scene(key, frame, view, names) for frame in frames]
    else:
        scenes = [*turn_scenes(key, frames[0], frames[1], view, names)]
        for before, after in pairwise(frames[1:]):
            scenes += turn_scenes(key, before, after, view, names)[1:]
    if close:
        paint = _closely(key, frames[-1], scenes[-1], asked)
    else:
        paint = partial(_whole, colors=_colors(key, scenes[0].ground, view))
    return gif.encode_gif(scenes, paint, before_each)


def _whole(scene: Scene, colors: canvas.Colors) -> Image.Image:
    return gallery.with_ribbon(canvas.indexed(scene, colors), colors)


def _closely(key: str, shot: Shot, last: Scene, view: View) -> Callable[[Scene], Image.Image]:
    # What draws the steps of a turn close up, all through the window of the last.
    position, effects = shot
    spots = renderer_of(key).spots(position, close_up_view(view))
    whole = looked_at(last, spots, effect_cells(effects), view)
    colors = _colors(key, _usual_ground(key, whole.ground, view, position), view)
    return lambda scene: gallery.with_ribbon(
        close_up_picture(replace(whole, scene=scene), colors), colors
    )


def player_color(key: str, player: int, view: View = USUAL) -> int:
    """The color of a player's lines on the boards of a game: red, green and blue in one."""
    icons = renderer_of(key).ICONS
    style = style_of(view.theme, icons.unit, view.large, icons.suit, study=view.study)
    red, green, blue = style.own(player)
    return (red << 16) + (green << 8) + blue


def icon_names(key: str) -> tuple[str, ...]:
    """The pieces of a game that are also drawn alone, the first player's own first."""
    return tuple(renderer_of(key).ICONS.items)


def icon(key: str, name: str, theme: str) -> Icon:
    """A piece of a game alone, 128 pixels wide and high. Raises KeyError."""
    return drawn_icon(renderer_of(key).ICONS, name, theme)


@cache
def icon_digest(key: str, name: str, theme: str) -> str:
    """A digest that changes whenever the icon is drawn differently. Raises KeyError."""
    return icon(key, name, theme).digest


def theme_name(key: str) -> str:
    """The displayed name of a theme. Raises KeyError with the existing keys."""
    return look_up(key).name


def warm(key: str, start: Position, views: Sequence[View] = (USUAL,)) -> None:
    """Draw a game's ground, palette and pieces in advance, which take longest.

    Everything else is drawn when needed, in a few milliseconds.
    """
    for view in views:
        draw(key, start, view=view)


def turn_scenes(
    key: str, before: Shot | None, after: Shot, view: View = USUAL, names: Names = NOBODY
) -> Sequence[Scene]:
    """The pictures of a turn: the position before it, if there is one, each link, the whole."""
    earlier = (before[0], tuple(before[1])) if before else None
    seated = tuple(sorted(names.items()))
    return _turn(key, earlier, (after[0], tuple(after[1])), view, seated)


@lru_cache(64)
def _turn(
    key: str, before: Shot | None, after: Shot, view: View, seated: tuple[tuple[int, str], ...]
) -> tuple[Scene, ...]:
    names = dict(seated)
    whole = _scene(key, after, view, names)
    if before is None:
        return (whole,)
    links = renderer_of(key).stages(before[0], Subject(*after, view, names))
    return (_scene(key, before, view, names), *links, whole)


def _scene(
    key: str,
    shot: Shot,
    view: View,
    names: Names,
    marks: BoardMarks | None = None,
    ended: Outcome | None = None,
) -> Scene:
    renderer, (position, effects) = renderer_of(key), shot
    game: Game[Any, Any] = import_module(f"bot.games.{key}").GAME
    outcome = ended or game.outcome(position)
    scene = renderer.scene(Subject(position, effects, view, names, outcome))
    if not marks:
        return scene
    spots, style = renderer.spots(position, view), style_for(scene.ground, view)
    return overlay.marked(scene, spots, marks, style)


GROUNDS: ByteCache[Hashable, Ground] = ByteCache(64, lambda _: 1)
"""The last grounds of close-ups, a byte each."""

_DRAWN = count(1)
TRIMMED = 200
"""Pictures after which free memory is returned, which takes a few milliseconds."""

COLORS = 128
"""Views of boards whose colors are cached, each with its ground: 30 views of four games."""


def _png(
    key: str, scene: Scene, view: View, level: int = QUICK_LEVEL, tallest: float = inf
) -> bytes:
    if next(_DRAWN) % TRIMMED == 0:
        release_memory()
    colors = _colors(key, scene.ground, view)
    return encode_png(gallery.bordered(canvas.indexed(scene, colors), tallest, colors), level)


@made_once(COLORS)
def _colors(key: str, ground: Ground, view: View) -> canvas.Colors:
    return canvas.Colors(ground, style_for(ground, view), renderer_of(key).samples(view))


def _close_up(
    key: str,
    position: Position,
    shown: CloseUp,
    legend: str = "",
    letters_across: int = gallery.LETTERS,
    tallest: float = inf,
) -> bytes:
    ground = _usual_ground(key, shown.ground, shown.view, position)
    colors = _colors(key, ground, shown.view)
    picture = close_up_picture(shown, colors)
    if legend:
        picture = gallery.with_legend(picture, legend, colors.style, letters_across)
    return encode_png(gallery.bordered(picture, tallest, colors), NEAR_LEVEL)


def _usual_ground(key: str, near: Ground, view: View, position: Position) -> Ground:
    # The ground of whole-board pictures in a view, given that of its close-ups: it has a palette
    # already.
    renderer = renderer_of(key)
    made = lambda: renderer.scene(Subject(position, (), view)).ground  # noqa: E731
    return GROUNDS.get((near, view), made)
