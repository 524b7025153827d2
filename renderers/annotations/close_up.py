"""Close-ups: the part of a board around some cells, readable in a small picture.

A window onto the scene is chosen, the items in it are drawn larger, and a key in a free corner
shows which part of the board it is. The cards next to the board are left out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import inf

from PIL import Image

from renderers.annotations.chain import pixel
from renderers.annotations.enlarge import TALL, Lens
from renderers.annotations.large_board import large_board
from renderers.annotations.window import CAPTION, Area, Places, Site, Window, bounds, windows
from renderers.drawing import canvas
from renderers.drawing import theme as sizes
from renderers.drawing.board_key import board_key, key_size
from renderers.drawing.canvas import Colors
from renderers.drawing.cups import rise
from renderers.drawing.mark_sprites import LETTER
from renderers.drawing.piece_sprites import bumper
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import HERE, Style, style_of
from renderers.layout import apart
from renderers.scene import (
    OCCUPANTS,
    Alert,
    Arrow,
    Badge,
    Beacon,
    Block,
    Cross,
    Cups,
    Ghost,
    Ground,
    Keeper,
    Letter,
    Loop,
    Piece,
    Point,
    Pointer,
    Ring,
    Scene,
    Sweep,
    Text,
    Trail,
    View,
)

Spots = Mapping[str, Places]

BESIDE = 2.1
"""The largest distance, in units, between the centers of neighboring cells."""

RIM = 0.35
"""The visible page around a board, in units."""

HALO = 2.0
"""Pixels of the light rim around a number, plus one."""

LINE = 0.055
"""The width of the line around a piece, in units."""

TOWER = 0.8
"""How far from its middle, in units, a cup reaches at the most."""

STRIP = 1.1
"""The room for coordinates next to a window, in units."""

RAISED = 0.6
"""How far above the lower rim the middle of those below it is, in their strip's height: including
letters that reach below their line."""

GAP = 8
"""Pixels between a key and the rim."""

HALVES, CAPTION_LETTERS = "\N{UPWARDS ARROW} left half    right half \N{DOWNWARDS ARROW}", 0.6
"""The words between two windows, and the size of their letters, compared with their line."""

FOUR = 4
"""The corners of a square: boards of squares have their coordinates along two sides."""


def close_up_view(view: View) -> View:
    """The view for a scene that a close-up will show: numbers are large, and there is room for the
    names of all spaces."""
    return replace(view, large=True, empty=True, near=True)


@dataclass(frozen=True, slots=True)
class CloseUp:
    """A scene in one window or more, and the cells that have to be visible.

    `key_scene` is the scene by which the key is placed: the steps of a turn share it. `view` is the
    one that was asked for.
    """

    scene: Scene
    key_scene: Scene
    view: View
    board: Area
    windows: tuple[Window, ...]
    points: tuple[Point, ...]

    @property
    def ground(self) -> Ground:
        return self.scene.ground

    @property
    def is_whole(self) -> bool:
        seen, board = self.windows[0].area, self.board
        return seen.width >= board.width and seen.height >= board.height

    @property
    def strip(self) -> int:
        """The height in pixels of the coordinates next to and below a window."""
        return round(self._beside)

    @property
    def _beside(self) -> float:
        return _strip(self.ground) * self.ground.unit * self.windows[0].zoom

    def lens(self, window: Window) -> Lens:
        """The scene through one of the windows."""
        return Lens(self.scene, window, self.strip)

    def size(self, window: Window) -> tuple[int, int]:
        """The size of the picture of a window."""
        width, height = (side * window.zoom for side in (window.area.width, window.area.height))
        return round(width + self._beside), round(height + self._beside)


def looked_at(scene: Scene, spots: Spots, cells: Iterable[str], view: View) -> CloseUp:
    """The close-up of a scene around some cells; those that it does not draw are ignored."""
    board, ground = board_area(scene), scene.ground
    placed = {pixel(item.at) for item in scene.items if isinstance(item, OCCUPANTS)}
    asked = [_places(spots[cell], placed) for cell in cells if cell in spots]
    asked += _fallen(scene, asked)
    # A space that is drawn twice is seen where a link of the chain leaves it.
    asked += [[item.at] for item in scene.items if asked and isinstance(item, Arrow)]
    site = Site(board, ground.unit, _strip(ground), tuple(_fixtures(scene, board)))
    found = windows(site, asked)
    points = (p for places in asked for p in places if any(w.area.holds(p) for w in found))
    return CloseUp(scene, scene, view, board, found, tuple(points))


def _fixtures(scene: Scene, board: Area) -> Iterator[Area]:
    """The areas of pieces, with their bumpers, of letters and of numbers on the board."""
    unit = scene.ground.unit
    for item in scene.items:
        if isinstance(item, Badge):
            yield bounds(_corners(item, unit))
        elif isinstance(item, Cups):
            top = (item.at[0], item.at[1] - rise(item.owners, item.pitch))
            yield bounds([item.at, top]).grown(unit * TOWER)
        elif isinstance(item, Letter):
            yield bounds([item.at]).grown(unit * LETTER)
        elif isinstance(item, (Piece, Ghost, Keeper)) and board.holds(item.at):
            yield _extent(unit, item.angle if isinstance(item, Piece) else None).moved(item.at)


@lru_cache(64)
def _extent(unit: float, angle: float | None) -> Area:
    """The area of a piece around its middle, with its bumper if it has one."""
    ends = [] if angle is None else bumper(unit, angle)
    around = [bounds([end]).grown(unit * (sizes.BUMPER_WIDTH + LINE)) for end in ends]
    body = bounds([HERE]).grown(unit * (sizes.BODY + LINE))
    return bounds(c for area in (body, *around) for c in (area.box[:2], area.box[2:]))


def _fallen(scene: Scene, asked: Sequence[Places]) -> list[Places]:
    # Where a piece is crossed out beside those places, past the end of a row.
    crosses = [item.at for item in scene.items if isinstance(item, Cross)]
    reach = BESIDE * scene.ground.unit
    return [[at] for at in crosses if any(apart(at, p) <= reach for ps in asked for p in ps)]


def board_area(scene: Scene) -> Area:
    """The part of a picture with its board, its towers and the numbers at its rails."""
    ground = scene.ground
    numbers = (item for item in scene.items if isinstance(item, Badge))
    cups = (item for item in scene.items if isinstance(item, Cups))
    tops = [(c.at[0], c.at[1] - rise(c.owners, c.pitch) - ground.unit) for c in cups]
    empty = _empty(ground)
    corners = ((empty.left, empty.top), (empty.right, empty.bottom))
    area = bounds((*corners, *tops)).grown(RIM * ground.unit)
    seen = (corner for number in numbers for corner in _corners(number, ground.unit))
    return bounds(((area.left, area.top), (area.right, area.bottom), *seen))


def _corners(number: Badge, unit: float) -> tuple[Point, Point]:
    (x, y), (half, high) = number.at, badge_size(unit, number.text, True, number.scale)
    return (x - half - HALO, y - high - HALO), (x + half + HALO, y + high + HALO)


@lru_cache(64)
def _empty(ground: Ground) -> Area:
    outlines = [cell.corners for cell in ground.cells] + [edge.corners for edge in ground.edges]
    return bounds(corner for outline in outlines for corner in outline)


def _places(places: Places, placed: set[tuple[int, int]]) -> Places:
    """Where a cell's piece is drawn, or everywhere that the empty cell is."""
    return [place for place in places if pixel(place) in placed] or list(places)


