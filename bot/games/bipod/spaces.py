"""One cell of Bi-Pod in words, and what can be done there."""

from collections.abc import Iterator

from bot.games.bipod.board import BIT, COLORS, NEIGHBORS, Position, is_side
from bot.games.bipod.moves import Block, Run, resolve
from bot.games.bipod.narration import holder
from bot.games.bipod.notation import lettered, write_move
from bot.games.bipod.paths import needed, useful
from bot.games.core import Names, NotationError
from bot.games.guide import MovesByEffect
from bot.games.phrases import name_of, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What is on a cell, what is next to it, and whether it is useful. Raises NotationError."""
    name = _named(cell)
    beside = "; ".join(f"{n}, {_contents(position, n)}" for n in NEIGHBORS[name])
    return " ".join((*_about(position, name, names), f"Beside it: {beside}."))


def _named(cell: str) -> str:
    name = lettered(cell).lower()
    if name not in BIT:
        raise NotationError(
            f"There is no cell {quoted(cell)} on this board. Name one like i1, its column first."
        )
    return name


def _about(position: Position, cell: str, names: Names) -> Iterator[str]:
    where = ", on a short side," if is_side(cell) else ""
    stone = position.stone(cell)
    yield f"{cell}{where} {f'holds {holder(cell, stone)}' if stone else 'is empty'}."
    if stone in COLORS and position.runner:
        yield f"{name_of(position.runner, names)} runs with {stone}."
    if not stone and cell not in useful(position):
        yield "No stone on it can change how the match goes on."


def _contents(position: Position, cell: str) -> str:
    stone = position.stone(cell)
    return holder(cell, stone) if stone else "empty"


# What can be done there


def moves_by_effect(position: Position, cell: str, names: Names) -> MovesByEffect:
    """A stone on an empty cell, by what it changes for the colors. Where several may be placed at
    once, only the moves of a single one."""
    name = _named(cell)
    runs = position.turn == position.runner
    stones = [Run(name, color) for color in COLORS] if runs else [Block(frozenset([name]))]
    listed = dict[str, list[str]]()
    for move in stones:
        if turn := resolve(position, move):
            changes = "; ".join(_change(position, turn.position, color) for color in COLORS)
            listed.setdefault(changes, []).append(write_move(position, move))
    return listed


def _change(before: Position, after: Position, color: str) -> str:
    was, left = needed(before, color), needed(after, color)
    if left is None:
        return f"{color} is cut off"
    if not left:
        return f"{color} is joined"
    change = f" instead of {was}" if left != was else ""
    return f"{color} is {left}{change} from a short side"
