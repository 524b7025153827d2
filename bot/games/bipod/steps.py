"""A move of Bi-Pod step by step: black stones one by one, or the Runner's color and its cell.

The cells that matter most are offered first; all others can be chosen by their rows.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.games.bipod.board import (
    COLORS,
    PLACE,
    ROWS,
    STARTS,
    Position,
    named,
    nearest_to,
    readable,
    several,
)
from bot.games.bipod.evaluation import suggested
from bot.games.bipod.moves import Adopt, Block, Move, Run, at_once, outcome
from bot.games.bipod.notation import ADOPT
from bot.games.bipod.paths import needed
from bot.games.core import IllegalMove
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Ranking, Step, unranked
from bot.games.phrases import SHAPES
from bot.games.shortening import ROOM, joined, marked

NEAR = 5
"""How many of the cells offered are there for being near a stone just placed."""

OTHERS = " For any other cell choose its row."

ANY = "Any other cell"

NUMBERS = " A number: its row."

EVERY_ROW = "".join(map(str, ROWS))


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The next question after these keys: `adopt`, `o` or `O`, cells, and the numbers of rows.

    Raises IllegalMove if they do not fit the position.
    """
    if outcome(position):
        raise IllegalMove(GAME_OVER)
    if position.turn == position.runner:
        return _run(position, so_far)
    if position.runner is None and [*so_far] == [ADOPT]:
        return Step(WHOLE_MOVE, (), Adopt())
    return _block(position, so_far)


# The stones so far


@dataclass(frozen=True, slots=True)
class PartialBlock:
    """The stones placed so far: their cells in order, and the row or rows of the next one."""

    free: tuple[str, ...]
    stones: tuple[str, ...] = ()
    row: str = ""

    def onward(self, key: str) -> "PartialBlock":
        """With one more key. Raises IllegalMove when it fits nothing."""
        if key in self.free and (not self.row or key[1:] in self.row):
            free = tuple(cell for cell in self.free if cell != key)
            return PartialBlock(free, (*self.stones, key))
        if not self.row and any(cell[1:] in key for cell in self.free) and key in EVERY_ROW:
            return replace(self, row=key)
        raise IllegalMove(OUT_OF_STEP)

    def rows(self) -> list[str]:
        """The rows with empty cells, as many together as have room on one page: `1`, `23`."""
        bands: list[str] = []
        for row, count in sorted(Counter(cell[1:] for cell in self.free).items()):
            if bands and self._cells(bands[-1]) + count <= ROOM:
                bands[-1] += row
            else:
                bands.append(row)
        return bands

    def _cells(self, rows: str) -> int:
        return sum(cell[1:] in rows for cell in self.free)


def _placed(position: Position, keys: Iterable[str], most: int) -> PartialBlock:
    half = PartialBlock(tuple(named(position.empty)))
    for key in keys:
        if len(half.stones) == most:
            raise IllegalMove(OUT_OF_STEP)
        half = half.onward(key)
    return half


# Black stones


def _block(position: Position, keys: Sequence[str]) -> Step[Move]:
    most = at_once(position)
    half = _placed(position, keys, most)
    move = Block(frozenset(half.stones)) if half.stones else None
    if len(half.stones) == most or not half.free:
        return Step(WHOLE_MOVE, (), move, half.stones)
    adopting = (_adopting(position),) * (position.runner is None and not keys)
    choices = (*_cells(half), *adopting)
    return _asked(_where(position, half), choices, move, half.stones)


def _asked(
    prompt: str, choices: Sequence[Choice], move: Move | None = None, chosen: tuple[str, ...] = ()
) -> Step[Move]:
    others = OTHERS if _by_rows(choices) else ""
    return Step(f"{prompt}{others}", tuple(choices), move, chosen)


def _by_rows(choices: Iterable[Choice]) -> bool:
    return any(choice.cell is None and choice.key != ADOPT for choice in choices)


def _where(position: Position, half: PartialBlock) -> str:
    if half.row:
        return f"Which cell of {_called(half.row)}?"
    if half.stones:
        placed = f"{len(half.stones)} of up to {at_once(position)} stones"
        return f"{placed}: place another, or stop there?"
    if position.runner is None:
        return "Place a black stone, or adopt?"
    return "Where does the black stone go?"


def _adopting(position: Position) -> Choice:
    part = "Blocker" if position.adopting == "blocking" else "Runner"
    return Choice(ADOPT, "Adopt", note=f"You become the {part}", group="Otherwise")


# The Runner's stone


def _run(position: Position, keys: Sequence[str]) -> Step[Move]:
    if not keys:
        return Step("A stone of which color?", tuple(_color(position, color) for color in COLORS))
    color, *cells = keys
    if color not in COLORS:
        raise IllegalMove(OUT_OF_STEP)
    half = _placed(position, cells, 1)
    if half.stones:
        return Step(WHOLE_MOVE, (), Run(half.stones[0], color), half.stones)
    prompt = (
        f"Which cell of {_called(half.row)}?"
        if half.row
        else f"Where does the stone of {color} go?"
    )
    return _asked(prompt, _cells(half))


# What is probably meant


LIKELY, LIKELY_COLORED = 15, 12
"""Cells that have buttons on a phone, and cells with their colors."""