def _strip(ground: Ground) -> float:
    return STRIP if ground.notes and len(ground.cells[0].corners) == FOUR and _rulers(ground) else 0


def _rulers(ground: Ground) -> list[Text]:
    return [note for note in ground.notes if note.role == "ruler"]


MARKS = (Letter, Badge, Arrow, Loop, Trail, Cross, Ring, Alert, Beacon, Pointer, Sweep)
"""Marks of a turn or of choices: a key hides none of them."""

PIECES = 3.0
"""How much worse than a cell it is to hide a piece."""


# The picture


def close_up_picture(shown: CloseUp, colors: Colors) -> Image.Image:
    """The picture of a close-up in the palette that other pictures in its view have."""
    parts = [_part(shown, window, colors) for window in shown.windows]
    line = round(CAPTION * parts[0].width)
    tops = [*accumulate((part.height + line for part in parts[:-1]), initial=0)]
    picture = _joined(parts, tops, line, colors)
    return picture if shown.is_whole else _with_key(picture, shown, tops, colors)


def _joined(
    parts: Sequence[Image.Image], tops: Sequence[int], line: int, colors: Colors
) -> Image.Image:
    # The pictures of the windows below each other, with words between them.
    if len(parts) == 1:
        return parts[0]
    style, palette = colors.style, canvas.palette(colors)
    size = (max(part.width for part in parts), tops[-1] + parts[-1].height)
    whole = canvas.in_one_color(size, style.color("wall"), palette)
    for part, top in zip(parts, tops, strict=True):
        whole.paste(part, (0, top))
    letters = CAPTION_LETTERS * line / sizes.SIZES["name"][1]
    scale = round(letters / (sizes.larger("name") if style.large else 1.0), 2)
    middle = (size[0] / 2, tops[-1] - line / 2)
    canvas.put_reduced(whole, [Text(middle, HALVES, "name", "halo", "mm", scale)], style, palette)
    return whole


