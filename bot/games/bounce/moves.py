"""A turn of Bounce: the runs of a stack, and their effects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from bot.games.bounce.board import (
    AHEAD,
    FORWARD,
    HEADINGS,
    NUMBER,
    PLACES,
    SQUARES,
    Position,
    Stacks,
)
from bot.games.core import Effect, Moved, Outcome, Passed, Turn, opponent

# Moves and effects


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing moves, as nothing can."""


@dataclass(frozen=True, slots=True)
class Run:
    """One stack runs from square to square and covers the stacks it jumps, in that order."""

    source: str
    covered: tuple[str, ...]
    target: str


Move = Pass | Run


class Rebounded(Effect, kind="rebound"):
    """The running stack bounced off the rail, or out of the corner, at a square."""

    at: str


class Covered(Effect, kind="cover", takes=True):
    """A stack of `player` was captured: it went underneath. `owners` are its pieces', from below.

    The stack that covers it is now `height` pieces high.
    """

    at: str
    owners: tuple[int, ...]
    height: int


# Runs

Path = tuple[int, ...]
"""The squares of a run in order, both ends and the jumped ones counted."""


@lru_cache(256)
def runs(stacks: Stacks, source: int, is_accelerating: bool) -> Mapping[tuple[Path, int], Path]:
    """Every run of one stack: by the squares it captures and its destination, the shortest path.

    A run that captures nothing and ends where it began is none. The runs are cached for a while, as
    advice asks for them once for each move of a stack.
    """
    found: dict[tuple[Path, int], Path] = {}
    stack = stacks[source]
    board = list(stacks)
    board[source] = b""  # the square the stack leaves counts as empty
    for heading in FORWARD[stack[-1]] if len(stack) == 1 else HEADINGS:
        for captured, path in _along(board, source, heading, len(stack), is_accelerating):
            known = found.get((captured, path[-1]))
            if (captured or path[-1] != source) and (not known or len(path) < len(known)):
                found[captured, path[-1]] = path
    return MappingProxyType(found)


def _along(
    board: Sequence[bytes], source: int, heading: int, left: int, is_accelerating: bool
) -> Iterator[tuple[Path, Path]]:
    # Where a run of `left` squares in one direction may end: (captured, path) each time.
    at = source
    captured: Path = ()
    path: Path = (source,)
    gone: set[int] = set()
    while left:
        at, heading = AHEAD[at][heading]
        if board[at] and at not in gone:
            jumped, (at, heading) = at, AHEAD[at][heading]
            if (captured and not is_accelerating) or board[at]:
                return
            gone.add(jumped)
            captured, path = (*captured, jumped), (*path, jumped)
            left += len(board[jumped]) if is_accelerating else 0
        path = (*path, at)
        left -= 1
        yield captured, path


def is_accelerating(position: Position) -> bool:
    """Whether a run may capture several stacks."""
    return position.variant == "accelerating"


def runs_from(position: Position, square: str) -> Iterator[Run]:
    """The runs of the stack on a square, whoever owns it."""
    if not position.stack(square):
        return
    for captured, target in runs(position.stacks, NUMBER[square], is_accelerating(position)):
        yield Run(square, tuple(SQUARES[number] for number in captured), SQUARES[target])


def all_runs(position: Position) -> Iterator[Run]:
    for square, stack in zip(SQUARES, position.stacks, strict=True):
        if stack and stack[-1] == position.turn:
            yield from runs_from(position, square)


def is_stuck(position: Position) -> bool:
    return not any(all_runs(position))


# The game


def outcome(position: Position) -> Outcome | None:
    """A player has no stack; or nobody can move; or the position comes for the third time."""
    owners = position.owners()
    if len(owners) == 1:
        return Outcome(tuple(owners), "covered")
    if position.past.count(position.repetition_key()) >= 2:
        return Outcome((), "repetition")
    if position.passed and is_stuck(position):
        return Outcome((), "stuck")
    return None


def moves(position: Position) -> Iterator[Move]:
    """Every run of every own stack, by square; the pass if there is none."""
    if outcome(position):
        return
    found = False
    for run in all_runs(position):
        found = True
        yield run
    if not found:
        yield Pass()


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    if outcome(position):
        return None
    if isinstance(move, Pass):
        return _passed(position) if is_stuck(position) else None
    path = path_of(position, move)
    return None if path is None else _run(position, path, move)


def path_of(position: Position, move: Run) -> Path | None:
    """The squares on the run's path, None if the stack can't make it."""
    source, target = NUMBER.get(move.source), NUMBER.get(move.target)
    if source is None or target is None or position.stacks[source][-1:] != bytes([position.turn]):
        return None
    captured = tuple(NUMBER.get(square, -1) for square in move.covered)
    return runs(position.stacks, source, is_accelerating(position)).get((captured, target))


def _passed(position: Position) -> Turn[Position]:
    after = replace(
        position,
        turn=opponent(position.turn),
        past=(*position.past, position.repetition_key()),
        passed=True,
    )
    return Turn(after, (Passed(position.turn),))


def _run(position: Position, path: Path, move: Run) -> Turn[Position]:
    player, stacks = position.turn, list(position.stacks)
    names = tuple(SQUARES[number] for number in path)
    effects: list[Effect] = [Moved(player, move.source, move.target, names)]
    running, stacks[path[0]] = stacks[path[0]], b""
    rails = rebounds(path)
    for place, square in enumerate(names):
        if place in rails:
            effects.append(Rebounded(player, square))
        if square in move.covered and stacks[path[place]]:
            below, stacks[path[place]] = stacks[path[place]], b""
            running = below + running  # what is captured goes underneath
            effects.append(Covered(below[-1], square, tuple(below), len(running)))
    stacks[path[-1]] = running
    past = () if move.covered else (*position.past, position.repetition_key())
    after = replace(position, stacks=tuple(stacks), turn=opponent(player), past=past, passed=False)
    return Turn(after, tuple(effects))


def rebounds(path: Path) -> list[int]:
    """The places in a path at which the run turns at a rail."""
    ways = [(PLACES[b][0] - PLACES[a][0], PLACES[b][1] - PLACES[a][1]) for a, b in pairwise(path)]
    return [place for place, (way, onward) in enumerate(pairwise(ways), 1) if way != onward]
