"""Which part of a board a close-up shows: around some cells, no wider than is readable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from renderers.layout import apart
from renderers.scene import Point

Places = Sequence[Point]
"""Where one cell is drawn: once, or twice if a board has it in two areas."""

WIDTH = 640
"""Pixels from side to side of every close-up but those of a whole large board."""

LARGEST = 1100
"""Most pixels from side to side of a whole board."""

MARGIN = 3.0
"""Units from the center of a requested cell to the rim: its neighbors are fully visible."""

NARROW, WIDE = 2.0, 12
"""What that margin shrinks to if a window would be wider than that many units."""

STEP, FEWEST = 2, 12
"""The width of a window in units is a multiple of the first, so that sizes repeat, and not below
the second."""

SMALL = 12
"""Units across a board that is always shown whole."""

TALL, FLAT = 0.7, 0.6
"""The largest and the smallest height of a close-up, compared with its width: a desktop shows
pictures at most 350 pixels high, and on a phone there are buttons below."""

ROOMY, SQUARE = 12, 1.0
"""If a window would be wider than that many units only because of its height, it may be that high:
as high as wide."""

READABLE, TALLEST = 16, 1.4
"""If even so it would be wider than that many units, where a phone shows numbers too small, it may
be that high: a turn that reaches from end to end of a board, or over both of its halves."""

CAPTION = 0.075
"""The height of the words between two windows, compared with their width."""

WHOLE = 0.78
"""A window that takes this share of the board's area is replaced by the whole board."""

MOVED, HIGHER, KEPT = 1.6, 1.4, 1.7
"""How far an edge may move, in units, to cut no fixture, how far if the window gets higher by that,
and how far it stays from the center of a requested cell."""

PAGE = 0.2
"""What a window need not show of the page around a board, in units."""

CUT, BURIED = 3.0, 1.0
"""How bad it is if an edge cuts a fixture whose middle is visible, and one whose middle is not."""

TOUCH = 0.05
"""How much of a fixture, in units, may be on the other side of an edge."""

BROAD, STACKED = 2.0, 1.5
"""How many times as wide as high a board is whose halves can be shown above each other, and how
many times as wide as one window it is if both replace the whole board."""