def _part(shown: CloseUp, window: Window, colors: Colors) -> Image.Image:
    lens, size, zoom, strip = shown.lens(window), shown.size(window), window.zoom, shown.strip
    unit, view, suit = shown.ground.unit * zoom, shown.view, shown.ground.suit
    large = close_up_view(view).large
    style = style_of(view.theme, unit, large, suit, zoom, study=view.study)
    palette = canvas.palette(colors)
    ground = canvas.in_one_color(size, style.color("page"), palette)
    area = _empty(shown.ground).grown(RIM * shown.ground.unit)
    board = large_board(shown.ground, Window(area, zoom), style, colors)
    board.put(ground, window.corner, (strip, 0, size[0], size[1] - strip))
    canvas.put_reduced(ground, lens.items(shown.board), style, palette)
    if strip:
        _write_beside(ground, lens, style, strip, palette)
    return ground


def _write_beside(
    picture: Image.Image, lens: Lens, style: Style, strip: int, palette: Image.Image
) -> None:
    # The coordinates beside the window, on a clear strip.
    width, height = picture.size
    page = canvas.index_of(style.color("page"), palette)
    picture.paste(page, (0, 0, strip, height))
    picture.paste(page, (0, height - strip, width, height))
    cells = bounds(cell.at for cell in lens.scene.ground.cells)
    # The highest row may be cut shorter than its number, which is then drawn lower.
    high, written = style.unit * TALL["ruler"] / 2, list[Text]()
    for note in _rulers(lens.scene.ground):
        x, y = lens.place(note.at)
        is_rank = note.at[0] < cells.left
        at = (strip / 2, max(y, high)) if is_rank else (x, height - strip * RAISED)
        if 0 < y < height - strip if is_rank else strip < x < width - strip / 4:
            written.append(replace(lens.text(note, TALL["ruler"]), at=at, anchor="mm"))
    canvas.put_reduced(picture, written, style, palette)


# The key


def _with_key(
    picture: Image.Image, shown: CloseUp, tops: Sequence[int], colors: Colors
) -> Image.Image:
    """The picture with the key in the corner where it hides least, or above it if it would hide
    what was asked for. With coordinates along two sides there is no key if it would hide a
    piece."""
    board, (width, height) = shown.board.box, key_size(shown.board.box)
    at = key_place(shown, tops, (width, height))
    if at is None and shown.strip:
        return picture
    areas = [window.area.box for window in shown.windows]
    drawn = board_key(shown.ground, colors.style, board, shown.scene.items, areas)
    key = canvas.reduced(drawn, colors)
    if at:
        picture.paste(key, at)
        return picture
    size = (picture.width, picture.height + height + GAP)
    higher = canvas.in_one_color(size, colors.style.color("page"), canvas.palette(colors))
    higher.paste(picture, (0, height + GAP))
    higher.paste(key, (picture.width - width, 0))
    return higher


def key_place(shown: CloseUp, tops: Sequence[int], size: tuple[int, int]) -> tuple[int, int] | None:
    """The place of a key of that size that hides nothing that was asked for and least of the rest,
    if any."""
    width, height = size
    best: tuple[float, tuple[int, int]] | None = None
    items, cells = shown.key_scene.items, _middles(shown.ground)
    pieces = sorted(item.at for item in items if isinstance(item, (*OCCUPANTS, Block, Keeper)))
    marks = [item.at for item in items if isinstance(item, MARKS)]
    bare = sorted([*shown.points, *marks, *(pieces if shown.strip else ())])
    for window, top in zip(shown.windows, tops, strict=True):
        lens, unit, (right, bottom) = shown.lens(window), shown.ground.unit, shown.size(window)
        for y in (top + GAP, top + bottom - shown.strip - GAP - height):
            for x in (right - GAP - width, shown.strip + GAP):
                under = lens.under(Area(x, y - top, x + width, y - top + height))
                if _within(bare, under.grown(unit)):
                    continue
                hidden = _within(pieces, under.grown(unit * sizes.BODY)) * PIECES
                cost = hidden + _within(cells, under.grown(unit / 2))
                if best is None or cost < best[0]:
                    best = cost, (x, y)
    return best[1] if best else None


@lru_cache(64)
def _middles(ground: Ground) -> list[Point]:
    """The centers of the cells, from left to right."""
    return sorted(cell.at for cell in ground.cells)


def _within(points: list[Point], area: Area) -> int:
    """How many of the points, which are sorted, lie in an area."""
    left, top, right, bottom = area.box
    first, end = bisect_left(points, (left,)), bisect_right(points, (right, inf))
    return sum(top <= y <= bottom for _, y in points[first:end])
