"""A turn of Clump: the swaps that the sizes of groups allow, and their effects."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.clump.board import (
    PLAYERS,
    Position,
    Squares,
    is_joined,
    named,
    numbers,
    parts_without,
    survey,
    winning_path,
)
from bot.games.core import Effect, Outcome, Turn, opponent


@dataclass(frozen=True, slots=True)
class Swap:
    """An own stone and the enemy stone it changes places with."""

    source: str
    target: str


Move = Swap


class Swapped(Effect, kind="swap"):
    """The player's stone went from `source` to `target`, the enemy's there to `source`."""

    source: str
    target: str


class Formed(Effect, kind="form"):
    """A stone of `player`, now at a square, is in a larger group than before."""

    at: str
    before: int
    after: int


class Diminished(Effect, kind="diminish"):
    """The group of `player` that a stone left at a square has lost stones; `size` is its old
    one."""

    at: str
    size: int


class Joined(Effect, kind="join"):
    """A path of the player's stones joins the player's sides."""

    path: tuple[str, ...]


# What a swap does to the groups


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a swap does: sizes of each stone's group before and after, and which diminish.

    Each pair is about the stone that is moved first, then about the enemy's.
    """

    before: tuple[int, int]
    after: tuple[int, int]
    diminishes: tuple[bool, bool]

    @property
    def formed(self) -> int:
        """The size of the largest group formed; 0 if neither stone is in a larger one."""
        sizes = zip(self.before, self.after, strict=True)
        return max((after for before, after in sizes if after > before), default=0)

    @property
    def diminished(self) -> int:
        """The old size of the largest group diminished; 0 if none is."""
        sizes = zip(self.before, self.diminishes, strict=True)
        return max((before for before, diminishes in sizes if diminishes), default=0)

    @property
    def is_allowed(self) -> bool:
        """Whether the largest group formed outgrows every group diminished."""
        return self.formed > self.diminished


def judged(position: Position, source: int, target: int) -> Verdict:
    """What swapping two neighboring stones of different colors does."""
    groups = survey(position.size, position.red)
    own, enemy = groups[source], groups[target]
    sizes = (own.bit_count(), enemy.bit_count())
    mine, leaves = _moved(position, groups, source, target)
    theirs, is_left_behind = _moved(position, groups, target, source)
    after = (mine.bit_count(), theirs.bit_count())
    return Verdict(sizes, after, (leaves, is_left_behind))


def _moved(
    position: Position, groups: tuple[Squares, ...], source: int, target: int
) -> tuple[Squares, bool]:
    # The group of a stone where it arrives, and whether it has lost a part of the one it leaves, or
    # nothing is left of that.
    board, own = position.grid, groups[source]
    parts, touched = parts_without(position.size, own, source), board.around[target]
    joined, loses = 1 << target, not parts
    for part in parts:
        if part & touched:
            joined |= part
        else:
            loses = True
    is_red = position.red >> source & 1
    for number in board.beside[target]:
        group = groups[number]
        if group != own and position.red >> number & 1 == is_red:
            joined |= group
    return joined, loses


# The game


def outcome(position: Position) -> Outcome | None:
    """The player whose sides are joined has won, whoever moved last."""
    for player in PLAYERS:
        if is_joined(position, player):
            return Outcome((player,), "joined")
    return None


def moves(position: Position) -> Iterator[Move]:
    """Every swap the sizes allow, by the own stone's square."""
    if outcome(position):
        return
    yield from (swap for number in _own(position) for swap in swaps_of(position, number))


def _own(position: Position) -> Iterator[int]:
    return iter(sorted(numbers(position.stones(position.turn)), key=position.grid.square))


def swappers(position: Position) -> Iterator[int]:
    """The squares of the stones of the player to move that have a swap, file by file."""
    return (number for number in _own(position) if any(swaps_of(position, number)))


def swaps_of(position: Position, source: int) -> Iterator[Move]:
    """The swaps of one stone of the player to move that the sizes allow."""
    board, stones = position.grid, position.stones(position.turn)
    for target in board.beside[source]:
        if not stones >> target & 1 and judged(position, source, target).is_allowed:
            yield Swap(board.name(source), board.name(target))


def squares_of(position: Position, move: Move) -> tuple[int, int] | None:
    """The swap by number: a stone of the player to move and a neighboring enemy, else None."""
    ends = [named(text, position.size) for text in (move.source, move.target)]
    source, target = (end and position.grid.number(end) for end in ends)
    if source is None or target is None or target not in position.grid.beside[source]:
        return None
    owners = position.owner(source), position.owner(target)
    return (source, target) if owners == (position.turn, opponent(position.turn)) else None


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    squares = squares_of(position, move)
    if squares is None or outcome(position):
        return None
    verdict = judged(position, *squares)
    if not verdict.is_allowed:
        return None
    source, target = squares
    red = position.red ^ (1 << source | 1 << target)
    after = Position(position.size, red, opponent(position.turn))
    effects = [*_own_effects(position.turn, move, verdict), *_ending(after)]
    return Turn(after, tuple(effects))


def _own_effects(player: int, move: Move, verdict: Verdict) -> Iterator[Effect]:
    stones = ((player, move.source, move.target), (opponent(player), move.target, move.source))
    yield Swapped(player, move.source, move.target)
    for (owner, _, at), before, after in zip(stones, verdict.before, verdict.after, strict=True):
        if after > before:
            yield Formed(owner, at, before, after)
    for (owner, at, _), size, has in zip(stones, verdict.before, verdict.diminishes, strict=True):
        if has:
            yield Diminished(owner, at, size)


def _ending(position: Position) -> Iterator[Effect]:
    board = position.grid
    for player in PLAYERS:
        if path := winning_path(position, player):
            yield Joined(player, tuple(map(board.name, path)))