def pad(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """The cells that are probably meant, and rows for all the others."""
    if position.turn == position.runner and not so_far and not outcome(position):
        return _colored_pad(position, ranked)
    step = steps(position, so_far)
    if not _by_rows(step.choices):
        return step
    prompt = step.prompt.replace(OTHERS, NUMBERS)
    choices = tuple(
        choice if choice.key == ADOPT else replace(choice, brief=choice.key)
        for choice in step.choices
    )
    best = _likely(_best_cells(position, so_far, step.chosen, ranked), LIKELY)
    return replace(step, prompt=prompt, choices=choices, extra=best)


def _best_cells(
    position: Position, so_far: Sequence[str], stones: Sequence[str], ranked: Ranking[Position]
) -> list[str]:
    # For a stone of the color chosen, or for a black stone after those.
    after = replace(position, black=position.black | several(stones))
    color = f" {so_far[0]}" if position.turn == position.runner else ""
    texts = (
        text for text in suggested(after, ranked(after)) if text.endswith(color) and text != ADOPT
    )
    cells = [text.removesuffix(color) for text in texts]
    near = nearest_to(stones, cells)[:NEAR] if stones else []
    return [*dict.fromkeys([*near, *cells])]


def _best_runs(position: Position, ranked: Ranking[Position], count: int) -> list[Run]:
    return [Run(*text.split()) for text in ranked(position)[:count]]


def _colored_pad(position: Position, ranked: Ranking[Position]) -> Step[Move]:
    runs = _best_runs(position, ranked, LIKELY_COLORED)
    to_go = ", ".join(f"{color} {needed(position, color)}" for color in COLORS)
    return Step(
        f"Which color, and where? To a short side: {to_go}.",
        tuple(replace(choice, group=ANY) for choice in _colored_rows(position)),
        extra=tuple(replace(choice, brief="") for choice in _colored_cells(runs)),
    )


def short(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """The same, but the Runner chooses color and cell at once, or color and row."""
    if so_far or position.turn != position.runner or outcome(position):
        step = steps(position, so_far)
        by_rows = _by_rows(step.choices)
        best = _best_cells(position, so_far, step.chosen, ranked) if by_rows else []
        return marked(replace(step, extra=_likely(best, ROOM - len(step.choices))))
    prompt = f"Which color, and where? {_distances(position)}."
    runs = [Run(cell, color) for cell in named(position.empty) for color in COLORS]
    if len(runs) <= ROOM:
        return _asked(prompt, _colored_cells(runs))
    rows = _colored_rows(position)
    runs = _best_runs(position, ranked, ROOM - len(rows))
    return replace(_asked(prompt, rows), extra=_colored_cells(runs))


def _colored_rows(position: Position) -> tuple[Choice, ...]:
    rows = PartialBlock(tuple(named(position.empty))).rows()
    return tuple(_colored(color, row, _called(row)) for color in COLORS for row in rows)


def _colored_cells(runs: Iterable[Run]) -> tuple[Choice, ...]:
    ordered = sorted(runs, key=lambda run: (COLORS.index(run.color), PLACE[run.cell]))
    return tuple(_colored(run.color, run.cell, readable(run.cell), run.cell) for run in ordered)


def _distances(position: Position) -> str:
    return "; ".join(
        f"{color} ({SHAPES[seat]}) is {_distance(position, color)}"
        for seat, color in enumerate(COLORS, 1)
    )


def _distance(position: Position, color: str) -> str:
    stones = needed(position, color)
    return f"{stones} from a short side" if stones else "joined to a short side already"


def _colored(color: str, key: str, where: str, cell: str | None = None) -> Choice:
    piece = str(1 + COLORS.index(color))
    label = f"{color} {where}"
    return Choice(joined(color, key), label, cell, piece=piece, brief=label)


def _color(position: Position, color: str) -> Choice:
    note, piece = _distance(position, color), str(1 + COLORS.index(color))
    label = f"Color {color} (from {STARTS[color]})"
    return Choice(color, label, note=note, group="Colors", piece=piece)


# Cells


def _called(rows: str) -> str:
    """Rows by their numbers: `row 3` or `rows 3-5`."""
    return f"row {rows}" if len(rows) == 1 else f"rows {rows[0]}-{rows[-1]}"


def _cells(half: PartialBlock) -> tuple[Choice, ...]:
    # The cells of the rows chosen, or all; where those are too many, a choice of rows.
    if not half.row and len(half.free) > ROOM:
        return tuple(Choice(row, _called(row).capitalize(), group=ANY) for row in half.rows())
    shown = [cell for cell in half.free if not half.row or cell[1:] in half.row]
    group = _called(half.row).capitalize() if half.row else "Cells that matter"
    return tuple(Choice(cell, readable(cell), cell=cell, group=group) for cell in shown)


def _likely(ranked: Sequence[str], room: int) -> tuple[Choice, ...]:
    # The first of the ranked cells, in the order of the board.
    cells = sorted(ranked[:room], key=PLACE.__getitem__)
    group = "Cells that matter"
    return tuple(Choice(cell, readable(cell), cell=cell, group=group) for cell in cells)
