"""A turn of Bi-Pod: what may be placed or said, and its effects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from bot.games.bipod.board import BIT, BLACK, COLORS, PLACE, Position, named, several
from bot.games.bipod.paths import is_cut_off, is_joined, path
from bot.games.core import Effect, Outcome, Turn, opponent

# Moves


@dataclass(frozen=True, slots=True)
class Adopt:
    """The player takes the part that the match's option names."""


@dataclass(frozen=True, slots=True)
class Block:
    """Black stones on these cells, in any order."""

    cells: frozenset[str]

    def ordered(self) -> list[str]:
        """The cells in the order of move texts: row 1 to 6, left to right."""
        return sorted(self.cells, key=lambda cell: PLACE.get(cell, len(PLACE)))


@dataclass(frozen=True, slots=True)
class Run:
    """A stone of one of the Runner's colors."""

    cell: str
    color: str


Move = Adopt | Block | Run


# Effects


class Laid(Effect, kind="place"):
    """The player placed a stone: black (`x`), `o` or `O`."""

    at: str
    color: str


class Adopted(Effect, kind="adopt"):
    """The player adopted, and so `runner` is the Runner."""

    runner: int


class Joined(Effect, kind="join"):
    """A color's start stone is connected to a short side now, along `path`."""

    color: str
    path: tuple[str, ...]


class CutOff(Effect, kind="cut"):
    """A color has no way left to a short side."""

    color: str


# The rules


def moves(position: Position) -> Iterator[Move]:
    """Every legal move once: adopt, then fewer stones before more, cells in the board's order.

    With three stones a turn there are some 80,000: they come one by one, as they are asked for.
    """
    if outcome(position):
        return
    cells = list(named(position.empty))
    if position.turn == position.runner:
        yield from (Run(cell, color) for cell in cells for color in COLORS)
        return
    if position.runner is None:
        yield Adopt()
    sets = chain.from_iterable(combinations(cells, n + 1) for n in range(at_once(position)))
    yield from (Block(frozenset(each)) for each in sets)


def at_once(position: Position) -> int:
    """How many stones may be placed in this turn."""
    return position.most if position.runner is None else 1


def is_legal(position: Position, move: Move) -> bool:
    """Whether the move is one of `moves`, found without enumerating them."""
    if outcome(position):
        return False
    runs = position.turn == position.runner
    match move:
        case Adopt():
            return position.runner is None
        case Block(cells):
            return not runs and 0 < len(cells) <= at_once(position) and _are_empty(position, *cells)
        case Run(cell, color):
            return runs and color in COLORS and _are_empty(position, cell)


def _are_empty(position: Position, *cells: str) -> bool:
    empty = position.empty
    return all(BIT.get(cell, 0) & empty for cell in cells)


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    if not is_legal(position, move):
        return None
    changed, effects = _applied(position, move)
    after = replace(changed, turn=opponent(position.turn))
    return Turn(after, (*effects, *_decided(position, after)))


def _applied(position: Position, move: Move) -> tuple[Position, Sequence[Effect]]:
    player, (first, second) = position.turn, position.runs
    match move:
        case Adopt():
            runner = opponent(player) if position.adopting == "blocking" else player
            return replace(position, runner=runner), [Adopted(player, runner)]
        case Block(cells):
            laid = [Laid(player, cell, BLACK) for cell in move.ordered()]
            return replace(position, black=position.black | several(cells)), laid
        case Run(cell, color):
            runs = (first | BIT[cell], second) if color == "o" else (first, second | BIT[cell])
            return replace(position, runs=runs), [Laid(player, cell, color)]


def _decided(before: Position, after: Position) -> Iterator[Effect]:
    # What that decided; nothing is decided before there are roles.
    if after.runner is None:
        return
    for color in COLORS:
        if is_joined(after, color) and not is_joined(before, color):
            yield Joined(before.turn, color, path(after, color))
        known = before.runner is not None and is_cut_off(before, color)
        if is_cut_off(after, color) and not known:
            yield CutOff(before.turn, color)


def outcome(position: Position) -> Outcome | None:
    """How the game ended: both colors joined, one cut off, or a full board without roles."""
    if position.runner is None:
        return None if position.empty else Outcome((), "full")
    if all(is_joined(position, color) for color in COLORS):
        return Outcome((position.runner,), "joined")
    if any(is_cut_off(position, color) for color in COLORS):
        return Outcome((opponent(position.runner),), "cut")
    return None
