"""The labels of a move's steps: its consequences, which bump is meant, what a side faces."""

from bot.games.bump.board import CENTER, Position, shown
from bot.games.bump.chain import Chain, Stasis
from bot.games.bump.narration import beyond, in_the_way
from bot.games.core import Bumped, Captured, opponent
from bot.games.hexes import opposite
from bot.games.phrases import counted

LOSES = "loses"
"""Begins what is told of a move by which one's own pieces are captured."""


def consequences(position: Position, chain: Chain) -> str:
    """What a move does, losses first: `loses 02 against a wall, captures 1, bumps 3`."""
    if chain.offered:
        return "then choose a bump"
    captured = [effect for effect in chain.effects if isinstance(effect, Captured)]
    lost = [_loss(effect) for effect in captured if effect.player == position.turn]
    bumps, captures = len(chain.effects) - len(captured), len(captured) - len(lost)
    parts = [f"{LOSES} {' and '.join(lost) if len(lost) < 3 else len(lost)}"] if lost else []
    parts += [f"{verb} {n}" for verb, n in (("captures", captures), ("bumps", bumps)) if n]
    if chain.board[CENTER[opponent(position.turn)]]:
        parts.append("lands on the center")
    return ", ".join(parts)


def _loss(capture: Captured) -> str:
    stasis = isinstance(capture, Stasis)
    return f"{shown(capture.at)} {'in stasis' if stasis else f'against {in_the_way(capture)}'}"


def bump_label(position: Position, link: Bumped | Captured) -> str:
    """A bump that can be chosen: which piece bumps which, and where to."""
    whose = "your" if link.player == position.turn else "their"
    if isinstance(link, Bumped):
        return (
            f"{bumper(link)} bumps {whose} piece from {shown(link.source)} to {shown(link.target)}"
        )
    return f"{bumper(link)} captures {whose} piece on {shown(link.at)}"


def brief_label(link: Bumped | Captured) -> str:
    """The same in few words, if there are several on one line."""
    if isinstance(link, Bumped):
        return f"{shown(link.source)} to {shown(link.target)}"
    return f"{bumper(link)} captures {shown(link.at)}"


def bumper(link: Bumped | Captured) -> str:
    at = link.source if isinstance(link, Bumped) else link.at
    return "It" if link.direction is None else beyond(at, opposite(link.direction))


def points(number: int) -> str:
    """A number of points: `2 points`, `no points`."""
    return counted(number, "point") if number else "no points"


def angle(direction: int) -> float:
    """A direction in degrees clockwise from east."""
    return 60.0 * direction


def side(space: str, direction: int) -> str:
    """A side of a space by what it faces and its number, as two may face walls."""
    return f"{beyond(space, direction)}, side {direction}"
