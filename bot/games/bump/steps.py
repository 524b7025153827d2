"""A move of Bump step by step: the piece, then where it goes and what it faces there.

A piece goes straight to its destination, or in single steps for those who like a compass better.
"""

from collections.abc import Iterator, Sequence

from bot.games.bump import compass as single_steps
from bot.games.bump import destinations
from bot.games.bump.board import Position, shown
from bot.games.bump.consequences import angle, beyond, side
from bot.games.bump.moves import Move, Pass, is_won, reinforcements
from bot.games.core import IllegalMove
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Step

RESERVE = "R"
PASS = "pass"

STRAIGHT = "@"
"""Stands before the space of a piece that goes straight to its destination."""


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The next question after these keys. Raises IllegalMove when they do not fit the position.

    The keys of a movement are `@` and the piece's space, its destination, and `t0`..`t5` for the
    side it faces there, with the number of the bumps chosen where there are several: `t3.1`.
    Those of `compass` are understood too.
    """
    return _next(position, so_far, STRAIGHT)


def compass(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The same in single steps.

    The keys of a movement are the piece's space, `d0`..`d5` for each shift, `t0`..`t5` for the
    side it turns to face, and each choice of a bump as the move text names it.
    """
    return _next(position, so_far, "")


def _next(position: Position, so_far: Sequence[str], manner: str) -> Step[Move]:
    if is_won(position):
        raise IllegalMove(GAME_OVER)
    if not so_far:
        return Step("Which piece?", tuple(_beginnings(position, manner)))
    first, *keys = so_far
    if first == PASS and not keys:
        return Step(WHOLE_MOVE, (), Pass())
    if first == RESERVE:
        return _reinforcement(position, keys)
    if first.startswith(STRAIGHT):
        return destinations.movement(position, first.removeprefix(STRAIGHT), keys)
    return single_steps.movement(position, first, keys)


def _beginnings(position: Position, manner: str) -> Iterator[Choice]:
    for space, player, front in position.pieces():
        if player == position.turn:
            label = f"{shown(space)}, facing {beyond(space, front)}"
            key, piece = f"{manner}{space}", str(player)
            yield Choice(key, label, space, None, "", "Pieces", angle(front), piece)
    if any(reinforcements(position)):
        left = f"{position.reserve(position.turn)} left"
        piece = str(position.turn)
        yield Choice(RESERVE, "Place a reinforcement", note=left, group="Otherwise", piece=piece)
    yield Choice(PASS, "Pass", group="Otherwise")


# A reinforcement: its space, then its facing


def _reinforcement(position: Position, keys: Sequence[str]) -> Step[Move]:
    legal = {(move.target, f"t{move.facing}"): move for move in reinforcements(position)}
    piece = str(position.turn)
    targets = tuple(dict.fromkeys(target for target, _ in legal))
    match keys:
        case [] if targets:
            choices = (Choice(target, f"On {target}", cell=target) for target in targets)
            return Step("Place it where?", tuple(choices))
        case [target] if target in targets:
            facings = [move.facing for move in legal.values() if move.target == target]
            return Step(
                "Facing which way?",
                tuple(
                    Choice(f"t{k}", f"Face {side(target, k)}", facing=angle(k), piece=piece)
                    for k in facings
                ),
                chosen=(target,),
            )
        case [target, turn] if (target, turn) in legal:
            return Step(WHOLE_MOVE, (), legal[target, turn], (target,))
    raise IllegalMove(OUT_OF_STEP)
