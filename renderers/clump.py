"""Clump in pictures: a board full of stones, a patch under every group, a bar along every side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product

from bot.games.clump.board import PLAYERS, Position, grid, named
from bot.games.clump.moves import Joined, Swapped
from bot.games.squares import Square, name
from renderers.annotations.header import Seat, head, headroom
from renderers.drawing.cache import made_once
from renderers.drawing.style import HERE, style_for
from renderers.layout import SquareLayout, beside, between, plus, stride
from renderers.scene import (
    Arrow,
    Bond,
    Cell,
    Edge,
    Ground,
    Icons,
    Item,
    Patch,
    Piece,
    Point,
    Ring,
    Scene,
    Subject,
    Text,
    Trail,
    View,
)

COLORS = ("Red", "Blue")
SUIT = "stones"
WIDTH = 784
BOARD = 720
"""The most pixels that the squares take, from side to side."""

WIDEST = 120
BAR, NOTES = 13, 36
"""How thick the bars are, and the room for the coordinates next to them."""

LONE = 0.74
"""The size of a stone without company: groups stand out from the checkerboard of the start."""

NEAR, RULED, RULED_WIDE = 4, 1.35, 1.15
"""How far from a bar the numbers of rows end, in pixels, and how much larger than on other boards
coordinates are: no turn has a close-up. Numbers of two digits have less room."""

ASIDE = 0.42
"""How far to the right, in units, the arrow of a swapped stone keeps."""

AROUND: tuple[Square, ...] = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
"""File and rank from a square to its neighbors, clockwise from the east."""


# The board


@cache
def sized_layout(size: int, turned: bool) -> SquareLayout:
    """The squares of a board of that size, each an even number of pixels wide."""
    width = min(WIDEST, BOARD // size // 2 * 2)
    # As far to the right as the coordinates on the left need.
    left = NOTES + BAR + (WIDTH - NOTES - 2 * BAR - 4 - width * size) / 2
    corner = (left, headroom(WIDTH) + BAR + 2.0)
    return SquareLayout(corner, width, size, size, turned)


@made_once()
def ground(size: int, turned: bool, coordinates: bool) -> Ground:
    squares = sized_layout(size, turned)
    below = BAR + (NOTES if coordinates else 6)
    height = int(squares.corner[1] + squares.width * size) + below
    every = [(file, rank) for file in range(size) for rank in range(size)]
    return Ground(
        (WIDTH, height),
        squares.unit,
        tuple(Cell(squares.point(square), squares.corners(square)) for square in every),
        notes=tuple(_notes(squares)) if coordinates else (),
        # Red's sides are the bottom and the top, Blue's the left and the right.
        edges=tuple(Edge(1 if side % 2 else 2, squares.bar(side, BAR)) for side in range(4)),
        suit=SUIT,
    )


def _notes(squares: SquareLayout) -> Iterator[Text]:
    left = squares.corner[0] - BAR - NEAR
    below = squares.corner[1] + squares.width * squares.ranks + BAR + NOTES / 2 - 4
    scale = RULED if squares.ranks < 10 else RULED_WIDE
    for k in range(squares.files):
        file, rank = squares.point((k, k))
        yield Text((left, rank), str(k + 1), "ruler", "label", "rm", scale)
        yield Text((file, below), name((k, 0))[0], "ruler", "label", "mm", RULED)


# Stones and groups


@cache
def neighbors(size: int, turned: bool) -> Mapping[Square, Sequence[tuple[int, int]]]:
    """Of each square the bits of a patch for its neighbors, as they lie on the page, and their
    numbers."""
    around = AROUND[4:] + AROUND[:4] if turned else AROUND
    return {
        (file, rank): [
            (1 << k, grid(size).number((file + x, rank + y)))
            for k, (x, y) in enumerate(around)
            if 0 <= file + x < size and 0 <= rank + y < size
        ]
        for file, rank in product(range(size), repeat=2)
    }


@dataclass(slots=True)
class ClumpBoard:
    """The positions of everything in a picture."""

    position: Position
    turned: bool

    @property
    def squares(self) -> SquareLayout:
        return sized_layout(self.position.size, self.turned)

    def at(self, text: str) -> Point:
        square = named(text, self.position.size)
        assert square, "effects name squares of their own board"
        return self.squares.point(square)

    def stones(self) -> Iterator[Piece]:
        grid = self.position.grid
        for number, (square, player) in enumerate(self.position.pieces()):
            has_company = self.position.stones(player) & grid.around[number]
            size = 1.0 if has_company else LONE
            yield Piece(self.squares.point(square), player, size=size)

    def patches(self) -> Iterator[Patch]:
        """A patch under every stone that has company."""
        grid = self.position.grid
        for number, (square, player) in enumerate(self.position.pieces()):
            if self.position.stones(player) & grid.around[number]:
                yield Patch(self.squares.point(square), player, self._joined(square, player))

    def _joined(self, square: Square, player: int) -> int:
        # The neighbors of the player's color, as they lie on the page.
        stones = self.position.stones(player)
        near = neighbors(self.position.size, self.turned)[square]
        return sum(bit for bit, number in near if stones >> number & 1)


# The turn


def _swapped(board: ClumpBoard, effect: Swapped) -> Iterator[Item]:
    source, target = board.at(effect.source), board.at(effect.target)
    yield Ring(source, "path")
    yield Ring(target, "path")
    yield Trail(*_lane(board, source, target), last=True)
    yield Arrow(*_lane(board, target, source))


def _lane(board: ClumpBoard, tail: Point, tip: Point) -> tuple[Point, Point]:
    shift = beside(tail, tip, ASIDE * board.squares.unit)
    first, last = between(tail, tip, 0.1), between(tail, tip, 0.9)
    return plus(first, shift), stride(first, last)


def _joined(board: ClumpBoard, effect: Joined) -> Iterator[Bond]:
    path = [board.at(text) for text in effect.path]
    ways = [(tail, stride(tail, tip)) for tail, tip in pairwise(path)]
    # Red's path runs upward and Blue's to the right; round ends reach the rest of the way.
    half = board.squares.unit / 2 * (-1 if board.turned else 1)
    back, on = ((0.0, half), (0.0, -half)) if effect.player == 1 else ((-half, 0.0), (half, 0.0))
    for tail, reach in ((path[0], back), *ways, (path[-1], on)):
        yield Bond(tail, reach, effect.player, strong=True)


def scene(subject: Subject[Position]) -> Scene:
    position, effects, view = subject.position, subject.effects, subject.view
    base = ground(position.size, view.turned, view.coordinates)
    style = style_for(base, view)
    board = ClumpBoard(position, view.turned)
    paths = [b for e in effects if isinstance(e, Joined) for b in _joined(board, e)]
    swap = [item for e in effects if isinstance(e, Swapped) for item in _swapped(board, e)]
    # Stones without a shadow have clear cells around them, which would cover the rings.
    patches, stones = [*board.patches()], [*board.stones()]
    items = [*patches, *paths, *stones, *swap]
    tiled = len(patches) if paths else len(patches) + len(stones)
    seats = [Seat(player, count=COLORS[player - 1]) for player in PLAYERS]
    return Scene(base, (*items, *head(seats, subject, WIDTH, style)), tiled=tiled)


def samples(view: View) -> tuple[Item, ...]:
    here: Point = (0, 0)
    stones = [Piece(here, player, size=size) for player in PLAYERS for size in (1.0, LONE)]
    patches = [Patch(here, player, joined) for player in PLAYERS for joined in (0, 31, 255)]
    bonds = [Bond(here, (40, 0), player, strong=True) for player in PLAYERS]
    arrows: list[Item] = [Ring(here, "path"), Trail(here, (40, 0), True), Arrow(here, (40, 0))]
    return (*stones, *patches, *bonds, *arrows)


ICONS = Icons({str(player): Piece(HERE, player) for player in PLAYERS}, 62.0, 2.0, SUIT)


def spots(position: Position, view: View) -> Mapping[str, Sequence[Point]]:
    squares = sized_layout(position.size, view.turned)
    return {name(square): (squares.point(square),) for square, _ in position.pieces()}


def stages(before: Position, after: Subject[Position]) -> Iterator[Scene]:
    """The swap alone, where it also completed a path."""
    swap = [effect for effect in after.effects if not isinstance(effect, Joined)]
    if len(swap) < len(after.effects):
        position = replace(after.position, turn=before.turn)
        seen = replace(after, position=position, effects=swap)
        yield replace(scene(seen), effects_so_far=swap)
