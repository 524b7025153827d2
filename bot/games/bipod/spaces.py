"""One space of Bi-Pod in words."""

from collections.abc import Iterator

from bot.games.bipod.board import BIT, COLORS, NEIGHBORS, Position, is_side
from bot.games.bipod.narration import holder
from bot.games.bipod.notation import lettered
from bot.games.bipod.paths import useful
from bot.games.core import Names, NotationError
from bot.games.phrases import name_of, quoted


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """What is on a cell, what is next to it, and whether it is useful. Raises NotationError."""
    name = lettered(cell).lower()
    if name not in BIT:
        raise NotationError(
            f"There is no cell {quoted(cell)} on this board. Name one like i1, its column first."
        )
    beside = "; ".join(f"{n}, {_contents(position, n)}" for n in NEIGHBORS[name])
    return " ".join((*_about(position, name, names), f"Beside it: {beside}."))


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
