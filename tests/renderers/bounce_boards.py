"""Positions of Bounce to draw, and runs to look at."""

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.core import Effect
from renderers import bounce
from renderers.scene import Point
from tests.renderers.painting import Painter

START = GAME.start({})
PAINTER = Painter("bounce")
scene = PAINTER.scene

Shot = tuple[Position, tuple[Effect, ...]]

# Position, move and variant of a turn of every kind.
RUNS = {
    "one step": ("c3:P h8:Y;P", "c3-d4", "standard"),
    "off a side rail": ("b4:PP h8:Y;P", "b4-b6", "standard"),
    "off two rails": ("g5:PPPPP a1:Y;P", "g5-e7", "standard"),
    "over a stack": ("b2:PPP c7:Y d4:YYY f8:P;P", "b2xd4-e5", "standard"),
    "over a stack on the rail": ("a5:Y b4:P h8:Y;P", "b4xa5-b6", "standard"),
    "into the corner and back": ("b6:YY c3:P g7:P h8:Y;P", "g7xh8-g7", "standard"),
    "back onto the captured square": ("a7:Y f6:PP g7:Y;P", "f6xg7-g7", "standard"),
    "over three stacks": (
        "b2:PP b6:YY c3:Y e5:YYP f4:P g7:Y h4:Y;P",
        "b2xc3xe5xg7-d4",
        "accelerating",
    ),
    "a pass": ("a1:P b2:Y c3:Y;P", "pass", "standard"),
}


def shot(text: str, move: str, variant: str = "standard") -> Shot:
    """The position after a move, and the move's effects."""
    before = GAME.read(text, {"variant": variant})
    turn = GAME.play(before, GAME.parse(before, move))
    return turn.position, turn.effects


def run(name: str) -> Shot:
    return shot(*RUNS[name])


def before(name: str) -> Position:
    text, _, variant = RUNS[name]
    return GAME.read(text, {"variant": variant})


def at(square: str, turned: bool = False) -> Point:
    return bounce.point(square, turned)
