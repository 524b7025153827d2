"""Bi-Pod positions drawn as text, the way their author drew them.

. . . . . @ . . . . Q . . . . .
 . . . . . o . . . . . . . . .        x black, o and O the Runner's stones, @ and Q the starts,
                                      . empty; rows that are left out are empty.
"""

from bot.games.bipod import GAME
from bot.games.bipod.board import Position
from tests.helpers.playing import Player

PLAYER = Player(GAME)
play, after, refused = PLAYER.play, PLAYER.after, PLAYER.refused

ROWS = (16, 15, 14, 13, 12, 11)
START = ". . . . . @ . . . . Q . . . . ."
BOTH_JOINED_BUT_ONE = """
. . . . . @ . . . . Q . . . . .
 . . . x o . . . . . O . . . .
  . . x o . . . . . x O . . .
   . . o x . . . . . O x . .
    . o . . . x . . x O x .
     o x . . . . . . . x .
"""
"""The player who plays t6 joins the two short sides, in either color."""


def drawn(
    picture: str = START, turn: int = 1, runner: int | None = None, **options: object
) -> Position:
    """The position of a drawing, under those options."""
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    lines += ["." * length for length in ROWS[len(lines) :]]
    return GAME.read(f"{'/'.join(lines)};{turn};{runner or '-'}", options)


def begun(*texts: str, **options: object) -> Position:
    """The position after these first moves of a match."""
    return after(GAME.start(options), *texts)
