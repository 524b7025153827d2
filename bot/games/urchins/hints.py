"""Hints of Urchins: who can pay the way home, and who can be bumped off an end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.games.guide import Hint
from bot.games.urchins.board import CUBES, ENDS, Position, place
from bot.games.urchins.moves import Fell, moves, outcome, resolve

WAYS_HOME = "Urchins that can pay their way home"
FALLING = "Urchins a rival can bump off an end"


def hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    """Whose urchins could come home, and which could fall, were it their own or a rival's turn."""
    if outcome(position):
        return {}
    return {WAYS_HOME: tuple(_ways_home(position)), FALLING: tuple(_falling(position))}


def _ways_home(position: Position) -> Iterator[Hint]:
    # The urchins themselves: arrows to the ends would run over whoever stands between.
    for space, player in position.pieces():
        location, number = place(space)
        way = min(abs(end - number) for end in ENDS.values())
        if CUBES * way <= position.cubes[player - 1][location]:
            yield Hint(space)


def _falling(position: Position) -> Iterator[Hint]:
    lost = {space for player in position.playing for space in _bumped_off(position, player)}
    return (Hint(space) for space, _ in position.pieces() if space in lost)


def _bumped_off(position: Position, player: int) -> Iterator[str]:
    seen = replace(position, turn=player)
    for move in moves(seen):
        turn = resolve(seen, move)
        for effect in turn.effects if turn else ():
            if isinstance(effect, Fell) and effect.player != player:
                yield effect.at
