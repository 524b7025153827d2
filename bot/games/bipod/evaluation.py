"""Evaluation of Bi-Pod: how good a position looks, which moves to offer first, and what its hints
show: shortest ways, and where a color can be cut off."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise

from bot.games.bipod.board import (
    BIT,
    COLORS,
    COLUMNS,
    ROWS,
    SIDES,
    STARTS,
    STRIDE,
    Position,
    beside,
    cells_of,
    flood,
    named,
    nearest_to,
)
from bot.games.bipod.moves import Adopt, Block, Move, Run, at_once, is_legal, outcome
from bot.games.bipod.notation import ADOPT, GROUP, color_before, lettered, spelled
from bot.games.bipod.paths import groups, is_joined, layers, needed, useful, way
from bot.games.guide import Hint, worth_of_end
from bot.games.phrases import plain

# Which cells are worth most

FAR = 99
"""The detour over a cell that is on no path."""


def detours(position: Position, color: str) -> dict[str, tuple[int, int]]:
    """For each empty cell how much longer the color's best path over it is than the best of all,
    and how many stones from the start it lies."""
    if is_joined(position, color):
        return dict.fromkeys(named(position.empty), (FAR, FAR))
    own = position.own(color)
    out = _distances(layers(position, color, flood(BIT[STARTS[color]], own)))
    home = _distances(layers(position, color, flood(SIDES & own, own), SIDES))
    ways = {c: out.get(c, FAR) + home.get(c, FAR) for c in named(position.empty)}
    best = min(ways.values(), default=0)
    return {cell: (min(way - best, FAR), out.get(cell, FAR)) for cell, way in ways.items()}


def _distances(sets: Iterable[int]) -> dict[str, int]:
    return {cell: stones for stones, layer in enumerate(sets) for cell in named(layer)}


def pressing(position: Position) -> list[str]:
    """Every empty cell, those that block a color's shortest paths first."""
    ways = [detours(position, color) for color in COLORS]
    of_use = useful(position)
    return sorted(
        named(position.empty), key=lambda cell: (cell not in of_use, min(way[cell] for way in ways))
    )


# Which moves to offer