APART = 0.8
"""Two windows are better than one if they are at most this wide compared with it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a picture, in its pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right, self.bottom

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def holds(self, point: Point, spare: float = 0.0) -> bool:
        """Whether a point lies inside, or no farther than that outside."""
        x, y = point
        return (
            self.left - spare <= x <= self.right + spare
            and self.top - spare <= y <= self.bottom + spare
        )

    def within(self, other: "Area") -> "Area":
        """The part of the area inside another."""
        return Area(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> "Area":
        """The area with that much more on every side."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, by: Point) -> "Area":
        """The area with its origin at a point."""
        x, y = by
        return Area(self.left + x, self.top + y, self.right + x, self.bottom + y)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the board and how many times larger it is drawn."""

    area: Area
    zoom: float

    @property
    def corner(self) -> tuple[int, int]:
        """Its corner on the board at its zoom, in whole pixels, so that a cached board looks the
        same through every window."""
        return round(self.area.left * self.zoom), round(self.area.top * self.zoom)


@dataclass(frozen=True, slots=True)
class Site:
    """A board with its unit in pixels, the room for coordinates next to a window, in units, and the
    areas of the fixtures on it, which a window shows whole or not at all if it can."""

    board: Area
    unit: float
    strip: float = 0.0
    fixtures: Sequence[Area] = ()


Edge = tuple[float, int]
"""Where an edge of a window is, in pixels, and on which side of it the window is: 1 or -1."""

Span = tuple[float, float]
"""Where something begins and ends, in pixels across or down."""


def bounds(points: Iterable[Point]) -> Area:
    """The smallest area that holds some points."""
    xs, ys = zip(*points, strict=True)
    return Area(min(xs), min(ys), max(xs), max(ys))


def windows(site: Site, cells: Sequence[Places]) -> tuple[Window, ...]:
    """One window around the cells, or two above each other, of the left and the right half of a
    broad board, or one that is the whole board."""
    board = site.board
    if not cells or board.width <= SMALL * site.unit:
        return _no_higher((whole(site),), site)
    groups = [nearest(cells)]
    found = _fitted(groups, site)
    is_broad = board.width > BROAD * board.height
    halves = _by_half(cells, (board.left + board.right) / 2) if is_broad else []
    if len(halves) > 1:
        two = _fitted(halves, site)
        if found[0].zoom < two[0].zoom * APART:
            found, groups = two, halves
    shown = sum(one.area.width * one.area.height for one in found)
    is_stacked = len(found) > 1 and board.width >= STACKED * found[0].area.width
    if shown >= WHOLE * board.width * board.height and not is_stacked:
        return _no_higher((whole(site),), site)
    cut = [_cutting_least(*each, site) for each in zip(found, groups, strict=True)]
    wide = _no_higher(cut, site)
    if wide[0].zoom == cut[0].zoom:
        return wide
    return tuple(_cutting_least(*each, site) for each in zip(wide, groups, strict=True))


def _no_higher(found: Sequence[Window], site: Site) -> tuple[Window, ...]:
    """The windows widened until together they are no higher than wide, beyond the board if need be,
    as far as numbers can be read."""
    high = sum(one.area.height for one in found) + CAPTION * found[0].area.width * (len(found) - 1)
    width = ceil(_across(high / site.unit, SQUARE) / STEP - 0.01) * STEP * site.unit
    if width <= found[0].area.width:
        return tuple(found)
    zoom = round(WIDTH / (width + site.strip * site.unit), 3)
    return tuple(Window(_widened(one.area, width, site.board), zoom) for one in found)


def _across(high: float, usual: float) -> float:
    """How wide a window is that is that high, both in units, if it may usually be as high compared
    with its width."""
    return next(
        (
            high / ratio
            for ratio, most in ((usual, ROOMY), (SQUARE, READABLE))
            if high <= ratio * most
        ),
        max(float(READABLE), high / TALLEST),
    )


def _widened(area: Area, width: float, board: Area) -> Area:
    left = (area.left + area.right - width) / 2
    if width > board.width:
        left = (board.left + board.right - width) / 2
    else:
        left = max(board.left, min(left, board.right - width))
    return Area(left, area.top, left + width, area.bottom)


def whole(site: Site) -> Window:
    """The whole board, no smaller than usual while that is not too wide."""
    width = site.board.width + site.strip * site.unit
    return Window(site.board, round(min(max(WIDTH / width, 1.0), LARGEST / width), 3))


def nearest(cells: Sequence[Places]) -> list[Point]:
    """One place of each cell: of several the one that is nearest to the other cells."""
    sure = [places[0] for places in cells if len(places) == 1] or [cells[0][0]]
    x, y = (sum(place[k] for place in sure) / len(sure) for k in (0, 1))
    return [min(places, key=lambda place: apart(place, (x, y))) for places in cells]


def _by_half(cells: Sequence[Places], middle: float) -> list[list[Point]]:
    # The cells left and right of the middle; one in both is where its nearest neighbor is.
    sure = [places[0] for places in cells if len(places) == 1] or [cells[0][0]]
    points = [min(places, key=lambda p: min(apart(p, s) for s in sure)) for places in cells]
    sides = [[p for p in points if p[0] <= middle], [p for p in points if p[0] > middle]]
    return [side for side in sides if side]


def _fitted(groups: Sequence[Sequence[Point]], site: Site) -> tuple[Window, ...]:
    board, unit = site.board, site.unit
    needed, across = _needed(groups, board, unit, MARGIN)
    if across > WIDE:
        needed, across = _needed(groups, board, unit, NARROW)
    width = min(across * unit, board.width)
    zoom = round(WIDTH / (width + site.strip * unit), 3)
    lowest = FLAT * across / len(groups)
    placed = (_placed(area, width, max(area.height, lowest * unit), board) for area in needed)
    return tuple(Window(area, zoom) for area in placed)


def _needed(
    groups: Sequence[Sequence[Point]], board: Area, unit: float, margin: float
) -> tuple[list[Area], int]:
    # What has to be visible around each group, and the width of that window in units.
    needed = [bounds(group).grown(margin * unit).within(board) for group in groups]
    high = _across(sum(area.height for area in needed) / unit, TALL)
    across = max(*(area.width / unit for area in needed), high, FEWEST)
    return needed, ceil(across / STEP - 0.01) * STEP


def _placed(needed: Area, width: float, height: float, board: Area) -> Area:
    width, height = min(width, board.width), min(height, board.height)
    left = (needed.left + needed.right - width) / 2
    top = (needed.top + needed.bottom - height) / 2
    left = max(board.left, min(left, board.right - width))
    top = max(board.top, min(top, board.bottom - height))
    return Area(left, top, left + width, top + height)


# Fixtures at the edges


def _cutting_least(window: Window, group: Sequence[Point], site: Site) -> Window:
    # The window moved sideways, and its upper and lower edge each moved, so that they cut as few
    # fixtures as possible: it keeps its distance to the cells of its group.
    area, board = window.area, site.board.grown(-PAGE * site.unit)
    kept = bounds(group).grown(KEPT * site.unit).within(board)
    left, right = (area.left, 1), (area.right, -1)
    sides = (site.board.left, site.board.right)
    aside = _shift([left, right], _spans(area, site), (kept.left, kept.right), sides, site.unit)
    area = Area(area.left + aside, area.top, area.right + aside, area.bottom)
    rows, ends = _spans(area, site, down=True), (site.board.top, site.board.bottom)
    up, down = (
        _shift([edge], rows, (kept.top, kept.bottom), ends, site.unit)
        for edge in ((area.top, 1), (area.bottom, -1))
    )
    return replace(window, area=Area(area.left, area.top + up, area.right, area.bottom + down))


def _spans(area: Area, site: Site, down: bool = False) -> list[Span]:
    # Of the fixtures that are in the area or near its sides: above and below it, if `down`.
    touch, reach = TOUCH * site.unit, (MOVED + 1) * site.unit
    near = area.grown(-touch)
    found = list[Span]()
    for one in site.fixtures:
        across, along = (one.left, one.right), (one.top, one.bottom)
        other, room = (
            (across, (near.left, near.right)) if down else (along, (near.top, near.bottom))
        )
        if other[0] < room[1] and other[1] > room[0]:
            low, high = along if down else across
            found.append((low + touch, high - touch))
    edges = (area.top, area.bottom) if down else (area.left, area.right)
    return [s for s in found if any(s[0] < edge + reach and s[1] > edge - reach for edge in edges)]


def _shift(
    edges: Sequence[Edge], spans: Sequence[Span], kept: Span, board: Span, unit: float
) -> float:
    # How far to move the edges together: past what is cut, or before it.
    if not _cut(edges, spans, 0.0):
        return 0.0
    up, down = (MOVED if len(edges) > 1 or way != edges[0][1] else HIGHER for way in (1, -1))
    least = max([-up * unit] + [(board[0] if way > 0 else kept[1]) - at for at, way in edges])
    most = min([down * unit] + [(kept[0] if way > 0 else board[1]) - at for at, way in edges])
    shifts = [end - at for at, _ in edges for span in spans for end in span]
    allowed = [0.0, *(shift for shift in shifts if least <= shift <= most)]
    return min(allowed, key=lambda shift: (_cut(edges, spans, shift), abs(shift)))


def _cut(edges: Sequence[Edge], spans: Sequence[Span], shift: float) -> float:
    cost = 0.0
    for at, way in edges:
        edge = at + shift
        for low, high in spans:
            if low < edge < high:
                cost += CUT if ((low + high) / 2 - edge) * way > 0 else BURIED
    return cost
