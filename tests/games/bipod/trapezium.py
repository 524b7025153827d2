"""Bi-Pod positions drawn as text, the way their author drew them.

. . . . . @ . . . . Q . . . . .
 . . . . . o . . . . . . . . .        x black, o and O the Runner's stones, @ and Q the starts,
                                      . empty; rows that are left out are empty.
"""

from bot.games.bipod import GAME
from bot.games.bipod.board import Position
from bot.games.core import IllegalMove, Turn

ROWS = (16, 15, 14, 13, 12, 11)
START = ". . . . . @ . . . . Q . . . . ."


def drawn(
    picture: str = START, turn: int = 1, runner: int | None = None, **options: object
) -> Position:
    """The position of a drawing, under those options."""
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    lines += ["." * length for length in ROWS[len(lines) :]]
    return GAME.read(f"{'/'.join(lines)};{turn};{runner or '-'}", options)


def play(position: Position, *texts: str) -> Turn[Position]:
    """The last of these moves, played one after the other."""
    for text in texts:
        turn = GAME.play(position, GAME.parse(position, text))
        position = turn.position
    return turn


def after(position: Position, *texts: str) -> Position:
    """The position after these moves."""
    return play(position, *texts).position


def begun(*texts: str, **options: object) -> Position:
    """The position after these first moves of a match."""
    position = GAME.start(options)
    return after(position, *texts) if texts else position


def refused(position: Position, text: str) -> str:
    """Why the move of a text is refused by the rules."""
    try:
        GAME.play(position, GAME.parse(position, text))
    except IllegalMove as error:
        return str(error)
    raise AssertionError(f"{text} is legal")


def kinds(turn: Turn[Position]) -> list[str]:
    """What happened in a turn, in short."""
    return [effect.kind for effect in turn.effects]


def texts(position: Position, moves: object) -> list[str]:
    """The moves as they are written."""
    return [GAME.format(position, move) for move in moves]  # type: ignore[attr-defined]
