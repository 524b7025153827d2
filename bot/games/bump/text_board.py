"""The board of Bump in characters, for those who can't see its picture or prefer to read."""

from collections.abc import Iterator, Sequence

from bot.games.bump.board import AREA_CELLS, PLAYERS, RADIUS, Position, shown
from bot.games.core import Names
from bot.games.phrases import NOBODY, SHAPES, board_lines, brief_name

LEGEND = """\
011A1: on 011 a piece of A that
faces side 1. Side 0 is east,
the others follow clockwise. Two
lines are a row of spaces. Gates
show twice."""

PITCH, MIDDLE_PITCH = 3, 2.8
"""Characters from a space to the next one, which is on the other line of the row. Names in the
middle row, the longest, are short."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """For each area its pieces, then its spaces as on the page: `011` is empty, `011A1` is not."""
    areas = (line for player in PLAYERS for line in _area(position, player, names, over))
    return "\n".join((LEGEND, *areas))


def _area(position: Position, player: int, names: Names, over: bool) -> Iterator[str]:
    yield from _heading(position, player, names, over)
    there = {cell: space for space, cell in AREA_CELLS[player].items()}
    for r in range(-RADIUS, RADIUS + 1):
        row = {q: there[q, r] for q in range(-RADIUS, RADIUS + 1) if (q, r) in there}
        marks = [(q % 2, _mark(position, space)) for q, space in row.items()]
        yield from _zigzag(marks, r)


def _zigzag(marks: Sequence[tuple[int, str]], r: int) -> Iterator[str]:
    # A row on two lines: only so do names and pieces have room. Each row is shifted by half a space
    # against its neighbors; the middle one is squeezed instead.
    pitch, indent = (PITCH, (abs(r) - 1) * PITCH / 2) if r else (MIDDLE_PITCH, 0)
    for line in (0, 1):
        text = ""
        for at, (on, mark) in enumerate(marks):
            if on == line:
                text = f"{text:{round(indent + pitch * at)}}{mark}"
        yield text


def _heading(position: Position, player: int, names: Names, over: bool) -> Iterator[str]:
    reserve = position.reserve(player)
    is_moving = player == position.turn and not over
    states = ["to move"] * is_moving + [f"{reserve} in reserve"] * (reserve > 0)
    whose = f"-- {_letter(player)}, {brief_name(player, names)} ({SHAPES[player]})"
    yield from board_lines(", ".join([whose, *states]))
    pieces = [f"{shown(s)}-{front}" for s, whose, front in position.pieces() if whose == player]
    yield from board_lines(f"Pieces: {' '.join(pieces) or 'none'}")


def _mark(position: Position, space: str) -> str:
    piece = position.piece(space)
    return f"{shown(space)}{_letter(piece[0])}{piece[1]}" if piece else shown(space)


def _letter(player: int) -> str:
    return "AB"[player - 1]
