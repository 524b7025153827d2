"""The board of Clump and its groups: a square full of red and blue stones.

Sets of squares are bits of one number: the square of file f and rank r is bit `r * size + f`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from bot.games.core import BadOptions, Options
from bot.games.squares import Square, name, square

PLAYERS = (1, 2)
SIZES = range(4, 17, 2)
USUAL_SIZE = 8
"""The size of a match that names none; a challenge always does, with its form's default."""
LETTERS = "RB"
"""The first letters of the players' colors, red and blue."""

Squares = int
"""A set of squares, one bit each."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The geometry of one size of board."""

    size: int
    every: Squares
    west: Squares
    east: Squares
    south: Squares
    north: Squares
    around: tuple[Squares, ...]
    beside: tuple[tuple[int, ...], ...]

    def grown(self, some: Squares) -> Squares:
        """The squares together with all their neighbors."""
        level = some | (some & ~self.east) << 1 | (some & ~self.west) >> 1
        return (level | some << self.size | some >> self.size) & self.every

    def flooded(self, some: Squares, within: Squares) -> Squares:
        """All squares reachable from some squares without leaving others."""
        reached = some & within
        while (further := self.grown(reached) & within) != reached:
            reached = further
        return reached

    def square(self, number: int) -> Square:
        rank, file = divmod(number, self.size)
        return file, rank

    def number(self, square: Square) -> int:
        """The bit of a square."""
        return square[1] * self.size + square[0]

    def name(self, number: int) -> str:
        return name(self.square(number))


@cache
def grid(size: int) -> Grid:
    row, count = (1 << size) - 1, size * size
    west = sum(1 << size * rank for rank in range(size))
    beside = tuple(tuple(_beside(size, number)) for number in range(count))
    around = tuple(sum(1 << number for number in numbers) for numbers in beside)
    north = row << count - size
    return Grid(size, (1 << count) - 1, west, west << size - 1, row, north, around, beside)


def _beside(size: int, number: int) -> Iterator[int]:
    rank, file = divmod(number, size)
    yield from (number + 1 for _ in range(file < size - 1))
    yield from (number - 1 for _ in range(file > 0))
    yield from (number + size for _ in range(rank < size - 1))
    yield from (number - size for _ in range(rank > 0))


def numbers(some: Squares) -> Iterator[int]:
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


# Positions


@dataclass(frozen=True, slots=True)
class Position:
    """The red stones of a full board, and whose turn it is. All other stones are blue."""

    size: int
    red: Squares
    turn: int

    @property
    def grid(self) -> Grid:
        return grid(self.size)

    def stones(self, player: int) -> Squares:
        return self.red if player == 1 else self.grid.every & ~self.red

    def owner(self, number: int) -> int:
        return 1 if self.red >> number & 1 else 2

    def pieces(self) -> Iterator[tuple[Square, int]]:
        """Each stone as (square, player), rank by rank from the bottom."""
        for number in range(self.size * self.size):
            yield self.grid.square(number), self.owner(number)

    def groups(self) -> tuple[Squares, ...]:
        """Every group once, by its first square."""
        return tuple(dict.fromkeys(survey(self.size, self.red)))

    def group(self, number: int) -> Squares:
        return survey(self.size, self.red)[number]


def named(text: str, size: int) -> Square | None:
    found = square(text)
    return found if found and max(found) < size else None


def distance(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@lru_cache(maxsize=1024)
def survey(size: int, red: Squares) -> tuple[Squares, ...]:
    """For each square the group of its stone."""
    board = grid(size)
    found = [0] * (size * size)
    for stones in (red, board.every & ~red):
        left = stones
        while left:
            group = board.flooded(left & -left, stones)
            left ^= group
            for number in numbers(group):
                found[number] = group
    return tuple(found)


@lru_cache(maxsize=4096)
def parts_without(size: int, group: Squares, number: int) -> tuple[Squares, ...]:
    """The parts that a group falls into when the stone of that square leaves it."""
    board, rest = grid(size), group & ~(1 << number)
    if (board.around[number] & rest).bit_count() == 1:
        return (rest,)  # a stone at an end holds nothing together
    found = []
    while rest:
        part = board.flooded(rest & -rest, rest)
        found.append(part)
        rest ^= part
    return tuple(found)


# The start


def start(options: Options) -> Position:
    """A checkerboard of stones. The option `size` is an even number from 4 to 16."""
    size = size_of(options)
    return Position(size, opening(size), 1)


def size_of(options: Options) -> int:
    """The size agreed on. Raises BadOptions."""
    if unknown := sorted(set(options) - {"size"}):
        raise BadOptions(f"Clump has no option {unknown[0]}. Its one option is size.")
    size = options.get("size", USUAL_SIZE)
    if type(size) is not int or size not in SIZES:
        first, last = SIZES[0], SIZES[-1]
        raise BadOptions(f"The size of Clump is an even number from {first} to {last}, like 8.")
    return size


def opening(size: int) -> Squares:
    """The red stones of a checkerboard with a red stone on a1."""
    return sum(1 << n for n in range(size * size) if sum(divmod(n, size)) % 2 == 0)


# The aim


def edges(board: Grid, player: int) -> tuple[Squares, Squares]:
    """The two sides that the player joins: red bottom and top, blue left and right."""
    return (board.south, board.north) if player == 1 else (board.west, board.east)


def is_joined(position: Position, player: int) -> bool:
    """Whether a path of the player's stones joins the player's sides."""
    first, last = edges(position.grid, player)
    stones = position.stones(player)
    return bool(position.grid.flooded(first & stones, stones) & last)


def winning_path(position: Position, player: int) -> tuple[int, ...]:
    """A shortest path between the player's sides, empty if there is none."""
    board, stones = position.grid, position.stones(player)
    first, last = edges(board, player)
    rings = [first & stones]
    seen = rings[0]
    while rings[-1] and not rings[-1] & last:
        rings.append(board.grown(rings[-1]) & stones & ~seen)
        seen |= rings[-1]
    ends = rings.pop() & last
    if not ends:
        return ()
    path = [next(numbers(ends))]
    for ring in reversed(rings):
        path.append(next(numbers(ring & board.around[path[-1]])))
    return tuple(reversed(path))


def occupied(position: Position) -> Mapping[str, str]:
    return {name(square): str(player) for square, player in position.pieces()}