def complete(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """The moves that continue what was typed, in the order of the board, of several stones those
    near each other first; for an empty text those of one stone."""
    going_on = _continuations(position, typed) if typed.strip() else _single(position)
    return list(dict.fromkeys(going_on))[:limit]


def _single(position: Position) -> list[Move]:
    if outcome(position):
        return []
    if position.turn == position.runner:
        return [Run(cell, color) for cell in named(position.empty) for color in COLORS]
    adopting: list[Move] = [] if position.runner else [Adopt()]
    return [*adopting, *(Block(frozenset([cell])) for cell in named(position.empty))]


def suggested(position: Position, ranked: Sequence[str]) -> Sequence[str]:
    """Single stones: there are too many pairs to choose from.

    Before the parts are taken the best is to change nothing, and a player wants to see what
    changes something: adopting, then the cells that block a shortest path.
    """
    if ranked and position.runner is None:
        return [ADOPT, *pressing(position)]
    return [text for text in ranked if "," not in text]


TYPED = re.compile(
    rf"(?P<begun>(?:{GROUP.pattern},*)*)(?P<columns>[{re.escape(COLUMNS)}]*)|(?P<row>[1-6])",
    re.ASCII | re.IGNORECASE,
)
"""Cells, and columns that still need their row; or a row that needs its column."""


def _continuations(position: Position, typed: str) -> list[Move]:
    color, typed = color_before(position, typed)
    line = lettered(typed)
    fields = TYPED.fullmatch(line)
    if not fields or outcome(position):
        return []
    done = list(dict.fromkeys(spelled(fields["begun"] or "")))
    going_on = _runs if position.turn == position.runner else _blocks
    found = going_on(position, done, fields["columns"] or "", fields["row"] or "")
    adopting = [Adopt()] if ADOPT.startswith(line.casefold()) else []
    wanted = [each for each in found if not isinstance(each, Run) or color in ("", each.color)]
    return [move for move in [*adopting, *wanted] if is_legal(position, move)]


def _blocks(position: Position, done: list[str], columns: str, row: str) -> Iterator[Block]:
    # The stones typed so far; with more to place, one or more after them, the nearest first.
    if row:
        yield from (Block(frozenset([cell])) for cell in cells_of(int(row)))
    elif columns:
        further = ([column + str(row) for column in columns.lower()] for row in ROWS)
        yield from (Block(frozenset([*done, *cells])) for cells in further)
    elif done:
        yield Block(frozenset(done))
        near = nearest_to(done[-1:], named(position.empty))
        blocks = [Block(frozenset([*done, cell])) for cell in near]
        # Those first whose text goes on from what was typed.
        yield from sorted(blocks, key=lambda block: list(block.ordered())[: len(done)] != done)


def _runs(position: Position, done: list[str], columns: str, row: str) -> Iterator[Run]:
    # The cells typed in both colors, or all of a column, a row or a color.
    colors = sorted(COLORS, key=lambda color: color != columns)
    cells = cells_of(int(row)) if row else done
    if not cells and len(columns) == 1:
        cells = [columns.lower() + str(row) for row in ROWS]
    is_color = columns in COLORS and not done
    of_color = [Run(cell, columns) for cell in named(position.empty) if is_color]
    if columns == "O":  # a capital is no column
        yield from of_color
    if len(columns) <= 1 and (not done or columns in ("", *COLORS)):
        yield from (Run(cell, color) for cell in cells for color in colors)
    yield from of_color


def nearest(position: Position, text: str, limit: int = 3) -> list[Move]:
    """The legal moves nearest to a refused one: its cells moved to the nearest empty ones."""
    color, cell = color_before(position, text)
    text = cell + color
    wanted = list(dict.fromkeys(cell for cell in spelled(text) if cell[1:] in "0123456789"))
    if outcome(position):
        return []
    if not wanted:
        adopting = [Adopt()] if get_close_matches(plain(text).casefold(), [ADOPT]) else []
        near = [*(a for a in adopting if is_legal(position, a)), *_continuations(position, text)]
    elif position.turn == position.runner:
        near = _nearest_runs(position, wanted[0], plain(text)[-1:])
    else:
        near = _nearest_blocks(position, wanted)
    return list(dict.fromkeys(near))[:limit]


def _nearest_runs(position: Position, wanted: str, color: str) -> list[Move]:
    cells = nearest_to([wanted], named(position.empty))
    return [Run(cell, c) for cell in cells for c in COLORS if color not in COLORS or c == color]


def _nearest_blocks(position: Position, wanted: list[str]) -> list[Move]:
    # The valid stones, then with the first invalid one moved to an empty cell.
    most, empty = at_once(position), list(named(position.empty))
    kept = [cell for cell in wanted if cell in empty][:most]
    lost = [cell for cell in wanted if cell not in empty]
    found: list[Move] = [Block(frozenset(kept))] if kept else []
    if lost:
        moved = [cell for cell in nearest_to(lost[:1], empty) if cell not in kept]
        found += [Block(frozenset([*kept[: most - 1], cell])) for cell in moved]
    return found


# How good a position looks

CUT = 12
"""What a color that can't be saved is worth, in stones."""

LEVEL = 13.0
"""The stones that both colors together need when a position is even, the Runner to move."""

STONE = 0.2
"""What any black stone is worth, because it may be in the way somewhere."""

STEP, WAY = 0.25, 0.1
"""What one step less at the least, and one more way to begin, are worth compared to a whole
stone."""

ENOUGH_WAYS = 5


def evaluate(position: Position, player: int) -> float:
    """How few stones the Runner still needs however the Blocker answers; 0 when even."""
    if end := outcome(position):
        return worth_of_end(end, player)
    lead = LEVEL - sum(_need(position, color) for color in COLORS)
    lead -= STONE * position.black.bit_count()
    if position.runner is not None:
        lead += 0.5 if position.turn == position.runner else -0.5
        return lead if position.runner == player else -lead
    return _promise(position, lead) * (1 if position.turn == player else -1)


def _promise(position: Position, lead: float) -> float:
    # The worth of being to move before the parts are taken. The player to move takes a part that is
    # ahead; while the other one is, that player has stones to place before it tips.
    ahead = lead if position.adopting == "running" else -lead
    return ahead if ahead > 0 else SPARE * -ahead


SPARE = 0.25
"""What a stone that may still be placed is worth compared to one that can be taken."""


def _need(position: Position, color: str) -> float:
    # How far a color is from a side: stones against the best answers, and stones at the least.
    own, empty = position.own(color), position.empty
    parts = list(groups(own))
    start = next(part for part in parts if part & BIT[STARTS[color]])
    if start & SIDES:
        return 0.0
    least = needed(position, color)
    return CUT if least is None else _against_answers(parts, start, empty) + STEP * least


def _against_answers(parts: list[int], start: int, empty: int) -> float:
    # The stones a color needs when every one of them is answered in the best place. A cell counts
    # one more than the second nearest of its neighbors, as the nearest gets blocked; a group of
    # stones makes all cells around it neighbors of each other (J. van Rijswijck).
    safe = SIDES & empty
    for stones in range(1, CUT):
        ways = (beside(start) & safe).bit_count()
        if ways > 1:
            return stones - WAY * min(ways, ENOUGH_WAYS)
        once, twice = _touching(safe)
        for part in parts:
            around = beside(part)
            support = around & safe
            if part & SIDES or support & (support - 1):
                twice |= around
            elif support:
                twice |= once & around & ~beside(support)
                once |= around
        safe |= twice & empty
    return CUT


def _touching(cells: int) -> tuple[int, int]:
    once = twice = 0
    for shifted in (
        cells << 1,
        cells >> 1,
        cells << STRIDE,
        cells >> STRIDE,
        cells << STRIDE - 1,
        cells >> STRIDE - 1,
    ):
        twice |= once & shifted
        once |= shifted
    return once, twice


# Hints

WAYS = "A shortest way of each color"
CUTS = "Cells where one black stone cuts a color off"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """A way to a side for each color that is not joined, and the cells it depends on."""
    if outcome(position):
        return {}
    left = [color for color in COLORS if not is_joined(position, color)]
    ways = (hint for color in left for hint in _way(position, color))
    cuts = (Hint(cell) for cell in named(position.empty) if _cuts(position, left, BIT[cell]))
    return {WAYS: tuple(dict.fromkeys(ways)), CUTS: tuple(cuts)}


def _way(position: Position, color: str) -> Iterator[Hint]:
    for cell, beyond in pairwise(way(position, color)):
        if not position.stone(beyond):
            yield Hint(cell, beyond)


def _cuts(position: Position, colors: list[str], cell: int) -> bool:
    return any(
        not flood(BIT[STARTS[color]], position.open(color) & ~cell) & SIDES for color in colors
    )
