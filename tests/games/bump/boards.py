"""Bump positions drawn as text, the way they look on the page.

    A→  02  B↘  .
              041

A piece is A (first player) or B (second) with an arrow for its bumper, `.` an empty space. At
least one empty space gives its name, which says where the drawing is. Neighbors in a row stand
four columns apart, and each row is shifted by two. The second area lies to the east of gate 0.
"""

import re

from bot.games.bump import GAME
from bot.games.bump.board import AREA_CELLS, SPACES, Position, place
from bot.games.core import Bumped, Captured, Turn
from bot.games.hexes import Cell, shifted
from tests.helpers.playing import Player

PLAYER = Player(GAME)
play, refused = PLAYER.play, PLAYER.refused

ARROWS = "→↘↙←↖↗"
PIECE = re.compile(f"([AB])([{ARROWS}])")

PARTIAL_STASIS = """
      A↘  .   .
    A→  02  .   B←
          B↘  .
"""
"""The player who moves 021 to 02 has bumps to choose from."""

PAGE: dict[Cell, str] = {
    shifted(cell, 0, 10 * (player - 1)): space
    for player, cells in AREA_CELLS.items()
    for space, cell in cells.items()
}


def drawn(
    picture: str, turn: int = 1, reserves: tuple[int, int] = (0, 0), held: tuple[int, ...] = ()
) -> Position:
    """The position of a drawing; spaces outside it are empty."""
    tokens = {
        (token.start(), row): token[0]
        for row, line in enumerate(picture.splitlines())
        for token in re.finditer(r"\S+", line)
    }
    corner = _corner(tokens)
    pieces = []
    for place_on_page, token in tokens.items():
        space = PAGE.get(_cell(place_on_page, corner))
        assert space, f"{token} stands beyond a wall"
        if piece := PIECE.fullmatch(token):
            pieces.append((space, "AB".index(piece[1]) + 1, ARROWS.index(piece[2])))
    return Position(place(pieces), turn, reserves, held)


def _cell(at: tuple[int, int], corner: Cell) -> Cell:
    """The cell at a column and row, when (0, 0) is at that corner of the text."""
    column, row = at[0] - corner[0], at[1] - corner[1]
    assert (column - 2 * row) % 4 == 0, "a column is out of line"
    return (column - 2 * row) // 4, row


def _corner(tokens: dict[tuple[int, int], str]) -> Cell:
    """Where the first center lies in the text, agreed by every named space."""
    found: set[Cell] = set()
    for (column, row), token in tokens.items():
        if token in SPACES:
            corners = {
                (column - 4 * q - 2 * r, row - r) for (q, r), s in PAGE.items() if s == token
            }
            found = found & corners if found else corners
    assert len(found) == 1, "name an empty space, and each where it is"
    return found.pop()


def links(turn: Turn[Position]) -> list[str]:
    """The chain in short: `B 03-04` for a bump, `B 04 captured`, `B 04 stasis`."""
    parts = []
    for effect in turn.effects:
        if isinstance(effect, Bumped):
            parts.append(f"{' AB'[effect.player]} {effect.source}-{effect.target}")
        elif isinstance(effect, Captured):
            word = "stasis" if effect.kind == "stasis" else "captured"
            parts.append(f"{' AB'[effect.player]} {effect.at} {word}")
    return parts
